"""Foresees the marks that `gograde run` would make, without running a program or writing a file.

Facts of runs that are still valid are scored anew where that is needed, and all marks are summed up.  A
result whose program must be run is worth nothing at one end and everything at the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from msgspec.structs import asdict

from gograde.classroom.classroom import Classroom
from gograde.codec import replace
from gograde.core.record import AssignmentRef, HandedIn, ScoreRecord, SubmissionRef, TestScore, Visibility
from gograde.core.totals import total_of
from gograde.core.verdict import Verdict
from gograde.errors import DataError
from gograde.grading.changes import LEAGUE, RUN, SCORE, Change, telling
from gograde.grading.marks.gradebook import Gradebook, gradebook, with_making
from gograde.grading.records import read_score
from gograde.grading.score import reference_of
from gograde.grading.work_paths import score_path
from gograde.sandbox.protocol import Backend
from gograde.workflow.digests import RunSettings
from gograde.workflow.plan import changes_by, look
from gograde.workflow.steps.score import scorer_for

Pair = tuple[str, str]
"""An assignment and a student."""

UNKNOWN = TestScore(
    name="?",
    group="?",
    batch="?",
    verdict=Verdict.JE,
    points=None,
    max_points=1,
    visibility=Visibility.HIDDEN,
)
"""The only test of a result of which nothing is known."""


@dataclass(frozen=True)
class Forecast:
    """Marks to come with their score records, and the changes for which these results need a run."""

    gradebook: Gradebook
    records: Mapping[Pair, ScoreRecord]
    to_run: Mapping[Pair, Change]


def foresee(classroom: Classroom, settings: RunSettings, backend: Backend, now: datetime) -> Forecast:
    """The marks of the class as it lies there now; `backend` reads what programs left behind.

    Raises `DataError` for a class that cannot be graded.
    """
    planned = look(classroom, settings, now)
    plan, found = planned.plan, changes_by(classroom, planned, None)
    to_run = _to_run(classroom, found)
    anew = {(one.assignment, one.name): one for one in found if one.step == SCORE}
    records: dict[Pair, ScoreRecord] = {}
    for name, work in plan.assignments.items():
        course = planned.courses[name]
        score = scorer_for(classroom, course, backend)
        reference = reference_of(course.package, classroom.config.language)
        for student, handed_in in work.handed_in.items():
            path, pair = score_path(classroom, name, student), (name, student)
            if pair in anew and pair not in to_run:
                try:
                    records[pair] = score(handed_in)
                except DataError:  # the run is damaged, and `gograde run` does it again
                    to_run[pair] = anew[pair]
            if pair in to_run:
                with suppress(DataError):
                    records[pair] = read_score(path)
                records[pair] = unknown(reference, handed_in, records.get(pair))
            elif pair not in anew:
                records[pair] = read_score(path)
    # A correction of a result of which nothing is known, not even the tests, decides nothing.
    founded = [one for one in classroom.overrides if records[one.assignment, one.student].tests != (UNKNOWN,)]
    book = gradebook(replace(classroom, rows=tuple(founded)), records, plan.past_due, ())
    return Forecast(with_making(book, plan.assignments), records, to_run)


def _to_run(classroom: Classroom, found: Sequence[Change]) -> dict[Pair, Change]:
    """The results that are known after a run or games, and the change that asks for that."""
    runs = {(one.assignment, one.name) for one in found if one.step == RUN}
    to_run = {pair: one for one in telling(found) if (pair := (one.assignment, one.name)) in runs}
    games = {one.assignment: one for one in reversed(found) if one.step in LEAGUE}
    played = {(name, one.id): games[name] for name in games for one in classroom.students}
    return {**played, **to_run}


def unknown(reference: AssignmentRef, handed_in: HandedIn, last: ScoreRecord | None) -> ScoreRecord:
    """A record of which nothing is decided; its tests are those of the `last` record."""
    undecided = {"verdict": Verdict.JE, "points": None, "cause": None, "message": ""}
    tests = tuple(replace(one, **undecided) for one in (last.tests if last else ())) or (UNKNOWN,)
    total = total_of(tests)
    return ScoreRecord(
        assignment=reference,
        submission=SubmissionRef(**asdict(handed_in)),
        verdict=Verdict.JE,
        official="error" if last and last.official != "none" else "none",
        score=total.at_least,
        max_score=total.of,
        pending=total.pending,
        groups=last.groups if last else (),
        tests=tests,
    )
