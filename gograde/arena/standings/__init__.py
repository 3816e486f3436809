"""The table of a league, and marks from win rates."""
