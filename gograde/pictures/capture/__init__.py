"""Keeps what a program shows on a screen that is not there, and draws it after the run."""
