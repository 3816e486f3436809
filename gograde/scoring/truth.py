"""Scores a True or False."""

from __future__ import annotations

from gograde.scoring.outcome import RIGHT, Outcome, wrong


def score_truth(reference: bool, answer: bool) -> Outcome:
    """Right when both say the same."""
    return RIGHT if answer is reference else wrong(f"{answer}, but it is {reference}")
