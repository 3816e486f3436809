"""Late policies in words, and moments; `tests/thirty` has what they cost."""

from datetime import UTC, datetime, timedelta

import pytest

from gograde.classroom.class_config import AssignmentRules, LatePolicy
from gograde.grading.marks.late import Lateness, late_result, lateness

DUE = datetime(2026, 11, 15, 23, 59, tzinfo=UTC)


def rules(**late: object) -> AssignmentRules:
    return AssignmentRules(due=DUE, late=LatePolicy(**late), extensions={"alice": 24})  # type: ignore[arg-type]


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
def test_what_three_days_cost_of_twenty_points(policy, penalty, reason) -> None:
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
