"""The students with submissions, and the times of their submissions."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import pytest

from gograde.classroom.class_config import ClassConfig
from gograde.classroom.class_notes import class_notes
from gograde.classroom.classroom import Classroom
from gograde.classroom.handed_in import Submissions, find_submissions, read_times, unknown_folders
from gograde.classroom.roster import Student
from gograde.codec import of_value
from tests.golden import errors_agree


@pytest.fixture
def room(tmp_path: Path) -> Classroom:
    config = of_value(
        ClassConfig, {"schema": "gograde/class/v1", "title": "T", "assignments": {"board9": {}}}
    )
    (tmp_path / "submissions/board9").mkdir(parents=True)
    return Classroom(tmp_path, config, (Student("alice"), Student("a"), Student("a.b"), Student("carol")))


def put(room: Classroom, *names: str) -> None:
    for name in names:
        path = room.path / "submissions/board9" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")


def test_folders_archives_and_files_are_found_by_id(room: Classroom) -> None:
    put(room, "alice/board9.py", "a.b.zip", "a.tar.gz", "README.md", ".DS_Store", "submitted_at.csv")
    found = find_submissions(room, "board9")
    names = {student: path.name for student, path in found.paths.items()}
    assert names == {"alice": "alice", "a.b": "a.b.zip", "a": "a.tar.gz"}
    assert found.strangers == ()


def test_a_stranger_is_noted_and_nothing_lost(room: Classroom) -> None:
    put(room, "alice/board9.py", "mallory/board9.py", "alice.smith.py", "alice.report.pdf")
    found = find_submissions(room, "board9")
    assert found.strangers == ("alice.report.pdf", "alice.smith.py", "mallory")
    assert class_notes(room, {"board9": found}, {}, trust=False) == [
        "submissions/board9/alice.report.pdf: not on the roster, so not graded",
        "submissions/board9/alice.smith.py: not on the roster, so not graded",
        "submissions/board9/mallory: not on the roster, so not graded",
    ]


def test_who_left_the_class_is_told_once_for_all_assignments(room: Classroom) -> None:
    put(room, "dora.tar.gz")
    found = find_submissions(room, "board9")
    assert class_notes(room, {"board9": found, "influence": Submissions({}, ("dora",))}, {}, trust=False) == [
        "submissions/board9/dora.tar.gz, submissions/influence/dora: not on the roster, so not graded"
    ]


def test_an_id_is_found_however_a_system_writes_it(room: Classroom) -> None:
    students = (Student("alice"), Student("caf\u00e9"), Student("棋"))
    gbk = os.fsdecode("棋.zip".encode("gb18030"))
    put(room, "Alice/board9.py", "cafe\u0301.ZIP", gbk)
    found = find_submissions(Classroom(room.path, room.config, students), "board9")
    names = {student: path.name for student, path in found.paths.items()}
    assert names == {"alice": "Alice", "caf\u00e9": "cafe\u0301.ZIP", "棋": gbk}
    assert found.strangers == ()


def test_a_folder_of_no_assignment_is_noted(room: Classroom) -> None:
    (room.path / "submissions/bord9").mkdir()
    assert unknown_folders(room) == (
        'submissions/bord9: no assignment of class.yaml, so not graded; did you mean "board9"?',
    )


AT = "2026-11-15T20:00:00+08:00"


def test_the_table_of_times(room: Classroom) -> None:
    path, at = room.path / "submissions/board9/submitted_at.csv", datetime.fromisoformat(AT)
    path.write_text(f"student_id,submitted_at\nalice,{AT}\n")
    assert read_times(room, "board9") == {"alice": (at, "submitted_at.csv")}
    path.write_text(f"student_id,submitted_at,source\nalice,{AT},not marked late\n")
    assert read_times(room, "board9") == {"alice": (at, "not marked late")}


def test_what_is_not_clear_is_refused(room: Classroom) -> None:
    def times(rows: str) -> object:
        path = room.path / "submissions/board9/submitted_at.csv"
        path.write_text(f"student_id,submitted_at\n{rows}")
        return read_times(room, "board9")

    put(room, "alice/board9.py", "alice.zip")
    tried = {
        "two submissions of one student": lambda: find_submissions(room, "board9"),
        "two times": lambda: times(f"alice,{AT}\nalice,2026-11-19T20:00:00+08:00\n"),
        "a time of nobody": lambda: times(f"alic,{AT}\n"),
    }
    errors_agree("classroom/handed-in.txt", tried.items(), room.path)
