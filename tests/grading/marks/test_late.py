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
POLICIES: tuple[dict[str, object], ...] = (
    {}, {"policy": "constant-penalty", "penalty": 2}, {"policy": "percentage-penalty", "penalty": 10},
    {"policy": "penalty-decay", "penalty": 10},
    {"policy": "penalty-decay", "penalty": 1, "interval_hours": 1},
    {"policy": "penalty-decay", "penalty": 10, "interval_hours": 20},
    {"policy": "late-days", "penalty": 10, "max_late_days": 2}, {"policy": "late-days", "penalty": 10},
    {"policy": "late-days", "penalty": 10, "max_late_days": 0},
    {"policy": "percentage-penalty", "penalty": 50}, {"reject_after_days": 2}, {"reject_after_days": 3},
)  # fmt: skip


def test_what_three_days_cost_of_twenty_points() -> None:
    said = []
    for policy in POLICIES:
        found = late_result(THREE, LatePolicy(**policy), 20, days_left=5)  # type: ignore[arg-type]
        assert found is not None and found.days == 3
        words = " ".join(map(str, (part for pair in policy.items() for part in pair)))
        said.append(f"{words or 'no policy'}: {found.penalty:g} points, {found.reason}\n")
    agrees("grading/late.txt", "".join(said))


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
