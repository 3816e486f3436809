"""The commands about games on the 5x5 board."""
