"""Scores the answers to cases by a rubric, and explains wrong ones by hints."""
