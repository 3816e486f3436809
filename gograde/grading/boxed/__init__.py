"""Scores inside the sandbox what programs left behind: no byte of theirs is read in the grader's process."""
