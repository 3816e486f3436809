"""Scores printed text."""

from __future__ import annotations

from gograde.scoring.outcome import RIGHT, Outcome, wrong

_LONGEST = 60
"""The most characters of an answer in a message."""


def score_text(reference: str, printed: str) -> Outcome:
    """Right when the printed text is the reference, apart from white space around it."""
    answer = printed.strip(" \t\r\n\f\v")
    if answer == reference:
        return RIGHT
    shown = ascii(answer if len(answer) <= _LONGEST else f"{answer[:_LONGEST]}…")
    return wrong(f"printed {shown}, but it is {reference!r}" if answer else "nothing was printed")
