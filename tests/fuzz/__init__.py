"""Malformed answers, archives, records and sources, made from a seed: `python -m tests.fuzz --seed 1`."""
