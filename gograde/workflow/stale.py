"""Deletes results that must be made again although their digests are unchanged."""

from __future__ import annotations

import contextlib

from gograde.classroom.classroom import Classroom
from gograde.files import leftovers
from gograde.grading.records import run_verdict
from gograde.grading.work_paths import run_path, score_path, slice_path, store_of
from gograde.scoring.verdict import Verdict
from gograde.workflow.plan import AssignmentPlan, Plan
from gograde.workflow.report_folder import reports_signature, signature_path


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
