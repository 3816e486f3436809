"""Has a submission read, compiles its program, and prepares its start.

The runs of a class, the games of a league and `gograde play` all start programs this way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from gograde.intake.entry import TRANSLATED, Entry, Refusal
from gograde.intake.jobs import run_job
from gograde.intake.languages import BUILD_LIMITS, PROGRAM, Launch, build_job, launch
from gograde.intake.printable import first_lines
from gograde.intake.read import Found, Reading, read
from gograde.intake.submission import Submission
from gograde.package.config import Contract
from gograde.reader.ask import limit_text
from gograde.runtimes.runtime import Runtime
from gograde.sandbox.protocol import BOX, Backend

OBJECT = re.compile(re.escape(bytes(BOX)) + rb"/cc\w{6}(\.\w+)")
"""A temporary object file of the compiler; its name differs at each run."""


class Starts(Found, Protocol):
    """How programs of a kind of contract are found and started."""

    def started(self, entry: Entry, start: Launch) -> Launch:
        """How to start the entry; `start` is how its language starts programs."""
        ...


@dataclass(frozen=True)
class Program:
    """A submission that can be started; `sha256` is that of the submission."""

    reading: Reading
    start: Launch
    sha256: str

    @property
    def entry(self) -> Entry:
        return self.reading.entry

    @cached_property
    def files(self) -> Mapping[str, bytes]:
        """The submitted files as the program finds them."""
        return {**self.reading.files, **self.reading.changed}

    @property
    def language(self) -> str:
        """The language of the submitted program, before translation."""
        translated = self.entry.language == "python" and self.entry.path in self.reading.changed
        return TRANSLATED if translated else self.entry.language


def prepare(
    submission: Submission, contract: Contract, kind: Starts, runtime: Runtime, backend: Backend
) -> Program | Refusal:
    """The program of a submission, or a refusal; raises `JudgeError` when the sandbox fails."""
    reading = read(submission, contract, kind, backend)
    if isinstance(reading, Refusal):
        return reading
    binary = _compiled(reading, backend) if reading.entry.language == "c" else b""
    if isinstance(binary, Refusal):
        return binary
    start = kind.started(reading.entry, launch(reading.entry, reading.marks, binary, runtime))
    return Program(reading, start, submission.sha256)


def _compiled(reading: Reading, backend: Backend) -> bytes | Refusal:
    result = run_job(build_job(reading.entry, reading.files, reading.marks), backend)
    if result.killed_for is not None:
        return Refusal(f"the compiler {limit_text(result.killed_for, BUILD_LIMITS)}")
    program = result.files.get(PROGRAM)
    if result.exit_code != 0 or program is None:
        told = first_lines(OBJECT.sub(rb"program\1", result.stderr))
        return Refusal(told or "the compiler made no program")
    return program
