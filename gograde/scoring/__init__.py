"""Values in, scores out: knows no files and no processes."""
