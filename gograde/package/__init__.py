"""Data packages on disk: read, check, describe, seal."""
