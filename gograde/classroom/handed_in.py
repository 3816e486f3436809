"""Finds the submissions of a class, their students and their times."""

from __future__ import annotations

import contextlib
import json
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from gograde.classroom.classroom import Classroom, parse_time, read_table
from gograde.errors import DataError
from gograde.intake.clones import is_clone
from gograde.intake.names import (
    ARCHIVE_SUFFIXES,
    DEEPEST,
    ENVIRONMENT_MARK,
    JUNK_FILES,
    fold,
    is_junk,
    readable,
)
from gograde.intake.printable import safe
from gograde.intake.submission import METADATA, SOURCE_SUFFIXES
from gograde.package.faults import did_you_mean

TIMES = "submitted_at.csv"
TIME_COLUMNS = ("student_id", "submitted_at")
FILE_TIME = "newest file time"
CLONE_TIME = "newest file time of a git clone"
TOUCHED = (FILE_TIME, CLONE_TIME)
"""Bases of a time that copying the files changes, although nothing was handed in again."""

SUFFIXES = ("", *ARCHIVE_SUFFIXES, ".rar", ".7z", *SOURCE_SUFFIXES)
_NOT_SUBMISSIONS = {TIMES, "README", "README.md", "README.txt"}


@dataclass(frozen=True)
class Found:
    """The submissions of an assignment: paths by student id, and notes about names not on the roster."""

    paths: Mapping[str, Path]
    strangers: tuple[str, ...] = ()


def find_submissions(classroom: Classroom, assignment: str) -> Found:
    """Find the submissions in `submissions/<assignment>`; raises `DataError` when a student has two."""
    folder = classroom.path / "submissions" / assignment
    known = {fold(student.id): student.id for student in classroom.students}
    paths: dict[str, Path] = {}
    strangers = []
    for path in _listed(folder):
        student = _student_of(path, known)
        if student is None:
            strangers.append(f"{path.relative_to(classroom.path)}: not on the roster, so not graded")
        elif student in paths:
            raise DataError(
                str(folder),
                f"{student} has two submissions, {paths[student].name} and {path.name}",
                "keep the one that counts",
            )
        else:
            paths[student] = path
    return Found(paths, tuple(safe(note) for note in strangers))


def unknown_folders(classroom: Classroom) -> tuple[str, ...]:
    """Notes about folders in `submissions/` that belong to no assignment of the class."""
    folders = [path.name for path in _listed(classroom.path / "submissions")]
    known = classroom.assignments.keys()
    return tuple(
        f"submissions/{safe(name)}: no assignment of class.yaml, so not graded; {did_you_mean(name, known)}"
        for name in folders
        if name not in known
    )


def _listed(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    names = sorted(entry.name for entry in os.scandir(folder))
    hidden = (name for name in names if not name.startswith(".") and not is_junk(name))
    return [folder / name for name in hidden if name not in _NOT_SUBMISSIONS and name not in JUNK_FILES]


def _student_of(path: Path, known: Mapping[str, str]) -> str | None:
    """The student id in a path's name, without a known suffix; None if unknown.  `known`: folded id to id."""
    name = fold(readable(path.name))
    suffixes = ("",) if path.is_dir() else SUFFIXES
    fits = [known.get(name.removesuffix(suffix)) for suffix in suffixes if name.endswith(suffix)]
    return max((student for student in fits if student), key=len, default=None)


def cloned(found: Found, times: Mapping[str, datetime]) -> list[str]:
    """The students with a git clone and no time in `times`: only the time of cloning is known."""
    return [student for student, path in found.paths.items() if student not in times and is_clone(path)]


# -- times ----------------------------------------------------------------------------------


class MetadataTime(datetime):
    """A time from a `submission_metadata.json`, as distinct from one in the instructor's table."""


def read_times(classroom: Classroom, assignment: str) -> Mapping[str, datetime]:
    """The times by student: from `submitted_at.csv`, else from metadata files if the class trusts them.

    Raises `DataError`.
    """
    return {**_metadata_times(classroom, assignment), **_listed_times(classroom, assignment)}


def _metadata_times(classroom: Classroom, assignment: str) -> Mapping[str, datetime]:
    if classroom.config.times != "metadata":
        return {}
    paths = find_submissions(classroom, assignment).paths
    times = {student: _created_at(path) for student, path in paths.items()}
    return {student: time for student, time in times.items() if time is not None}


def _listed_times(classroom: Classroom, assignment: str) -> Mapping[str, datetime]:
    path = classroom.path / "submissions" / assignment / TIMES
    if not path.is_file():
        return {}
    known = {student.id for student in classroom.students}
    times: dict[str, datetime] = {}
    for where, row in read_table(path, TIME_COLUMNS, TIME_COLUMNS):
        student = _known(row["student_id"], known, where)
        if student in times:
            raise DataError(where, f"{student} has a line already", "keep the line that counts")
        times[student] = parse_time(row["submitted_at"], where)
    return times


def _known(student: str, known: set[str], where: str) -> str:
    if student not in known:
        raise DataError(where, f"{safe(student)!r} is not on the roster", did_you_mean(student, known))
    return student


def time_of(path: Path, listed: datetime | None) -> tuple[datetime, str]:
    """When a submission was handed in, and the basis of that time.

    `listed` is the time from `read_times`.  Metadata files are not read here, since a student can forge one.
    """
    if listed is not None:
        return listed, METADATA if isinstance(listed, MetadataTime) else TIMES
    basis = CLONE_TIME if path.is_dir() and is_clone(path) else FILE_TIME
    return _moment(_newest(path)), basis


def _moment(seconds: float) -> datetime:
    """A file time as a date; one outside the calendar becomes the first or the last date."""
    try:
        return datetime.fromtimestamp(int(seconds), UTC)
    except (ValueError, OverflowError, OSError):
        return (datetime.min if seconds < 0 else datetime.max).replace(microsecond=0, tzinfo=UTC)


def _created_at(folder: Path) -> MetadataTime | None:
    """Gradescope's `created_at`; None without the file or without a valid time in it."""
    path = folder / METADATA
    try:
        if folder.is_symlink() or not (data := _small_file(path)):
            return None
        value: Any = json.loads(data)
        time = MetadataTime.fromisoformat(value["created_at"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return time if time.tzinfo else None


def _small_file(path: Path, most: int = 1 << 20) -> bytes:
    """A file's bytes; empty when it is longer than `most` or not regular.  Raises `OSError`."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb") as source:  # noqa: PTH123 - a descriptor
        data = source.read(most + 1) if stat.S_ISREG(os.fstat(descriptor).st_mode) else b""
    return data if len(data) <= most else b""


def _newest(path: Path) -> float:
    if path.is_symlink() or not path.is_dir():
        return path.lstat().st_mtime
    return max((time for time in _file_times(path)), default=path.stat().st_mtime)


def _file_times(folder: Path) -> Iterator[float]:
    for root, folders, names in os.walk(folder):
        if root != str(folder) and ENVIRONMENT_MARK in names:
            folders[:] = []
            continue
        deep = root.count(os.sep) - str(folder).count(os.sep) > DEEPEST
        folders[:] = [] if deep else _without_junk(folders, "/x")
        for name in _without_junk(names, ""):
            with contextlib.suppress(OSError):
                yield os.lstat(os.path.join(root, name)).st_mtime  # noqa: PTH118 - may be no UTF-8


def _without_junk(names: Sequence[str], suffix: str) -> list[str]:
    return [name for name in names if not is_junk(name + suffix)]
