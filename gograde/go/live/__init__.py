"""A game in play: the game as a value, and a board that is kept up to date move by move."""
