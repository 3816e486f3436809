"""The marks of whole terms with late work, beside a slow oracle that shares nothing with the grader."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.classroom.class_config import ClassConfig
from gograde.classroom.classroom import Classroom
from gograde.classroom.roster import Student
from gograde.grading.marks.gradebook import gradebook
from gograde.scoring.record import ScoreRecord
from gograde.scoring.verdict import Verdict
from tests.grading.conftest import score_record, scored_test
from tests.grading.marks.late_oracle import Work, marks

START = datetime(2026, 9, 1, tzinfo=UTC)
HALF_HOURS = st.integers(0, 2 * 24 * 9)
DAYS = st.none() | st.integers(0, 5)


def moment(minutes: int) -> str:
    return (START + timedelta(minutes=minutes)).isoformat()


def record(name: str, work: Work) -> ScoreRecord:
    submitted = None if work.submitted is None else moment(work.submitted)
    return score_record(name, "alice", [scored_test("1", Verdict.PAC, work.got, work.worth)], submitted)


def graded(works: list[Work], late_days: int) -> list[float | None]:
    """The marks that gograde gives for these works."""
    named = {f"a{place}": work for place, work in enumerate(works)}
    assignments = {
        name: {"due": moment(w.due), "late": dict(w.rules), "extensions": {"alice": w.extension_hours}}
        for name, w in named.items()
    }
    said = {"schema": "gograde/class/v1", "title": "T", "late_days": late_days, "assignments": assignments}
    room = Classroom(Path("/c"), ClassConfig.model_validate(said), (Student("alice"),))
    records = {(name, "alice"): record(name, work) for name, work in named.items()}
    book = gradebook(room, records, dict.fromkeys(named, True), [])
    return [entry.final for entry in book.entries]


@st.composite
def works(draw: st.DrawFn) -> Work:
    due = 30 * draw(HALF_HOURS)
    late = st.one_of(
        st.none(), st.integers(-30, 30 * 48), st.integers(0, 10).map(lambda days: 24 * 60 * days)
    )
    after = draw(late)
    rules = {
        "policy": draw(
            st.sampled_from(
                ["baseline", "constant-penalty", "percentage-penalty", "penalty-decay", *["late-days"] * 3]
            )
        ),
        "penalty": draw(st.integers(0, 60)),
        "grace_minutes": draw(st.sampled_from([0, 1, 15])),
        "max_late_days": draw(DAYS),
        "reject_after_days": draw(DAYS),
    }
    hours = draw(st.none() | st.integers(1, 48))
    worth = draw(st.integers(1, 60))
    return Work(
        due=due,
        submitted=None if after is None else due + after,
        got=draw(st.integers(0, worth)),
        worth=worth,
        rules=rules if hours is None else {**rules, "interval_hours": hours},
        extension_hours=draw(st.sampled_from([0, 0, 1, 24, 30])),
    )


@given(st.lists(works(), min_size=1, max_size=4), st.integers(0, 6))
def test_a_term_is_marked_as_the_slow_oracle_marks_it(term: list[Work], late_days: int) -> None:
    expected = [float(mark) for mark in marks(term, late_days)]
    assert [round(got or 0, 9) for got in graded(term, late_days)] == [round(mark, 9) for mark in expected]


TWO_DAYS = {"policy": "late-days", "penalty": 25}


def test_two_free_days_are_free_without_another_key() -> None:
    late = [Work(0, 24 * 60, 8, 8, TWO_DAYS), Work(100, 100 + 48 * 60, 8, 8, TWO_DAYS)]
    assert graded(late, 2) == [8, 6]
    assert marks(late, 2) == [Fraction(8), Fraction(6)]


def test_free_days_go_to_what_was_due_first() -> None:
    late = [Work(100, 100 + 48 * 60, 8, 8, TWO_DAYS), Work(0, 24 * 60, 8, 8, TWO_DAYS)]
    assert graded(late, 2) == [6, 8]
    assert marks(late, 2) == [Fraction(6), Fraction(8)]


@pytest.mark.parametrize("rules", [{"policy": "baseline"}, {"reject_after_days": 1, **TWO_DAYS}])
def test_work_under_another_policy_and_work_that_is_not_taken_use_up_no_free_day(rules: Any) -> None:
    late = [Work(0, 48 * 60, 8, 8, rules), Work(100, 100 + 48 * 60, 8, 8, TWO_DAYS)]
    assert graded(late, 2)[1] == 8
    assert marks(late, 2)[1] == Fraction(8)


def test_decay_is_by_the_day() -> None:
    late = Work(0, 25 * 60, 10, 10, {"policy": "penalty-decay", "penalty": 10})
    assert graded([late], 0) == [8]
    assert marks([late], 0) == [Fraction(8)]
