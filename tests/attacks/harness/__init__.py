"""Runs the attacks: the acts, the baits laid out for them, and the definition of an escape."""
