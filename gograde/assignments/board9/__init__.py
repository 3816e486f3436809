"""Reading a 9x9 board: seven problems, answers as text and as pictures."""
