"""Corrections in doubt: the automatic result under a person's correction is another than when it was made.

The correction still counts.  A result that comes to say what the person said is no doubt.  A person who has
looked at it again says so by changing its row, for example its date; then the row is a new decision about the
new result.  Pure functions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gograde.codec import replace
from gograde.core.verdict import Verdict
from gograde.grading.marks.gradebook import Automatic, BookEntry, Correction, Gradebook

Decision = tuple[str, str, str, str, str, str, str]
"""The cells of a row of `overrides.csv`: assignment, student, test, points, by, at, reason."""


@dataclass(frozen=True)
class Doubt:
    """A correction in doubt, and the result that it belongs to."""

    student: str
    assignment: str
    correction: Correction

    @property
    def words(self) -> str:
        """What changed under the correction."""
        was, now, points = self.correction.decided_on, self.correction.automatic, self.correction.points
        named = self.correction.test or "the whole"
        before, after = (_words(was) if was else "nothing"), (_words(now) if now else "nothing")
        said = f"corrected to {points:g} by {self.correction.by} ({self.correction.reason})"
        return f"{named}: {before} when it was {said}, now {after}"


def _words(result: Automatic) -> str:
    points = "no points" if result.points is None else f"{result.points:g}"
    return f"{result.verdict.value} {points}"


def decision(entry: BookEntry, one: Correction) -> Decision:
    """The row of a correction."""
    return entry.assignment, entry.student, one.test, f"{one.points:.12g}", one.by, one.at, one.reason


def decisions(book: Gradebook) -> dict[Decision, Automatic]:
    """What each correction was decided on."""
    return {
        decision(entry, one): one.decided_on
        for entry in book.entries
        for one in entry.overrides
        if one.decided_on is not None
    }


def with_decisions(book: Gradebook, earlier: Mapping[Decision, Automatic]) -> Gradebook:
    """The marks in which each correction knows what it was decided on: a new row on the result of today."""

    def entry_with_decisions(entry: BookEntry) -> BookEntry:
        known = tuple(
            replace(one, decided_on=earlier.get(decision(entry, one), one.automatic))
            for one in entry.overrides
        )
        return replace(entry, overrides=known)

    return replace(book, entries=tuple(map(entry_with_decisions, book.entries)))


def doubts(book: Gradebook) -> tuple[Doubt, ...]:
    """The corrections in doubt; where the grader failed there is no result that could raise one."""
    return tuple(doubt for entry in book.entries for doubt in doubts_of(entry))


def doubts_of(entry: BookEntry) -> tuple[Doubt, ...]:
    """The corrections in doubt of one result."""
    return tuple(Doubt(entry.student, entry.assignment, one) for one in entry.overrides if _in_doubt(one))


def _in_doubt(one: Correction) -> bool:
    was, now = one.decided_on, one.automatic
    if was is None or now is None or now.verdict is Verdict.JE:
        return False
    return was != now and now.points != one.points
