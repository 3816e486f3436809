"""Takes a submission into memory as it was handed in: a folder, an archive or a single file.

Nothing is unpacked or written, and no symbolic link is followed.  A submission that cannot be read is a
value with a refusal: the student gets a verdict and a sentence that names the entry.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from stat import S_IFDIR, S_IFLNK, S_IFREG

from gograde.errors import DataError, UsageError
from gograde.intake.bag import Bag, Caps
from gograde.intake.descent import FILE, FOLDER, ChangedError, Met, folder_below, meet, opened
from gograde.intake.languages import SOURCES
from gograde.intake.names import (
    BAD_CHARACTER,
    ENVIRONMENT_MARK,
    RefusedError,
    has_bad_character,
    is_junk,
    readable,
    safe_path,
)
from gograde.listing import safe

GIT = ".git"
"""The only mark of a clone.  It is never opened or given to git: it can name programs for git to start."""

MODULES = ".gitmodules"

BARE = "a bare git repository, in which no file is checked out"

EMPTY = "a git clone in which no file is checked out"

NOT_THERE = "a git submodule that is not checked out"
"""Of an empty folder beside a `.gitmodules`; git keeps no other empty folder."""

METADATA = "submission_metadata.json"
"""A file that some course systems add at the top of a submission; it is not the student's."""

HAND_IN = "hand in a folder, a .zip or a .tar.gz with the program in it"

TRIES = 3
"""Times that a submission which changes meanwhile is taken in; with more, a student can hold up a class."""

CHANGED = "changed while it was taken in; it is taken in again at the next grading"

CHUNK = 64 * 1024
"""Bytes that are read of a file at a time."""


@dataclass(frozen=True)
class Submission:
    """The files of a submission by relative path (with forward slashes).

    `sha256` covers all that was taken in.  `refusal` says why nothing could be taken in (empty otherwise);
    `skipped` maps each file that was left out to the reason.  `answers` is the folder that keeps what the
    sandbox said of it (`gograde.intake.store`); None: it is asked each time.
    """

    files: Mapping[str, bytes]
    sha256: str
    refusal: str = ""
    skipped: Mapping[str, str] = field(default_factory=dict)
    answers: Path | None = field(default=None, compare=False)


def submission_of(files: Mapping[str, bytes], refusal: str, skipped: Mapping[str, str]) -> Submission:
    """The submission with these values and the SHA-256 that follows from them."""
    notes = {"\0refused": refusal.encode(), "\0skipped": json.dumps(skipped, sort_keys=True).encode()}
    told = {name: notes[name] for name, there in zip(notes, (refusal, skipped), strict=True) if there}
    return Submission(files, digest({**files, **told}), refusal, skipped)


def take_in(path: Path, below: Path | None = None) -> Submission:
    """Take in the files at a path as they were handed in.

    Students may write anywhere below the folder `below` (None: the one that holds the path), so no link is
    followed there.  Raises `OSError` when the folders down to the path cannot be entered.
    """
    top = below or path.parent
    *way, name = path.relative_to(top).parts
    for _ in range(TRIES):
        with folder_below(top, way) as folder:
            try:
                return _taken(folder, name)
            except ChangedError:
                continue
    return submission_of({}, f"{safe(readable(name))}: {CHANGED}", {})


def load_submission(path: Path) -> Submission:
    """Read the submission at the path; raises `UsageError` without one, `DataError` if unreadable."""
    try:
        path.lstat()
        return take_in(path if path.name not in ("", "..") else path.resolve())
    except FileNotFoundError:
        raise UsageError(str(path), "no such file or folder", "give the path of a submission") from None
    except OSError as error:
        raise DataError(str(path), f"cannot be read ({error.strerror})", "make it readable") from None


def digest(files: Mapping[str, bytes]) -> str:
    """SHA-256 over names and contents; the order of the files does not matter."""
    whole = hashlib.sha256()
    for path in sorted(files):
        name = path.encode("utf-8", "surrogateescape")
        whole.update(len(name).to_bytes(8, "big") + name + hashlib.sha256(files[path]).digest())
    return whole.hexdigest()


# -- one walk over what was handed in -------------------------------------------------------


def _taken(folder: int, name: str) -> Submission:
    """The entry of a folder as a submission; raises `ChangedError` when it changes meanwhile."""
    bag, skipped, stamps = Bag(Caps()), dict[str, str](), list[tuple[object, ...]]()
    folders = set[str]()
    try:
        for entry in _walk(folder, name, bag):
            stamps.append(entry.stamp)
            if entry.folder == folder:
                _take_top(entry, bag)
            elif entry.kind == S_IFDIR:
                folders.add(entry.path)
            else:
                _take(entry, bag, skipped)
        _check_clone(folder, name, bag)
        for path in _missing_modules(bag, folders):
            _skip(path, NOT_THERE, bag, skipped)
        if stamps != [entry.stamp for entry in _walk(folder, name, Bag(Caps()))]:
            raise ChangedError(name)
    except RefusedError as refusal:
        return submission_of({}, str(refusal), skipped)
    return submission_of(bag.files, "", skipped)


def _walk(folder: int, name: str, bag: Bag) -> Iterator[Met]:
    """The entry and everything in it that a student handed in; a folder before what it holds.

    The descriptor of an entry's folder is open until the next entry is asked for.
    """
    top = meet(folder, name, "")
    if top.kind == S_IFLNK:
        raise RefusedError(f"{safe(top.path)}: a symbolic link")
    yield top
    if top.kind == S_IFDIR:
        with opened(top, FOLDER) as inner:
            names = _listed(inner, bag)
            if {"HEAD", "objects", "refs"} <= {*names}:  # a bare repository
                raise RefusedError(f"{safe(top.path)}: {BARE}; {HAND_IN}")
            yield from _inside(inner, names, "", bag)


def _inside(folder: int, names: list[str], prefix: str, bag: Bag) -> Iterator[Met]:
    for name in names:
        entry = meet(folder, name, prefix)
        junk = is_junk(f"{entry.path}/x" if entry.kind == S_IFDIR else entry.path)
        if junk or entry.path == METADATA:
            continue
        yield entry
        if entry.kind == S_IFDIR:
            below = f"{safe_path(entry.path)}/"
            with opened(entry, FOLDER) as inner:
                inside = _listed(inner, bag)
                if ENVIRONMENT_MARK not in inside:
                    yield from _inside(inner, inside, below, bag)


def _listed(folder: int, bag: Bag) -> list[str]:
    with os.scandir(folder) as entries:
        names = [entry.name for entry in islice(entries, bag.caps.entries + 1)]
    bag.meet(len(names))
    return sorted(names)


# -- single entries -------------------------------------------------------------------------


def _take_top(entry: Met, bag: Bag) -> None:
    if entry.kind == S_IFREG:
        _read(entry, bag)
    elif entry.kind != S_IFDIR:
        raise RefusedError(f"{safe(entry.path)}: not a regular file")


def _take(entry: Met, bag: Bag, skipped: dict[str, str]) -> None:
    """Read a file into the bag, or note why it is left out."""
    if has_bad_character(entry.path) and not entry.path.lower().endswith(SOURCES):
        _skip(entry.path, BAD_CHARACTER, bag, skipped)
    elif entry.kind == S_IFREG:
        _read(entry, bag)
    else:
        _skip(entry.path, "a link" if entry.kind == S_IFLNK else "not a regular file", bag, skipped)


def _read(entry: Met, bag: Bag) -> None:
    path = safe_path(entry.path)
    if not path:
        raise RefusedError(f"{safe(entry.path)}: no name for a file")
    if entry.status.st_nlink > 1 and entry.status.st_uid != os.fstat(entry.folder).st_uid:
        raise RefusedError(f"{safe(path)}: a hard link to a file of another user")
    with opened(entry, FILE) as descriptor:
        bag.add(path, iter(lambda: os.read(descriptor, CHUNK), b""))


def _skip(path: str, why: str, bag: Bag, skipped: dict[str, str]) -> None:
    if len(skipped) >= bag.caps.files:
        raise RefusedError(f"more than {bag.caps.files} links and other entries that are no files")
    skipped[safe(path)] = why


def _check_clone(folder: int, name: str, bag: Bag) -> None:
    """Raise `RefusedError` for a git clone without any file."""
    top = meet(folder, name, "")
    if bag.files or top.kind != S_IFDIR:
        return
    with opened(top, FOLDER) as inner:
        if GIT in _listed(inner, Bag(Caps())):
            raise RefusedError(f"{safe(top.path)}: {EMPTY}; {HAND_IN}")


def _missing_modules(bag: Bag, folders: set[str]) -> list[str]:
    """The empty folders of a git clone with submodules."""
    if MODULES not in bag.files:
        return []
    holding = {path.rpartition("/")[0] for path in (*bag.files, *folders)}
    return sorted(folders - holding)
