"""The working directory of a run: makes, fills and measures it, and collects files from it."""
