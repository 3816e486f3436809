"""Applies the corrections for a whole class to tests that were scored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gograde.authoring.assignment import Batch
from gograde.codec import replace
from gograde.scoring.record import ClassChange, TestScore
from gograde.scoring.totals import decided
from gograde.scoring.verdict import Verdict


@dataclass(frozen=True)
class Alternative:
    """A batch in which one case has another right answer, which counts for the tests of that case."""

    batch: Batch
    change: ClassChange


def corrected_tests(
    tests: Iterable[TestScore], corrections: Sequence[ClassChange], *, handed_in: bool
) -> tuple[TestScore, ...]:
    """The tests without those that are void, and with full points for who handed in where they are given."""
    return tuple(
        _full(test, given) if given and handed_in else test
        for test in tests
        if not _named(test, corrections, "void")
        for given in [_named(test, corrections, "full")]
    )


def _named(test: TestScore, corrections: Sequence[ClassChange], do: str) -> ClassChange | None:
    return next((one for one in corrections if one.do == do and one.concerns(test.name)), None)


def _full(test: TestScore, given: ClassChange) -> TestScore:
    message = f"full points for everybody: {given.reason}"
    whole = replace(test, verdict=Verdict.AC, points=test.max_points, message=message)
    return replace(whole, cause=None, remarks=(), readings=())


def better(test: TestScore, other: TestScore) -> TestScore:
    """The test that gives more points; one that is not decided stands against anything but full points."""
    for one in (test, other):
        if decided(one) and one.points == one.max_points:
            return one
    if not decided(test):
        return test
    return other if not decided(other) or (other.points or 0) > (test.points or 0) else test
