"""Foresees the marks that `gograde run` would make, without running a program or writing a file.

Facts of runs that are still valid are scored anew where that is needed, and all marks are summed up.  A
result whose program must be run is worth nothing at one end and everything at the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from gograde.classroom.classroom import Classroom
from gograde.classroom.taken_in import read_moments
from gograde.errors import DataError
from gograde.grading.books.reasons import submission_words
from gograde.grading.course import Course, load_course
from gograde.grading.facts import HandedIn
from gograde.grading.marks.gradebook import gradebook, with_making
from gograde.grading.marks.gradebook_model import AssignmentInfo, Entry, Gradebook
from gograde.grading.marks.late import past_due
from gograde.grading.plan_file import AssignmentPlan, read_plan
from gograde.grading.records import read_score, run_head
from gograde.grading.score import reference_of
from gograde.grading.work_paths import gradebook_path, run_path, score_path
from gograde.sandbox.protocol import Backend
from gograde.scoring.record import AssignmentRef, ScoreRecord, SubmissionRef, TestScore, Visibility
from gograde.scoring.totals import total_of
from gograde.scoring.verdict import Verdict
from gograde.workflow.digests import Settings
from gograde.workflow.plan import plan_assignment
from gograde.workflow.steps.score import scorer_for
from gograde.workflow.taking import lying_there

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
    """Marks to come with their score records, and why these results need a run of the program."""

    gradebook: Gradebook
    records: Mapping[Pair, ScoreRecord]
    to_run: Mapping[Pair, str]


@dataclass(frozen=True)
class Graded:
    """What was graded last: the marks, and the digest of each run in the last plan."""

    entries: Mapping[Pair, Entry]
    works: Mapping[str, AssignmentInfo]
    planned_runs: Mapping[Pair, str]


@dataclass(frozen=True)
class Seer:
    """Who foresees: a class, what was graded last, and the sandbox that reads what programs left behind."""

    classroom: Classroom
    graded: Graded
    backend: Backend

    def needed(self, name: str, plan: AssignmentPlan) -> dict[Pair, str]:
        """The results of an assignment that need a run, and why."""
        found = {who: self._why_run((name, who), one, plan) for who, one in plan.handed_in.items()}
        if plan.league and (why := self._why_played(name, plan, programs_change=any(found.values()))):
            found = {who: own or why for who, own in found.items()}
        return {(name, who): why for who, why in found.items() if why}

    def _why_run(self, pair: Pair, handed_in: HandedIn, plan: AssignmentPlan) -> str:
        """Why a program must be run; empty when the facts of its last run are valid."""
        entry = self.graded.entries.get(pair)
        if entry is None:
            return "never graded"
        if entry.sha256 != handed_in.sha256:
            return submission_words(entry.sha256, handed_in.sha256)
        if not entry.run == self.graded.planned_runs.get(pair) == plan.runs[handed_in.student]:
            return "the program is asked or run in another way"
        if handed_in.sha256 is None:
            return ""
        try:
            failed = run_head(run_path(self.classroom, *pair))[-1] is Verdict.JE
        except (OSError, ValueError, LookupError, TypeError):
            return "the facts of its run are gone"
        return "the grader failed last time" if failed else ""

    def _why_played(self, name: str, plan: AssignmentPlan, *, programs_change: bool) -> str:
        work = self.graded.works.get(name)
        if work is None or programs_change or work.made_from.get("league") != plan.made_from["league"]:
            return "games of the league are to be played"
        return "" if self._scores_known(name, plan) else "the league is to be rated again"

    def _scores_known(self, name: str, plan: AssignmentPlan) -> bool:
        work = self.graded.works.get(name)
        return work is not None and work.made_from.get("scores") == plan.made_from["scores"]

    def scored(
        self, course: Course, plan: AssignmentPlan, to_run: Mapping[Pair, str]
    ) -> Iterator[tuple[Pair, ScoreRecord]]:
        """The score records to come: valid ones, those made anew, and those that nobody knows yet."""
        name, known = course.package.config.id, self._scores_known(course.package.config.id, plan)
        score = scorer_for(self.classroom, course, self.backend)
        reference = reference_of(course.package, self.classroom.config.language)
        for student, handed_in in plan.handed_in.items():
            pair = name, student
            if pair in to_run:
                yield pair, unknown(reference, handed_in, self._last(pair))
            elif known:
                yield pair, _with_time(read_score(score_path(self.classroom, *pair)), handed_in)
            else:
                yield pair, score(handed_in)

    def _last(self, pair: Pair) -> ScoreRecord | None:
        try:
            return read_score(score_path(self.classroom, *pair))
        except DataError:
            return None


def foresee(classroom: Classroom, settings: Settings, backend: Backend, now: datetime) -> Forecast:
    """The marks of the class as it lies there now; `backend` reads what programs left behind.

    Raises `DataError` for a class that cannot be graded.
    """
    seer, moments = Seer(classroom, _graded(classroom), backend), read_moments(classroom)
    students = [student.id for student in classroom.students]
    records: dict[Pair, ScoreRecord] = {}
    to_run: dict[Pair, str] = {}
    plans: dict[str, AssignmentPlan] = {}
    for name in classroom.assignments:
        handed_in = {one.student: one for one in lying_there(classroom, name, students, moments)}
        plans[name] = plan = plan_assignment(classroom, name, handed_in, settings)
        needed = seer.needed(name, plan)
        to_run.update(needed)
        records.update(seer.scored(load_course(classroom, name), plan, needed))
    due = {name: past_due(rules, now) for name, rules in classroom.assignments.items()}
    book = gradebook(_without_unfounded(classroom, records), records, due, ())
    made_from = {name: plan.made_from for name, plan in plans.items()}
    book = with_making(book, made_from, {name: plan.runs for name, plan in plans.items()})
    return Forecast(book, records, to_run)


def _without_unfounded(classroom: Classroom, records: Mapping[Pair, ScoreRecord]) -> Classroom:
    """The class without corrections of results of which nothing is known, not even the tests."""
    founded = [one for one in classroom.overrides if records[one.assignment, one.student].tests != (UNKNOWN,)]
    return replace(classroom, rows=tuple(founded))


def _graded(classroom: Classroom) -> Graded:
    try:
        book = Gradebook.model_validate_json(gradebook_path(classroom).read_bytes())
        works = read_plan(classroom)["assignments"].items()
        planned = {(name, who): run for name, plan in works for who, run in plan["runs"].items()}
    except (OSError, ValueError, LookupError, DataError):
        return Graded({}, {}, {})  # nothing that was graded can be relied on
    entries = {(entry.assignment, entry.student): entry for entry in book.entries}
    return Graded(entries, {work.id: work for work in book.assignments}, planned)


def _with_time(record: ScoreRecord, handed_in: HandedIn) -> ScoreRecord:
    time = {"submitted_at": handed_in.submitted_at, "time_basis": handed_in.time_basis}
    return record.model_copy(update={"submission": record.submission.model_copy(update=time)})


def unknown(reference: AssignmentRef, handed_in: HandedIn, last: ScoreRecord | None) -> ScoreRecord:
    """A record of which nothing is decided; its tests are those of the `last` record."""
    tests = tuple(map(_undecided, last.tests if last else ())) or (UNKNOWN,)
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


def _undecided(test: TestScore) -> TestScore:
    return replace(test, verdict=Verdict.JE, points=None, cause=None, message="")
