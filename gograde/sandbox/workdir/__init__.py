"""The working directory of a run: made, filled, measured, and what is taken out of it."""
