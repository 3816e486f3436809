"""Writes a job's files into the working directory, through the directory's descriptor."""

from __future__ import annotations

import os
from pathlib import PurePosixPath

from gograde.errors import JudgeError
from gograde.sandbox.protocol import MIB, Job, StagedFile

_PAGE = 4096
_SLACK = 16 * MIB
"""Bytes beyond the limit of the working directory, so that the watch sees that the limit is exceeded."""
_SPARE_ENTRIES = 48  # files and folders beyond the limit, so that the grader notices the excess
_STEP = 16  # staged files; their number is rounded up to a multiple, so that a prepared run suits more jobs
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


def room(job: Job) -> int:
    """Bytes of the working directory's file system, rounded up to MiB: similar jobs have equal room."""
    staged = sum(-(-len(file.data) // _PAGE) * _PAGE for file in job.files)
    return -(-(staged + job.limits.work_bytes + _SLACK) // MIB) * MIB


def entries(job: Job) -> int:
    """How many names of files and folders the kernel permits in a run's working directory.

    Jobs that differ by a few files usually have the same number.
    """
    staged = sum(len(PurePosixPath(file.path).parts) for file in job.files)
    return -(-staged // _STEP) * _STEP + job.limits.work_files + _SPARE_ENTRIES


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
