"""Text of students on every way into the grader, and a look at everything that comes out."""
