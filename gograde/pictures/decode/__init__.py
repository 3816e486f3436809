"""Untrusted picture files: their headers are checked, then the sandbox decodes them."""
