"""Late policies in words, and moments; `tests/thirty` has what they cost."""

from datetime import UTC, datetime, timedelta

from gograde.classroom.class_config import AssignmentRules, LatePolicy
from gograde.grading.marks.late import Lateness, late_result, lateness
from tests.golden import agrees

DUE = datetime(2026, 11, 15, 23, 59, tzinfo=UTC)


def rules(**late: object) -> AssignmentRules:
    return AssignmentRules(due=DUE, late=LatePolicy(**late), extensions={"alice": 24})  # type: ignore[arg-type]


def test_another_time_zone_is_the_same_moment() -> None:
    there = datetime.fromisoformat("2026-11-16T07:58:00+08:00")
    assert lateness(there, rules(), "bob").days == 0


def test_without_a_due_date_nothing_is_late() -> None:
    assert lateness(DUE, AssignmentRules(), "bob") == Lateness(0, timedelta(0))


THREE = Lateness(3, timedelta(hours=50))
DECAY, DAYS = {"policy": "penalty-decay", "penalty": 10}, {"policy": "late-days", "penalty": 10}
POLICIES: tuple[tuple[dict[str, object], int], ...] = (
    ({}, 5), ({"policy": "constant-penalty", "penalty": 2}, 5),
    ({"policy": "percentage-penalty", "penalty": 10}, 5), (DECAY, 5),
    ({"policy": "penalty-decay", "penalty": 1, "interval_hours": 1}, 5), ({**DECAY, "interval_hours": 20}, 5),
    ({**DAYS, "max_late_days": 2}, 5), (DAYS, 5), (DAYS, 4), (DAYS, 2), (DAYS, 1), (DAYS, 0),
    ({**DAYS, "max_late_days": 0}, 5), ({"policy": "percentage-penalty", "penalty": 50}, 5),
    ({"reject_after_days": 2}, 5), ({"reject_after_days": 3}, 5),
)  # fmt: skip
"""Policies, and the free days that are left."""


def test_what_three_days_cost_of_twenty_points() -> None:
    said = []
    for policy, left in POLICIES:
        found = late_result(THREE, LatePolicy(**policy), 20, days_left=left)  # type: ignore[arg-type]
        assert found is not None and found.days == 3
        words = " ".join(map(str, (part for pair in policy.items() for part in pair)))
        used = f"{found.late_days_used} of {left} free days"
        said.append(f"{words or 'no policy'}: {found.penalty:g} points, {used}, {found.reason}\n")
    agrees("grading/late.txt", "".join(said))


def test_one_day_is_a_day() -> None:
    found = late_result(Lateness(1, timedelta(hours=1)), LatePolicy(**DAYS), 20, days_left=2)  # type: ignore[arg-type]
    assert found is not None and found.reason == "1 day late: free; 1 free day left"
