"""A class folder: its students, their submissions and its grading rules."""
