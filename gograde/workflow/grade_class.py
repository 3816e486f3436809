"""Grades a class from beginning to end, for `gograde run`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from gograde.classroom.classroom import Classroom
from gograde.classroom.exposure import exposed
from gograde.classroom.left_out import left_out_notes
from gograde.codec import of_json
from gograde.core.verdict import Verdict
from gograde.grading.book import REGRADE_FAILED, last_book
from gograde.grading.changes import LEAGUE, RUN, SCORE, Change
from gograde.grading.compare import newer_results
from gograde.grading.facts import FAULT_TWICE
from gograde.grading.marks.doubts import doubts
from gograde.grading.marks.gradebook import BookEntry, Gradebook, student_entries
from gograde.grading.plan_file import Plan
from gograde.grading.records import failures, read_score
from gograde.grading.work_paths import gradebook_path, score_path, tiles
from gograde.workflow import lock
from gograde.workflow.events import Waiting, name_of
from gograde.workflow.plan import Request, plan_class
from gograde.workflow.progress import FiledProgress, LeagueProgress, Progress, make_progress
from gograde.workflow.snakemake_run import Options, check_profile, run_workflow
from gograde.workflow.steps.run import run
from gograde.workflow.steps.score import score_students

if TYPE_CHECKING:
    from gograde.workflow.league_watch import LeagueWatch


@dataclass(frozen=True)
class VerdictTally:
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
    tallies: tuple[VerdictTally, ...]
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
    last_book(classroom.path)  # a damaged one is told before anything is graded
    with lock.grader(classroom.work) as held:
        check_profile(request.profile)
        progress = _progress(classroom, request)
        try:
            plan, found = plan_class(classroom, request)
            if request.student is not None:
                return _graded_student(classroom, request.student, found, progress)
            chain = () if request.profile else _chain(found)
            options = Options(_cores(request), request.profile, _waiting(found), chain, held)
            return _graded(classroom, plan, run_workflow(classroom.work, options, progress) if found else 0)
        finally:
            progress.close()


def _progress(classroom: Classroom, request: Request) -> Progress:
    """The display of progress, with what becomes of leagues."""
    cores = _cores(request) or len(os.sched_getaffinity(0))

    def watched(assignment: str) -> LeagueWatch:
        from gograde.workflow.league_watch import watch

        return watch(classroom, assignment, cores, monotonic)

    return LeagueProgress(FiledProgress(make_progress(), classroom.work), watched)


def _graded(classroom: Classroom, plan: Plan, jobs: int) -> Summary:
    index = Path(os.path.normpath(classroom.work / plan.reports / "index.html"))
    marks = of_json(Gradebook, gradebook_path(classroom).read_bytes())
    notes = (*plan.notes, *left_out_notes(classroom.path), *map(str, exposed(classroom)))
    seen, tally = last_book(classroom.path), _tally(classroom, marks.entries)
    number, newer = (seen.number, newer_results(seen.gradebook, marks)) if seen else (None, 0)
    kept = sum(flag.id == REGRADE_FAILED for entry in marks.entries for flag in entry.flags)
    more = (number, newer, len(doubts(marks)), kept)
    return Summary(len(classroom.students), jobs, tally, notes, index, *more)


def _chain(found: Sequence[Change]) -> tuple[str, ...]:
    """The jobs in order, when each waits for the one before; empty when two can be done at once."""
    jobs, steps = dict.fromkeys(one.job for one in found), {one.step for one in found}
    return () if len(jobs) > len(steps) or steps.intersection(LEAGUE) else tuple(jobs)


def _waiting(found: Iterable[Change]) -> Waiting:
    waiting: dict[str, list[str]] = {}
    for one in (one for one in found if one.step == RUN):
        part = name_of(RUN, {"assignment": one.assignment, "slice": one.job.rpartition("/")[2]})
        waiting.setdefault(part, []).append(f"{one.assignment}: {one.name}")
    return waiting


def _graded_student(
    classroom: Classroom, student: str, found: Iterable[Change], progress: Progress
) -> Summary:
    """Run and score one student in this process."""
    own = [one for one in found if one.name == student]
    to_run = [one.assignment for one in own if one.step == RUN]
    progress.total(len(to_run))
    for name in to_run:
        progress.started(f"{name}: {student}")
        run(classroom, name, student)
        progress.finished(f"{name}: {student}")
    for name in (one.assignment for one in own if one.step == SCORE):
        score_students(classroom, name, [student])
    pairs = [(name, student) for name in classroom.assignments]
    records = {pair: read_score(score_path(classroom, *pair)) for pair in pairs}
    entries = [*student_entries(classroom, student, records)]
    return Summary(1, len(to_run), _tally(classroom, entries), (), None)


def _cores(request: Request) -> int | None:
    """The requested cores; without a request and a profile, all cores that this process may use."""
    return request.cores or (None if request.profile else len(os.sched_getaffinity(0)))


def _tally(classroom: Classroom, entries: Sequence[BookEntry]) -> tuple[VerdictTally, ...]:
    return tuple(
        tally_of(
            name,
            [one for one in entries if one.assignment == name],
            sum(map(failures, tiles(classroom, name))),
        )
        for name in classroom.assignments
    )


def tally_of(assignment: str, entries: Sequence[BookEntry], failed: int = 0) -> VerdictTally:
    """The tally of an assignment's marks; `failed` is the number of its league's failed games."""
    verdicts = Counter(entry.badge for entry in entries)
    official = Counter(entry.official for entry in entries if entry.official != "none")
    flags = {entry.student: {flag.id for flag in entry.flags} for entry in entries}
    broken = [e.student for e in entries if e.graded.judge_error or REGRADE_FAILED in flags[e.student]]
    return VerdictTally(
        assignment=assignment,
        verdicts={verdict.value: verdicts[verdict] for verdict in Verdict if verdicts[verdict]},
        passed=official["pass"] if official else None,
        waiting=sum(len(entry.graded.waits) for entry in entries),
        points=sum(entry.graded.waiting for entry in entries),
        judge_errors=tuple(broken),
        failed_games=failed,
        twice=tuple(student for student in broken if FAULT_TWICE in flags[student]),
    )
