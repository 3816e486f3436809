"""Models of influence: what stones do to the points around them, and what follows for territory."""
