"""Which of several submissions of a student counts: by the rule of the class, never by chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from gograde.classroom.class_config import Resubmissions
from gograde.classroom.importing.times import Told
from gograde.intake.downloads.part import LeftOut, Part


@dataclass(frozen=True)
class Attempt:
    """A part with its student, what named the student, and when it was handed in (None: not known)."""

    student: str
    part: Part
    by: str
    told: Told | None = None


def counts(first: datetime, second: datetime, deadline: datetime | None, rule: Resubmissions) -> bool:
    """Whether the submission at `second` counts rather than the one at `first`."""
    if second <= first:
        return False
    return rule == "last" or deadline is None or second <= deadline or first > deadline


def chosen(
    attempts: Sequence[Attempt], deadline: datetime | None, rule: Resubmissions
) -> tuple[Attempt | None, list[LeftOut], list[str]]:
    """The attempt of one student that counts; what is left out; notes about attempts that do not count."""
    if len(attempts) == 1:
        return attempts[0], [], []
    timed = sorted(
        (one.told.at, number) for number, one in enumerate(attempts) if one.told and one.told.exact
    )
    if len({at for at, _ in timed}) < len(attempts):
        why = f"{attempts[0].student} has {len(attempts)} submissions here, and no times tell them apart"
        return None, [LeftOut(one.part.label, why, "keep the one that counts") for one in attempts], []
    best, *later = timed
    for one in later:
        best = one if counts(best[0], one[0], deadline, rule) else best
    taken = attempts[best[1]]
    notes = [
        f"{attempts[number].part.label}: {'after the deadline' if at > best[0] else 'an earlier attempt'}; "
        f"{taken.part.label} counts (resubmissions: {rule})"
        for at, number in timed
        if number != best[1]
    ]
    return taken, [], notes
