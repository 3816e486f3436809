"""The forms in which the students of the example class hand in; each makes the same bytes every time."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable, Mapping

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


def _askew(student: str, sample: Files) -> Files:
    """A program that turns its pictures, so that a person must look at them."""
    return _folder(
        student, {path: data.replace(b".save(", b".rotate(20).save(") for path, data in sample.items()}
    )


def _rar(student: str, sample: Files) -> Files:
    return {f"{student}/homework.rar": b"Rar!\x1a\x07\x01\x00" + bytes(range(256))}


FORMS: Mapping[str, Callable[[str, Files], Files]] = {
    "folder": _folder,
    "zip": _zip,
    "tar.gz": _tar,
    "broken zip": _broken_zip,
    "climbing zip": _climbing_zip,
    "rar": _rar,
    "askew": _askew,
}
"""From a student's id and the files of a sample to what lies in the folder of the assignment."""
