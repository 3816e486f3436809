"""Scores a set of points, and answers of yes or no."""

from __future__ import annotations

from collections.abc import Set

from gograde.scoring.outcome import RIGHT, Outcome, wrong

Pair = tuple[int, int]


def score_points(reference: Set[Pair], answer: Set[Pair]) -> Outcome:
    """Right when both sets of points are equal."""
    missing, extra = reference - answer, answer - reference
    if not missing and not extra:
        return RIGHT
    return wrong(", ".join(_counted(missing, "missing") + _counted(extra, "too many")))


def _counted(points: Set[Pair], what: str) -> list[str]:
    return [f"{len(points)} {what}"] if points else []


def score_truth(reference: bool, answer: bool) -> Outcome:
    """Right when both are equal."""
    return RIGHT if answer is reference else wrong(f"{answer}, but it is {reference}")
