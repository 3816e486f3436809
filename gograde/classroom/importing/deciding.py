"""What becomes of a submission that a student has in the class already."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gograde.classroom.class_config import Resubmissions
from gograde.classroom.importing.attempts import counts
from gograde.classroom.importing.outcome import State
from gograde.classroom.importing.times import Told


@dataclass(frozen=True)
class Rules:
    """What decides between two submissions: the student's deadline, the rule of the class, the person.

    `keep` is the person's answer for what nothing else decides: the one in the class stays.
    """

    deadline: datetime | None
    rule: Resubmissions
    replace: bool = False
    keep: bool = False


def decided(old: Told | None, new: Told | None, rules: Rules) -> tuple[State | None, str]:
    """The state of a submission that differs from the one in the class, and why; None: a person must say."""
    if rules.replace:
        return State.REPLACED, ""
    if old is None or new is None or not (old.exact and new.exact) or old.at == new.at:
        if rules.keep:
            return State.KEPT, "the one in the class stays, as a person said (--keep)"
        return None, "another submission of the student is in the class, and no times say which is newer"
    if counts(old.at, new.at, rules.deadline, rules.rule):
        return State.REPLACED, ""
    if new.at < old.at:
        return State.KEPT, f"earlier than the one in the class, of {old.at.isoformat()}"
    why = f"after the deadline; the one in the class, of {old.at.isoformat()}, is from before it"
    return State.KEPT, f"{why} (resubmissions: {rules.rule})"
