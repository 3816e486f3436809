"""Scripts that made what ships with gograde: run from a checkout, needed by nobody who grades."""
