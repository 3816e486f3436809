"""Makes the example class from the sample submissions of the packages.

The packages and the table of students determine every byte, so the files are the same every time.
"""

from __future__ import annotations

import csv
import gzip
import io
import tarfile
import zipfile
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain
from pathlib import Path
from typing import Any

from gograde.authoring.case_folders import hidden_files
from gograde.authoring.spec_author import author_of
from gograde.classroom.class_config import CLASS_SCHEMA, ClassConfig
from gograde.classroom.classroom import OVERRIDES
from gograde.classroom.former import SUBMISSIONS
from gograde.classroom.handed_in import TIMES
from gograde.classroom.new_class import class_files
from gograde.classroom.roster import ROSTER, ROSTER_COLUMNS
from gograde.codec import of_value, replace
from gograde.core.assignment import Batch
from gograde.errors import DataError
from gograde.files import write_atomic
from gograde.intake.languages import missing
from gograde.intake.names import language_of
from gograde.package.package import Package, find_package
from gograde.package.samples import Sample, read_samples
from gograde.package.secret_files import store

Files = Mapping[str, bytes]
"""Bytes by path."""


def _folder(student: str, sample: Files) -> Files:
    return {f"{student}/{path}": data for path, data in sample.items()}


def _zip(student: str, sample: Files) -> Files:
    return {f"{student}.zip": _zipped(sample)}


def _zipped(sample: Files) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in sorted(sample.items()):
            archive.writestr(zipfile.ZipInfo(path, (2026, 9, 1, 20, 0, 0)), data)
    return buffer.getvalue()


def _tar(student: str, sample: Files) -> Files:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for path, data in sorted(sample.items()):
            entry = tarfile.TarInfo(f"homework/{path}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return {f"{student}.tar.gz": gzip.compress(buffer.getvalue(), mtime=0)}


def _broken_zip(student: str, sample: Files) -> Files:
    whole = _zipped(sample)
    return {f"{student}.zip": whole[: len(whole) // 2]}


def _climbing_zip(student: str, sample: Files) -> Files:
    """An archive that would write over the marks of the class."""
    return {f"{student}.zip": _zipped({**sample, "../../../overrides.csv": b"all,100\n"})}


def _red_and_blue(student: str, sample: Files) -> Files:
    """A program whose stones are red and blue, so that a person must say which is which."""
    colours = b'"black" if colour == BLACK else "white"', b'"red" if colour == BLACK else "blue"'
    return _folder(student, {path: data.replace(*colours) for path, data in sample.items()})


def _rar(student: str, sample: Files) -> Files:
    return {f"{student}/homework.rar": b"Rar!\x1a\x07\x01\x00" + bytes(range(256))}


FORMS: Mapping[str, Callable[[str, Files], Files]] = {
    "folder": _folder,
    "zip": _zip,
    "tar.gz": _tar,
    "broken zip": _broken_zip,
    "climbing zip": _climbing_zip,
    "rar": _rar,
    "red and blue": _red_and_blue,
}
"""From a student's id and the files of a sample to what lies in the folder of the assignment."""


@dataclass(frozen=True)
class Work:
    """A sample submission as a student handed it in, `late` hours after the due date.

    "accepted/c_flood or python_flood" is one program in two languages: the first that the machine has tools
    for is handed in.
    """

    sample: str
    form: str = "folder"
    late: float = -4

    @property
    def samples(self) -> list[str]:
        """The names of the program's samples, the one that is meant first."""
        kind, names = self.sample.split("/")
        return [f"{kind}/{name}" for name in names.split(" or ")]


@dataclass(frozen=True)
class ExampleStudent:
    """A line of the roster, and what the student handed in by assignment."""

    id: str
    last_name: str
    first_name: str
    section: str
    works: Mapping[str, Work]


def _student(row: dict[str, str]) -> ExampleStudent:
    """A row of `students.csv`: who it is, then a column an assignment."""
    student, last, first, section = (row.pop(name) for name in ABOUT)
    return ExampleStudent(
        student, last, first, section, {name: _work(row[name]) for name in row if row[name]}
    )


def _work(cell: str) -> Work:
    """A sample with its form, where that is no folder, and the hours of lateness: `a/b; zip; late 20`."""
    sample, *more = cell.split("; ")
    work = Work(sample, next((word for word in more if word in FORMS), Work.form))
    hours = [float(word.removeprefix("late ")) for word in more if word.startswith("late ")]
    return replace(work, late=hours[0]) if hours else work


ABOUT = ("student_id", "last_name", "first_name", "section")

with (Path(__file__).parent / "students.csv").open(encoding="utf-8", newline="") as _table:
    STUDENTS = tuple(map(_student, csv.DictReader(_table)))

# -- the class from the sample submissions of the packages ------------------------------------------


MARKER = "example-class"

TITLE = "Go programming: the example class"

RULES: Mapping[str, Mapping[str, Any]] = {
    "board9": {
        "due": "2026-10-04T23:59:00+00:00",
        "late": {"policy": "percentage-penalty", "penalty": 10, "grace_minutes": 15, "reject_after_days": 7},
    },
    "tromp-taylor": {
        "due": "2026-10-18T23:59:00+00:00",
        "late": {"policy": "late-days", "penalty": 10, "reject_after_days": 7},
    },
    "board-control": {
        "due": "2026-11-01T23:59:00+00:00",
        "late": {"policy": "constant-penalty", "penalty": 5, "grace_minutes": 15},
        "visibility": "visible",
    },
    "influence": {
        "due": "2026-11-15T23:59:00+00:00",
        "late": {"policy": "penalty-decay", "penalty": 2.5, "interval_hours": 12},
        "extensions": {"lena": 72},
    },
    "little-go": {"due": "2026-11-29T23:59:00+00:00"},
}
"""What `class.yaml` says of each assignment: each shows other rules."""

KEY = "the key of the example class is known to everybody"

GAMES = 4
"""The most games of a series; a course has up to 40."""

BOARDS = (0, 1, 2, 3, 5, 7, 8, 10, 16, 17, 20, 24, 27)
"""Which boards of the generator of tromp-taylor: each kind, and none of 255x255."""

CALLS = ((0, 2, 4, 5), (0, 1, 3), (0, 1, 3), (0, 2, 5), (0, 1, 3, 5, 9), (0, 4, 7), (0, 1, 3, 6, 7))
"""Which calls of each batch of the generator of influence: some for each question."""

PARTS: Mapping[str, Callable[[Any], Any]] = {
    "board9": lambda batches: batches[0],
    "tromp-taylor": lambda batches: [batches[number] for number in BOARDS],
    "board-control": lambda batches: [batch[:4] for batch in batches],
    "influence": lambda batches: [
        [batch[n] for n in kept] for batch, kept in zip(batches, CALLS, strict=True)
    ],
    "little-go": lambda batches: [{**series, "games": GAMES} for series in batches],
}
"""The part of the hidden batches of `generator.yaml` that is made, by assignment."""

BY_HAND = (
    "board9,otto,,12,Ada Lovelace,2026-10-06,"
    "The archive was damaged on its way; the program was shown in the lab.\n"
)
"""The line of `overrides.csv`."""

CORRECTION = (
    b"tromp-taylor,,04/plain-1,,Ada Lovelace,2026-12-07,"
    b"The statement did not say what a drawn game is called.,accept,,B+0\n"
)
"""What is found out after the marks are published."""


def make_example(folder: Path, assignments: Collection[str] = tuple(RULES)) -> None:
    """Write the class folder, with some of the assignments that ship.

    An example class that exists stays as it is, so that grading it again does only what is needed.
    Raises `DataError` when the folder holds other files, `UsageError` for an unknown assignment.
    """
    if (folder / MARKER).is_file():
        return
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DataError(str(folder), "holds files that are not the example class", "give a new folder")
    asked = {name: find_package(name) for name in assignments}
    packages = {name: asked[name] for name in RULES if name in asked}
    for path, data in example_files(packages).items():
        write_atomic(folder / path, data)
    for name, package in packages.items():
        store(hidden_files(package, small_cases(package)), folder / "hidden" / name, force=False)
    samples = {name: read_samples(package) for name, package in packages.items()}
    lacking = (_chosen(samples[name], work)[1] for name in packages for _, work in _works(name))
    write_atomic(folder / MARKER, "\n".join(["made by gograde demo", *chain(*lacking), ""]).encode())


def small_cases(package: Package) -> tuple[Batch, ...]:
    """The hidden batches of a package in the example class.

    They are made as public cases are, since no cases are added until each known mistake is caught.
    """
    generator = package.generator()
    part = PARTS[package.config.id](generator["batches"])
    asked = {**generator, "sample_key": KEY, "sample": part}
    made = author_of(package).generate_sample(asked, replace(package.config, overlooked={}))
    return tuple(replace(batch, name=batch.name.removeprefix("sample-"), public=False) for batch in made)


def in_python(folder: Path) -> Mapping[str, int]:
    """How many hand-ins are in Python for want of a language's tools when the class was made, by language."""
    return Counter((folder / MARKER).read_text().splitlines()[1:])


def example_files(packages: Mapping[str, Package]) -> dict[str, bytes]:
    """The files of the class by path, without the hidden cases."""
    free = any(RULES[name].get("late", {}).get("policy") == "late-days" for name in packages)
    rules = {name: RULES[name] for name in packages}
    config = of_value(
        ClassConfig,
        {"schema": CLASS_SCHEMA, "title": TITLE, "late_days": 2 if free else 0, "assignments": rules},
    )
    texts = {**class_files(config), ROSTER: _roster()}
    if "board9" in packages:
        texts[OVERRIDES] += BY_HAND
    files = {name: text.encode() for name, text in texts.items()}
    for name, package in packages.items():
        handed_in = dict(_handed_in(package, config))
        files |= {f"{SUBMISSIONS}/{name}/{path}": data for path, data in handed_in.items()}
    return files


def _roster() -> str:
    lines = [f"{s.id},{s.last_name},{s.first_name},{s.id}@example.org,{s.section}" for s in STUDENTS]
    return "\n".join([",".join((*ROSTER_COLUMNS, "section")), *lines]) + "\n"


def _handed_in(package: Package, config: ClassConfig) -> Iterator[tuple[str, bytes]]:
    """The files in the folder of an assignment, by path."""
    due = config.assignments[package.config.id].due
    times, samples = ["student_id,submitted_at"], read_samples(package)
    for student, work in _works(package.config.id):
        at = due and due + timedelta(hours=work.late)
        times.append(f"{student},{at and at.isoformat(timespec='seconds')}")
        yield from FORMS[work.form](student, samples[_chosen(samples, work)[0]].files).items()
    yield TIMES, ("\n".join(times) + "\n").encode()


def _works(assignment: str) -> list[tuple[str, Work]]:
    return [(one.id, one.works[assignment]) for one in STUDENTS if assignment in one.works]


def _chosen(samples: Mapping[str, Sample], work: Work) -> tuple[str, list[str]]:
    """The sample that this machine can run, and the languages for which the one meant lacks a tool."""
    lacking = {
        sample: [name for path in samples[sample].files if (name := language_of(path)) and missing(name)]
        for sample in work.samples
    }
    return next(sample for sample, names in lacking.items() if not names), lacking[work.samples[0]][:1]


def correct_example(folder: Path, assignments: Collection[str]) -> bool:
    """Correct a case for the whole class, as `gograde regrade` takes it up; False when it was done before."""
    path = folder / OVERRIDES
    if "tromp-taylor" not in assignments or CORRECTION in (before := path.read_bytes()):
        return False
    write_atomic(path, before + CORRECTION)
    return True
