"""What every sandbox back end takes and gives: a job in, facts out.

Nothing here knows an assignment, a verdict or a file format.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import Protocol

BOX = PurePosixPath("/box")
"""The working directory as a program sees it, and as the streams of every back end name it."""

OURS = ".gograde"
"""The folder in the working directory that holds the grader's files, beside the submission's."""

KIB = 1024
MIB = 1024 * KIB


class Ended(StrEnum):
    """The limit that ended a run."""

    CPU = "cpu"
    WALL = "wall"
    MEMORY = "memory"
    PROCESSES = "processes"
    WORK_BYTES = "work_bytes"
    WORK_FILES = "work_files"
    STDOUT = "stdout"
    STDERR = "stderr"


@dataclass(frozen=True)
class Limits:
    """Limits of one run; CPU and memory are those of the whole process tree.

    Seconds for times, bytes for sizes, counts for the rest.
    """

    cpu_s: float = 10.0
    wall_s: float = 30.0
    memory_bytes: int = 512 * MIB
    processes: int = 32
    open_files: int = 128
    file_bytes: int = 16 * MIB
    work_bytes: int = 32 * MIB
    work_files: int = 2000
    stdout_bytes: int = 4 * MIB
    stderr_bytes: int = 4 * MIB


@dataclass(frozen=True)
class StagedFile:
    """A file put into the working directory before the program starts.

    `path` is relative, with forward slashes and no `..`.
    """

    path: str
    data: bytes
    executable: bool = False


@dataclass(frozen=True)
class Collect:
    """Which files are taken out of the working directory at the end, and how much at most.

    `depth` counts levels of folders: at 1 only the top is looked at, and deeper files are named with `/`.
    With `answers` a link or a pipe among the files is a violation.  A program's own notes may be anything.
    """

    patterns: tuple[str, ...] = ()
    file_bytes: int = 64 * KIB
    files: int = 40
    total_bytes: int = 1024 * MIB
    depth: int = 1
    answers: bool = True


@dataclass(frozen=True)
class Job:
    """One run: what is started, on which files, within which limits.

    `argv[0]` is an absolute host path below one of `readable`, or a path in the
    working directory beginning with `./`.  `readable` are host folders or files
    that the program may read and execute beside the system's own (`/usr`, `/lib`, …).
    `collect_first` names files with limits of their own; `collect` says which of the others are taken.
    """

    argv: tuple[str, ...]
    files: tuple[StagedFile, ...] = ()
    stdin: bytes = b""
    limits: Limits = field(default_factory=Limits)
    collect: Collect = field(default_factory=Collect)
    collect_first: Collect = field(default_factory=Collect)
    readable: tuple[Path, ...] = ()
    hidden: tuple[Path, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class RunResult:
    """The facts of a finished run; no verdict.

    Exactly one of `exit_code` and `signal` is None.  `killed_for` names the limit
    that ended the run.  `stdout` and `stderr` hold at most `KEPT_BYTES` each;
    `stdout_bytes` and `stderr_bytes` count what was written.  `files` are those taken
    out; `refused` says, for each that matched but was not taken, why.
    `delay_s` is how long the processes, all together, were ready to run and waited for a CPU, or waited
    for the grader to answer their calls; None when not known.  `repeated` says that this was the second
    run, with no other beside it, because other programs may have made the first one fail.
    """

    backend: str
    exit_code: int | None
    signal: int | None
    killed_for: Ended | None
    cpu_s: float
    wall_s: float
    max_rss_kib: int
    stdout: bytes
    stderr: bytes
    stdout_bytes: int
    stderr_bytes: int
    files: Mapping[str, bytes]
    refused: Mapping[str, str]
    violations: tuple[str, ...] = ()
    delay_s: float | None = None
    repeated: bool = False


KEPT_BYTES = 64 * KIB  # of each stream; the rest is counted only


class Backend(Protocol):
    """A way to run a job so that it harms nobody.

    `run` raises `gograde.errors.JudgeError` when the sandbox itself fails.  The result tells whatever the
    program does.
    """

    @property
    def name(self) -> str: ...

    def run(self, job: Job) -> RunResult: ...
