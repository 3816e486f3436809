"""Forks runs from a server in a sandbox, which saves the start of an interpreter."""
