"""One submission on the public cases: for its author, who has no class."""
