"""The league of a class: rounds, games, results."""
