"""Reads a class folder: `class.yaml`, `roster.csv` and `overrides.csv`.

A mistake in these files raises a `DataError` that names the file and the line.
"""

from __future__ import annotations

import csv
import io
import math
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AwareDatetime, BeforeValidator, Field, StrictBool

from gograde.errors import DataError, UsageError
from gograde.intake.names import fold
from gograde.intake.printable import safe
from gograde.package.config import ID_PATTERN, Strict
from gograde.package.faults import did_you_mean
from gograde.package.package import load_config, package_ids, package_path
from gograde.package.yaml_files import load_model, read_capped
from gograde.scoring.record import Visibility

CLASS_FILE = "class.yaml"
ROSTER = "roster.csv"
OVERRIDES = "overrides.csv"

ROSTER_COLUMNS = ("student_id", "last_name", "first_name", "email")
OVERRIDE_COLUMNS = ("assignment", "student_id", "test", "points", "by", "at", "reason")
TABLE_BYTES = 16 * 1024 * 1024
"""Bytes of the longest table that is read."""

_HAN = re.compile("[\u3400-\u9fff\uac00-\ud7a3]+")
"""Matches Chinese characters and Korean syllables."""

AssignmentId = Annotated[str, Field(pattern=f"^{ID_PATTERN}$")]
Amount = Annotated[float, Field(ge=0, le=1_000_000, strict=True)]
Hours = Annotated[float, Field(ge=0, le=24 * 366, strict=True)]
Days = Annotated[int, Field(ge=0, le=366, strict=True)]


class LatePolicy(Strict):
    """The penalty of a late submission; `gograde.grading.marks.late` explains each value."""

    policy: Literal["baseline", "constant-penalty", "percentage-penalty", "penalty-decay", "late-days"] = (
        "baseline"
    )
    penalty: Amount = 0
    grace_minutes: Annotated[int, Field(ge=0, le=60 * 24 * 31, strict=True)] = 0
    reject_after_days: Days | None = None
    max_late_days: Days = 0
    interval_hours: Annotated[float, Field(gt=0, le=24 * 31, strict=True)] = 1


def _as_time(value: object) -> datetime:
    """A due date from text or a time; a number is refused, although pydantic accepts numbers as times."""
    if isinstance(value, datetime):
        return value
    try:
        return parse_time(str(value), CLASS_FILE)
    except DataError:
        raise ValueError('not a time with an offset, like "2026-11-15T23:59:00+08:00"') from None


class AssignmentRules(Strict):
    """The rules of an assignment in a class; `extensions` maps student ids to hours.

    `package` is the folder of a package that gograde does not ship, relative to the class folder.
    """

    package: str | None = Field(default=None, min_length=1)
    weight: Amount = 100
    due: Annotated[AwareDatetime, BeforeValidator(_as_time)] | None = None
    late: LatePolicy = LatePolicy()
    visibility: Visibility = Visibility.HIDDEN
    published: StrictBool = False
    extensions: dict[str, Hours] = Field(default_factory=dict)


class ClassConfig(Strict):
    """The content of `class.yaml`.

    `late_days` are a student's free late days for the whole class.  `require` names the only back end that
    may grade the class.
    """

    schema_: Literal["gograde/class/v1"] = Field(alias="schema")
    title: str = Field(min_length=1, max_length=200)
    language: Literal["en", "zh"] = "en"
    late_days: Days = 0
    require: Literal["bwrap"] | None = None
    assignments: dict[AssignmentId, AssignmentRules] = Field(min_length=1)


@dataclass(frozen=True)
class Student:
    """A row of the roster."""

    id: str
    last_name: str = ""
    first_name: str = ""
    email: str = ""

    @property
    def name(self) -> str:
        """The full name, family name first for Chinese and Korean names; the id when there is no name."""
        if self.first_name and self.last_name and _HAN.fullmatch(self.last_name + self.first_name):
            return self.last_name + self.first_name
        return f"{self.first_name} {self.last_name}".strip() or self.id


@dataclass(frozen=True)
class Override:
    """A person's correction of a test (of the whole when `test` is empty); `line` is its line in the file."""

    assignment: str
    student: str
    test: str
    points: float
    by: str
    at: str
    reason: str
    line: int = 0


@dataclass(frozen=True)
class Classroom:
    """A valid class folder; students are in the roster's order."""

    path: Path
    config: ClassConfig
    students: tuple[Student, ...]
    overrides: tuple[Override, ...] = field(default=())

    @property
    def work(self) -> Path:
        """The folder of derived files; it can be deleted."""
        return self.path / "work"

    @property
    def assignments(self) -> Mapping[str, AssignmentRules]:
        return self.config.assignments

    def hidden(self, assignment: str) -> Path:
        """The folder of an assignment's hidden cases."""
        return self.path / "hidden" / assignment

    def package(self, assignment: str) -> Path:
        """The folder of an assignment's package; raises `DataError` for a package that must not be used."""
        named = self.assignments[assignment].package
        where = f"{self.path / CLASS_FILE}: assignments.{safe(assignment)}"
        if named is None:
            return _shipped(assignment, where)
        folder = (self.path / named).resolve()
        for name in ("submissions", "work"):
            if folder.is_relative_to((self.path / name).resolve()):
                what = f"in the folder {name} of the class: its code would be run outside the sandbox"
                raise DataError(f"{where}.package", what, "take the package from somewhere else")
        if (config := load_config(folder)).id != assignment:
            what = f"{named} is the package of {config.id}"
            raise DataError(f"{where}.package", what, f"name the assignment {config.id} in {CLASS_FILE}")
        return folder


def _shipped(assignment: str, where: str) -> Path:
    try:
        return package_path(assignment)
    except UsageError as error:
        meant = did_you_mean(assignment, package_ids())
        raise DataError(where, error.what, f"{meant} (for one of your own add package: FOLDER)") from None


def load_class(path: Path) -> Classroom:
    """Read the class in a folder; raises `DataError`."""
    path = path.resolve()
    if not (path / CLASS_FILE).is_file():
        raise DataError(str(path), f"not a class folder: no {CLASS_FILE} in it", "start one: gograde new DIR")
    config = load_model(path / CLASS_FILE, ClassConfig)
    students = read_roster(path / ROSTER)
    _check_extensions(config, students, path / CLASS_FILE)
    return Classroom(path, config, students, read_overrides(path / OVERRIDES, config, students))


def _check_extensions(config: ClassConfig, students: Sequence[Student], where: Path) -> None:
    known = {student.id for student in students}
    for assignment, rules in config.assignments.items():
        for student in rules.extensions.keys() - known:
            place = f"{where}: assignments.{assignment}.extensions.{safe(student)}"
            raise DataError(place, "not on the roster", did_you_mean(student, known))


# -- roster ---------------------------------------------------------------------------------


def read_roster(path: Path) -> tuple[Student, ...]:
    """Read the students in order; raises `DataError` for a missing, empty or ambiguous roster."""
    if not path.is_file():
        raise DataError(str(path), "no such file", f"write one with the columns {','.join(ROSTER_COLUMNS)}")
    rows = list(read_table(path, ROSTER_COLUMNS, needed=("student_id",)))
    if not rows:
        raise DataError(str(path), "no students in it", "write a line for each student under the header")
    seen: dict[str, str] = {}
    for where, row in rows:
        check_id(row["student_id"], where)
        other = seen.setdefault(fold(row["student_id"]), where)
        if other != where:
            line = other.rpartition(":")[2]
            raise DataError(where, f"{row['student_id']} is on line {line} already", "keep one of the two")
    return tuple(
        Student(row["student_id"], row["last_name"], row["first_name"], row["email"]) for _, row in rows
    )


_ID = re.compile(r"\w[\w.@+-]*( [\w.@+-]+)*")


def check_id(student: str, where: str) -> None:
    """Raise `DataError` unless the id can name a file: letters, digits and `. _ @ + -`."""
    fits = _ID.fullmatch(student) and len(student.encode()) <= 100
    if not fits or unicodedata.normalize("NFC", student) != student:
        raise DataError(
            where,
            f"student_id {safe(student)!r} cannot be the name of a file",
            "write letters, digits and . _ @ + - only, a letter or digit first, at most 100 bytes",
        )


# -- overrides ------------------------------------------------------------------------------


def read_overrides(path: Path, config: ClassConfig, students: Sequence[Student]) -> tuple[Override, ...]:
    """Read the corrections; empty without the file.  Raises `DataError`."""
    if not path.is_file():
        return ()
    known = {student.id for student in students}
    needed = ("assignment", "student_id", "points", "by", "reason")
    rows = read_table(path, OVERRIDE_COLUMNS, needed)
    return tuple(_override(where, row, config, known) for where, row in rows)


def _override(where: str, row: Mapping[str, str], config: ClassConfig, known: set[str]) -> Override:
    assignment, student = row["assignment"], row["student_id"]
    if assignment not in config.assignments:
        raise DataError(
            where,
            f"no assignment {safe(assignment)!r} in {CLASS_FILE}",
            did_you_mean(assignment, config.assignments),
        )
    if student not in known:
        raise DataError(where, f"{safe(student)!r} is not on the roster", did_you_mean(student, known))
    if not row["by"] or not row["reason"]:
        raise DataError(where, "an override needs a name and a reason", "fill in by and reason")
    points = _points(row["points"], where)
    line = int(where.rpartition(":")[2])
    return Override(assignment, student, row["test"], points, row["by"], row["at"], row["reason"], line)


def _points(text: str, where: str) -> float:
    try:
        points = float(text) if re.fullmatch(r"[0-9.]{1,12}", text) else math.nan
    except ValueError:
        points = math.nan
    if math.isnan(points):
        raise DataError(where, f"points {safe(text)!r} is not a number", "write a number such as 7 or 7.5")
    return points


# -- tables ---------------------------------------------------------------------------------


def read_table(
    path: Path, columns: Sequence[str], needed: Sequence[str]
) -> Iterator[tuple[str, dict[str, str]]]:
    """The rows of a CSV file as (file:line, cells by column), without blank rows.

    Raises `DataError` for an unknown or missing column, or a row that is too long.
    """
    return table_rows(path, read_capped(path, TABLE_BYTES), columns, needed)


def table_rows(
    path: Path, data: bytes, columns: Sequence[str], needed: Sequence[str]
) -> Iterator[tuple[str, dict[str, str]]]:
    """Like `read_table`, for the bytes of the file."""
    reader = csv.reader(io.StringIO(_table_text(path, data), newline=""), strict=True)
    try:
        header = [cell.strip() for cell in next(reader, [])]
        _check_separator(header, columns, path)
        _check_header(header, columns, needed, path)
        for cells in reader:
            where = f"{path}:{reader.line_num}"
            if len(cells) > len(header):
                raise DataError(where, "more cells than the header has", 'put "quotes" around commas')
            row = dict.fromkeys(columns, "") | dict(
                zip(header, (cell.strip() for cell in cells), strict=False)
            )
            if any(row.values()):
                yield where, row
    except csv.Error as error:
        raise DataError(f"{path}:{reader.line_num}", f"not CSV ({error})", "mend the quotes") from None


def _table_text(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DataError(str(path), "not UTF-8 text", 'save it as "CSV UTF-8"') from None


def _check_separator(header: Sequence[str], columns: Sequence[str], path: Path) -> None:
    """Raise `DataError` for semicolons or tabs between the cells, as spreadsheets in many countries write."""
    words = {";": "semicolons", "\t": "tabs"}
    for sign, word in words.items():
        cells = {cell.strip(' "') for cell in header[0].split(sign)} if len(header) == 1 else set()
        if len(cells) > 1 and cells & set(columns):
            what = f"{word} between the cells"
            raise DataError(f"{path}:1", what, "save it with commas between the cells (comma separated)")


def _check_header(header: Sequence[str], columns: Sequence[str], needed: Sequence[str], path: Path) -> None:
    for name in header:
        if name not in columns:
            raise DataError(f"{path}:1", f"unknown column {safe(name)!r}", did_you_mean(name, columns))
    for name in needed:
        if name not in header:
            raise DataError(f"{path}:1", f"no column {name!r}", f"begin with {','.join(columns)}")
    if len(set(header)) < len(header):
        raise DataError(f"{path}:1", "a column occurs twice", "keep one of the two")


def parse_time(text: str, where: str) -> datetime:
    """Parse an ISO 8601 time with an offset; raises `DataError`."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        time = None
    if time is None or time.tzinfo is None:
        raise DataError(
            where,
            f"{safe(text)!r} is not a time with an offset",
            "write it like 2026-11-15T23:59:00+08:00",
        )
    return time
