"""Grading on Gradescope: what goes into the archive of an autograder, and what it does there."""
