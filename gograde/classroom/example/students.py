"""Who is in the example class, and what each handed in.  Not everybody hands in everything."""

from __future__ import annotations

import csv
import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

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
