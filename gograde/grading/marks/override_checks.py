"""Checks the corrections of single students: before anything runs, and when marks are made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from gograde.classroom.classroom import DECISIONS, Override
from gograde.errors import DataError
from gograde.intake.printable import safe
from gograde.package.faults import did_you_mean
from gograde.scoring.record import TestScore


def check_overrides(overrides: Sequence[Override], tests: Iterable[TestScore], file: str) -> None:
    """Raise `DataError` unless each override is of one of the tests, or of the whole.

    Its points must be in the range of the test, and no test may have two.  The overrides are those of a
    student in an assignment.
    """
    most = {test.name: test.max_points for test in tests}
    whole = {**most, "": sum(most.values())}
    times = Counter(override.test for override in overrides)
    for override in overrides:
        where = f"{file}:{override.line}: {override.assignment}, {override.student}"
        if override.test not in whole:
            raise DataError(where, f"no test {safe(override.test)!r}", did_you_mean(override.test, most))
        _check_points(where, override, whole[override.test])
        if times[override.test] > 1:
            what = f"{times[override.test]} lines for {_named(override)}"
            raise DataError(where, what, "leave one of them")


def _check_points(where: str, override: Override, most: float) -> None:
    if not 0 <= override.points <= most + 1e-9:
        what = f"{override.points:g} points for {_named(override)}, which is worth {most:g}"
        raise DataError(where, what, f"write a number from 0 to {most:g}")
    if override.test and not most and not override.decision:
        what = f"{_named(override)} is worth nothing, so that points do not say whether it is right"
        raise DataError(where, what, f"write the decision: {' or '.join(DECISIONS)}")


def _named(override: Override) -> str:
    return f"test {safe(override.test)!r}" if override.test else "the whole"
