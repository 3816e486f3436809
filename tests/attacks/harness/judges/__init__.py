"""Checks for the groups of programs; each module has a mapping `CHECKS`."""
