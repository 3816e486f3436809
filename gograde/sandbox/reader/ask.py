"""Runs a function of gograde inside the sandbox, so that no student's bytes are parsed outside it.

The function is trusted, but the bytes may take over its process.  So its answer is hostile too.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any

from gograde.errors import JudgeError
from gograde.sandbox.protocol import KIB, MIB, Backend, Collect, Ended, Limits, RunResult
from gograde.sandbox.reader.parcel import packed, unpacked
from gograde.sandbox.warm import FINDS_GOGRADE, may_fork, own_job, own_server

LIMITS = Limits(
    cpu_s=20,  # a translation of 1 MiB of Python 2 takes about half of it
    wall_s=120,  # a reader never waits: only a machine with six times too much to do comes near
    memory_bytes=512 * MIB,  # the syntax tree of 1 MiB of Python takes a third of it
    processes=4,
    open_files=64,
    file_bytes=64 * MIB,  # the answer: a submission of 20 MiB, its translation, and as much again
    work_bytes=64 * MIB,
    work_files=100,
    stdout_bytes=64 * KIB,
    stderr_bytes=MIB,
)

ANSWER = "answer"
READY = b"ready\n"
_ERROR = re.compile(READY + rb"([A-Za-z]\w{0,60})\n")


@dataclass(frozen=True)
class ReaderAnswer:
    """A value of JSON and files.  Nothing in them is checked: the bytes that were read may have made them."""

    value: Any
    files: list[bytes]


@dataclass(frozen=True)
class ReaderFault:
    """The bytes cannot be read; `reason` says why, for the student."""

    reason: str


def ask(
    backend: Backend, function: str, request: Any, files: Sequence[bytes], limits: Limits = LIMITS
) -> ReaderAnswer | ReaderFault:
    """Call `function(request, files)` in a new process inside the sandbox.

    `function` is named as `package.module:name`; it returns a value of JSON and a list of files.  The
    process sees gograde's code and packages, and no other file of a student.  Raises `JudgeError` when
    the sandbox fails twice, or when the process cannot import the function.
    """
    collect = Collect((ANSWER,), limits.file_bytes, files=1)
    plain = own_job(FINDS_GOGRADE, function)
    job = replace(plain, stdin=packed(request, files), limits=limits, collect=collect)
    own = own_server(backend, function.partition(":")[0]) if may_fork(backend) else nullcontext(backend)
    with own as box:
        try:
            result = box.run(job)
        except JudgeError:
            result = box.run(job)
    if not result.stdout.startswith(READY):
        told = result.stderr[-300:].decode("utf-8", "backslashreplace")
        raise JudgeError(
            "reader", f"{function} did not start: {told!r}", "install gograde and its packages again"
        )
    found = _error(result, limits)
    if found:
        return ReaderFault(found)
    try:
        return ReaderAnswer(*unpacked(result.files.get(ANSWER, b"")))
    except ValueError:
        return ReaderFault("reading it gave no answer")


def _error(result: RunResult, limits: Limits) -> str:
    """Why the run gave no answer; empty when it ended well."""
    if result.killed_for is not None:
        return f"reading it {limit_text(result.killed_for, limits)}"
    if result.signal is not None:
        return f"reading it was ended by {signal_name(result.signal)}"
    if result.exit_code == 0:
        return ""
    named = _ERROR.fullmatch(result.stdout)
    return f"reading it ended with {named[1].decode() if named else f'exit code {result.exit_code}'}"


def limit_text(ended: Ended, limits: Limits) -> str:
    """The limit that ended a run, in words with its value."""
    return {
        Ended.CPU: f"used more than {limits.cpu_s:g} s of CPU time",
        Ended.WALL: f"ran for more than {limits.wall_s:g} s",
        Ended.MEMORY: f"used more than {limits.memory_bytes // MIB} MiB of memory",
        Ended.PROCESSES: f"started more than {limits.processes} processes",
        Ended.WORK_BYTES: f"wrote more than {limits.work_bytes // MIB} MiB of files",
        Ended.WORK_FILES: f"made more than {limits.work_files} files",
        Ended.STDOUT: f"printed more than {limits.stdout_bytes // KIB} KiB",
        Ended.STDERR: f"printed more than {limits.stderr_bytes // KIB} KiB of errors",
    }[ended]


def signal_name(number: int) -> str:
    """The name of a signal, such as SIGSEGV for 11; `signal N` for a number without a name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
