"""The 5x5 game: rules, referee, records."""
