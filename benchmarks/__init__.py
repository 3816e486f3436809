"""Ratios measured in one run, peers side by side."""
