"""Makes the example class from the sample submissions of board9.

The package and the table below determine every byte, so the files are the same every time.  One
submission is late, one is missing, one is a broken archive and one cannot be opened.
"""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from gograde.authoring.author import generate_batches
from gograde.authoring.case_folders import hidden_files
from gograde.errors import DataError
from gograde.files import write_atomic
from gograde.package.package import Package, checked_file
from gograde.package.secret_store import store

ASSIGNMENT = "board9"
KEY = b"the key of the example class is known to everybody"
ON_TIME = "2026-11-13T20:00:00+00:00"
LATE = "2026-11-17T09:30:00+00:00"
MARKER = "example-class"

CLASS_YAML = """\
schema: gograde/class/v1
title: "Go programming: the example class"
assignments:
  board9:
    weight: 100
    due: "2026-11-15T23:59:00+00:00"
    late: {policy: percentage-penalty, penalty: 10, grace_minutes: 15, reject_after_days: 7}
    visibility: hidden
"""


@dataclass(frozen=True)
class ExampleStudent:
    """A line of the roster, and which sample the student handed in, in which form, and when."""

    id: str
    last_name: str
    first_name: str
    sample: str | None
    form: str = "folder"
    handed_in: str = ON_TIME


STUDENTS = (
    ExampleStudent("amara", "Okafor", "Amara", "accepted/draws_tk"),
    ExampleStudent("bruno", "Costa", "Bruno", "accepted/draws_pil_files", "zip"),
    ExampleStudent("chen", "陈", "晓雨", "accepted/python_chinese_name", "zip"),
    ExampleStudent("dalia", "Haddad", "Dalia", "accepted/draws_ppm_in_c", "tar.gz"),
    ExampleStudent("emil", "Novák", "Emil", "accepted/draws_turtle", handed_in=LATE),
    ExampleStudent("fatou", "Diallo", "Fatou", "wrong_answer/capture_forgotten"),
    ExampleStudent("goran", "Marić", "Goran", "wrong_answer/many_stone_suicide_allowed", "zip"),
    ExampleStudent("hana", "Sato", "Hana", "wrong_answer/draws_one_capture_missing"),
    ExampleStudent("ivan", "Petrov", "Ivan", "wrong_answer/empty_template"),
    ExampleStudent("jun", "Park", "Jun", "run_time_error/block_2x2_crash"),
    ExampleStudent("kira", "Lund", "Kira", "compile_error/python_syntax"),
    ExampleStudent("luca", "Ferri", "Luca", "time_limit_exceeded/loops_for_ever"),
    ExampleStudent("mina", "Rahimi", "Mina", "output_limit_exceeded/prints_without_end"),
    ExampleStudent("noor", "Aziz", "Noor", None),
    ExampleStudent("otto", "Berg", "Otto", "accepted/draws_own_png", "broken zip"),
    ExampleStudent("petra", "Kovač", "Petra", "accepted/python_messy", "rar"),
)


def make_example(folder: Path, package: Package) -> None:
    """Write the class folder; raises `DataError` when the folder holds other files.

    An example class that exists stays as it is, so that grading it again does only what is needed.
    """
    if (folder / MARKER).is_file():
        return
    if folder.exists() and any(folder.iterdir()):
        raise DataError(str(folder), "holds files that are not the example class", "give a new folder")
    files = example_files(package)
    for path, data in files.items():
        write_atomic(folder / path, data)
    hidden = hidden_files(package, generate_batches(package, KEY))
    store(hidden, folder / "hidden" / ASSIGNMENT, force=False)
    write_atomic(folder / MARKER, b"made by gograde demo\n")


def example_files(package: Package) -> dict[str, bytes]:
    """The files of the class by path, without the hidden cases."""
    files = {"class.yaml": CLASS_YAML.encode(), "roster.csv": _roster().encode()}
    times = ["student_id,submitted_at"]
    for student in STUDENTS:
        if student.sample is None:
            continue
        times.append(f"{student.id},{student.handed_in}")
        sample = _sample(package, student.sample)
        handed_in = FORMS[student.form](student.id, sample)
        files |= {f"submissions/{ASSIGNMENT}/{path}": data for path, data in handed_in.items()}
    files[f"submissions/{ASSIGNMENT}/submitted_at.csv"] = ("\n".join(times) + "\n").encode()
    return files


def _sample(package: Package, name: str) -> dict[str, bytes]:
    top = f"submissions/{name}/"
    return {
        path.removeprefix(top): checked_file(package.path, path, digest)
        for path, digest in package.hashes.items()
        if path.startswith(top)
    }


def _roster() -> str:
    lines = [f"{s.id},{s.last_name},{s.first_name},{s.id}@example.org" for s in STUDENTS]
    return "\n".join(["student_id,last_name,first_name,email", *lines]) + "\n"


# -- how they were handed in ----------------------------------------------------------------


def _folder(student: str, sample: Mapping[str, bytes]) -> dict[str, bytes]:
    return {f"{student}/{path}": data for path, data in sample.items()}


def _zip(student: str, sample: Mapping[str, bytes]) -> dict[str, bytes]:
    return {f"{student}.zip": _zipped(sample)}


def _zipped(sample: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in sorted(sample.items()):
            archive.writestr(zipfile.ZipInfo(path, (2026, 11, 13, 20, 0, 0)), data)
    return buffer.getvalue()


def _tar(student: str, sample: Mapping[str, bytes]) -> dict[str, bytes]:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for path, data in sorted(sample.items()):
            entry = tarfile.TarInfo(f"homework/{path}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return {f"{student}.tar.gz": gzip.compress(buffer.getvalue(), mtime=0)}


def _broken_zip(student: str, sample: Mapping[str, bytes]) -> dict[str, bytes]:
    whole = _zipped(sample)
    return {f"{student}.zip": whole[: len(whole) // 2]}


def _rar(student: str, sample: Mapping[str, bytes]) -> dict[str, bytes]:
    return {f"{student}/homework.rar": b"Rar!\x1a\x07\x01\x00" + bytes(range(256))}


FORMS: Mapping[str, Callable[[str, Mapping[str, bytes]], dict[str, bytes]]] = {
    "folder": _folder,
    "zip": _zip,
    "tar.gz": _tar,
    "broken zip": _broken_zip,
    "rar": _rar,
}
