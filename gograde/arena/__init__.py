"""Games between programs on the 5x5 board: the referee, players, records."""
