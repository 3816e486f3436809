"""Writes the plan of a class."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime

from gograde.classroom.classroom import Classroom
from gograde.files import leftovers, write_changed
from gograde.grading.plan_file import plan_path
from gograde.grading.records import run_verdict, to_json
from gograde.grading.work_paths import planned_path, run_path, score_path, slice_path, store_of, time_path
from gograde.scoring.verdict import Verdict
from gograde.workflow import lock
from gograde.workflow.digests import Settings
from gograde.workflow.plan import AssignmentPlan, Plan, make_plan
from gograde.workflow.report_folder import reports_from_work, reports_signature, signature_path
from gograde.workflow.required import backend_for


def plan(classroom: Classroom, reports: str, *, trust: bool, backend: str | None) -> None:
    """Write the plan; `reports` is the report folder, relative to the work folder or absolute.

    Raises `UsageError` when another grader is at work or the report folder is unfit, `DataError` when the
    class cannot be graded, `JudgeError` when no sandbox works.
    """
    folder = reports_from_work(classroom, classroom.work / reports)
    chosen = backend_for(classroom, trust=trust, name=backend)
    with lock.grader(classroom.work):
        settings = Settings(chosen.name, trust, folder)
        renew_plan(classroom, make_plan(classroom, settings, chosen, datetime.now(UTC)))


def renew_plan(classroom: Classroom, plan: Plan) -> None:
    """Delete what a new plan makes out of date, and write it."""
    forget_stale(classroom, plan)
    write_plan(classroom, plan)


def write_plan(classroom: Classroom, plan: Plan) -> None:
    """Write `plan.json`, a digest for each step and a file for each student's submission.

    A file is written only when its content changes, since Snakemake compares files.
    """
    folder = classroom.work / "plan"
    for name, assignment in plan.assignments.items():
        _write_assignment(classroom, name, assignment)
    write_changed(folder / "gradebook.digest", to_json(plan.gradebook))
    write_changed(folder / "report.digest", to_json(plan.report))
    write_changed(plan_path(classroom), to_json(plan.to_json()))


def _write_assignment(classroom: Classroom, name: str, plan: AssignmentPlan) -> None:
    for step, value in plan.digests.items():
        write_changed(classroom.work / "plan" / name / f"{step}.digest", to_json(value))
    for student, handed_in in plan.handed_in.items():
        time = {"submitted_at": handed_in.submitted_at, "time_basis": handed_in.time_basis}
        planned = {"student": student, "sha256": handed_in.sha256, "run": plan.runs[student]}
        write_changed(planned_path(classroom, name, student), to_json(planned))
        write_changed(time_path(classroom, name, student), to_json(time))


def forget_stale(classroom: Classroom, plan: Plan) -> None:
    """Delete half-written files, submissions that are no longer planned, and results that must be made again.

    These are judge errors, indexes without scores, damaged league files and lost reports.
    """
    for path in leftovers(classroom.work):
        path.unlink(missing_ok=True)
    planned = (one.sha256 for each in plan.assignments.values() for one in each.handed_in.values())
    store_of(classroom).keep_only({sha256 for sha256 in planned if sha256})
    for name, assignment in plan.assignments.items():
        _forget_judge_errors(classroom, name)
        _forget_partial_slices(classroom, name, assignment)
        _forget_league(classroom, name, assignment)
    _forget_lost_reports(classroom, plan.settings.reports)


def _forget_judge_errors(classroom: Classroom, name: str) -> None:
    """Delete run records with JE."""
    for student in classroom.students:
        path = run_path(classroom, name, student.id)
        with contextlib.suppress(OSError, ValueError, KeyError):
            if run_verdict(path) is Verdict.JE:
                path.unlink()


def _forget_partial_slices(classroom: Classroom, name: str, plan: AssignmentPlan) -> None:
    """Delete the index of each slice that lacks a score."""
    for number, students in plan.slices.items():
        if not all(score_path(classroom, name, student).is_file() for student in students):
            slice_path(classroom, name, number).unlink(missing_ok=True)


def _forget_league(classroom: Classroom, name: str, plan: AssignmentPlan) -> None:
    """Delete damaged files of a league, and the result of a league that the assignment no longer has."""
    result = classroom.work / "league" / f"{name}.json"
    if not plan.league:
        result.unlink(missing_ok=True)
        return
    from gograde.grading.league.result import read_league
    from gograde.grading.league.store import forget_unless_read, forget_unreadable, forget_voids

    forget_voids(classroom, name)
    forget_unreadable(classroom, name)
    forget_unless_read(read_league, [result])


def _forget_lost_reports(classroom: Classroom, reports: str) -> None:
    """Delete the signature of reports that are missing or changed."""
    signature = signature_path(classroom)
    with contextlib.suppress(FileNotFoundError):
        if signature.read_bytes() != reports_signature(classroom.work / reports):
            signature.unlink()
