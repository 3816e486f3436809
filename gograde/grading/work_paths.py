"""Paths of the files and folders in the work folder of a class."""

from __future__ import annotations

from pathlib import Path

from gograde.classroom.classroom import Classroom
from gograde.intake.store import Store


def run_path(classroom: Classroom, assignment: str, student: str) -> Path:
    """A student's run record."""
    return classroom.work / "runs" / assignment / f"{student}.jsonl"


def score_path(classroom: Classroom, assignment: str, student: str) -> Path:
    """A student's score record."""
    return classroom.work / "scores" / assignment / f"{student}.json"


def done_path(classroom: Classroom, job: str) -> Path:
    """What says to Snakemake that a job has nothing to do; each plan makes these files, and deletes them."""
    return classroom.work / "done" / job


def store_of(classroom: Classroom) -> Store:
    """The submissions as they were taken in."""
    return Store(classroom.work / "taken")


def blobs_path(classroom: Classroom) -> Path:
    """The folder of the files that runs produced."""
    return classroom.work / "blobs"


def league_folder(classroom: Classroom, assignment: str) -> Path:
    """The folder of a league's rounds."""
    return classroom.work / "league" / assignment


def round_path(classroom: Classroom, assignment: str, number: int) -> Path:
    """A round of a league."""
    return league_folder(classroom, assignment) / f"round-{number:02}.json"


def tile_path(classroom: Classroom, assignment: str, number: int, tile: int) -> Path:
    """The games of a tile of a round."""
    return league_folder(classroom, assignment) / f"round-{number:02}" / f"tile-{tile:02}.jsonl"


def tiles(classroom: Classroom, assignment: str) -> list[Path]:
    """The games of all tiles that there are."""
    return sorted(league_folder(classroom, assignment).glob("round-*/tile-*.jsonl"))


def league_path(classroom: Classroom, assignment: str) -> Path:
    """A league's result."""
    return classroom.work / "league" / f"{assignment}.json"


def gradebook_path(classroom: Classroom) -> Path:
    """The gradebook: the marks of all students."""
    return classroom.work / "gradebook.json"


def reports_path(classroom: Classroom) -> Path:
    """What the reports were made from, and which files they are."""
    return classroom.work / "reports.made.json"
