"""Says in words what changed in a class after its marks were made; `gograde.grading.changes` knows it.

Content decides: a file that was touched, or written again with equal content, has not changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from gograde.classroom.classroom import CLASS_FILE, Classroom, load_class
from gograde.classroom.roster import ROSTER
from gograde.errors import DataError, of_system
from gograde.grading.changes import (
    FAILED,
    GRADEBOOK,
    LEAGUE,
    LOST,
    PLAY,
    RATE,
    ROUND,
    RUN,
    SCORE,
    SCORES,
    Change,
    DigestDifference,
    telling,
)
from gograde.grading.marks.gradebook import Gradebook
from gograde.grading.plan_file import Plan, plan_path
from gograde.grading.records import AGAIN, read_file
from gograde.grading.work_paths import gradebook_path
from gograde.listing import named
from gograde.workflow.plan import changes_by, last_settings, look

AFTER = "after these marks were made"
WHO = "{}"
"""Stands for the students in words."""

NAMED = 5  # the most students that a message names; the others are counted

TRIED = "the grader failed"
"""How a sentence begins about another try of the grader, which is no change."""

WORDS = {
    (RUN, "run"): f"what the work of {WHO} is run with changed (limits, tools, fonts, runtime or code)",
    (RUN, LOST): f"there is no whole run of {WHO}",
    (RUN, FAILED): f"{TRIED} with the work of {WHO}",
    (ROUND, LOST): "rounds of the league are not there",
    (PLAY, LOST): "games of the league are not there",
    (PLAY, FAILED): f"{TRIED} with games of the league",
    (RATE, FAILED): f"{TRIED} with games of the league",
    (RATE, LOST): "the league is not rated",
    (SCORE, "score"): f"what the work of {WHO} is scored by changed (cases, corrections, package or code)",
    (SCORE, "time"): f"the time of {WHO} changed",
    (SCORE, "looks"): f"what a person saw in pictures of {WHO} changed",
    (SCORE, "run"): f"the work of {WHO} was run again",
    (SCORE, LOST): f"there is no whole score of {WHO}",
    (GRADEBOOK, "due dates"): "which due dates have passed changed",
    (GRADEBOOK, "code"): "how marks are summed up changed",
    (GRADEBOOK, LOST): "there are no whole marks",
}
"""What is said of a step and of what differs; of all else its name is said."""


def outdated(class_dir: Path, student: str | None, assignment: str | None) -> tuple[str, ...]:
    """What `gograde run` would make these marks anew for, a sentence a kind of change, and what mends it.

    Of a class that cannot be graded it says why, and how to mend it in a line of its own.
    """
    try:
        return tuple(f"{one}: run gograde run {class_dir}" for one in changed(class_dir, student, assignment))
    except (DataError, OSError) as error:
        told = of_system(error) if isinstance(error, OSError) else error
        return (f"the class cannot be graded as it is {AFTER}: {told}",)


def changed(class_dir: Path, student: str | None = None, assignment: str | None = None) -> Iterator[str]:
    """Like `outdated`; raises `DataError` for a class that cannot be graded.

    Empty for a folder without a `class.yaml` or without a plan, where no `gograde run` made marks.  That the
    grader failed, and tries again, is no change.
    """
    if not (class_dir / CLASS_FILE).is_file() or not plan_path(classroom := load_class(class_dir)).exists():
        return
    planned = look(classroom, last_settings(classroom), datetime.now(UTC))
    found = changes_by(classroom, planned, None)
    asked = (
        one
        for one in found
        if (student in (None, one.name) or one.step not in (RUN, SCORE))
        and (assignment in (None, one.assignment) or not one.assignment)
    )
    yield from sentences(asked, _in_words(classroom, planned.plan))


def _in_words(classroom: Classroom, plan: Plan) -> Mapping[str, str]:
    """What is said of parts of the marks: who came into the class and left it, and what is noted of it."""
    marks = read_file(Gradebook, gradebook_path(classroom), AGAIN)
    before, now = ([one.id for one in them] for them in (marks.students, classroom.students))
    noted = _moved("notes", marks.notes, plan.notes, ("is noted now", "is no longer noted"))
    return {"notes": noted, ROSTER: _moved(ROSTER, before, now, ("came", "left"))}


def _moved(part: str, old: Sequence[str], new: Sequence[str], verbs: tuple[str, str]) -> str:
    moved = [one for one in new if one not in old], [one for one in old if one not in new]
    told = [f"{named(them, NAMED)} {verb}" for them, verb in zip(moved, verbs, strict=True) if them]
    return f"{part} changed" + (f" ({'; '.join(told)})" if told else "")


def sentences(found: Iterable[Change], words: Mapping[str, str]) -> Iterator[str]:
    """A sentence for each assignment and kind of change, about the students whom it concerns.

    `words` has what is said of parts of the marks.  What follows from another change is left out, and so is
    another try of the grader.
    """
    kinds: dict[tuple[str, str], list[str]] = {}
    for change in telling(found):
        for text in reasons(change, words):
            kinds.setdefault((change.assignment, text), []).append(change.name)
    for (assignment, text), names in kinds.items():
        if not text.startswith(TRIED):
            yield (f"{assignment}: " if assignment else "") + text.replace(WHO, named(names, NAMED))


def reasons(change: Change, words: Mapping[str, str] = {}) -> list[str]:
    """Why a record is made anew, in words with `WHO` for the students; empty when another change is why.

    How other work is run, and what a league with it is played by, is known once that work is read.
    """
    listed = {one.part for one in change.why if one.part.startswith(SCORES) and ROSTER in change.moved}
    own = [one for one in change.why if not one.inherited and one.part not in listed]
    if change.step in LEAGUE and len(own) < len(change.why):
        return []
    sent = [one for one in own if one.part == "submission"]
    return list(dict.fromkeys(_words(change.step, one, words) for one in sent or own))


def _words(step: str, one: DigestDifference, more: Mapping[str, str]) -> str:
    if one.part == "submission":
        came = f"{WHO} handed in", f"the work of {WHO} {'changed' if one.now else 'went away'}"
        return f"{came[bool(one.before)]} {AFTER}"
    if step == GRADEBOOK and one.part.startswith(SCORES):
        return f"results of {one.part.removeprefix(SCORES)} changed {AFTER}"
    words = WORDS.get((step, one.part)) or more.get(one.part, f"{one.part} changed")
    return words if one.part in (LOST, FAILED) else f"{words} {AFTER}"
