"""Marks from win rates, always with an interval.

Marks come from the win rate against a reference player, or from the expected win rate against classmates, on
straight lines: a step would make one game worth several points.  They never come from a place or from the
points of a Swiss tournament.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite

from gograde.arena.rating.bradley_terry import Rate, wilson
from gograde.errors import DataError


@dataclass(frozen=True, slots=True)
class LeagueMark:
    """Marks, with the interval of the marks that are still likely."""

    marks: float
    low: float
    high: float

    @property
    def settled(self) -> bool:
        """Is the interval a single value, so that more games are unlikely to change the marks?"""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Slope:
    """Marks on straight lines between knots (win rate, marks), constant outside the knots.

    A higher rate never gives fewer marks.  Raises `DataError` when rates or marks do not rise, or when a rate
    is not between 0 and 1.
    """

    knots: tuple[tuple[float, float], ...] = ((0.0, 0.0), (1.0, 100.0))

    def __post_init__(self) -> None:
        _need_rising("slope", self.knots)

    @property
    def least(self) -> float:
        """The least win rate that earns all marks."""
        return self.knots[-1][0]

    @property
    def top(self) -> float:
        """All marks."""
        return self.knots[-1][1]

    def marks(self, rate: float) -> float:
        """Marks on the line; exactly those of a knot at the knot."""
        if rate <= self.knots[0][0]:
            return self.knots[0][1]
        for (left, low), (right, high) in pairwise(self.knots):
            if rate < right:
                return low + (high - low) * (rate - left) / (right - left)
        return self.top


def rate_mark(scale: Slope, rate: Rate) -> LeagueMark:
    """Marks of an expected win rate in a league."""
    return LeagueMark(scale.marks(rate.rate), scale.marks(rate.low), scale.marks(rate.high))


def seen_mark(scale: Slope, wins: int, games: int) -> LeagueMark:
    """Marks for the games won against one reference player; the lowest marks without games."""
    low, high = wilson(wins, games)
    return LeagueMark(scale.marks(wins / games if games else 0.0), scale.marks(low), scale.marks(high))


def _need_rising(where: str, steps: Sequence[tuple[float, float]]) -> None:
    if not steps:
        raise DataError(where, "none given", "give at least one win rate with its marks")
    for rate, marks in steps:
        if not (0 <= rate <= 1 and isfinite(marks)):
            raise DataError(where, f"{rate} -> {marks} cannot be used", "win rates are between 0 and 1")
    for (left, low), (right, high) in pairwise(steps):
        if not (left < right and low <= high):
            raise DataError(
                where,
                f"{left} -> {low} stands before {right} -> {high}",
                "sort by win rate, with no fewer marks for a higher one",
            )
