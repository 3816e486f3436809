"""Hostile programs and files, each with what must be seen of it and a control that shows that it bites.

`python -m tests.attacks` runs them all; `harness/corpus.py` says what their headers mean.
"""
