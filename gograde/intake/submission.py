"""Takes a submission into memory as it was handed in: a folder, an archive or a single file.

Nothing is unpacked or written, and no symbolic link is followed.  A submission that cannot be read is a
value with a refusal: the student gets a verdict and a sentence that names the entry.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from gograde.intake.bag import Bag, Caps
from gograde.intake.clones import BARE, EMPTY, NOT_THERE, is_bare, is_clone, missing_modules
from gograde.intake.names import (
    BAD_CHARACTER,
    ENVIRONMENT_MARK,
    RefusedError,
    has_bad_character,
    is_junk,
    readable,
    safe_path,
)
from gograde.intake.printable import safe

METADATA = "submission_metadata.json"
SOURCE_SUFFIXES = (".py", ".c", ".h", ".sh")

HAND_IN = "hand in a folder, a .zip or a .tar.gz with the program in it"


@dataclass(frozen=True)
class Submission:
    """The files of a submission by relative path (with forward slashes).

    `sha256` covers the files as they were handed in.  `refusal` says why nothing could be taken in (empty
    otherwise); `skipped` maps each file that was left out to the reason.
    """

    files: Mapping[str, bytes]
    sha256: str
    refusal: str = ""
    skipped: Mapping[str, str] = field(default_factory=dict)


def take_in(path: Path) -> Submission:
    """Take in the files at a path as they were handed in; raises `OSError` when the path cannot be read."""
    bag, skipped = Bag(Caps()), dict[str, str]()
    try:
        if path.is_symlink():
            raise RefusedError(f"{safe(path.name)}: a symbolic link")
        if path.is_dir():
            _walk(path, "", bag, skipped)
            _check_clone(path, bag, skipped)
        else:
            _take_file(path, safe_path(readable(path.name)), bag, top=True)
    except RefusedError as refusal:
        listing = {**bag.files, "\0refused": str(refusal).encode()}
        return Submission({}, digest(listing), str(refusal), skipped)
    return Submission(bag.files, digest(bag.files), "", skipped)


def digest_of(path: Path) -> str:
    """The `sha256` of `take_in`.

    All unreadable paths share one digest, so that grading continues; `take_in` raises for them.
    """
    try:
        return take_in(path).sha256
    except OSError:
        return digest({"\0unreadable": b""})


def _check_clone(path: Path, bag: Bag, skipped: dict[str, str]) -> None:
    """Note the missing submodules of a git clone; raises `RefusedError` when all files are missing."""
    if not bag.files and is_clone(path):
        raise RefusedError(f"{safe(path.name)}: {EMPTY}; {HAND_IN}")
    for module in missing_modules(bag.files):
        _skip(module, NOT_THERE, bag, skipped)


def _walk(folder: Path, prefix: str, bag: Bag, skipped: dict[str, str]) -> None:
    listed = _listed(folder, prefix, bag)
    if prefix and any(entry.name == ENVIRONMENT_MARK for entry in listed):
        return
    if not prefix and is_bare([entry.name for entry in listed]):
        raise RefusedError(f"{safe(folder.name)}: {BARE}; {HAND_IN}")
    for entry in listed:
        path = prefix + readable(entry.name)
        if is_junk(f"{path}/x" if entry.is_dir(follow_symlinks=False) else path) or path == METADATA:
            continue
        if entry.is_dir(follow_symlinks=False):
            _walk(Path(entry.path), f"{safe_path(path)}/", bag, skipped)
        elif has_bad_character(path) and not path.lower().endswith(SOURCE_SUFFIXES):
            _skip(path, BAD_CHARACTER, bag, skipped)
        elif entry.is_file(follow_symlinks=False):
            _take_file(Path(entry.path), safe_path(path), bag)
        else:
            _skip(path, "a link" if entry.is_symlink() else "not a regular file", bag, skipped)


def _skip(path: str, why: str, bag: Bag, skipped: dict[str, str]) -> None:
    if len(skipped) >= bag.caps.files:
        raise RefusedError(f"more than {bag.caps.files} links and other entries that are no files")
    skipped[safe(path)] = why


def _listed(folder: Path, prefix: str, bag: Bag) -> list[os.DirEntry[str]]:
    """The entries of a folder by name; raises `RefusedError`, or `OSError` for an unreadable top folder."""
    try:
        with os.scandir(folder) as entries:
            listed = list(islice(entries, bag.caps.entries + 1))
    except (PermissionError, FileNotFoundError, NotADirectoryError) as error:
        if not prefix:
            raise
        raise RefusedError(f"{safe(prefix)}: {_unreadable(error)}") from None
    bag.meet(len(listed))
    return sorted(listed, key=lambda entry: entry.name)


def _unreadable(error: OSError) -> str:
    return f"cannot be read ({(error.strerror or '').lower()})"


def _open(file: Path, path: str, *, top: bool) -> int:
    """Open a file without following links; raises `RefusedError`, or `OSError` when `top` is unreadable."""
    # The entry may have been replaced since it was listed: follow no link, wait for no pipe.
    try:
        return os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except (PermissionError, FileNotFoundError) as error:
        if top:
            raise
        raise RefusedError(f"{safe(path)}: {_unreadable(error)}") from None
    except OSError as error:
        if error.errno not in (errno.ELOOP, errno.ENXIO, errno.ENODEV, errno.ENOTDIR):
            raise
        raise RefusedError(f"{safe(path)}: not a regular file") from None


def _take_file(file: Path, path: str, bag: Bag, *, top: bool = False) -> None:
    if not path:
        raise RefusedError(f"{safe(readable(file.name))}: no name for a file")
    descriptor = _open(file, path, top=top)
    with open(descriptor, "rb") as source:  # noqa: PTH123 - a descriptor
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise RefusedError(f"{safe(path)}: not a regular file")
        bag.add(path, iter(lambda: source.read(1 << 16), b""))


def digest(files: Mapping[str, bytes]) -> str:
    """SHA-256 over names and contents; the order of the files does not matter."""
    whole = hashlib.sha256()
    for path in sorted(files):
        name = path.encode("utf-8", "surrogateescape")
        whole.update(len(name).to_bytes(8, "big") + name + hashlib.sha256(files[path]).digest())
    return whole.hexdigest()
