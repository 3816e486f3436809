"""Runs the attacks: their headers, the baits laid out for them, and what counts as an escape."""
