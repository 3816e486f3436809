"""Reads secret keys, and writes folders of hidden files that only their owner can read."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path

from gograde.errors import DataError
from gograde.files import FILE_MODE, FOLDER_MODE, make_folder
from gograde.package.yaml_files import read_capped

KEY_BYTES = 32
"""Bytes of a new key: as many as the hash that makes the cases from it can use."""

LEAST_KEY_BYTES = 16
"""The fewest bytes of a key; shorter keys can be guessed."""


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
    make = f"make one: gograde cases key {path}"
    if not path.exists():
        raise DataError(str(path), "no key file", make)
    key = read_capped(path, 64 * 1024, pipes=True)
    if len(key) < LEAST_KEY_BYTES:
        raise DataError(str(path), f"a key of {len(key)} bytes can be guessed", make)
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
        _replace(folder, _written(files, folder.parent / f".{folder.name}.new"))
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
    folder.mkdir(mode=FOLDER_MODE)
    for path, data in files.items():
        target = folder / path
        make_folder(target.parent)
        with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    _close(folder)
    return folder


def _replace(folder: Path, new: Path) -> None:
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
