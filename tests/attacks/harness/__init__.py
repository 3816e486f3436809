"""Runs the attacks: their headers, the baits laid out for them, and the definition of an escape."""
