"""Plans the grading of a class: takes it in, with a digest over the inputs of each step, on a fit machine.

A run computes the plan once, writes it, and deletes what it makes out of date.
"""

from __future__ import annotations

import atexit
import contextlib
import csv
import hashlib
import io
import json
import math
import os
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import gograde
from gograde.classroom.class_notes import class_notes
from gograde.classroom.classroom import OVERRIDES, Classroom, load_class
from gograde.classroom.former import TAKEN, TAKEN_COLUMNS
from gograde.classroom.handed_in import INTAKE, Submissions, find_submissions, read_times
from gograde.classroom.kept_package import keep, kept_path
from gograde.classroom.tables import parse_time, read_table
from gograde.codec import of_value, part_of, to_json
from gograde.core.assignment import Facts
from gograde.core.record import HandedIn, TestScore
from gograde.core.verdict import Verdict
from gograde.errors import DataError, JudgeError, UsageError
from gograde.files import leftovers, leftovers_of, write_atomic, write_changed
from gograde.grading.changes import FAILED, RUN, Change, compared, looks_of, records_of
from gograde.grading.contracts.kind import kind_of
from gograde.grading.corrections import check_named, corrected_tests
from gograde.grading.course import Course, load_course
from gograde.grading.marks.late import past_due
from gograde.grading.marks.overrides_file import check_overrides
from gograde.grading.plan_file import AssignmentPlan, LeaguePlan, Plan, plan_path, read_plan
from gograde.grading.records import MadeFrom, read_head
from gograde.grading.work_paths import done_path, league_path, run_path, store_of
from gograde.intake.languages import LANGUAGES, NoToolError, check_can_run
from gograde.intake.launch import check_out_of_reach
from gograde.intake.read import language_read, read_once
from gograde.intake.runtime import runtime_of
from gograde.intake.submission import Submission, take_in
from gograde.listing import safe
from gograde.package.config import Contract
from gograde.package.package import load_package
from gograde.package.yaml_files import did_you_mean
from gograde.sandbox.protocol import Backend
from gograde.workflow import lock
from gograde.workflow.digests import (
    RunSettings,
    gradebook_parts,
    league_digests,
    making,
    report_parts,
    run_digests,
    score_digest,
    seen_digest,
)
from gograde.workflow.fitness import backend_for, check_student
from gograde.workflow.machine import FINDINGS, assure, forget, weaknesses
from gograde.workflow.report_folder import reports_from_work, shown

USUAL = 12
"""Students of a slice: its process starts in the time of a submission or two."""

LEAST = 6
"""Students of a slice, on average, in a small class on a machine with many cores."""

SLICES_A_CORE = 8
"""The most slices for each core of this machine: the last ones end at about the same time."""

NOTHING = Facts(Verdict.NS, "", b"", b"")


@dataclass(frozen=True)
class ClassPlan:
    """The plan of a class, and the courses that it was made by."""

    plan: Plan
    courses: Mapping[str, Course]


def make_plan(classroom: Classroom, settings: RunSettings, backend: Backend, now: datetime) -> ClassPlan:
    """Take in all submissions, have `backend` read those that are new, and make the plan of their grading.

    `now` is the moment of intake, and determines which due dates have passed.  Raises `DataError` for a class
    that cannot be graded.
    """
    found = _submissions(classroom)
    taken = take_in_class(classroom, found, now)
    for name in classroom.assignments:
        package = load_package(classroom.package(name))
        keep(package, kept_path(classroom.path, name))
        read_all(classroom, package.config.contract, taken[name], backend)
    return _plan(classroom, settings, found, taken, now)


def look(classroom: Classroom, settings: RunSettings, now: datetime) -> ClassPlan:
    """The plan of what lies in the class now; nothing is taken in, read by a sandbox or written.

    Raises `DataError` for a class that cannot be graded.
    """
    found = _submissions(classroom)
    return _plan(classroom, settings, found, take_in_class(classroom, found, None), now)


def changes_by(classroom: Classroom, planned: ClassPlan, shown: MadeFrom | None) -> tuple[Change, ...]:
    """The records to be made anew by a plan; raises `DataError` for a correction of an unknown test.

    `shown` are the parts of the reports that are no part of a plan; None leaves the reports out.
    """
    records = [*records_of(classroom, planned.plan, shown or {})]
    found = compared(records if shown is not None else records[:-1])
    for course in planned.courses.values() if found else ():
        check_corrections(classroom, course)
    return found


def check_corrections(classroom: Classroom, course: Course) -> None:
    """Raise `DataError` for a correction, of the class or a student, of a test that there is not."""
    name = course.package.config.id
    students = {one.student for one in classroom.overrides if one.assignment == name}
    if not students and not course.corrections:
        return
    tests = tuple(_tests(course))
    check_named(course.corrections, (test.name for test in tests))
    left = corrected_tests(tests, [one.change for one in course.corrections], handed_in=False)
    void = {test.name for test in tests} - {test.name for test in left}
    counted = [one for one in classroom.overrides if one.assignment == name and one.test not in void]
    for student in sorted(students):
        own = [one for one in counted if one.student == student]
        check_overrides(own, left, str(classroom.path / OVERRIDES))


def _tests(course: Course) -> Iterator[TestScore]:
    """The tests of an assignment, as those have them who handed in nothing."""
    marking, hidden = course.package.config.marking, course.rules.visibility
    for batch in course.batches:
        yield from course.assignment.score(batch, NOTHING, marking, hidden)
    if course.has_league:
        from gograde.grading.league.result import league_test

        yield from league_test(None, course, "")


def last_settings(classroom: Classroom) -> RunSettings:
    """The settings of the last plan; raises `DataError` without one."""
    return part_of(RunSettings, read_plan(classroom))


def _submissions(classroom: Classroom) -> dict[str, Submissions]:
    for name in classroom.assignments:
        classroom.package(name)  # one that there is not is told first
    found = {name: find_submissions(classroom, name) for name in classroom.assignments}
    if not any(one.paths for one in found.values()):
        raise DataError(
            str(classroom.path / "submissions"),
            "nothing to grade: no student of the roster has a submission",
            "put each student's work into submissions/<assignment>/<student id>/",
        )
    return found


def _plan(
    classroom: Classroom,
    settings: RunSettings,
    found: Mapping[str, Submissions],
    taken: Mapping[str, Mapping[str, HandedIn]],
    now: datetime,
) -> ClassPlan:
    courses = {name: load_course(classroom, name) for name in taken}
    assignments = {
        name: plan_assignment(classroom, course, taken[name], settings) for name, course in courses.items()
    }
    due = {name: past_due(rules, now) for name, rules in classroom.assignments.items()}
    bases = {name: [one.time_basis for one in them.values()] for name, them in taken.items()}
    untimed = {name: of.count(INTAKE) for name, of in bases.items()}
    told = class_notes(classroom, found, untimed, trust=settings.trust)
    notes = (*told, *weaknesses(classroom.work))
    marks, shown = gradebook_parts(classroom, due, notes), report_parts(classroom.work / FINDINGS)
    parts: dict[str, Any] = {"past_due": due, "notes": notes, "gradebook": marks, "report": shown}
    plan = Plan(gograde=gograde.__version__, **asdict(settings), assignments=assignments, **parts)
    return ClassPlan(plan, courses)


def slice_of(student: str, slices: int) -> str:
    """The slice of a student; it depends only on the id and the number of slices."""
    return f"{int.from_bytes(hashlib.sha256(student.encode()).digest()[:4]) % slices:02d}"


def slice_count(students: int, cores: int) -> int:
    """The number of slices of a class on a machine with so many cores."""
    wanted = max(cores, math.ceil(students / USUAL))
    return max(1, min(wanted, math.ceil(students / LEAST), SLICES_A_CORE * cores))


def plan_assignment(
    classroom: Classroom, course: Course, handed_in: Mapping[str, HandedIn], settings: RunSettings
) -> AssignmentPlan:
    """The plan of one assignment; `handed_in` maps students to submissions.  Raises `DataError`."""
    config, language = course.package.config, classroom.config.language
    languages = _as_run(classroom, course, settings, handed_in)
    league = _league(classroom, course, settings, languages)
    most_s = kind_of(config.contract).most_s(config, len(course.batches))
    return AssignmentPlan(
        runs=run_digests(course, settings, languages),
        score=score_digest(course, language),
        handed_in=handed_in,
        languages=languages,
        slices=_slices(classroom),
        looks=looks_of(course.seen),
        league=league,
        made_from=making(course, league),
        limits={"memory_mib": config.limits.memory_mib, "submission_s": most_s},
    )


def _as_run(
    classroom: Classroom, course: Course, settings: RunSettings, handed_in: Mapping[str, HandedIn]
) -> dict[str, str]:
    """The languages of the students' programs; of an unread one the language that its run is valid with."""
    config = course.package.config
    languages = languages_of(classroom, config.contract, handed_in)
    unread = [student for student, language in languages.items() if language == UNREAD]
    possible = {one: one for one in ("", *config.contract.languages) if unread}
    valid = {run: one for one, run in run_digests(course, settings, possible).items()}
    for student in unread:
        head = read_head(run_path(classroom, config.id, student))
        if (made := (head and head.made_from) or {}).get("submission") == handed_in[student].sha256:
            languages[student] = valid.get(made.get("run", ""), UNREAD)
    return languages


def _league(
    classroom: Classroom, course: Course, settings: RunSettings, languages: Mapping[str, str]
) -> LeaguePlan | None:
    """The league of an assignment, if it has one."""
    if not course.has_league:
        return None
    from gograde.grading.league.rounds import shape

    seen = {language: seen_digest(course, language) for language in {*languages.values()}}
    programs = sum(map(bool, languages.values()))  # nobody else plays
    sees = {student: seen[language] for student, language in languages.items()}
    asked = {**shape(max(1, programs), course.package.config), "sees": sees}
    digests = league_digests(course, settings, asked, classroom.config.language)
    return of_value(LeaguePlan, {**asked, **digests})


def _slices(classroom: Classroom) -> dict[str, list[str]]:
    slices: dict[str, list[str]] = {}
    count = slice_count(len(classroom.students), len(os.sched_getaffinity(0)))
    for student in classroom.students:
        slices.setdefault(slice_of(student.id, count), []).append(student.id)
    return dict(sorted(slices.items()))


# -- the plan of a run -------------------------------------------------------------------------

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
    trust: bool = False
    skip_missing_tools: bool = False


def plan_class(classroom: Classroom, request: Request) -> tuple[Plan, tuple[Change, ...]]:
    """Write the plan, unless tools are missing that nobody has said to go on without; and what is to be made.

    The caller holds the class's lock.  Raises `UsageError` when the student is unknown or the report folder
    is unfit; `DataError` when the class cannot be graded; `JudgeError` without a sandbox or a tool.
    """
    check_out_of_reach(classroom.path)
    for name in (name for name, rules in classroom.assignments.items() if rules.package is not None):
        check_out_of_reach(classroom.package(name), f"the package {name}")
    reports = reports_from_work(classroom, request.reports)
    if request.student is not None:
        check_student(classroom, request.student)
    if request.trust:
        forget(classroom.work)
    now, asked = datetime.now(UTC), partial(backend_for, classroom, trust=request.trust)
    planned = look(classroom, RunSettings(asked().name, request.trust, reports), now)
    if found := _changes(classroom, planned):  # faults in the class were told before the sandbox is examined
        for course in planned.courses.values():
            runtime_of(course.package)
        backend = asked(proof=partial(assure, classroom.work))
        planned = make_plan(classroom, RunSettings(backend.name, request.trust, reports), backend, now)
        found = _changes(classroom, planned)
        if not request.skip_missing_tools:
            concerned = [one for one in found if request.student in (None, one.name)]
            check_tools(classroom, planned.plan, concerned)
    forget_stale(classroom, planned.plan, found)
    write_changed(plan_path(classroom), to_json(planned.plan))
    return planned.plan, found


def _changes(classroom: Classroom, planned: ClassPlan) -> tuple[Change, ...]:
    reports = classroom.work / planned.plan.reports
    return changes_by(classroom, planned, shown(classroom.path, reports))


def forget_stale(classroom: Classroom, plan: Plan, found: Sequence[Change]) -> None:
    """Delete half-written files, submissions that are no longer planned, and leagues that are no more.

    Say to Snakemake which jobs have something to do: those that make the records `found`, and no others.
    What a killed Snakemake has noted of jobs says nothing more, and would hide what comes after them.
    """
    for path in leftovers(classroom.work):
        path.unlink(missing_ok=True)
    for notes in ("incomplete", "locks"):
        shutil.rmtree(classroom.work / ".snakemake" / notes, ignore_errors=True)
    kept = (one.sha256 for each in plan.assignments.values() for one in each.handed_in.values())
    store_of(classroom).keep_only({sha256 for sha256 in kept if sha256})
    for name, assignment in plan.assignments.items():
        if not assignment.league:
            league_path(classroom, name).unlink(missing_ok=True)
    to_do = {one.job for one in found}
    for job in {one.job for one in records_of(classroom, plan)}:
        path = done_path(classroom, job)
        if job in to_do:
            path.unlink(missing_ok=True)
        else:
            write_changed(path, b"")


def check_tools(classroom: Classroom, plan: Plan, found: Iterable[Change]) -> None:
    """Raise `JudgeError` when programs that are to be run need tools that are missing here.

    It names all of them, but no submission that waits for a tool since an earlier run.
    """
    lacking = list(_lacking(plan, found))
    if not lacking:
        return
    lines = [f"{error.where} ({error.what}): {_names(concerned)}" for error, concerned in lacking]
    install = " ".join(dict.fromkeys(word for error, _ in lacking for word in error.install.split()))
    what = "\n  ".join(["nothing was run: tools are missing that submissions need", *lines])
    others = f"grade the others now, while these wait (JE): gograde run {classroom.path} {OPTION}"
    raise JudgeError(str(classroom.path), what, f"apt install {install}; or {others}")


def _lacking(plan: Plan, found: Iterable[Change]) -> Iterator[tuple[NoToolError, Concerned]]:
    """For each language that cannot be run here, why, and whom that concerns."""
    concerned: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for one in (one for one in found if one.step == RUN):
        language = plan.assignments[one.assignment].languages[one.name]
        waits = FAILED in one.moved and "submission" not in one.moved
        if language in LANGUAGES and not waits:
            concerned[language][one.assignment].append(one.name)
    for language, them in concerned.items():
        try:
            check_can_run(language, plan.backend)
        except NoToolError as error:
            yield error, them


def _names(concerned: Concerned) -> str:
    return "; ".join(f"{assignment}: {', '.join(students)}" for assignment, students in concerned.items())


# -- for the Snakefile ------------------------------------------------------------------------

EXAMPLE = Path("demo")
"""The class that a Snakemake without a class grades."""

_BOOLEANS = {"true": True, "false": False, "": False}

CONFIG: Mapping[str, Callable[[str], Any]] = {
    "class": str,
    "reports": lambda text: text and Path(text),
    "trust": lambda text: _BOOLEANS.get(text.lower()),
    "skip_missing_tools": lambda text: _BOOLEANS.get(text.lower()),
}
"""What `snakemake --config` may say, and how it is read: the class, and the options of `gograde run`."""


def workflow_plan(config: Mapping[str, Any], *, is_main: bool) -> tuple[Path, dict[str, Any]]:
    """The work folder of a class and its plan, for the Snakefile.

    The plan is made anew, and the class locked as long as this process lives.  In a work folder whose class
    this process has locked (`gograde run`), or that another process works in (on a cluster), it is there.
    Raises what `plan_class` raises.
    """
    if not is_main or lock.is_ours(Path.cwd()):
        return Path.cwd(), json.loads(Path("plan/plan.json").read_bytes())
    asked = {key: _option(str(key), str(value or "")) for key, value in config.items()}
    if "class" not in asked:  # what makes hidden cases is loaded here alone
        from gograde.authoring.registry import shipped_ids
        from gograde.classroom.example.example_class import make_example

        make_example(EXAMPLE, shipped_ids())
    classroom = load_class(Path(asked.pop("class", EXAMPLE)))
    held = contextlib.ExitStack()
    held.enter_context(lock.grader(classroom.work))
    atexit.register(held.close)
    plan_class(classroom, Request(**asked))
    return classroom.work, json.loads(plan_path(classroom).read_bytes())


def _option(key: str, text: str) -> Any:
    """The value of a key of `--config`, as `Request` takes it; raises `UsageError` where it is none."""
    where = f"--config {safe(key)}"
    if key not in CONFIG:
        raise UsageError(where, "unknown key", did_you_mean(key, CONFIG))
    value = CONFIG[key](text)
    if value is None or value == "":
        fix = "say True or False" if key in ("trust", "skip_missing_tools") else "say a path or a name"
        raise UsageError(where, f"{safe(text) or 'nothing'} is no value of it", fix)
    return value


# -- takes in what was handed in to a class, once for each plan, and keeps when that was in `taken_in.csv`
# The moment is the time of a submission that `submitted_at.csv` does not list.  The file lies beside
# `class.yaml`, so that it outlives the work folder.

Taken = tuple[str, str, str]
"""An assignment, a student's id and the SHA-256 of what the student handed in."""

_MEND = "restore the file from a copy; without it all times are those of the next grading"


def read_moments(classroom: Classroom) -> Mapping[Taken, datetime]:
    """The moments in the table, none without a table; raises `DataError` for a damaged one."""
    path = classroom.path / TAKEN
    if not path.is_file():
        return {}
    moments: dict[Taken, datetime] = {}
    try:
        for where, row in read_table(path, TAKEN_COLUMNS, TAKEN_COLUMNS):
            taken = row["assignment"], row["student_id"], row["sha256"]
            if not re.fullmatch(r"[0-9a-f]{64}", row["sha256"]):
                raise DataError(where, f"{safe(row['sha256'])!r} is no SHA-256", _MEND)
            if taken in moments:
                raise DataError(where, f"{safe(row['student_id'])} has this line already", _MEND)
            moments[taken] = parse_time(row["taken_in_at"], where)
    except DataError as error:
        raise DataError(error.where, error.what, _MEND) from None
    return moments


def note_moments(classroom: Classroom, taken: Iterable[Taken], now: datetime) -> Mapping[Taken, datetime]:
    """Write `now` into the table for what it lacks; returns the whole table.  Raises `DataError`.

    Only the grader of the class writes it, one at a time: what a killed one had begun to write is deleted.
    """
    for path in leftovers_of(classroom.path / TAKEN):
        path.unlink(missing_ok=True)
    before = read_moments(classroom)
    moment = now.replace(microsecond=0)
    new = {each: moment for each in taken if each not in before}
    moments = {**before, **new}
    if not new:
        return moments
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerows([TAKEN_COLUMNS, *((*one, at.isoformat()) for one, at in moments.items())])
    write_atomic(classroom.path / TAKEN, text.getvalue().encode())
    folder = os.open(classroom.path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)  # the table's name, too, is on the disk before marks are made with it
    finally:
        os.close(folder)
    return moments


UNREAD = "?"
"""Stands for the language of a submission that nobody has read: what its run can see is not known."""


def take_in_class(
    classroom: Classroom, found: Mapping[str, Submissions], now: datetime | None
) -> dict[str, dict[str, HandedIn]]:
    """Take all submissions into the store; returns them by assignment and student, in the roster's order.

    Without `now` they are only read.  Raises `DataError` for an unreadable one or a damaged table of times.
    """
    store = store_of(classroom)
    take: Callable[[Submission], object] = store.put if now else lambda _: None
    taken = {name: _lying(classroom, one, take) for name, one in found.items()}
    seen = [(name, who, sha256) for name, them in taken.items() for who, sha256 in them.items() if sha256]
    moments = note_moments(classroom, seen, now) if now else read_moments(classroom)
    return {
        name: {one.student: one for one in with_times(classroom, name, them, moments)}
        for name, them in taken.items()
    }


def with_times(
    classroom: Classroom, assignment: str, taken: Mapping[str, str | None], moments: Mapping[Taken, datetime]
) -> Iterator[HandedIn]:
    """The submissions of an assignment with their times; `taken` maps students to SHA-256 (None: nothing).

    A submission that `moments` lacks has never been graded, and has no time.
    """
    times = read_times(classroom, assignment)
    for student, sha256 in taken.items():
        moment = moments.get((assignment, student, sha256)) if sha256 else None
        if sha256 and student in times:
            yield HandedIn(student, sha256, times[student].at.isoformat(), times[student].basis)
        elif moment is not None:
            yield HandedIn(student, sha256, moment.isoformat(), INTAKE)
        else:
            yield HandedIn(student, sha256)


def read_all(
    classroom: Classroom, contract: Contract, handed_in: Mapping[str, HandedIn], backend: Backend
) -> None:
    """Have the submissions read that the present code has not read, several at once.

    One at which the sandbox fails stays unread; its run says so.
    """
    store, kind = store_of(classroom), kind_of(contract)

    def read_one(sha256: str) -> None:
        with suppress(JudgeError):
            read_once(store.get(sha256), contract, kind, backend)

    languages = languages_of(classroom, contract, handed_in).items()
    unread = {handed_in[who].sha256 or "" for who, language in languages if language == UNREAD}
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        list(pool.map(read_one, sorted(unread)))


def languages_of(
    classroom: Classroom, contract: Contract, handed_in: Mapping[str, HandedIn]
) -> dict[str, str]:
    """The languages of the students' programs; empty without one, `UNREAD` where nobody has read it."""
    answers, kind = store_of(classroom).answers, kind_of(contract)
    digests = {student: one.sha256 for student, one in handed_in.items()}
    read = {who: language_read(answers, sha, contract, kind) if sha else "" for who, sha in digests.items()}
    return {student: UNREAD if language is None else language for student, language in read.items()}


def _lying(
    classroom: Classroom, found: Submissions, take: Callable[[Submission], object]
) -> dict[str, str | None]:
    """The SHA-256 of each student's submission, which `take` gets; None for nothing."""
    taken: dict[str, str | None] = {student.id: None for student in classroom.students}
    for student, path in found.paths.items():
        try:
            submission = take_in(path, classroom.path)
        except OSError as error:
            raise DataError(str(path), f"cannot be read ({error.strerror})", "make it readable") from None
        take(submission)
        taken[student] = submission.sha256
    return taken
