"""Plans the grading of a class, with a digest over the inputs of each step.

A run computes the plan once; `gograde.workflow.planning` writes it, and deletes what it makes out of date.
"""

from __future__ import annotations

import hashlib
import math
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

import gograde
from gograde.authoring.assignment import Facts
from gograde.classroom.class_notes import class_notes
from gograde.classroom.classroom import OVERRIDES, Classroom
from gograde.classroom.handed_in import INTAKE, Submissions, find_submissions
from gograde.classroom.kept_package import keep, kept_path
from gograde.codec import of_value, part_of
from gograde.errors import DataError
from gograde.grading.changes import Change, compared, looks_of, records_of
from gograde.grading.contracts.kind import kind_of
from gograde.grading.corrections import check_named, corrected_tests
from gograde.grading.course import Course, load_course
from gograde.grading.marks.late import past_due
from gograde.grading.marks.overrides_file import check_overrides
from gograde.grading.plan_file import AssignmentPlan, LeaguePlan, Plan, read_plan
from gograde.grading.records import MadeFrom
from gograde.package.package import load_package
from gograde.sandbox.protocol import Backend
from gograde.scoring.record import HandedIn, TestScore
from gograde.scoring.verdict import Verdict
from gograde.workflow.checking.machine import FINDINGS, weaknesses
from gograde.workflow.digests import (
    Settings,
    gradebook_parts,
    league_digests,
    making,
    report_parts,
    run_digests,
    score_digest,
    seen_digest,
)
from gograde.workflow.taking import languages_of, read_all, take_in_class

USUAL = 12
"""Students of a slice: its process starts in the time of a submission or two."""

LEAST = 6
"""Students of a slice, on average, in a small class on a machine with many cores."""

SLICES_A_CORE = 8
"""The most slices for each core of this machine: the last ones end at about the same time."""

NOTHING = Facts(Verdict.NS, "", b"", b"")


@dataclass(frozen=True)
class Planned:
    """The plan of a class, and the courses that it was made by."""

    plan: Plan
    courses: Mapping[str, Course]


def make_plan(classroom: Classroom, settings: Settings, backend: Backend, now: datetime) -> Planned:
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


def look(classroom: Classroom, settings: Settings, now: datetime) -> Planned:
    """The plan of what lies in the class now; nothing is taken in, read by a sandbox or written.

    Raises `DataError` for a class that cannot be graded.
    """
    found = _submissions(classroom)
    return _plan(classroom, settings, found, take_in_class(classroom, found, None), now)


def changes_by(classroom: Classroom, planned: Planned, shown: MadeFrom | None) -> tuple[Change, ...]:
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


def last_settings(classroom: Classroom) -> Settings:
    """The settings of the last plan; raises `DataError` without one."""
    return part_of(Settings, read_plan(classroom))


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
    settings: Settings,
    found: Mapping[str, Submissions],
    taken: Mapping[str, Mapping[str, HandedIn]],
    now: datetime,
) -> Planned:
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
    return Planned(plan, courses)


def slice_of(student: str, slices: int) -> str:
    """The slice of a student; it depends only on the id and the number of slices."""
    return f"{int.from_bytes(hashlib.sha256(student.encode()).digest()[:4]) % slices:02d}"


def slice_count(students: int, cores: int) -> int:
    """The number of slices of a class on a machine with so many cores."""
    wanted = max(cores, math.ceil(students / USUAL))
    return max(1, min(wanted, math.ceil(students / LEAST), SLICES_A_CORE * cores))


def plan_assignment(
    classroom: Classroom, course: Course, handed_in: Mapping[str, HandedIn], settings: Settings
) -> AssignmentPlan:
    """The plan of one assignment; `handed_in` maps students to submissions.  Raises `DataError`."""
    config, language = course.package.config, classroom.config.language
    languages = languages_of(classroom, config.contract, handed_in)
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


def _league(
    classroom: Classroom, course: Course, settings: Settings, languages: Mapping[str, str]
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
