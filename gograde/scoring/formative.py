"""A scale for checks that carry no marks: public cases weigh nothing, and other systems want points."""

from __future__ import annotations

from dataclasses import replace

from gograde.scoring.record import GroupScore, ScoreRecord, TestScore
from gograde.scoring.totals import total_of
from gograde.scoring.verdict import Verdict

EACH = 1.0
"""Points of a test: whole numbers are read at a glance, and add up exactly."""


def is_formative(record: ScoreRecord) -> bool:
    """Whether no test of the record is worth points."""
    return bool(record.tests) and not any(test.max_points for test in record.tests)


def formative(record: ScoreRecord) -> ScoreRecord:
    """The record with a point for each test, where no test is worth any; else the record as it is."""
    if not is_formative(record):
        return record
    tests = tuple(map(_worth, record.tests))
    total = total_of(tests)
    groups = tuple(_group(group, tests) for group in record.groups)
    sums = {"score": total.at_least, "max_score": total.of, "pending": total.pending}
    return record.model_copy(update={"tests": tests, "groups": groups, **sums})


def _worth(test: TestScore) -> TestScore:
    undecided = test.points is None or test.verdict in (Verdict.JE, Verdict.RV)
    points = None if undecided else EACH if test.verdict is Verdict.AC else 0.0
    return replace(test, points=points, max_points=EACH)


def _group(group: GroupScore, tests: tuple[TestScore, ...]) -> GroupScore:
    total = total_of([test for test in tests if test.group == group.name])
    return group.model_copy(update={"score": total.at_least, "max_score": total.of, "pending": total.pending})
