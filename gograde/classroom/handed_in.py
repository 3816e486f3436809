"""Finds the submissions of a class, their students and their times."""

from __future__ import annotations

import errno
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from gograde.classroom.classroom import Classroom, unknown_students
from gograde.classroom.former import SUBMISSIONS
from gograde.classroom.roster import student_meant
from gograde.classroom.tables import parse_time, read_table
from gograde.errors import DataError
from gograde.intake.descent import listed_below
from gograde.intake.names import HANDED_IN, JUNK_FILES, fold, is_junk, readable
from gograde.listing import safe
from gograde.package.yaml_files import did_you_mean

TIMES = "submitted_at.csv"
TIME_COLUMNS = ("student_id", "submitted_at", "source")
"""The last one says who told the time, for people; it need not be there."""

INTAKE = "moment of intake"
"""The basis of a time that `submitted_at.csv` does not list."""

NOT_LATE = "not marked late"
"""The source of a due time that stands for all that came before it, and the basis of such a time."""

_NOT_SUBMISSIONS = {TIMES, "README", "README.md", "README.txt"}


@dataclass(frozen=True)
class Submissions:
    """The submissions of an assignment: paths by student id, and the names of those not on the roster."""

    paths: Mapping[str, Path]
    strangers: tuple[str, ...] = ()


def find_submissions(classroom: Classroom, assignment: str) -> Submissions:
    """Find the submissions in `submissions/<assignment>`; raises `DataError` when a student has two."""
    folder = classroom.path / SUBMISSIONS / assignment
    known = {fold(student.id): student.id for student in classroom.students}
    paths: dict[str, Path] = {}
    strangers = []
    for name, is_folder in _listed(classroom, SUBMISSIONS, assignment):
        path, student = folder / name, _student_of(name, known, ("",) if is_folder else ("", *HANDED_IN))
        if student is None:
            strangers.append(name)
        elif student in paths:
            raise DataError(
                str(folder),
                f"{student} has two submissions, {paths[student].name} and {path.name}",
                "keep the one that counts",
            )
        else:
            paths[student] = path
    return Submissions(paths, tuple(strangers))


def submissions_in(folder: Path) -> list[str]:
    """The names of the submissions in any folder, whoever they are of; raises `DataError` and `OSError`."""
    return [name for name, _ in listed_below(folder, ()) if _may_be_one(name)]


def unknown_folders(classroom: Classroom) -> tuple[str, ...]:
    """Notes about folders in `submissions/` that belong to no assignment of the class."""
    known = classroom.assignments.keys()
    return tuple(
        f"submissions/{safe(name)}: no assignment of class.yaml, so not graded; {did_you_mean(name, known)}"
        for name, _ in _listed(classroom, SUBMISSIONS)
        if name not in known
    )


def _listed(classroom: Classroom, *way: str) -> list[tuple[str, bool]]:
    """The names in a folder below the class, and whether each is a folder; none without such a folder.

    What tools leave there is left out.

    Raises `DataError` when the folder, or one above it, is a link.
    """
    try:
        found = listed_below(classroom.path, way)
    except FileNotFoundError:
        return []
    except OSError as error:
        link = error.errno in (errno.ELOOP, errno.ENOTDIR)
        what = "a link, or no folder" if link else f"cannot be read ({error.strerror})"
        where = str(classroom.path.joinpath(*way))
        raise DataError(where, what, "put the folder itself there, and make it readable") from None
    return [(name, is_folder) for name, is_folder in found if _may_be_one(name)]


def _may_be_one(name: str) -> bool:
    tools = name.startswith(".") or is_junk(name) or name in JUNK_FILES
    return not tools and name not in _NOT_SUBMISSIONS


def _student_of(name: str, known: Mapping[str, str], suffixes: Sequence[str]) -> str | None:
    """The student id in a name, without a suffix; None if unknown.  `known` maps folded ids to ids."""
    name = fold(readable(name))
    fits = [known.get(name.removesuffix(suffix)) for suffix in suffixes if name.endswith(suffix)]
    return max((student for student in fits if student), key=len, default=None)


# -- times ----------------------------------------------------------------------------------


class Timed(NamedTuple):
    """When something was handed in, and where the time comes from."""

    at: datetime
    basis: str


def read_times(classroom: Classroom, assignment: str) -> Mapping[str, Timed]:
    """The times in `submitted_at.csv` by student; raises `DataError`."""
    path = classroom.path / SUBMISSIONS / assignment / TIMES
    if not path.is_file():
        return {}
    known = {student.id for student in classroom.students}
    times: dict[str, Timed] = {}
    for where, row in read_table(path, TIME_COLUMNS, TIME_COLUMNS[:2]):
        student = row["student_id"]
        if student not in known:
            _check_former(student, known, where, classroom.path)
            continue
        if student in times:
            raise DataError(where, f"{student} has a line already", "keep the line that counts")
        at, due = parse_time(row["submitted_at"], where), classroom.assignments[assignment].due
        bound = row["source"] == NOT_LATE  # of a due date that may have been another then
        times[student] = Timed(min(at, due or at), NOT_LATE) if bound else Timed(at, TIMES)
    return times


def _check_former(student: str, known: set[str], where: str, class_dir: Path) -> None:
    """Raise `DataError` unless the student was in the class once."""
    if unknown_students([student], known, class_dir):
        raise DataError(where, f"{safe(student)!r} is not on the roster", student_meant(student, known))
