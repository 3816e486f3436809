"""Where the records of a class lie in its work folder."""

from __future__ import annotations

from pathlib import Path

from gograde.classroom.classroom import Classroom


def planned_path(classroom: Classroom, assignment: str, student: str) -> Path:
    """What the plan says that a student has handed in."""
    return classroom.work / "plan" / assignment / f"{student}.submission"


def changed_path(classroom: Classroom, assignment: str, student: str) -> Path:
    """Tells that a submission was found changed after it was planned."""
    return classroom.work / "plan" / assignment / f"{student}.changed"


def run_path(classroom: Classroom, assignment: str, student: str) -> Path:
    """A student's run record."""
    return classroom.work / "runs" / assignment / f"{student}.jsonl"


def score_path(classroom: Classroom, assignment: str, student: str) -> Path:
    """A student's score record."""
    return classroom.work / "scores" / assignment / f"{student}.json"


def slice_path(classroom: Classroom, assignment: str, number: str) -> Path:
    """What the students of a slice were scored to."""
    return classroom.work / "scores" / assignment / f"slice-{number}.index"


def blobs_path(classroom: Classroom) -> Path:
    """The folder of the files that were taken out of runs."""
    return classroom.work / "blobs"


def gradebook_path(classroom: Classroom) -> Path:
    """The marks of all students."""
    return classroom.work / "gradebook.json"
