"""A class folder: who is in the class, what was handed in, by which rules it is graded."""
