"""Grades a class from beginning to end, for `gograde run`."""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from gograde.classroom.classroom import Classroom
from gograde.classroom.exposure import exposed
from gograde.classroom.left_out import left_out_notes
from gograde.errors import JudgeError
from gograde.grading.books.book import last_book, last_published
from gograde.grading.books.compare import newer_results
from gograde.grading.books.standing import REGRADE_FAILED
from gograde.grading.course import load_course
from gograde.grading.course_checks import check_corrections
from gograde.grading.facts import HandedIn
from gograde.grading.faults import FAULT_TWICE
from gograde.grading.league.store import failed_games
from gograde.grading.marks.doubts import doubts
from gograde.grading.marks.gradebook import student_entries
from gograde.grading.marks.gradebook_model import Entry, Gradebook
from gograde.grading.records import read_score
from gograde.grading.work_paths import gradebook_path, run_path, score_path
from gograde.intake.languages.table import LANGUAGES
from gograde.intake.languages.tools import NoToolError, check_can_run
from gograde.intake.starting.environment import check_out_of_reach
from gograde.runtimes.runtime import runtime_of
from gograde.sandbox.protocol import Backend
from gograde.scoring.verdict import Verdict
from gograde.workflow import lock
from gograde.workflow.digests import Settings
from gograde.workflow.fitness import assure, forget
from gograde.workflow.leagues.progress import LeagueProgress
from gograde.workflow.plan import Plan, make_plan
from gograde.workflow.progress import FiledProgress, Progress, make_progress
from gograde.workflow.report_folder import reports_from_work
from gograde.workflow.required import backend_for, check_student
from gograde.workflow.snakemake_adapter import check_profile
from gograde.workflow.snakemake_run import Options, run_workflow
from gograde.workflow.steps.plan import renew_plan
from gograde.workflow.steps.score import score_students

if TYPE_CHECKING:
    from gograde.workflow.leagues.watch import LeagueWatch


OPTION = "--skip-missing-tools"

Concerned = Mapping[str, Sequence[str]]
"""Students by assignment."""


@dataclass(frozen=True)
class Request:
    """The options of `gograde run`."""

    cores: int | None = None
    reports: Path | None = None
    profile: str | None = None
    student: str | None = None
    backend: str | None = None
    trust: bool = False
    skip_missing_tools: bool = False


@dataclass(frozen=True)
class Tally:
    """An assignment's counts of verdicts, of passes and of tests that wait for a person.

    `passed` is None where no official result is asked for, and `points` are those of the waiting tests.
    `judge_errors` are the students with a fault of the grader, and `twice` those with the same one again;
    `failed_games` is the number of the league's games that failed so.
    """

    assignment: str
    verdicts: Mapping[str, int]
    passed: int | None
    waiting: int
    points: float
    judge_errors: tuple[str, ...]
    failed_games: int = 0
    twice: tuple[str, ...] = ()


@dataclass(frozen=True)
class Summary:
    """The result of `grade_class`; `jobs` counts this run's jobs.  `index` is None without reports.

    `published` is the number of the gradebook that students see (None before the first), and `newer` the
    number of results that differ from it.  `doubts` counts corrections in doubt, and `standing` the results
    that stand since the grader failed with them now.
    """

    students: int
    jobs: int
    tallies: tuple[Tally, ...]
    notes: tuple[str, ...]
    index: Path | None
    published: int | None = None
    newer: int = 0
    doubts: int = 0
    standing: int = 0


def grade_class(classroom: Classroom, request: Request) -> Summary:
    """Bring a class's marks and reports up to date.

    Raises `UsageError` when another grader is at work, the student is unknown or the report folder is
    unfit; `DataError` when the class cannot be graded; `JudgeError` when the sandbox or a step fails, or a
    tool is missing.
    """
    check_out_of_reach(classroom.path)
    for name in (name for name, rules in classroom.assignments.items() if rules.package is not None):
        check_out_of_reach(classroom.package(name), f"the package {name}")
    last_book(classroom.path)  # a damaged one is told before anything is graded
    with lock.grader(classroom.work):
        reports = reports_from_work(classroom, request.reports)
        check_profile(request.profile)
        if request.student is not None:
            check_student(classroom, request.student)
        for name in classroom.assignments:  # a fault is told before the sandbox is examined
            course = load_course(classroom, name)
            check_corrections(classroom, course)
            runtime_of(course.package)
        proof = partial(assure, classroom.work)
        backend = backend_for(classroom, trust=request.trust, name=request.backend, proof=proof)
        if request.trust:
            forget(classroom.work)
        settings = Settings(backend.name, request.trust, reports)
        progress = _progress(classroom, request)
        try:
            plan = _planned(classroom, request, settings, backend)
            if request.student is not None:
                return _graded_student(classroom, request, settings, progress)
            return _graded(classroom, request, plan, progress)
        finally:
            progress.close()


def _planned(classroom: Classroom, request: Request, settings: Settings, backend: Backend) -> Plan:
    """The plan, written unless tools are missing that nobody has said to go on without."""
    plan = make_plan(classroom, settings, backend, datetime.now(UTC))
    if not request.skip_missing_tools:
        check_tools(classroom, plan, request.student)
    renew_plan(classroom, plan)
    return plan


def _progress(classroom: Classroom, request: Request) -> Progress:
    """The display of progress, with what becomes of leagues."""
    cores = _cores(request) or len(os.sched_getaffinity(0))

    def watched(assignment: str) -> LeagueWatch:
        from gograde.workflow.leagues.watch import watch

        return watch(classroom, assignment, cores, monotonic)

    return LeagueProgress(FiledProgress(make_progress(), classroom.work), watched)


def _graded(classroom: Classroom, request: Request, plan: Plan, progress: Progress) -> Summary:
    jobs = run_workflow(classroom.work, Options(_cores(request), request.profile), progress)
    index = Path(os.path.normpath(classroom.work / plan.settings.reports / "index.html"))
    marks = Gradebook.model_validate_json(gradebook_path(classroom).read_bytes())
    notes = (*plan.notes, *left_out_notes(classroom.path), *map(str, exposed(classroom)))
    tally = _tally(classroom, marks.entries)
    return Summary(len(classroom.students), jobs, tally, notes, index, *_of_marks(classroom, marks))


def _of_marks(classroom: Classroom, marks: Gradebook) -> tuple[int | None, int, int, int]:
    """The last four values of a summary."""
    seen = last_published(classroom.path)
    number, newer = (seen.number, newer_results(seen.gradebook, marks)) if seen else (None, 0)
    kept = sum(flag.id == REGRADE_FAILED for entry in marks.entries for flag in entry.flags)
    return number, newer, len(doubts(marks)), kept


def _graded_student(
    classroom: Classroom, request: Request, settings: Settings, progress: Progress
) -> Summary:
    student = request.student or ""
    named = None if settings.trust else settings.backend
    backend = backend_for(classroom, trust=settings.trust, name=named)
    targets = tuple(f"runs/{name}/{student}.jsonl" for name in classroom.assignments)
    jobs = run_workflow(classroom.work, Options(_cores(request), request.profile, targets), progress)
    for name in classroom.assignments:
        score_students(classroom, name, [student], backend)
    records = {
        (name, student): read_score(score_path(classroom, name, student)) for name in classroom.assignments
    }
    return Summary(1, jobs, _tally(classroom, [*student_entries(classroom, student, records)]), (), None)


def _cores(request: Request) -> int | None:
    """The requested cores; without a request and a profile, all cores that this process may use."""
    return request.cores or (None if request.profile else len(os.sched_getaffinity(0)))


def _tally(classroom: Classroom, entries: Sequence[Entry]) -> tuple[Tally, ...]:
    return tuple(
        tally_of(name, [one for one in entries if one.assignment == name], failed_games(classroom, name))
        for name in classroom.assignments
    )


def tally_of(assignment: str, entries: Sequence[Entry], failed: int = 0) -> Tally:
    """The tally of an assignment's marks; `failed` is the number of its league's failed games."""
    verdicts = Counter(entry.badge for entry in entries)
    official = Counter(entry.official for entry in entries if entry.official != "none")
    flags = {entry.student: {flag.id for flag in entry.flags} for entry in entries}
    broken = [e.student for e in entries if e.graded.judge_error or REGRADE_FAILED in flags[e.student]]
    return Tally(
        assignment=assignment,
        verdicts={verdict.value: verdicts[verdict] for verdict in Verdict if verdicts[verdict]},
        passed=official["pass"] if official else None,
        waiting=sum(len(entry.graded.waits) for entry in entries),
        points=sum(entry.graded.waiting for entry in entries),
        judge_errors=tuple(broken),
        failed_games=failed,
        twice=tuple(student for student in broken if FAULT_TWICE in flags[student]),
    )


def check_tools(classroom: Classroom, plan: Plan, student: str | None) -> None:
    """Raise `JudgeError` when programs of the class, or of a student, need tools that are missing here.

    It names all of them, but no submission that waits for a tool since an earlier run.
    """
    lacking = list(_lacking(classroom, plan, student))
    if not lacking:
        return
    lines = [f"{error.where} ({error.what}): {_names(concerned)}" for error, concerned in lacking]
    install = " ".join(dict.fromkeys(word for error, _ in lacking for word in error.install.split()))
    what = "\n  ".join(["nothing was run: tools are missing that submissions need", *lines])
    others = f"grade the others now, while these wait (JE): gograde run {classroom.path} {OPTION}"
    raise JudgeError(str(classroom.path), what, f"apt install {install}; or {others}")


def _lacking(classroom: Classroom, plan: Plan, only: str | None) -> Iterator[tuple[NoToolError, Concerned]]:
    """For each language that cannot be run here, why, and whom that concerns."""
    concerned: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name, work in plan.assignments.items():
        for student, language in work.languages.items():
            asked = language in LANGUAGES and only in (None, student)
            if asked and not _waits(classroom, name, work.handed_in[student]):
                concerned[language][name].append(student)
    for language, them in concerned.items():
        try:
            check_can_run(language, plan.settings.backend)
        except NoToolError as error:
            yield error, them


def _waits(classroom: Classroom, assignment: str, handed_in: HandedIn) -> bool:
    """Whether a submission has run, and the grader failed."""
    try:
        with run_path(classroom, assignment, handed_in.student).open("rb") as file:
            record = json.loads(file.readline())
        return bool(record["verdict"] == Verdict.JE and record["sha256"] == handed_in.sha256)
    except (OSError, ValueError, LookupError):
        return False


def _names(concerned: Concerned) -> str:
    return "; ".join(f"{assignment}: {', '.join(students)}" for assignment, students in concerned.items())
