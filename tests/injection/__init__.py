"""Hostile text from students on every way into the grader, and checks of all output."""
