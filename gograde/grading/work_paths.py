"""Paths of the files and folders in the work folder of a class."""

from __future__ import annotations

from pathlib import Path

from gograde.classroom.classroom import Classroom
from gograde.intake.store import Store


def run_path(classroom: Classroom, assignment: str, student: str) -> Path:
    """A student's run record."""
    return classroom.work / "runs" / assignment / f"{student}.jsonl"


def fault_path(classroom: Classroom, assignment: str, student: str) -> Path:
    """The fault of the grader that ended a student's last run, and how often it did."""
    return classroom.work / "runs" / assignment / f"{student}.fault.json"


def score_path(classroom: Classroom, assignment: str, student: str) -> Path:
    """A student's score record."""
    return classroom.work / "scores" / assignment / f"{student}.json"


def slice_done(classroom: Classroom, step: str, assignment: str, number: str) -> Path:
    """What Snakemake touches when a slice is done; `step` is `runs` or `scores`.

    A plan deletes it while a record of the slice is not current.
    """
    return classroom.work / step / assignment / f"slice-{number}.done"


def made_from_path(classroom: Classroom, assignment: str, number: str) -> Path:
    """What each score record of a slice was made from."""
    return classroom.work / "scores" / assignment / f"slice-{number}.made"


def store_of(classroom: Classroom) -> Store:
    """The submissions as they were taken in."""
    return Store(classroom.work / "taken")


def blobs_path(classroom: Classroom) -> Path:
    """The folder of the files that runs produced."""
    return classroom.work / "blobs"


def league_path(classroom: Classroom, assignment: str) -> Path:
    """The path of a league's result."""
    return classroom.work / "league" / f"{assignment}.json"


def gradebook_path(classroom: Classroom) -> Path:
    """The gradebook: the marks of all students."""
    return classroom.work / "gradebook.json"
