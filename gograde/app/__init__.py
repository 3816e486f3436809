"""Pages served to one person on this machine: the live board, and a class for staff."""
