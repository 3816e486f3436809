"""Exact play on boards of up to 5x5."""
