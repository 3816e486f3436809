"""Judges of the artefacts, one module per group."""
