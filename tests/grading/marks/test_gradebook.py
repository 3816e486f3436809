"""Marks: overrides, lateness, weights, and ungraded work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gograde.classroom.class_config import ClassConfig
from gograde.classroom.classroom import Classroom, Override
from gograde.classroom.roster import Student
from gograde.errors import DataError
from gograde.grading.marks.gradebook import gradebook, released
from gograde.scoring.record import (
    AssignmentRef,
    GroupScore,
    ScoreRecord,
    SubmissionRef,
    TestScore,
    Visibility,
)
from gograde.scoring.verdict import Verdict

DUE = "2026-11-15T23:59:00+00:00"
IN_TIME, TWO_DAYS_LATE = "2026-11-15T20:00:00+00:00", "2026-11-17T20:00:00+00:00"


def one_test(name: str, verdict: Verdict, points: float | None, most: float) -> TestScore:
    return TestScore(
        name=name,
        group="g",
        batch="01",
        verdict=verdict,
        points=points,
        max_points=most,
        visibility=Visibility.HIDDEN,
    )


def record(
    assignment: str, student: str, points: Sequence[float | None], submitted: str | None = IN_TIME
) -> ScoreRecord:
    """Tests of 5 points each."""
    tests = tuple(one_test(f"01/{n}", Verdict.AC, got, 5) for n, got in enumerate(points))
    return ScoreRecord(
        assignment=AssignmentRef(id=assignment, version="1.0.0", package_sha256="0" * 64, title="T"),
        submission=SubmissionRef(student=student, submitted_at=submitted),
        verdict=Verdict.JE if all(got is None for got in points) else Verdict.AC,
        official="pass",
        score=sum(got for got in points if got is not None),
        max_score=5 * len(points),
        pending=5 * sum(got is None for got in points),
        tests=tests,
    )


def classroom(overrides: Sequence[Override] = (), late_days: int = 0, **late: Any) -> Classroom:
    rules = {"weight": 100, "due": DUE, "late": late}
    config = ClassConfig.model_validate(
        {
            "schema": "gograde/class/v1",
            "title": "T",
            "late_days": late_days,
            "assignments": {"first": rules, "second": rules | {"weight": 300, "due": None}},
        }
    )
    return Classroom(Path("/c"), config, (Student("alice"),), tuple(overrides))


def book(room: Classroom, first: ScoreRecord, second: ScoreRecord) -> dict[str, Any]:
    records = {("first", "alice"): first, ("second", "alice"): second}
    made = gradebook(room, records, {"first": True, "second": False}, ["a note"])
    return made.model_dump(mode="json", by_alias=True)


def test_the_total_is_weighted_by_assignment() -> None:
    made = book(classroom(), record("first", "alice", [5, 5]), record("second", "alice", [5, 0]))
    assert [entry["final"] for entry in made["entries"]] == [10, 5]
    percent = {"at_least": 62.5, "pending": 0, "of": 100}
    assert made["totals"] == [{"student": "alice", "percent": percent, "total": 62.5, "pending": 0}]
    assert made["notes"] == ["a note"]
    assert made["entries"][0]["record"] == "scores/first/alice.json"


def test_what_is_not_decided_makes_an_interval_and_no_mark() -> None:
    made = book(classroom(), record("first", "alice", [5, None]), record("second", "alice", [5, 5]))
    first, second = made["entries"]
    assert (first["score"], first["max_score"], first["pending"], first["final"]) == (5, 10, 5, None)
    assert first["mark"] == {"at_least": 5, "pending": 5, "of": 10}
    assert (second["final"], second["pending"]) == (10, 0)
    percent = {"at_least": 87.5, "pending": 12.5, "of": 100}
    assert made["totals"] == [{"student": "alice", "percent": percent, "total": None, "pending": 5}]


def test_nothing_decided_is_no_zero() -> None:
    made = book(classroom(), record("first", "alice", [None]), record("second", "alice", [None]))
    percent = {"at_least": 0, "pending": 100, "of": 100}
    assert made["totals"] == [{"student": "alice", "percent": percent, "total": None, "pending": 10}]


def test_lateness_takes_its_part_of_all_points_from_both_ends() -> None:
    room = classroom(policy="percentage-penalty", penalty=10)
    late = record("first", "alice", [5, None, None], TWO_DAYS_LATE)
    first = book(room, late, record("second", "alice", [5]))["entries"][0]
    assert first["late"]["penalty"] == 3
    assert (first["mark"], first["final"]) == ({"at_least": 2, "pending": 10, "of": 15}, None)
    room = classroom(policy="constant-penalty", penalty=4)
    first = book(room, late, record("second", "alice", [5]))["entries"][0]
    assert first["mark"] == {"at_least": 0, "pending": 7, "of": 15}


def test_work_that_is_not_taken_is_worth_nothing_whatever_comes() -> None:
    room = classroom(reject_after_days=1)
    late = record("first", "alice", [5, None], TWO_DAYS_LATE)
    first = book(room, late, record("second", "alice", [5]))["entries"][0]
    assert (first["mark"], first["final"]) == ({"at_least": 0, "pending": 0, "of": 10}, 0)


def test_lateness_costs_after_scoring() -> None:
    room = classroom(policy="percentage-penalty", penalty=10)
    made = book(room, record("first", "alice", [5, 5], TWO_DAYS_LATE), record("second", "alice", [5, 5]))
    first = made["entries"][0]
    assert (first["score"], first["final"]) == (10, 8)
    assert first["late"] == {"days": 2, "penalty": 2, "reason": "2 days late: 10 % of the maximum a day"}
    assert made["entries"][1]["late"] is None


def test_a_penalty_does_not_go_below_nothing() -> None:
    room = classroom(policy="constant-penalty", penalty=4)
    made = book(room, record("first", "alice", [5, 0], TWO_DAYS_LATE), record("second", "alice", [5]))
    assert made["entries"][0]["final"] == 0


def test_late_days_are_used_up_in_the_order_of_due_dates() -> None:
    config = classroom(late_days=3, policy="late-days", penalty=10, max_late_days=2).config
    rules = config.assignments["first"]
    later = rules.model_copy(update={"due": rules.due.replace(day=20) if rules.due else None})
    room = Classroom(
        Path("/c"),
        config.model_copy(update={"assignments": {"second": later, "first": rules}}),
        (Student("alice"),),
    )
    made = book(
        room,
        record("first", "alice", [5, 5], TWO_DAYS_LATE),
        record("second", "alice", [5, 5], "2026-11-22T20:00:00Z"),
    )
    second, first = made["entries"]
    assert (first["assignment"], first["final"], second["final"]) == ("first", 10, 9)


def override(test: str, points: float) -> Override:
    return Override("first", "alice", test, points, "Ada", "2026-12-01", "looked at it", 7)


def test_a_person_grades_what_waited() -> None:
    room = classroom([override("01/1", 4)])
    first = book(room, record("first", "alice", [5, None]), record("second", "alice", [5]))["entries"][0]
    assert (first["score"], first["max_score"], first["pending"], first["final"]) == (9, 10, 0, 9)
    [told] = first["overrides"]
    assert told == {
        "test": "01/1",
        "points": 4,
        "by": "Ada",
        "at": "2026-12-01",
        "reason": "looked at it",
        "before": None,
        "automatic": {"verdict": "AC", "points": None},
        "decided_on": None,
    }


def waiting(*points: float | None) -> ScoreRecord:
    """A record that is officially pending; its first test is extra."""
    made = record("first", "alice", points)
    tests = [replace(test, group="x") if test.name == "01/0" else test for test in made.tests]
    extra = GroupScore(
        name="x", verdict=Verdict.JE, score=0, max_score=5, pending=5 * (points[0] is None), extra=True
    )
    return made.model_copy(update={"official": "pending", "tests": tuple(tests), "groups": (extra,)})


@pytest.mark.parametrize(
    ("given", "official"),
    [
        ([("01/1", 5), ("01/2", 5)], "pass"),
        ([("01/1", 5)], "pending"),
        ([("01/0", 5)], "pending"),
        ([("01/1", 4.5)], "fail"),
        ([("01/1", 5), ("01/2", 0)], "fail"),
        ([("01/0", 0), ("01/1", 5), ("01/2", 5)], "pass"),
        ([("", 20)], "pass"),
        ([("", 19)], "fail"),
        ([], "pending"),
    ],
)
def test_the_official_result_waits_until_a_person_has_decided_all(
    given: list[tuple[str, float]], official: str
) -> None:
    room = classroom([override(*one) for one in given])
    made = book(room, waiting(None, None, None, 5), record("second", "alice", [5]))
    assert made["entries"][0]["official"] == official


def test_what_a_person_gives_for_a_test_worth_nothing_does_not_say_that_it_passed() -> None:
    made = waiting(5, None)
    free = tuple(replace(test, max_points=0.0) for test in made.tests)
    made = made.model_copy(update={"tests": free})
    room = classroom([override("01/1", 0)])
    assert book(room, made, record("second", "alice", [5]))["entries"][0]["official"] == "pending"


@pytest.mark.parametrize(("decision", "official"), [("right", "pass"), ("wrong", "fail"), ("", "pending")])
def test_a_persons_word_decides_a_picture_that_is_worth_nothing(decision: str, official: str) -> None:
    made = waiting(5, None, 5)
    free = tuple(replace(test, max_points=0.0) if test.name == "01/1" else test for test in made.tests)
    said = replace(override("01/1", 0), decision=decision)
    book_of = book(classroom([said]), made.model_copy(update={"tests": free}), record("second", "alice", [5]))
    first = book_of["entries"][0]
    assert (first["official"], first["score"], first["max_score"]) == (official, 10, 10)


def test_a_persons_word_says_more_than_the_points() -> None:
    for decision, official in (("right", "pass"), ("wrong", "fail")):
        room = classroom([replace(override("01/1", 2), decision=decision)])
        made = book(room, waiting(5, None, 5), record("second", "alice", [5]))
        assert (made["entries"][0]["official"], made["entries"][0]["score"]) == (official, 12)


def test_a_failed_work_stays_failed_and_a_passed_one_passed_whatever_a_person_gives() -> None:
    room = classroom([override("01/0", 5), override("01/1", 5)])
    for official in ("pass", "fail"):
        made = record("first", "alice", [0, None]).model_copy(update={"official": official})
        assert book(room, made, record("second", "alice", [5]))["entries"][0]["official"] == official


def test_a_persons_word_on_the_whole_wins_over_everything() -> None:
    room = classroom([override("", 7), override("01/0", 0)], policy="constant-penalty", penalty=9)
    late = record("first", "alice", [5, 5], TWO_DAYS_LATE)
    first = book(room, late, record("second", "alice", [5]))["entries"][0]
    assert (first["score"], first["final"]) == (5, 7)
    assert (first["late"]["days"], first["late"]["penalty"]) == (2, 0)  # nothing was taken off


def test_an_override_of_a_test_there_is_not() -> None:
    with pytest.raises(DataError) as caught:
        book(classroom([override("01/9", 1)]), record("first", "alice", [5]), record("second", "alice", [5]))
    assert (
        str(caught.value) == "/c/overrides.csv:7: first, alice: no test '01/9'\nFix: did you mean \"01/0\"?"
    )


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        (
            [override("01/0", 5.5)],
            "5.5 points for test '01/0', which is worth 5\nFix: write a number from 0 to 5",
        ),
        (
            [override("01/1", -1)],
            "-1 points for test '01/1', which is worth 5\nFix: write a number from 0 to 5",
        ),
        ([override("", 11)], "11 points for the whole, which is worth 10\nFix: write a number from 0 to 10"),
        ([override("", 3), override("", 7)], "2 lines for the whole\nFix: leave one of them"),
        ([override("01/0", 3), override("01/0", 3)], "2 lines for test '01/0'\nFix: leave one of them"),
    ],
)
def test_an_override_that_cannot_be(overrides: list[Override], message: str) -> None:
    with pytest.raises(DataError) as caught:
        book(classroom(overrides), record("first", "alice", [5, None]), record("second", "alice", [5]))
    assert str(caught.value) == f"/c/overrides.csv:7: first, alice: {message}"


def test_what_is_released() -> None:
    made = book(classroom(), record("first", "alice", [5]), record("second", "alice", [5]))
    closed = {"visible": True, "hidden": False, "after_due_date": False, "after_published": False}
    words = [assignment["released"] for assignment in made["assignments"]]
    assert words == [closed | {"after_due_date": True}, closed]
    first = classroom().assignments["first"].model_copy(update={"published": True})
    assert released(first, past_due=False) == closed | {"after_published": True}
