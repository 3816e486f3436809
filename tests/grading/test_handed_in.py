"""Whose submissions there are, and when they were handed in."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from gograde.errors import DataError
from gograde.grading.classroom import ClassConfig, Classroom, Student
from gograde.grading.handed_in import find_submissions, read_times, time_of, unknown_folders


@pytest.fixture
def room(tmp_path: Path) -> Classroom:
    config = ClassConfig.model_validate(
        {"schema": "gograde/class/v1", "title": "T", "assignments": {"board9": {}}}
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
    put(room, "alice/board9.py", "mallory/board9.py", "Carol.zip")
    assert find_submissions(room, "board9").strangers == (
        "submissions/board9/Carol.zip: not on the roster, so not graded",
        "submissions/board9/mallory: not on the roster, so not graded",
    )


def test_a_folder_of_no_assignment_is_noted(room: Classroom) -> None:
    (room.path / "submissions/bord9").mkdir()
    assert unknown_folders(room) == (
        'submissions/bord9: no assignment of class.yaml, so not graded; did you mean "board9"?',
    )


def test_two_submissions_of_one_student(room: Classroom) -> None:
    put(room, "alice/board9.py", "alice.zip")
    with pytest.raises(DataError) as caught:
        find_submissions(room, "board9")
    assert str(caught.value) == (
        f"{room.path}/submissions/board9: alice has two submissions, alice and alice.zip\n"
        "Fix: keep the one that counts"
    )


def test_where_the_time_comes_from(room: Classroom) -> None:
    put(room, "alice/src/board9.py", "alice/.git/HEAD")
    folder = room.path / "submissions/board9/alice"
    os.utime(folder / "src/board9.py", (1_000_000_000, 1_000_000_000.7))
    expected = datetime.fromtimestamp(1_000_000_000, UTC)
    assert time_of(folder, None) == (expected, "newest file time")
    (folder / "submission_metadata.json").write_text('{"created_at": "2026-11-15T20:00:00+08:00"}')
    metadata = datetime.fromisoformat("2026-11-15T20:00:00+08:00")
    assert time_of(folder, None) == (metadata, "submission_metadata.json")
    assert time_of(folder, expected) == (expected, "submitted_at.csv")


@pytest.mark.parametrize("text", ["", "[]", '{"created_at": 3}', '{"created_at": "yesterday"}', "{" * 9999])
def test_a_metadata_file_that_says_nothing_is_passed_over(room: Classroom, text: str) -> None:
    put(room, "alice/board9.py")
    folder = room.path / "submissions/board9/alice"
    (folder / "submission_metadata.json").write_text(text)
    assert time_of(folder, None)[1] == "newest file time"


def test_the_table_of_times(room: Classroom) -> None:
    path = room.path / "submissions/board9/submitted_at.csv"
    path.write_text("student_id,submitted_at\nalice,2026-11-15T20:00:00+08:00\n")
    assert read_times(room, "board9") == {"alice": datetime.fromisoformat("2026-11-15T20:00:00+08:00")}
    path.write_text("student_id,submitted_at\nalic,2026-11-15T20:00:00+08:00\n")
    with pytest.raises(DataError) as caught:
        read_times(room, "board9")
    assert str(caught.value) == f"{path}:2: 'alic' is not on the roster\nFix: did you mean \"alice\"?"
