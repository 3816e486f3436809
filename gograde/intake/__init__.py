"""From what a student handed in to a program that can be started."""
