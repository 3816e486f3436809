"""When a submission was handed in: never a time that a student can write."""

import io
import json
import os
import shutil
import tarfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from gograde.classroom.class_notes import class_notes
from gograde.classroom.classroom import Classroom, load_class
from gograde.classroom.handed_in import find_submissions
from gograde.core.record import HandedIn
from gograde.grading.marks.late import lateness
from gograde.workflow.plan import take_in_class

Room = Any  # the fixtures' own class; tests cannot import their conftest

CLASS = """\
schema: gograde/class/v1
title: A class
assignments:
  board9: {due: "2026-11-15T23:59:00+00:00", late: {policy: percentage-penalty, penalty: 10}}
"""
DUE = datetime(2026, 11, 15, 23, 59, tzinfo=UTC)
LATER = DUE + timedelta(days=15)
LONG_AGO = 1_000_000_000


@pytest.fixture
def room(tmp_path: Path) -> Classroom:
    (tmp_path / "class.yaml").write_text(CLASS)
    (tmp_path / "roster.csv").write_text("student_id\nalice\nbob\ncarol\n")
    work = tmp_path / "submissions/board9"
    (work / "alice").mkdir(parents=True)
    (work / "alice/board9.py").write_text("print(1)\n")
    (work / "alice/submission_metadata.json").write_text('{"created_at": "2001-11-15T20:00:00+08:00"}')
    with tarfile.open(work / "bob.tar", "w") as archive:
        entry = tarfile.TarInfo("board9.py")
        entry.mtime, entry.size = LONG_AGO, 1
        archive.addfile(entry, io.BytesIO(b"1"))
    for path in (*work.rglob("*"), work):
        os.utime(path, (LONG_AGO, LONG_AGO))
    return load_class(tmp_path)


def taken_at(room: Classroom, now: datetime) -> dict[str, HandedIn]:
    return take_in_class(room, {"board9": find_submissions(room, "board9")}, now)["board9"]


def test_old_times_in_files_archives_and_metadata_help_nobody(room: Classroom) -> None:
    taken = taken_at(room, LATER)
    for student in ("alice", "bob"):
        one = taken[student]
        assert (one.submitted_at, one.time_basis) == (LATER.isoformat(), "moment of intake")
        assert lateness(LATER, room.assignments["board9"], student).days == 15
    assert taken["carol"] == HandedIn("carol")


def test_the_moment_of_intake_outlives_the_work_folder_and_the_table_counts_first(room: Classroom) -> None:
    early = DUE - timedelta(hours=1)
    first = taken_at(room, early)
    shutil.rmtree(room.work)
    assert taken_at(room, LATER) == first
    (room.path / "submissions/board9/alice/board9.py").write_text("print(2)\n")
    os.utime(room.path / "submissions/board9/alice/board9.py", (LONG_AGO, LONG_AGO))
    table = room.path / "submissions/board9/submitted_at.csv"
    table.write_text("student_id,submitted_at\nbob,2026-11-15T20:00:00+08:00\n")
    again = taken_at(room, LATER)
    assert again["alice"].submitted_at == LATER.isoformat()
    assert (again["bob"].submitted_at, again["bob"].time_basis) == (
        "2026-11-15T20:00:00+08:00",
        "submitted_at.csv",
    )


@pytest.mark.parametrize(("number", "said"), [(2, True), (0, False)])
def test_a_run_says_whose_time_is_that_of_the_first_grading(room: Classroom, number: int, said: bool) -> None:
    words = (
        "board9: submissions without a line in submissions/board9/submitted_at.csv count as handed in at "
        "their first grading (2 of them); write student_id,submitted_at there, then run gograde run again"
    )
    assert class_notes(room, {}, {"board9": number}, trust=False) == ([words] if said else [])


def test_the_run_of_a_class_says_it(graded: Room) -> None:
    graded.edit("submissions/board9/submitted_at.csv", "alice,2026-11-15T20:00:00+00:00\n", "")
    assert graded.gograde("step", "plan", str(graded.path)).code == 0
    notes = json.loads((graded.path / "work/plan/plan.json").read_text())["notes"]
    assert "count as handed in at their first grading (1 of them)" in notes[0]
