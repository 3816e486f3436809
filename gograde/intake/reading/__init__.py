"""Reads what students handed in; runs only inside the sandbox."""
