"""Records the forbidden calls that a program tries, and refuses them."""
