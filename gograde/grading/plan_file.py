"""Reads the plan from the work folder, for the steps of a grading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from gograde.classroom.classroom import Classroom
from gograde.codec import Record
from gograde.core.record import HandedIn
from gograde.errors import DataError, JudgeError, UsageError
from gograde.grading.facts import RunRecord, nothing_run
from gograde.grading.records import AGAIN, read_file, read_run
from gograde.grading.work_paths import blobs_path, run_path
from gograde.listing import safe
from gograde.package.yaml_files import did_you_mean


class LeaguePlan(Record):
    """The size of a league, and digests of what it is made from, `sees` by student."""

    rounds: int
    tiles: int
    games: str
    play: str
    rate: str
    sees: Mapping[str, str]


class AssignmentPlan(Record):
    """The plan of an assignment.

    `runs` maps students to the digests of their runs, and `score` is that of all scores.  `handed_in` maps
    students to submissions, `languages` to those of their programs, `slices` the number of a slice to its
    students.  `looks` are those of `gograde.grading.changes.looks_of`.  `made_from` has the digests that the
    gradebook records, `limits` the most MiB of a program and seconds of a submission.
    """

    runs: Mapping[str, str]
    score: str
    handed_in: Mapping[str, HandedIn]
    languages: Mapping[str, str]
    slices: Mapping[str, Sequence[str]]
    looks: Mapping[str, Mapping[str, str]] = {}
    league: LeaguePlan | None = None
    made_from: Mapping[str, str] = {}
    limits: Mapping[str, float] = {}

    def students_of(self, number: str) -> Sequence[str]:
        """The students of a slice; raises `UsageError` for an unknown one."""
        if number not in self.slices:
            fix = f"the slices are: {', '.join(self.slices) or 'none'}"
            raise UsageError(f"slice {safe(number)}", "no such slice of the class", fix)
        return self.slices[number]


class Plan(Record):
    """What the Snakefile and the steps read: how the class is graded, and what each record is made from."""

    schema: Literal["gograde/plan/v1"] = "gograde/plan/v1"
    gograde: str
    backend: str
    trust: bool
    reports: str
    assignments: Mapping[str, AssignmentPlan]
    past_due: Mapping[str, bool]
    notes: tuple[str, ...]
    gradebook: Mapping[str, str]
    report: Mapping[str, str]


def plan_path(classroom: Classroom) -> Path:
    """The path of the plan."""
    return classroom.work / "plan" / "plan.json"


def read_plan(classroom: Classroom) -> Plan:
    """The plan on disk; raises `DataError` when there is no whole one."""
    return read_file(Plan, plan_path(classroom), AGAIN)


def planned(classroom: Classroom, assignment: str) -> AssignmentPlan:
    """The plan of an assignment; raises `DataError` without one, `UsageError` for an unknown assignment."""
    if assignment not in (works := read_plan(classroom).assignments):
        fix = did_you_mean(assignment, works)
        raise UsageError(safe(assignment), "no such assignment in this class", fix)
    return works[assignment]


def planned_run(classroom: Classroom, assignment: str, handed_in: HandedIn, backend: str) -> RunRecord:
    """The run of a planned submission, with the planned time.

    Raises `DataError` without a whole record, `JudgeError` when it is of another submission.
    """
    if handed_in.sha256 is None:
        return nothing_run(assignment, handed_in, backend)
    path = run_path(classroom, assignment, handed_in.student)
    record = read_run(path, blobs_path(classroom))
    if record.handed_in.sha256 != handed_in.sha256:
        raise JudgeError(str(path), "the run of another submission than was planned", AGAIN)
    return replace(record, handed_in=handed_in)


def usable_run(classroom: Classroom, assignment: str, handed_in: HandedIn, backend: str) -> RunRecord:
    """Like `planned_run`, for a step: what is not whole is deleted, and made by the next `gograde run`."""
    try:
        return planned_run(classroom, assignment, handed_in, backend)
    except DataError:
        run_path(classroom, assignment, handed_in.student).unlink(missing_ok=True)
        raise
