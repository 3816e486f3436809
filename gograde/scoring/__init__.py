"""Scores values; this folder uses no files and no processes."""
