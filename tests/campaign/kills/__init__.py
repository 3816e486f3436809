"""Kills `gograde run` and what it starts at seeded moments, and compares what comes of it in the end."""
