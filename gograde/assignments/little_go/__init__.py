"""A player of the 5x5 game: series against reference players, and a league."""
