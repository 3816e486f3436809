"""Totals as intervals: what is certain already, and what it may still become.

A test that is not decided (JE, RV, or without points) is certain of nothing, and may become all that it is
worth.  So a fault of the grader and a doubt never raise a total.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import fsum
from typing import Protocol

from gograde.codec import Record
from gograde.core.verdict import Verdict

FINEST = 6
"""Decimal places of numbers in tables: far finer than a mark, far coarser than the error of a sum.

Rounding keeps the order of any two numbers; numbers that become equal differed by less than a millionth.
"""


class Scored(Protocol):
    """What a total needs to know of a test."""

    @property
    def name(self) -> str: ...
    @property
    def verdict(self) -> Verdict: ...
    @property
    def points(self) -> float | None: ...
    @property
    def max_points(self) -> float: ...


class Total(Record, kw_only=False):
    """A total of points: `at_least` is certain, `pending` is not decided, `of` is the worth of all tests."""

    at_least: float
    pending: float
    of: float

    @property
    def at_most(self) -> float:
        """The total if everything that is not decided turns out right."""
        return self.at_least + self.pending

    @property
    def rounded(self) -> Total:
        """The total as tables show it: sums of the same parts in another order differ by less."""
        return Total(*(round(one, FINEST) for one in (self.at_least, self.pending, self.of)))

    @property
    def complete(self) -> bool:
        """Whether nothing that is not decided can change the total."""
        return not self.pending

    @property
    def exact(self) -> float | None:
        """The total; None while it is not complete, and when there is nothing to get."""
        return self.at_least if self.complete and self.of else None


def decided(test: Scored) -> bool:
    """Whether the points of a test are known."""
    return test.points is not None and test.verdict not in (Verdict.JE, Verdict.RV)


def known_points(test: Scored) -> float | None:
    """The points of a test; None while it is not decided."""
    return test.points if decided(test) else None


def total_of(tests: Iterable[Scored], corrected: Mapping[str, float] | None = None) -> Total:
    """The total of tests; `corrected` maps the names of tests to the points that a person gave."""
    given = corrected or {}
    parts = [(given.get(test.name, known_points(test)), test.max_points) for test in tests]
    return Total(
        at_least=fsum(points for points, _ in parts if points is not None),
        pending=fsum(most for points, most in parts if points is None),
        of=fsum(most for _, most in parts),
    )


def less(total: Total, penalty: float) -> Total:
    """The total without a penalty, which takes the same from both ends; neither falls below 0."""
    if total.at_least >= penalty:
        return Total(total.at_least - penalty, total.pending, total.of)
    return Total(0.0, max(total.at_most - penalty, 0.0), total.of)


def in_percent(parts: Iterable[tuple[float, Total]]) -> Total:
    """The weighted mean of totals in percent; parts with nothing to get have no weight.

    What is not decided keeps its weight, since leaving it out would raise the mean of the rest.
    """
    weighed = [(weight / total.of, total) for weight, total in parts if total.of]
    weights = fsum(share * total.of for share, total in weighed)
    if not weights:
        return Total(0.0, 0.0, 0.0)
    least = fsum(share * total.at_least for share, total in weighed)
    pending = fsum(share * total.pending for share, total in weighed)
    return Total(100 * least / weights, 100 * pending / weights, 100.0)
