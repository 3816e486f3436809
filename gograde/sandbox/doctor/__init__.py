"""Examines whether a machine is fit to grade.  Proved by trying, never by reading settings."""
