"""Foresees marks from what earlier runs left behind."""
