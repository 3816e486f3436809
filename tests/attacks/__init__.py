"""Hostile programs and files, each with its expected traces and a control that proves it harmful.

`python -m tests.attacks` runs them all; `harness/corpus.py` explains how they are written.
"""
