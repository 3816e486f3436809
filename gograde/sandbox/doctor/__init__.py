"""Is this machine fit to grade?  Proved by trying, never by reading settings."""
