"""Notices what a program tries that the sandbox forbids."""
