"""Results in words, escaped for the place where they are shown."""
