"""Puts submissions into a class: first whole beside their place, then by one rename.

What stands in the place already is never written over.  It is moved to `replaced/`, where it stays.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from gograde.files import FILE_MODE, make_folder
from gograde.intake.downloads.folder import FolderSource
from gograde.intake.downloads.part import Entry, Source
from gograde.intake.names import RefusedError, is_junk, readable, safe_path
from gograde.intake.printable import safe

REPLACED = "replaced"
"""The folder of a class that keeps the submissions which others took the place of."""

STAGING = ".importing"
"""Beside the submissions of an assignment; its name begins with a dot, so nothing in it is graded."""

PART_BYTES = 64 * 1024 * 1024
"""Bytes of a submission; grading refuses more than 20 MiB, so what is refused here has no marks to lose."""

PART_FILES = 2000
"""Files of a submission; grading refuses more than 500."""

Content = Mapping[str, str]
"""The SHA-256 of each file of a submission, by path."""


@contextmanager
def staging(folder: Path) -> Iterator[Path]:
    """A folder for submissions that are not in place yet; it is gone afterwards."""
    place = folder / STAGING
    shutil.rmtree(place, ignore_errors=True)
    make_folder(place)
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def stage(source: Source, files: Mapping[str, Entry], folder: Path) -> Content:
    """Copy the files of a submission into a new folder; raises `RefusedError` for a name or a size."""
    if len(files) > PART_FILES:
        raise RefusedError(f"more than {PART_FILES} files")
    folder.mkdir(mode=0o700)
    left, content = PART_BYTES, {}
    for name, entry in files.items():
        path = safe_path(name)
        if not path:
            raise RefusedError(f"{safe(name)}: no name for a file")
        sha256, size = _copy(source, entry, folder, path, left)
        content[path] = sha256
        left -= size
    return content


def _copy(source: Source, entry: Entry, folder: Path, path: str, most: int) -> tuple[str, int]:
    target, whole, size = folder / path, hashlib.sha256(), 0
    try:
        make_folder(target.parent)
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, FILE_MODE)
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        raise RefusedError(f"{safe(path)}: two files, or a file and a folder, of one name") from None
    with open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor
        for chunk in source.chunks(entry):
            size += len(chunk)
            if size > most:
                raise RefusedError(f"more than {PART_BYTES // 1024 // 1024} MiB, at {safe(path)}")
            whole.update(chunk)
            file.write(chunk)
    return whole.hexdigest(), size


def content_of(path: Path) -> Content:
    """What is in a place already: a folder, or a file by its name; links are named, never followed."""
    if path.is_symlink() or not path.is_dir():
        return {readable(path.name): _digest(path)}
    source = FolderSource(path)
    content = dict(source.skipped)
    for entry in source.entries:
        whole = hashlib.sha256()
        for chunk in source.chunks(entry):
            whole.update(chunk)
        content[entry.path] = whole.hexdigest()
    return content


def _digest(path: Path) -> str:
    """The SHA-256 of a regular file; empty for anything else."""
    if path.is_symlink() or not path.is_file():
        return ""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def without_junk(content: Content) -> Content:
    """The files that count: not those that tools leave behind."""
    return {path: sha256 for path, sha256 in content.items() if not is_junk(path)}


def sha256_of(content: Content) -> str:
    """The digest of a whole submission."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def put(staged: Path, place: Path) -> None:
    """Move a staged submission into its place, which is free."""
    staged.rename(place)


def set_aside(class_dir: Path, assignment: str, student: str, old: Path) -> str:
    """Move a submission that is replaced; returns where it is now, relative to the class."""
    folder = class_dir / REPLACED / assignment / student
    number = 1
    while (folder / str(number)).exists():
        number += 1
    make_folder(folder / str(number))
    target = folder / str(number) / old.name
    old.rename(target)
    return target.relative_to(class_dir).as_posix()
