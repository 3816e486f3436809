"""Late submissions: how late they are, and the penalty.

The time of submission counts, never the time of grading.

    days late = ceil((submitted - due - extension - grace) / 24 h), at least 0

- `baseline`: lateness is noted and costs nothing.
- `constant-penalty`: `penalty` points a day.
- `percentage-penalty`: `penalty` percent of the maximum a day.
- `penalty-decay`: `penalty` percent of the maximum for every `interval_hours` begun, a day by default.
- `late-days`: as many days are free as the student has free days left (`late_days` of the class, used up
  in the order of due dates), at most `max_late_days` where the assignment has that; each other day costs
  `penalty` percent of the maximum.

A submission more than `reject_after_days` days late gets 0 points under every policy.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from gograde.classroom.class_config import AssignmentRules, LatePolicy

DAY = timedelta(hours=24)


@dataclass(frozen=True)
class Lateness:
    """How late a submission is: in days (begun days count) and as a time; both 0 when in time."""

    days: int
    over: timedelta


@dataclass(frozen=True)
class LateResult:
    """The cost of lateness: the penalty in points, the reason in words, and the free days used."""

    days: int
    penalty: float
    reason: str
    late_days_used: int = 0


def lateness(submitted: datetime, rules: AssignmentRules, student: str) -> Lateness:
    """How late a submission is after the student's extension and the grace period."""
    if rules.due is None:
        return Lateness(0, timedelta(0))
    extension = timedelta(hours=rules.extensions.get(student, 0))
    over = submitted - rules.due - extension - timedelta(minutes=rules.late.grace_minutes)
    over = max(over, timedelta(0))
    return Lateness(math.ceil(over / DAY), over)


def late_result(
    late: Lateness, policy: LatePolicy, max_score: float, days_left: int = 0
) -> LateResult | None:
    """The cost of lateness, None when in time; the penalty is at most `max_score` points."""
    if late.days == 0:
        return None
    days = f"{late.days} day{'s' if late.days > 1 else ''} late"
    if policy.reject_after_days is not None and late.days > policy.reject_after_days:
        return LateResult(late.days, max_score, f"{days}: not taken after {policy.reject_after_days}")
    used = _free_days(late, policy, days_left) if policy.policy == "late-days" else 0
    penalty = min(_penalty(late, policy, max_score, used), max_score)
    words = _free_words(late, policy, used, days_left) if policy.policy == "late-days" else _words(policy)
    return LateResult(late.days, penalty, f"{days}: {words}", used)


def _free_days(late: Lateness, policy: LatePolicy, days_left: int) -> int:
    most = days_left if policy.max_late_days is None else min(days_left, policy.max_late_days)
    return min(late.days, most)


def _penalty(late: Lateness, policy: LatePolicy, max_score: float, used: int) -> float:
    if policy.policy == "constant-penalty":
        return policy.penalty * late.days
    return policy.penalty * max_score * _times_a_share(late, policy, used) / 100


def _times_a_share(late: Lateness, policy: LatePolicy, used: int) -> int:
    """How often the late submission costs its percentage of the maximum."""
    if policy.policy == "percentage-penalty":
        return late.days
    if policy.policy == "penalty-decay":
        return math.ceil(late.over / timedelta(hours=policy.interval_hours))
    if policy.policy == "late-days":
        return late.days - used
    return 0


def _free_words(late: Lateness, policy: LatePolicy, used: int, days_left: int) -> str:
    cost = f"{policy.penalty:g} % of the maximum for each other"
    free = "free" if used == late.days else f"{used} of them free, {cost}"
    left = days_left - used
    return f"{free}; {left or 'no'} free day{'' if left in (0, 1) else 's'} left"


def _words(policy: LatePolicy) -> str:
    if policy.policy == "constant-penalty":
        return f"{policy.penalty:g} points a day"
    if policy.policy == "percentage-penalty":
        return f"{policy.penalty:g} % of the maximum a day"
    if policy.policy == "penalty-decay":
        return f"{policy.penalty:g} % of the maximum every {policy.interval_hours:g} h"
    return "noted, no penalty"


def past_due(rules: AssignmentRules, now: datetime) -> bool:
    """Whether no student may hand in any more, even with an extension and within `reject_after_days`."""
    if rules.due is None:
        return False
    hours = max(rules.extensions.values(), default=0) + 24 * (rules.late.reject_after_days or 0)
    return now.timestamp() > rules.due.timestamp() + 3600 * hours + 60 * rules.late.grace_minutes
