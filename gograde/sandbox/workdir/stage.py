"""Writes a job's files into the working directory, through the directory's descriptor."""

from __future__ import annotations

import os
from pathlib import PurePosixPath

from gograde.errors import JudgeError
from gograde.sandbox.protocol import StagedFile

_PAGE = 4096
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def stage(box: int, files: tuple[StagedFile, ...]) -> None:
    """Write `files` below the descriptor `box`; raises JudgeError if a file cannot be written."""
    made: set[str] = set()
    for file in files:
        check_path(file.path)
        try:
            _make_parents(box, file.path, made)
            _write(box, file)
        except OSError as error:
            fault = f"cannot stage {file.path!r}: {error.strerror}"
            raise JudgeError("sandbox", fault, "free space, or stage each name once") from error


def check_path(path: str) -> None:
    """Raise JudgeError unless `path` is relative, without NUL and without empty, `.` or `..` parts."""
    parts = path.split("/")
    if not path or "\0" in path or any(part in ("", ".", "..") for part in parts):
        fix = "use relative paths without '.' and '..'"
        raise JudgeError("sandbox", f"{path!r} is no path to stage", fix)


def staged_bytes(files: tuple[StagedFile, ...]) -> int:
    """Bytes that `files` take in the file system, each rounded up to whole pages."""
    return sum(-(-len(file.data) // _PAGE) * _PAGE for file in files)


def _make_parents(box: int, path: str, made: set[str]) -> None:
    for parent in reversed(PurePosixPath(path).parents[:-1]):
        name = str(parent)
        if name not in made:
            os.mkdir(name, 0o755, dir_fd=box)
            made.add(name)


def _write(box: int, file: StagedFile) -> None:
    fd = os.open(file.path, _CREATE, 0o755 if file.executable else 0o644, dir_fd=box)
    with os.fdopen(fd, "wb", buffering=0) as target:
        view = memoryview(file.data)
        while view:
            view = view[target.write(view) :]
