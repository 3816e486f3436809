"""What late work costs, found slowly: time is walked through, days are used up singly, fractions are exact.

Nothing here is shared with `gograde.grading.marks.late`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

DAY = 24 * 60


@dataclass(frozen=True)
class Work:
    """A student's work for an assignment; `due` and `submitted` are whole minutes from one moment.

    `rules` are the keys of `late:` in class.yaml.
    """

    due: int
    submitted: int | None
    got: int
    worth: int
    rules: Mapping[str, object] = field(default_factory=dict)
    extension_hours: int = 0

    def number(self, key: str, otherwise: int = 0) -> int:
        value = self.rules.get(key)
        return otherwise if value is None else int(str(value))


def marks(works: Sequence[Work], late_days: int) -> list[Fraction]:
    """The marks of a student's works, in their order; ties in due dates go by place."""
    free = [None] * late_days
    found: dict[int, Fraction] = {}
    for place in sorted(range(len(works)), key=lambda place: (works[place].due, place)):
        work = works[place]
        cost = Fraction(0) if work.submitted is None else _cost(work, free)
        mark = Fraction(work.got)
        while cost > 0 and mark > 0:
            step = min(cost, Fraction(1, 100), mark)
            cost, mark = cost - step, mark - step
        found[place] = mark
    return [found[place] for place in range(len(works))]


def _cost(work: Work, free: list[None]) -> Fraction:
    """The penalty in points; takes the free days that are used up out of `free`."""
    last = work.due + 60 * work.extension_hours + work.number("grace_minutes")
    begun = _begun(last, work.submitted or 0, DAY)
    limit = work.rules.get("reject_after_days")
    if limit is not None and begun > int(str(limit)):
        return Fraction(work.worth)
    policy, penalty = work.rules.get("policy", "baseline"), Fraction(work.number("penalty"))
    cost, of_this, day = Fraction(0), 0, 0
    if policy == "penalty-decay":
        for _ in range(_begun(last, work.submitted or 0, 60 * work.number("interval_hours", 24))):
            cost += penalty * work.worth / 100
    while day < begun and policy != "penalty-decay":
        day += 1
        if policy == "constant-penalty":
            cost += penalty
        elif policy == "percentage-penalty":
            cost += penalty * work.worth / 100
        elif policy == "late-days" and free and of_this < work.number("max_late_days", 10**9):
            free.pop()
            of_this += 1
        elif policy == "late-days":
            cost += penalty * work.worth / 100
    return cost


def _begun(start: int, end: int, length: int) -> int:
    """The number of intervals of `length` minutes that began after `start` and before `end`."""
    number = 0
    while start < end:
        number, start = number + 1, start + length
    return number
