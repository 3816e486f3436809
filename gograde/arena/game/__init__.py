"""The 5x5 game: its rules as values, the referee, records of games."""
