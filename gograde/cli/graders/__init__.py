"""Commands for the graders of other systems."""
