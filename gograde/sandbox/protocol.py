"""The input and output of every sandbox back end: a job and a result.

This module knows no assignment, verdict or file format.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import Protocol

BOX = PurePosixPath("/box")
"""The path of the working directory as a program sees it, and in the collected streams."""

OURS = ".gograde"
"""The folder in the working directory with the grader's own files."""

SPARE_PROCESSES = 4
"""Processes beyond the limit that the kernel permits, so that the watch sees that the limit is exceeded."""

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
    """Limits of one run: seconds (`_s`), bytes (`_bytes`) and counts.

    The limits of CPU time and memory apply to the whole process tree.
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
    address_bytes: int = 4096 * MIB  # at least; numba and BLAS reserve far more than they touch


@dataclass(frozen=True)
class StagedFile:
    """A file that the grader writes into the working directory before the program starts.

    `path` is relative, with forward slashes and no `..`.
    """

    path: str
    data: bytes
    executable: bool = False


@dataclass(frozen=True)
class Collect:
    """Which files the grader collects from the working directory at the end, and how much at most.

    `patterns` match paths relative to the working directory.  `depth` is the number of levels searched.
    With `answers`, a link or a pipe among the files is a violation.
    """

    patterns: tuple[str, ...] = ()
    file_bytes: int = 64 * KIB
    files: int = 40
    total_bytes: int = 1024 * MIB
    depth: int = 1
    answers: bool = True


@dataclass(frozen=True)
class Job:
    """One run: a command, its files and its limits.

    `argv[0]` is an absolute host path below one of `readable`, or a path in the
    working directory beginning with `./`.  `readable` are host folders or files that the program may
    read and execute besides the system's own (`/usr`, `/lib`, …).  `hidden` are paths below them that it
    may not read.  `collect_first` applies before `collect` and has separate limits.  Of a language's own
    machinery are `harmless` attempts, which are not recorded, and `frames` in errors, which are left out.
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
    harmless: tuple[str, ...] = ()
    frames: re.Pattern[bytes] | None = None


@dataclass(frozen=True)
class RunResult:
    """The facts of a finished run; no verdict.

    Exactly one of `exit_code` and `signal` is None.  `killed_for` names the limit
    that ended the run.  `stdout` and `stderr` contain at most `KEPT_BYTES` each; `stderr` names files of the
    working directory as its author does, without the folder;
    `stdout_bytes` and `stderr_bytes` count all written bytes.  `files` are the collected files;
    `refused` maps each matching file that was not collected to the reason.
    `violations` are attempts at what is forbidden.  `unlisted` are the numbers of calls that the filter does
    not know and answered ENOSYS, which is no violation.
    `delay_s` is the time, summed over all processes, of waiting for a CPU or for the grader's answers to
    calls; None when unknown.
    """

    backend: str
    exit_code: int | None
    signal: int | None
    killed_for: Ended | None
    cpu_s: float
    wall_s: float
    max_rss_kib: int
    stdout: bytes = b""
    stderr: bytes = b""
    stdout_bytes: int = 0
    stderr_bytes: int = 0
    files: Mapping[str, bytes] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)
    violations: tuple[str, ...] = ()
    unlisted: tuple[str, ...] = ()
    delay_s: float | None = None


KEPT_BYTES = 64 * KIB  # of each stream; further bytes are only counted


class Backend(Protocol):
    """Runs jobs in a sandbox.

    `run` raises `gograde.errors.JudgeError` only when the sandbox itself fails.
    """

    @property
    def name(self) -> str: ...

    def run(self, job: Job) -> RunResult: ...
