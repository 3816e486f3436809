"""Judges of the artefacts, one module a group."""
