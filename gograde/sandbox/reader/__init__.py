"""Runs gograde's own functions on hostile bytes inside the sandbox."""
