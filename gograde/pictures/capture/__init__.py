"""Captures the windows of a program that runs without a screen, and draws them after the run."""
