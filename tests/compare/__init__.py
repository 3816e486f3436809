"""Proves that a restructuring changes nothing that a user sees: `python -m tests.compare BEFORE AFTER`."""
