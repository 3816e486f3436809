"""A scale for checks that carry no marks: public cases weigh nothing, and other systems want points."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from gograde.scoring.scored_test import TestScore, Visibility
from gograde.scoring.totals import decided
from gograde.scoring.verdict import Verdict

EACH = 1.0
"""Points of a test: whole numbers are read at a glance, and add up exactly."""


def most_points(tests: Collection[TestScore]) -> float:
    """The points that tests can give, or one for each that everybody may see, where none is worth any."""
    seen = sum(test.visibility is Visibility.VISIBLE for test in tests)
    return sum(test.max_points for test in tests) or seen * EACH


def worth(test: TestScore) -> TestScore:
    """The test with a point if it is right; what is not decided stays open."""
    points = EACH if test.verdict is Verdict.AC else 0.0
    return replace(test, points=points if decided(test) else None, max_points=EACH)
