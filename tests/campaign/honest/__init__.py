"""Runs honest programs of many kinds in the sandbox, which changes nothing of what they do."""
