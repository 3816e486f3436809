"""Scores a bool."""

from __future__ import annotations

from gograde.scoring.outcome import RIGHT, Outcome, wrong


def score_truth(reference: bool, answer: bool) -> Outcome:
    """Right when both are equal."""
    return RIGHT if answer is reference else wrong(f"{answer}, but it is {reference}")
