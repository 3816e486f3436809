"""What grading a class again would change, compared with what students see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from gograde.classroom.classroom import Classroom
from gograde.codec import replace, to_json, to_value
from gograde.grading.book import earlier_decisions, last_book
from gograde.grading.compare import ChangeReason, Comparison, Side, compare
from gograde.grading.marks.doubts import Doubt, doubts, with_decisions
from gograde.grading.marks.gradebook import BookEntry
from gograde.report.kept import side_of_book, side_of_work
from gograde.report.results import check_known
from gograde.workflow import lock
from gograde.workflow.digests import RunSettings
from gograde.workflow.fitness import backend_for
from gograde.workflow.forecast import Forecast, foresee
from gograde.workflow.outdated import WHO, reasons
from gograde.workflow.report_folder import reported_last

PLAYED = "games of the league are to be played"
"""Why the result of somebody whose own program did not change is not known."""


@dataclass(frozen=True)
class ToRun:
    """A result that is not known before its program is run again; `why` has `WHO` for the student."""

    student: str
    assignment: str
    why: str


@dataclass(frozen=True)
class Regrade:
    """What changes, what is known only after a run, and the corrections in doubt."""

    comparison: Comparison
    to_run: tuple[ToRun, ...]
    doubts: tuple[Doubt, ...]

    def only(self, student: str | None, assignment: str | None) -> Regrade:
        """The part about a student and an assignment; None is all of them.

        Raises `UsageError` for a name that the class does not have.
        """
        check_known("--student", student, self.comparison.names)
        check_known("--assignment", assignment, self.comparison.works)

        def fits(one: ToRun | Doubt) -> bool:
            return student in (None, one.student) and assignment in (None, one.assignment)

        return Regrade(
            self.comparison.only(student, assignment),
            tuple(filter(fits, self.to_run)),
            tuple(filter(fits, self.doubts)),
        )

    def in_json(self) -> dict[str, Any]:
        """What stands beside the changes, as JSON values."""
        return {
            "to_run": [{**one.__dict__, "why": one.why.replace(WHO, one.student)} for one in self.to_run],
            "in_doubt": [doubt_value(one) for one in self.doubts],
        }


def doubt_value(one: Doubt) -> Mapping[str, Any]:
    """A correction in doubt as JSON values."""
    correction = to_value(one.correction)
    del correction["before"]
    return {
        "student": one.student,
        "assignment": one.assignment,
        **correction,
        "words": one.words,
    }


def preview(classroom: Classroom, now: datetime, *, trust: bool = False) -> Regrade:
    """What `gograde run` would change; no program is run, and no result written.

    Raises `DataError` when nothing was graded yet or the class cannot be graded, `UsageError` while a grader
    is at work.
    """
    before = _before(classroom)
    with lock.grader(classroom.work):
        backend = backend_for(classroom, trust=trust)
        settings = RunSettings(backend.name, trust, reported_last(classroom) or "../reports")
        forecast = foresee(classroom, settings, backend, now)
        marks = with_decisions(forecast.gradebook, earlier_decisions(classroom))

    def record(entry: BookEntry) -> bytes:
        return to_json(forecast.records[entry.assignment, entry.student])

    found = compare(before, Side("what gograde run would make", marks, record))
    to_run = tuple(
        ToRun(who, work, "; ".join(reasons(change)) or PLAYED)
        for (work, who), change in forecast.to_run.items()
    )
    return Regrade(_known(found, forecast), to_run, doubts(marks))


def _before(classroom: Classroom) -> Side:
    """The marks to compare with: what students see; before the first publishing, what was graded last."""
    seen = last_book(classroom.path)
    return side_of_book(classroom.path, seen) if seen else side_of_work(classroom.path)


def _known(found: Comparison, forecast: Forecast) -> Comparison:
    """The changes that are known; a total that waits for a run says so."""
    waits: dict[str, list[str]] = {}
    for work, student in forecast.to_run:
        waits.setdefault(student, []).append(work)
    totals = [
        replace(one, why=_waiting(one.why, waits[one.student])) if one.student in waits else one
        for one in found.totals
    ]
    known = tuple(one for one in found.changes if (one.assignment, one.student) not in forecast.to_run)
    return replace(found, changes=known, totals=tuple(totals))


def _waiting(why: tuple[ChangeReason, ...], works: list[str]) -> tuple[ChangeReason, ...]:
    settled = [one for one in why if one.text not in {f"result of {work}" for work in works}]
    return (*settled, *(ChangeReason("run", f"{work} is to be run") for work in works))
