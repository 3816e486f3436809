"""Late policies: the literal facts of each, and their common laws."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.classroom.class_config import AssignmentRules, ClassConfig, LatePolicy
from gograde.classroom.classroom import Classroom
from gograde.classroom.roster import Student
from gograde.codec import of_value
from gograde.grading.marks.gradebook import gradebook
from gograde.grading.marks.late import Lateness, late_result, lateness
from gograde.scoring.verdict import Verdict
from tests.grading.conftest import score_record, scored_test

DUE = datetime(2026, 11, 15, 23, 59, tzinfo=UTC)


def rules(**late: object) -> AssignmentRules:
    return AssignmentRules(due=DUE, late=LatePolicy(**late), extensions={"alice": 24})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("after", "student", "days"),
    [
        (timedelta(minutes=-1), "bob", 0),
        (timedelta(0), "bob", 0),
        (timedelta(minutes=15), "bob", 0),
        (timedelta(minutes=15, seconds=1), "bob", 1),
        (timedelta(hours=24, minutes=15), "bob", 1),
        (timedelta(hours=24, minutes=16), "bob", 2),
        (timedelta(hours=24, minutes=15), "alice", 0),
        (timedelta(hours=24, minutes=16), "alice", 1),
    ],
)
def test_days_late_are_whole_days_begun_after_extension_and_grace(
    after: timedelta, student: str, days: int
) -> None:
    assert lateness(DUE + after, rules(grace_minutes=15), student).days == days


def test_another_time_zone_is_the_same_moment() -> None:
    there = datetime.fromisoformat("2026-11-16T07:58:00+08:00")
    assert lateness(there, rules(), "bob").days == 0


def test_without_a_due_date_nothing_is_late() -> None:
    assert lateness(DUE, AssignmentRules(), "bob") == Lateness(0, timedelta(0))


THREE = Lateness(3, timedelta(hours=50))


@pytest.mark.parametrize(
    ("policy", "penalty", "reason"),
    [
        ({}, 0, "3 days late: noted, no penalty"),
        ({"policy": "constant-penalty", "penalty": 2}, 6, "3 days late: 2 points a day"),
        ({"policy": "percentage-penalty", "penalty": 10}, 6, "3 days late: 10 % of the maximum a day"),
        ({"policy": "penalty-decay", "penalty": 10}, 6, "3 days late: 10 % of the maximum every 24 h"),
        (
            {"policy": "penalty-decay", "penalty": 1, "interval_hours": 1},
            10,
            "3 days late: 1 % of the maximum every 1 h",
        ),
        (
            {"policy": "penalty-decay", "penalty": 10, "interval_hours": 20},
            6,
            "3 days late: 10 % of the maximum every 20 h",
        ),
        (
            {"policy": "late-days", "penalty": 10, "max_late_days": 2},
            2,
            "3 days late: 2 of them free, 10 % of the maximum for each other; 3 free days left",
        ),
        ({"policy": "late-days", "penalty": 10}, 0, "3 days late: free; 2 free days left"),
        (
            {"policy": "late-days", "penalty": 10, "max_late_days": 0},
            6,
            "3 days late: 0 of them free, 10 % of the maximum for each other; 5 free days left",
        ),
        ({"policy": "percentage-penalty", "penalty": 50}, 20, "3 days late: 50 % of the maximum a day"),
        ({"reject_after_days": 2}, 20, "3 days late: not taken after 2"),
        ({"reject_after_days": 3}, 0, "3 days late: noted, no penalty"),
    ],
)
def test_what_three_days_cost_of_twenty_points(
    policy: dict[str, object], penalty: float, reason: str
) -> None:
    result = late_result(THREE, LatePolicy(**policy), 20, days_left=5)  # type: ignore[arg-type]
    assert result is not None
    assert (result.days, result.penalty, result.reason) == (3, penalty, reason)


def test_late_days_run_out() -> None:
    policy = LatePolicy(policy="late-days", penalty=10)
    used = [late_result(THREE, policy, 20, days_left=left) for left in (5, 2, 0)]
    assert [(one.late_days_used, one.penalty) for one in used if one] == [(3, 0), (2, 2), (0, 6)]
    one = late_result(Lateness(1, timedelta(hours=1)), policy, 20, days_left=2)
    two = late_result(Lateness(2, timedelta(hours=25)), policy, 20, days_left=1)
    assert [late.reason for late in (one, two) if late] == [
        "1 day late: free; 1 free day left",
        "2 days late: 1 of them free, 10 % of the maximum for each other; no free day left",
    ]


def test_one_day_is_a_day() -> None:
    result = late_result(Lateness(1, timedelta(hours=1)), LatePolicy(), 20)
    assert result is not None
    assert result.reason == "1 day late: noted, no penalty"


POLICIES = ("baseline", "constant-penalty", "percentage-penalty", "penalty-decay", "late-days")


@given(
    policy=st.sampled_from(POLICIES),
    penalty=st.floats(0, 200),
    hours=st.integers(0, 1000),
    more=st.integers(0, 1000),
)
def test_later_never_costs_less_and_never_more_than_everything(
    policy: str, penalty: float, hours: int, more: int
) -> None:
    late = LatePolicy(policy=policy, penalty=penalty, max_late_days=2, reject_after_days=30)  # type: ignore[arg-type]
    plan = AssignmentRules(due=DUE, late=late)
    sooner, later = (
        late_result(lateness(DUE + timedelta(hours=after), plan, "bob"), late, 20, 2)
        for after in (hours, hours + more)
    )
    costs = [0 if one is None else one.penalty for one in (sooner, later)]
    assert 0 <= costs[0] <= costs[1] <= 20


# -- over a term ----------------------------------------------------------------------------

START = datetime(2026, 9, 1, tzinfo=UTC)
TWO_DAYS = {"policy": "late-days", "penalty": 25}
Work = tuple[int, int, dict[str, Any]]
"""When it was due and handed in, in hours from the start of the term, and the rules; it is worth 8 points."""


def term(late_days: int, *works: Work) -> list[float | None]:
    """The marks of a student who has everything right; `tests/thirty` has the law, by an oracle."""
    rules, records = {}, {}
    for name, (due, handed_in, late) in zip("abc", works, strict=False):
        rules[name] = {"due": (START + timedelta(hours=due)).isoformat(), "late": late}
        test = scored_test("1", Verdict.AC, 8, 8)
        at = (START + timedelta(hours=handed_in)).isoformat()
        records[name, "alice"] = score_record(name, "alice", [test], at)
    said = {"schema": "gograde/class/v1", "title": "T", "late_days": late_days, "assignments": rules}
    room = Classroom(Path("/c"), of_value(ClassConfig, said), (Student("alice"),))
    return [entry.final for entry in gradebook(room, records, dict.fromkeys(rules, True), []).entries]


def test_two_free_days_are_free_without_another_key() -> None:
    assert term(2, (0, 24, TWO_DAYS), (2, 50, TWO_DAYS)) == [8, 6]


def test_free_days_go_to_what_was_due_first() -> None:
    assert term(2, (2, 50, TWO_DAYS), (0, 24, TWO_DAYS)) == [6, 8]


@pytest.mark.parametrize("rules", [{"policy": "baseline"}, {"reject_after_days": 1, **TWO_DAYS}])
def test_work_under_another_policy_and_work_that_is_not_taken_use_up_no_free_day(rules: Any) -> None:
    assert term(2, (0, 48, rules), (2, 50, TWO_DAYS))[1] == 8


def test_decay_is_by_the_day() -> None:
    assert term(0, (0, 25, {"policy": "penalty-decay", "penalty": 12.5})) == [6]
