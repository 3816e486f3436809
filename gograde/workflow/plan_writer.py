"""Writes a plan into the work folder; a file is written only when its content changes.

Snakemake compares these files: a touched submission, another time of it, or a new weight causes no run.
"""

from __future__ import annotations

from gograde.classroom.classroom import Classroom
from gograde.files import write_changed
from gograde.grading.plan_file import plan_path
from gograde.grading.records import to_json
from gograde.grading.work_paths import planned_path, time_path
from gograde.workflow.plan import AssignmentPlan, Plan


def write_plan(classroom: Classroom, plan: Plan) -> None:
    """Write `plan.json`, a digest for each step and a file for each student's submission."""
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
