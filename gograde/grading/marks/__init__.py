"""Turns scores into marks: lateness, corrections by a person, and the gradebook."""
