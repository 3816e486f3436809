"""A class of two students: one program of board9, and two players of little-go that meet."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from gograde.resources import packages_dir
from tests.hidden import hide_the_samples
from tests.small_league import one_move, write_small_package

CLASS = """\
schema: gograde/class/v1
title: A class whose grader is killed
assignments:
  board9: {weight: 50}
  little-go: {package: packages/little-go}
"""
STUDENTS = ("ada", "zoe")
"""Both are scored in one slice, which saves two steps of each grading."""

AT = "2026-11-15T20:00:00+00:00"


def write_class(room: Path) -> None:
    """Write the class with its hidden cases; every submission has a time, so that none has that of intake."""
    package = room / "packages/little-go"
    write_small_package(package)
    (room / "class.yaml").write_text(CLASS)
    (room / "roster.csv").write_text("".join(f"{line}\n" for line in ("student_id", *STUDENTS)))
    sample = packages_dir() / "board9/submissions/accepted/python_file"
    shutil.copytree(sample, room / "submissions/board9/ada")
    for student in STUDENTS:
        folder = room / "submissions/little-go" / student
        folder.mkdir(parents=True)
        (folder / "my_player.py").write_text(one_move(student == "ada", f"one move is enough for {student}"))
    for folder in (room / "submissions").iterdir():
        rows = ["student_id,submitted_at", *(f"{student},{AT}" for student in STUDENTS)]
        (folder / "submitted_at.csv").write_text("".join(f"{row}\n" for row in rows))
    hide_the_samples(room)
    (room / "key").write_bytes(b"k" * 32)
    _gograde("cases", "describe", "--sample", str(package))
    _gograde("cases", "generate", str(package), "--key", str(room / "key"), "--into", str(room))


def _gograde(*words: str) -> None:
    command = [sys.executable, "-P", "-m", "gograde", *words]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
