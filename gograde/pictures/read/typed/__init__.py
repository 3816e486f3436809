"""Boards in fixed-pitch type."""
