"""The limits of a run, and what bounds them."""
