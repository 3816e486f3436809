"""The table of the moments at which submissions were first taken in."""

from __future__ import annotations

import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gograde.classroom.class_config import ClassConfig
from gograde.classroom.classroom import Classroom
from gograde.classroom.roster import Student
from gograde.codec import of_value
from gograde.workflow.plan import note_moments, read_moments
from tests.golden import errors_agree

NOW = datetime(2026, 11, 15, 20, 0, 1, 999, UTC)
FIRST, SECOND = ("board9", "alice", "a" * 64), ("board9", "alice", "b" * 64)
HEADER = "assignment,student_id,sha256,taken_in_at"


@pytest.fixture
def room(tmp_path: Path) -> Classroom:
    config = of_value(
        ClassConfig, {"schema": "gograde/class/v1", "title": "T", "assignments": {"board9": {}}}
    )
    return Classroom(tmp_path, config, (Student("alice"),))


def test_the_first_moment_counts_for_ever(room: Classroom) -> None:
    assert note_moments(room, [FIRST], NOW) == {FIRST: NOW.replace(microsecond=0)}
    later = NOW + timedelta(days=3)
    moments = note_moments(room, [FIRST, SECOND], later)
    assert moments == {FIRST: NOW.replace(microsecond=0), SECOND: later.replace(microsecond=0)}
    assert read_moments(room) == moments
    table = room.path / "taken_in.csv"
    assert table.read_text() == (
        f"{HEADER}\nboard9,alice,{'a' * 64},2026-11-15T20:00:01+00:00\n"
        f"board9,alice,{'b' * 64},2026-11-18T20:00:01+00:00\n"
    )
    assert stat.S_IMODE(table.stat().st_mode) == 0o600


KILLED_WHILE_IT_WRITES = """
import os, pathlib, sys
from gograde.files import write_atomic
pathlib.Path.replace = lambda self, target: os.kill(os.getpid(), 9)
write_atomic(pathlib.Path(sys.argv[1]), b"half")
"""


def test_what_a_killed_grader_had_begun_to_write_is_deleted_and_nothing_else(room: Classroom) -> None:
    for name in ("taken_in.csv", "overrides.csv"):
        subprocess.run([sys.executable, "-c", KILLED_WHILE_IT_WRITES, room.path / name], check=False)
    assert [path.name[:-8] for path in sorted(room.path.iterdir())] == [
        ".partial-overrides.csv-",
        ".partial-taken_in.csv-",
    ]
    note_moments(room, [FIRST], NOW)
    kept, table = sorted(path.name for path in room.path.iterdir())
    assert (kept[:-8], table) == (".partial-overrides.csv-", "taken_in.csv")


LINE = f"board9,alice,{'a' * 64},2026-11-15T20:00:01+00:00\n"
DAMAGED = (
    "",
    f"{HEADER}\n{LINE.replace('a' * 64, 'aa')}",
    f"{HEADER}\nboard9,alice,{'a' * 64},today\n",
    f"{HEADER}\n{LINE}{LINE}",
    f'{HEADER}\nboard9,alice,{"a" * 64},"2026',
)


def test_a_damaged_table_is_told_and_never_written_over(room: Classroom) -> None:
    table = room.path / "taken_in.csv"

    def tried() -> Iterator[tuple[str, Callable[[], object]]]:
        for text in DAMAGED:
            table.write_text(text)
            yield repr(text), lambda: note_moments(room, [FIRST], NOW)
            assert table.read_text() == text

    errors_agree("classroom/taken-in.txt", tried(), room.path)
