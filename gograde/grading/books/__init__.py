"""Gradebooks that are kept: each whole, numbered, written once and never changed."""
