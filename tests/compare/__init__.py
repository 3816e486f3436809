"""Proves that a restructuring changes nothing for users: `python -m tests.compare BEFORE AFTER`."""
