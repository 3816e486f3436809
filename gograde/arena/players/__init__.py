"""Players of the 5x5 game: the reference players, and submissions in the sandbox."""
