"""Where widgets lie, how they look, and the file that holds what a window shows."""
