"""Reads a class folder: `class.yaml`, `roster.csv` and `overrides.csv`.

A mistake in these files raises a `DataError` that names the file and the line.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from gograde.classroom.class_config import AssignmentRules, ClassConfig
from gograde.classroom.former import former_students
from gograde.classroom.kept_package import kept_path, package_for
from gograde.classroom.roster import ROSTER, Student, read_roster, student_meant
from gograde.classroom.tables import check_day, read_table
from gograde.codec import of_value, replace, to_value
from gograde.core.record import CHANGES, ClassChange
from gograde.core.sighting import Sighting, sighting_of
from gograde.errors import DataError, UsageError
from gograde.listing import safe
from gograde.package.contents import CONFIG
from gograde.package.package import Package, load_config, open_package, package_ids, package_path
from gograde.package.yaml_files import did_you_mean, load_model

CLASS_FILE = "class.yaml"
LOCKS = "runtimes"
"""The folder of a class with the locks of runtimes that have more than their packages name."""
OVERRIDES = "overrides.csv"

OVERRIDE_COLUMNS = ("assignment", "student_id", "test", "points", "by", "at", "reason", "decision", "picture")
TABLE_COLUMNS = (*OVERRIDE_COLUMNS, "answer")
"""The columns of `overrides.csv`: those of rows that name a student, and one of rows for everybody alone."""

DECISIONS = ("right", "wrong")
"""What a person may say of a test beside its points: the only word on one that is worth nothing."""

FOR_EVERYBODY = tuple(CHANGES)
"""What a person may decide for the whole class: the decisions of the rows without a student."""

LOOK = "look"
"""The decision of a row that says nothing of points: it shows where the board of a picture lies."""


@dataclass(frozen=True)
class Override:
    """A person's correction of a test (of the whole when `test` is empty); `line` is its line in the file.

    `decision` is empty where the points say all.  `picture` is what the person saw in the one picture of
    the test (`gograde.core.sighting`); empty where that is not known.
    """

    assignment: str
    student: str
    test: str
    points: float
    by: str
    at: str
    reason: str
    line: int = 0
    decision: str = ""
    picture: str = ""

    @property
    def sighting(self) -> Sighting | None:
        """What the person saw in a picture, if anything is known of it."""
        return sighting_of(self.picture) if self.picture else None

    def accepts(self, most: float) -> bool | None:
        """Whether the person accepts what is worth `most`; None when nothing says so."""
        if self.decision:
            return self.decision == "right"
        return self.points >= most if most else None


@dataclass(frozen=True)
class ClassCorrection:
    """A person's correction for the whole class; `where` names its file and line.

    `answer` is the right answer that the person gave, in the form of the case's; None where none is given.
    """

    assignment: str
    change: ClassChange
    answer: Any
    where: str

    @property
    def value(self) -> Any:
        """What it says, wherever it stands, as JSON."""
        return [self.assignment, to_value(self.change), self.answer]


@dataclass(frozen=True)
class Classroom:
    """A valid class folder; students are in the roster's order.

    `rows` are those of `overrides.csv` that name a student, `corrections` those for everybody.
    """

    path: Path
    config: ClassConfig
    students: tuple[Student, ...]
    rows: tuple[Override, ...] = field(default=())
    corrections: tuple[ClassCorrection, ...] = field(default=())

    @cached_property
    def overrides(self) -> tuple[Override, ...]:
        """The rows that decide something; the others are looks."""
        return tuple(one for one in self.rows if one.decision != LOOK)

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
        """The folder of the package that an assignment is graded with.

        It is the class's own copy when the named package has another version than the hidden cases fit.
        Raises `DataError` for a package that must not be used.
        """
        named = self.named_package(assignment)
        return package_for(named, kept_path(self.path, assignment), self.hidden(assignment))

    def open_package(self, assignment: str) -> Package:
        """The package, with the packages that programs of this class may import, too; raises `DataError`."""
        package, more = open_package(self.package(assignment)), self.assignments[assignment].packages
        package.files(CONFIG)  # it is read already, and all else is checked when it is read
        if not more:
            return package
        runtime = package.config.runtime
        named = tuple(dict.fromkeys((*runtime.packages, *more)))
        config = replace(package.config, runtime=replace(runtime, packages=named))
        return replace(package, config=config, lock=self.path / LOCKS / f"{assignment}.lock")

    def named_package(self, assignment: str) -> Path:
        """The folder of the package that the class names; raises `DataError`."""
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


def package_named(name: str, class_dir: Path) -> Path:
    """The folder of a package by its path, else by its id: as a class names it, else of those that ship.

    The class may be without students yet, or not be there.  Raises `DataError` or `UsageError`.
    """
    if "/" not in name and (class_dir / CLASS_FILE).is_file():
        room = Classroom(class_dir.resolve(), load_model(class_dir / CLASS_FILE, ClassConfig), ())
        if name in room.assignments:
            return room.named_package(name)
    return package_path(name)


def load_class(path: Path) -> Classroom:
    """Read the class in a folder; raises `DataError`."""
    path = path.resolve()
    if not (path / CLASS_FILE).is_file():
        raise DataError(str(path), f"not a class folder: no {CLASS_FILE} in it", "start one: gograde new DIR")
    config = load_model(path / CLASS_FILE, ClassConfig)
    students = read_roster(path / ROSTER)
    _check_extensions(config, students, path / CLASS_FILE)
    return Classroom(path, config, students, *read_overrides(path / OVERRIDES, config, students))


def _check_extensions(config: ClassConfig, students: Sequence[Student], where: Path) -> None:
    known = {student.id for student in students}
    for assignment, rules in config.assignments.items():
        for student in unknown_students(rules.extensions, known, where.parent):
            place = f"{where}: assignments.{assignment}.extensions.{safe(student)}"
            raise DataError(place, "not on the roster", student_meant(student, known))


def unknown_students(named: Iterable[str], known: Collection[str], class_dir: Path) -> list[str]:
    """The named ids that are neither on the roster nor those of students who left the class, in order."""
    strangers = sorted(set(named) - set(known))
    if not strangers:
        return []
    former = former_students(class_dir)
    return [student for student in strangers if student not in former]


# -- overrides ------------------------------------------------------------------------------


def read_overrides(
    path: Path, config: ClassConfig, students: Sequence[Student]
) -> tuple[tuple[Override, ...], tuple[ClassCorrection, ...]]:
    """Read the corrections and looks of single students, and the corrections for everybody.

    Both are empty without the file.  Raises `DataError`.
    """
    if not path.is_file():
        return (), ()
    known = {student.id for student in students}
    needed = ("assignment", "student_id", "points", "by", "reason")
    rows = [*read_table(path, TABLE_COLUMNS, needed)]
    corrections = tuple(_correction_of(where, row, config) for where, row in rows if not row["student_id"])
    overrides = [override_of(where, row, config) for where, row in rows if row["student_id"]]
    wrong = unknown_students([override.student for override in overrides], known, path.parent)
    for override in overrides:
        if override.student in wrong:
            what = f"{safe(override.student)!r} is not on the roster"
            meant = _EVERYBODY if override.student == "*" else student_meant(override.student, known)
            raise DataError(f"{path}:{override.line}", what, meant)
    return tuple(override for override in overrides if override.student in known), corrections


_EVERYBODY = f"for everybody leave student_id empty, and write the decision: {', '.join(FOR_EVERYBODY)}"


def _check_row(where: str, row: Mapping[str, str], config: ClassConfig) -> None:
    """Raise `DataError` for an assignment that the class has not, and for what no row may lack."""
    if (assignment := row["assignment"]) not in config.assignments:
        what = f"no assignment {safe(assignment)!r} in {CLASS_FILE}"
        raise DataError(where, what, did_you_mean(assignment, config.assignments))
    if not row["by"] or not row["reason"]:
        raise DataError(where, "an override needs a name and a reason", "fill in by and reason")
    check_day(row["at"], where)


def _correction_of(where: str, row: Mapping[str, str], config: ClassConfig) -> ClassCorrection:
    """The correction in a row without a student.  Raises `DataError`."""
    _check_row(where, row, config)
    if (decision := row["decision"]) not in FOR_EVERYBODY:
        what = f"no student_id, and {safe(decision)!r} is no decision for everybody"
        raise DataError(where, what, f"name the student; {_EVERYBODY}")
    of_answer = decision in ("replace", "accept")
    for name, filled in {"test": True, "answer": of_answer, "points": False, "picture": False}.items():
        if bool(row[name]) != filled:
            what = f"{decision} for everybody {'needs' if filled else 'takes no'} {name}"
            raise DataError(where, what, f"fill in {name}" if filled else f"leave {name} empty")
    said = {name: row[name] for name in ("by", "at", "reason")}
    change = of_value(ClassChange, {"name": row["test"], "do": decision, **said})
    return ClassCorrection(row["assignment"], change, _answer(row["answer"]), where)


def _answer(text: str) -> Any:
    """A right answer as JSON, with truth values as spreadsheets write them too; what is no JSON is a text."""
    try:
        return msgspec.json.decode(text.lower() if text.lower() in ("true", "false") else text)
    except (msgspec.DecodeError, RecursionError):
        return text or None


def override_of(where: str, row: Mapping[str, str], config: ClassConfig) -> Override:
    """The correction in a row of a student; `where` names its file and line.  Raises `DataError`."""
    _check_row(where, row, config)
    if row["decision"] in FOR_EVERYBODY or row.get("answer"):
        what = f"{'an answer' if row.get('answer') else row['decision']} for one student"
        raise DataError(where, what, _EVERYBODY)
    if row["decision"] not in ("", LOOK, *DECISIONS):
        what = f"the decision {safe(row['decision'])!r} is not known"
        raise DataError(where, what, f"write {' or '.join(DECISIONS)}, or nothing")
    _check_sighting(where, row["decision"], row["picture"])
    line, points = int(where.rpartition(":")[2]), _points(row["points"], where)
    told = {name: row[name] for name in ("assignment", "test", "by", "at", "reason", "decision", "picture")}
    return Override(**told, student=row["student_id"], points=points, line=line)


def _check_sighting(where: str, decision: str, picture: str) -> None:
    try:
        seen = sighting_of(picture) if picture else None
    except ValueError as error:
        raise DataError(where, f"the picture: {error}", "take the row out, and look at it again") from None
    if decision == LOOK and (seen is None or seen.lattice is None):
        raise DataError(where, "a look without a lattice", "take the row out, and look at the picture again")


def _points(text: str, where: str) -> float:
    try:
        points = float(text) if re.fullmatch(r"[0-9.]{1,12}", text) else math.nan
    except ValueError:
        points = math.nan
    if math.isnan(points):
        raise DataError(where, f"points {safe(text)!r} is not 0 or more", "write a number such as 7 or 7.5")
    return points
