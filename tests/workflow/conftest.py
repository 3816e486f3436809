"""A small class of board9, graded once for all tests; each test works on a copy."""

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import astuple, dataclass
from pathlib import Path

import pytest

from gograde.resources import packages_dir
from tests import forked
from tests.hidden import SHARED, hide_the_samples, shared

Written = dict[str, tuple[int, int]]

PACKAGE = packages_dir() / "board9"

STUDENTS = {
    "alice": "accepted/python_file", "b.o-b@x": "wrong_answer/single_stones_only",
    "van Gogh": "run_time_error/crashes_halfway", "张三": "", "zip": "broken",
}  # fmt: skip

CLASS = """\
schema: gograde/class/v1
title: A class
assignments:
  board9: {weight: 100, due: "2026-11-15T23:59:00+00:00"}
"""


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Room:
    """A class folder on disk, and the command line on it."""

    path: Path

    def gograde(self, *args: str, **env: str) -> Done:
        """Run a command whose process begins with its libraries loaded."""
        code, out, err = forked.gograde(args, {**os.environ, **env})
        return Done(code, out.decode(), err.decode())

    def run(self, *args: str, cores: int = 2, **env: str) -> Done:
        return self.gograde("run", str(self.path), "--cores", str(cores), *args, **env)

    def runs(self) -> Written:
        """Which file each run record is: another one means that a submission was run again."""
        return _written(self.path / "work/runs/board9", "*.jsonl")

    def scores(self) -> Written:
        return _written(self.path / "work/scores/board9", "*.json")

    def verdicts(self) -> dict[str, str]:
        book = json.loads((self.path / "work/gradebook.json").read_text())
        return {entry["student"]: entry["verdict"] for entry in book["entries"]}

    def reports(self) -> dict[str, str]:
        folder = self.path / "reports"
        files = (path for path in folder.rglob("*") if path.is_file() and path.parent.name != "measured")
        return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}

    def submission(self, student: str) -> Path:
        return self.path / "submissions/board9" / student

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.path / name).read_text("utf-8")
        assert old in text
        (self.path / name).write_text(text.replace(old, new), "utf-8")


def _written(folder: Path, pattern: str) -> Written:
    """Inode and time of writing in ns of each file; the inode alone may be that of a file deleted before."""
    found = {path.stem: path.stat() for path in folder.glob(pattern)}
    return {name: (stat.st_ino, stat.st_mtime_ns) for name, stat in found.items()}


def make_class(path: Path, students: Mapping[str, str]) -> Room:
    """A class of students who handed in sample submissions (by name; empty for nothing)."""
    room = Room(path)
    (path / "submissions/board9").mkdir(parents=True)
    (path / "class.yaml").write_text(CLASS)
    (path / "roster.csv").write_text(
        "student_id\n" + "".join(f"{student}\n" for student in students), "utf-8"
    )
    rows = [f"{student},2026-11-15T20:00:00+00:00\n" for student in students]
    (path / "submissions/board9/submitted_at.csv").write_text("student_id,submitted_at\n" + "".join(rows))
    for student, sample in students.items():
        if sample == "broken":
            room.submission(f"{student}.zip").write_bytes(b"PK\x03\x04 cut off")
        elif sample:
            shutil.copytree(PACKAGE / "submissions" / sample, room.submission(student))
    hide_the_samples(path)
    return room


@pytest.fixture(scope="session")
def graded_once() -> tuple[Room, Done]:
    """Graded by one of the processes of a run of the suite, and only looked at and copied by all."""
    path = Path(os.environ[SHARED]) / "graded" / 'a teacher\'s "class" {x} $HOME'
    done = shared("graded.done", lambda: astuple(make_class(path, STUDENTS).run()))
    return Room(path), Done(*done)


@pytest.fixture
def graded(graded_once: tuple[Room, Done], tmp_path: Path) -> Room:
    """A copy of the graded class, times of files included, in another place."""
    path = tmp_path / graded_once[0].path.name
    shutil.copytree(graded_once[0].path, path)
    return Room(path)


@pytest.fixture
def new_class(tmp_path: Path) -> Iterator[Callable[..., Room]]:
    yield lambda **students: make_class(tmp_path / "class", students)


@pytest.fixture
def make_room() -> Callable[[Path], Room]:
    """Makes an empty class folder."""

    def make(path: Path) -> Room:
        path.mkdir(parents=True)
        return Room(path)

    return make
