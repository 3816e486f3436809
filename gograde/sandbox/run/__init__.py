"""One run: the wires to a program, what holds it while it runs, and the facts at its end."""
