"""A package in one file, as `gograde cases handout` writes it, for as long as a submission is checked.

The file is unpacked in the sandbox like a submission.  Its code is run as that of any package that a person
names: it asks the program in this process, and scores answers in the sandbox.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any

from gograde.errors import DataError
from gograde.files import FILE_MODE
from gograde.intake.names import RefusedError, safe_path
from gograde.intake.printable import printable
from gograde.package.package import Package, find_package, load_package
from gograde.package.yaml_files import read_capped
from gograde.private import scratch_folder
from gograde.reader.ask import Fault, ask
from gograde.sandbox.protocol import Backend

SUFFIX = ".zip"
UNPACKED = "gograde.intake.reading.archives:unzipped"

MOST_BYTES = 20 * 1024 * 1024
"""Bytes of the file: as many as the files in it may have together."""

_FIX = "take the file as the course handed it out"


@contextmanager
def package_named(name: str, backend: Callable[[], Backend]) -> Iterator[Package]:
    """The package with an id, in a folder, or in a file of students; raises `UsageError` and `DataError`.

    `backend` gives the sandbox in which a file is unpacked.
    """
    path = Path(name)
    if not is_file_of_package(path):
        yield find_package(name)
        return
    with scratch_folder() as folder:
        _write(_unpacked(path, backend()), folder)
        try:
            package = load_package(folder)
        except DataError as error:
            raise DataError(_told(error.where, folder, path), error.what, _FIX) from None
        try:
            yield package
        except DataError as error:
            where, fix = (_told(text, folder, path) for text in (error.where, error.fix))
            raise DataError(where, error.what, fix) from None


def _told(text: str, folder: Path, path: Path) -> str:
    """A text that names the file, not the folder that it was unpacked into."""
    return text.replace(str(folder), str(path))


def is_file_of_package(path: Path) -> bool:
    """Whether a path names a package in one file."""
    return path.suffix.lower() == SUFFIX and path.is_file()


def _unpacked(path: Path, backend: Backend) -> dict[str, bytes]:
    answer = ask(backend, UNPACKED, None, [read_capped(path, MOST_BYTES)])
    if isinstance(answer, Fault):
        raise DataError(str(path), answer.reason, _FIX)
    refused = answer.value.get("refused") if isinstance(answer.value, dict) else None
    if isinstance(refused, str):
        raise DataError(str(path), printable(refused), _FIX)
    paths = _paths(answer.value, len(answer.files))
    if paths is None:
        raise DataError(str(path), "reading it gave an answer that cannot be true", _FIX)
    return dict(zip(paths, answer.files, strict=True))


def _paths(value: Any, number: int) -> list[str] | None:
    """The paths that came out of the sandbox, if they are those of files in a folder."""
    paths = value.get("paths") if isinstance(value, dict) else None
    if not isinstance(paths, list) or len(paths) != number or not all(isinstance(one, str) for one in paths):
        return None
    try:
        safe = [safe_path(one) for one in paths]
    except RefusedError:
        return None
    return paths if safe == paths and len(set(paths)) == number else None


def _write(files: dict[str, bytes], folder: Path) -> None:
    try:
        for path, data in files.items():
            target = folder / PurePosixPath(path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            target.chmod(FILE_MODE)
    except OSError as error:
        raise DataError("the file of the package", f"cannot be unpacked ({error.strerror})", _FIX) from None
