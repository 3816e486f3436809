"""Scoring a finished game, on standard input and output."""
