"""Who plays whom in a league."""
