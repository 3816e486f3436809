"""Writes the files of a class: each atomically, and so that only the owner of the class can read it.

What students may see is copied out by a person; nothing is written for other users of the machine.
"""

from __future__ import annotations

import contextlib
import fcntl
import glob
import hashlib
import os
import re
import tempfile
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

FOLDER_MODE = 0o700
"""Of every folder that gograde makes in a class."""

FILE_MODE = 0o600
"""Of every file that gograde writes in a class."""

FIXED_MODE = 0o400
"""Of a file that is never written again."""

TEMPORARY = ".partial-"
"""How the name of a file begins while it is written."""

_NAMED = 50
"""Characters of its later name that follow: with four bytes each they leave room for what makes it unique."""


@contextlib.contextmanager
def private_files() -> Iterator[None]:
    """In the block, whatever this process and its children write is for the owner alone, such as logs."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """In the block nobody else is alone in this folder: who comes later waits, another process or thread."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Make a folder and the folders above it where they are missing."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(mode=FOLDER_MODE, exist_ok=True)


def write_atomic(path: Path, data: bytes, mode: int = FILE_MODE, *, durable: bool = True) -> None:
    """Write a file atomically; if `durable`, its bytes are on the disk when the function returns."""
    with _written(path, data, mode, durable=durable) as temporary:
        temporary.replace(path)


def write_once(path: Path, data: bytes, mode: int = FILE_MODE) -> None:
    """Write a new file, whole or not at all; raises `FileExistsError` when there is one of this name."""
    with _written(path, data, mode) as temporary:
        os.link(temporary, path)
        temporary.unlink()


@contextlib.contextmanager
def _written(path: Path, data: bytes, mode: int, *, durable: bool = True) -> Iterator[Path]:
    """A temporary file with these bytes, for the block to give it its name; deleted when that fails."""
    make_folder(path.parent)
    descriptor, name = tempfile.mkstemp(prefix=_beginning(path), dir=path.parent)
    try:
        with open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor
            file.write(data)
            file.flush()
            if durable:
                os.fsync(file.fileno())
            os.fchmod(file.fileno(), mode)
        yield Path(name)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def write_changed(path: Path, data: bytes, mode: int = FILE_MODE, *, durable: bool = True) -> bool:
    """Write a file atomically unless it already holds these bytes; return whether it was written."""
    with contextlib.suppress(OSError):
        if path.read_bytes() == data:
            return False
    write_atomic(path, data, mode, durable=durable)
    return True


def leftovers(folder: Path) -> Iterator[Path]:
    """The temporary files that a killed writer left behind."""
    names = ((top, name) for top, _, files in os.walk(folder) for name in files)
    return (Path(top, name) for top, name in names if name.startswith(TEMPORARY))


def leftovers_of(path: Path) -> Iterator[Path]:
    """The temporary files of one file that killed writers left behind; nobody may be writing it."""
    return path.parent.glob(f"{glob.escape(_beginning(path))}*")


def _beginning(path: Path) -> str:
    return f"{TEMPORARY}{path.name[:_NAMED]}-"


def write_blob(blobs: Path, data: bytes) -> str:
    """Write a file into a folder of blobs, unless it is there; returns its SHA-256."""
    sha256 = hashlib.sha256(data).hexdigest()
    write_changed(blob_path(blobs, sha256), data, FIXED_MODE)
    return sha256


def read_blob(blobs: Path, sha256: str) -> bytes:
    """The content of a blob; raises `OSError` when it is missing, `ValueError` when it has changed."""
    if not re.fullmatch(r"[0-9a-f]{64}", sha256):
        raise ValueError("not a SHA-256")
    data = blob_path(blobs, sha256).read_bytes()
    if hashlib.sha256(data).hexdigest() != sha256:
        raise ValueError(f"blob {sha256} has changed")
    return data


def blob_path(blobs: Path, sha256: str) -> Path:
    """Where a blob lies."""
    return blobs / sha256[:2] / sha256


def zipped(files: Mapping[str, bytes], programs: Collection[str] = ()) -> bytes:
    """A zip archive, of which `programs` may be started; the same files give the same bytes."""
    import io
    import zipfile

    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))  # the earliest that it can hold
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (0o755 if name in programs else 0o644) << 16
            archive.writestr(info, data)
    return target.getvalue()
