"""What a gradebook says of overrides and releases, and the overrides that cannot be."""

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from gograde.classroom.class_config import ClassConfig
from gograde.classroom.classroom import Classroom, Override
from gograde.classroom.roster import Student
from gograde.codec import of_value, replace, to_json
from gograde.core.record import ScoreRecord
from gograde.core.verdict import Verdict
from gograde.grading.marks.gradebook import gradebook, released
from tests.golden import errors_agree
from tests.grading.conftest import score_record, scored_test

DUE = "2026-11-15T23:59:00+00:00"
IN_TIME, TWO_DAYS_LATE = "2026-11-15T20:00:00+00:00", "2026-11-17T20:00:00+00:00"


def record(
    assignment: str, student: str, points: Sequence[float | None], submitted: str | None = IN_TIME
) -> ScoreRecord:
    """Tests of 5 points each."""
    tests = [scored_test(f"01/{n}", Verdict.AC, got, 5) for n, got in enumerate(points)]
    verdict = Verdict.JE if all(got is None for got in points) else Verdict.AC
    return score_record(assignment, student, tests, submitted, verdict=verdict, official="pass")


def classroom(overrides: Sequence[Override] = (), late_days: int = 0, **late: Any) -> Classroom:
    rules = {"weight": 100, "due": DUE, "late": late}
    config = of_value(
        ClassConfig,
        {
            "schema": "gograde/class/v1", "title": "T", "late_days": late_days,
            "assignments": {"first": rules, "second": rules | {"weight": 300, "due": None}},
        },
    )  # fmt: skip
    return Classroom(Path("/c"), config, (Student("alice"),), tuple(overrides))


def book(room: Classroom, first: ScoreRecord, second: ScoreRecord) -> dict[str, Any]:
    records = {("first", "alice"): first, ("second", "alice"): second}
    made = gradebook(room, records, {"first": True, "second": False}, ["a note"])
    return json.loads(to_json(made))


def override(test: str, points: float) -> Override:
    return Override("first", "alice", test, points, "Ada", "2026-12-01", "looked at it", 7)


def test_a_person_grades_what_waited() -> None:
    room, other = classroom([override("01/1", 4), override("01/0", 3)]), record("second", "alice", [5])
    first = book(room, record("first", "alice", [5, None]), other)["entries"][0]
    assert (first["score"], first["max_score"], first["pending"], first["final"]) == (7, 10, 0, 7)
    assert first["record"] == "scores/first/alice.json"
    told, known = first["overrides"]
    whole = book(classroom([override("", 3)]), record("first", "alice", [5, 0]), other)["entries"][0]
    assert (known["before"], whole["overrides"][0]["before"]) == (5, 5)
    assert told == {
        "test": "01/1", "points": 4, "decision": "", "by": "Ada", "at": "2026-12-01",
        "reason": "looked at it", "before": None, "automatic": {"verdict": "AC", "points": None},
        "decided_on": None,
    }  # fmt: skip


IMPOSSIBLE = {
    "a test there is not": [override("01/9", 1)],
    "more than the test": [override("01/0", 5.5)],
    "less than nothing": [override("01/1", -1)],
    "more than the whole": [override("", 11)],
    "the whole twice": [override("", 3), override("", 7)],
    "a test twice": [override("01/0", 3), override("01/0", 3)],
    "no word for a test worth nothing": [override("01/2", 0)],
}


def test_an_override_that_cannot_be() -> None:
    """Of a test that is worth nothing the points say nothing, and a word does."""
    made = record("first", "alice", [5, None, None])
    *tests, last = made.tests
    made = replace(made, tests=(*tests, replace(last, max_points=0.0)))
    other = record("second", "alice", [5])
    assert book(classroom([replace(override("01/2", 0), decision="wrong")]), made, other)
    tried = ((name, partial(book, classroom(some), made, other)) for name, some in IMPOSSIBLE.items())
    errors_agree("grading/overrides.txt", tried)


def test_what_is_released() -> None:
    made = book(classroom(), record("first", "alice", [5]), record("second", "alice", [5]))
    closed = {"visible": True, "hidden": False, "after_due_date": False, "after_published": False}
    words = [assignment["released"] for assignment in made["assignments"]]
    assert words == [closed | {"after_due_date": True}, closed]
    first = replace(classroom().assignments["first"], published=True)
    assert released(first, past_due=False) == closed | {"after_published": True}
