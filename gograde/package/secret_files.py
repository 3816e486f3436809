"""Secret keys, folders that only their owner can read, and salted commitments to hidden cases.

The instructor hands out the commitment before the deadline, and publishes the files and the salt
after it.  `docs/hidden-cases.md` says how to recompute a commitment without this program.
What is published comes back from untrusted sources, and is read with limits.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
import shutil
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from gograde.errors import DataError
from gograde.files import FILE_MODE, FOLDER_MODE, make_folder, write_atomic
from gograde.package.config import ID_PATTERN
from gograde.package.yaml_files import read_capped

LABEL = "gograde-seal-v1"
SALT_BYTES = 32
TEXT_BYTES = 1024
"""The most bytes of a file with a commitment or a salt."""

_LINE = re.compile(rf"{LABEL} ({ID_PATTERN}) ([0-9]{{1,9}}(?:\.[0-9]{{1,9}}){{2}}) ([0-9a-f]{{64}})")
_SALT = re.compile(rf"[0-9a-f]{{{2 * SALT_BYTES}}}")


@dataclass(frozen=True)
class Commitment:
    """A commitment, which is handed out before the deadline; `digest` is in hex."""

    assignment: str
    version: str
    digest: str

    def __str__(self) -> str:
        return f"{LABEL} {self.assignment} {self.version} {self.digest}"


@dataclass(frozen=True)
class Seal:
    """A commitment with its salt, which the instructor keeps secret."""

    commitment: Commitment
    salt: bytes


def commit(salt: bytes, assignment: str, version: str, files: Mapping[str, bytes]) -> Commitment:
    """The commitment to files by path; their order does not matter.

    The digest is the HMAC-SHA-256 of `encoded(…)` with the salt as key.  Raises `ValueError` for a salt
    of another length than `SALT_BYTES`: HMAC pads short keys with zeros, so that two salts could open
    one commitment.
    """
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt of {len(salt)} bytes")
    digest = hmac.new(salt, encoded(assignment, version, files), hashlib.sha256).hexdigest()
    return Commitment(assignment, version, digest)


def encoded(assignment: str, version: str, files: Mapping[str, bytes]) -> bytes:
    """The label, the assignment, the version, then path and bytes of every file, sorted by path.

    The length of each part precedes it (8 bytes, big-endian), so that different files are encoded
    differently.
    """
    parts = [LABEL.encode(), assignment.encode(), version.encode()]
    for path, data in sorted((path.encode(), data) for path, data in files.items()):
        parts += [path, data]
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def parse_commitment(data: bytes, where: str) -> Commitment:
    """The commitment in a file of one line; raises `DataError` for any other content."""
    match = _LINE.fullmatch(_text(data).strip(" \t\r\n"))
    if match is None or len(data) > TEXT_BYTES:
        form = f"{LABEL} ASSIGNMENT VERSION and 64 hex digits"
        raise DataError(where, "not a commitment", f"give the one line that was handed out: {form}")
    return Commitment(*match.groups())


def parse_salt(data: bytes, where: str) -> bytes:
    """The salt in a file of one line; raises `DataError` for any other content."""
    text = _text(data).strip(" \t\r\n")
    if not _SALT.fullmatch(text):
        what = f"not a salt ({2 * SALT_BYTES} hex digits on a line)"
        raise DataError(where, what, "give the folder as it was published")
    return bytes.fromhex(text)


def _text(data: bytes) -> str:
    """Bytes as ASCII text; other bytes become a character that no pattern matches."""
    return data.removeprefix(b"\xef\xbb\xbf").decode("ascii", "replace")


def read_seal(path: Path) -> Seal | None:
    """A seal from disk, None without a file; raises `DataError` for an invalid file."""
    if not path.exists() and not path.is_symlink():
        return None
    first, _, second = read_capped(path, TEXT_BYTES).partition(b"\n")
    try:
        return Seal(parse_commitment(first, str(path)), parse_salt(second, str(path)))
    except DataError:
        fix = "restore it; if it is lost, seal again with --force and hand out the new line"
        raise DataError(str(path), "not a commitment with its salt", fix) from None


def write_seal(path: Path, seal: Seal) -> None:
    """Write a seal atomically, readable by its owner only; raises `DataError`."""
    new = path.with_name(f".{path.name}.new")
    try:
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(f"{seal.commitment}\n{seal.salt.hex()}\n")
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        raise DataError(str(path), f"cannot be written ({error.strerror})", "make it writable") from None


KEY_BYTES = 32
"""Bytes of a new key: as many as the hash that makes the cases from it can use."""

LEAST_KEY_BYTES = 16
"""The fewest bytes of a key; shorter keys can be guessed."""


def key_beside(folder: Path) -> Path:
    """The usual file of a class's key: beside its folder, whose content may be handed on.

    Nobody named this file, so one that is another user's, who would know the key, raises `DataError`.
    """
    whole = folder.resolve()
    path = (whole if folder.name in ("", "..") else folder).with_name(f"{whole.name}.key")
    ours = {os.geteuid(), whole.stat().st_uid if whole.exists() else os.geteuid()}
    if os.path.lexists(path) and path.lstat().st_uid not in ours:
        raise DataError(str(path), "another user's file, who may know the key", "move it away, or give --key")
    return path


def new_key(path: Path) -> None:
    """Write a new random key, for its owner alone; raises `DataError` when the file exists."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    try:
        descriptor = os.open(path, flags, FILE_MODE)
    except FileExistsError:
        what = "there already; hidden cases may have been made from it"
        raise DataError(str(path), what, "give the name of a file that does not exist") from None
    except OSError as error:
        raise DataError(str(path), f"cannot be written ({error.strerror})", "give another file") from None
    with open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor
        file.write(secrets.token_bytes(KEY_BYTES))
        file.flush()
        os.fsync(descriptor)


def read_key(path: Path) -> bytes:
    """All bytes of a key file; raises `DataError` when it is missing or too short."""
    if not path.exists():
        fix = "give the file of the key that made the cases, or leave its name out"
        raise DataError(str(path), "no key file", fix)
    key = read_capped(path, 64 * 1024, pipes=True)
    if len(key) < LEAST_KEY_BYTES:
        fix = f"give a file of {LEAST_KEY_BYTES} secret bytes or more"
        raise DataError(str(path), f"a key of {len(key)} bytes can be guessed", fix)
    return key


def store(files: Mapping[str, bytes], folder: Path, *, force: bool) -> bool:
    """Write the files as the only content of a folder; False when the folder has them already.

    The folder is replaced as a whole.  Raises `DataError` for other content, unless `force`.
    """
    try:
        if _content(folder) == dict(files):
            _close(folder)
            return False
        if not force and (folder.exists() or folder.is_symlink()):
            what = "other cases are there already, and marks may have been given with them"
            raise DataError(str(folder), what, "use the key they were made from, or --force to replace them")
        make_folder(folder.parent)
        put_in_place(folder, _written(files, folder.parent / f".{folder.name}.new"))
    except OSError as error:
        raise DataError(str(folder), f"cannot be written ({error.strerror})", "make it writable") from None
    return True


def _content(folder: Path) -> dict[str, bytes] | None:
    """The files of a folder by path, none without the folder; None if some are not regular files."""
    paths = [path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()]
    if folder.is_symlink() or not all(path.is_file() and not path.is_symlink() for path in paths):
        return None
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def _close(folder: Path) -> None:
    """Restrict all files to their owner; a copied folder may have wider rights."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(FOLDER_MODE if path.is_dir() else FILE_MODE)


def _written(files: Mapping[str, bytes], folder: Path) -> Path:
    """Write the files into a new folder; returns the folder."""
    if folder.exists():
        shutil.rmtree(folder)
    make_folder(folder)
    for path, data in files.items():
        write_atomic(folder / path, data)
    return folder


def put_in_place(folder: Path, new: Path) -> None:
    """Give a new folder beside it the place of a folder, which is deleted."""
    old = folder.parent / f".{folder.name}.old"
    _remove(old)
    if folder.exists() or folder.is_symlink():
        folder.rename(old)
    new.rename(folder)
    _remove(old)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}")
ANEW = "give the folder as it was made"


@dataclass(frozen=True)
class TreeLimits:
    """The limits of a folder's content; `entries` counts files and folders, `depth` nested folders."""

    entries: int = 10_000
    depth: int = 4
    total_bytes: int = 64 * 1024 * 1024


LIMITS = TreeLimits()


def read_tree(folder: Path, limits: TreeLimits = LIMITS) -> dict[str, bytes]:
    """All files in a folder and its subfolders, by path, sorted; empty folders are ignored.

    Raises `DataError` for links, pipes and devices, for names with characters other than ASCII letters,
    digits and `. _ -`, for paths that differ in case only, and above a limit.  The folder itself may
    be a link.
    """
    files: dict[str, bytes] = {}
    folded: set[str] = set()
    left = limits.total_bytes
    for path in sorted(_paths(folder, limits)):
        if path.lower() in folded:
            raise DataError(str(folder / path), "differs from another name in case only", "rename it")
        folded.add(path.lower())
        files[path] = read_capped(folder / path, links=False)
        left -= len(files[path])
        if left < 0:
            raise DataError(str(folder), f"holds more than {limits.total_bytes} bytes", ANEW)
    return files


def _paths(folder: Path, limits: TreeLimits) -> Iterator[str]:
    """The paths of all files in a folder and its subfolders."""
    waiting, seen = [("", 1)], 0
    while waiting:
        above, depth = waiting.pop()
        for entry in _entries(folder / above):
            seen += 1
            if seen > limits.entries:
                raise DataError(str(folder), f"holds more than {limits.entries} files and folders", ANEW)
            path = f"{above}{entry.name}"
            if not _is_folder(entry):
                yield path
            elif depth > limits.depth:
                raise DataError(entry.path, f"more than {limits.depth} folders deep", ANEW)
            else:
                waiting.append((f"{path}/", depth + 1))


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            yield from entries
    except FileNotFoundError:
        raise DataError(str(folder), "no such folder", ANEW) from None
    except OSError as error:
        raise DataError(str(folder), f"cannot be read ({error.strerror})", "make it readable") from None


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a folder; raises `DataError` for wrong names and for neither folder nor file."""
    if not NAME.fullmatch(entry.name):
        what = "a name that is not letters, digits and . _ - (at most 100, no dot first)"
        raise DataError(entry.path, what, "rename it or take it away")
    mode = entry.stat(follow_symlinks=False).st_mode
    if stat.S_ISLNK(mode):
        raise DataError(entry.path, "a symbolic link", "put the file itself there")
    if not stat.S_ISDIR(mode) and not stat.S_ISREG(mode):
        raise DataError(entry.path, "not a regular file", "take it away")
    return stat.S_ISDIR(mode)
