"""One run: the connections to a program, its limits while it runs, and the facts at its end."""
