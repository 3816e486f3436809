"""Has a submission read, builds its program, and prepares its start.

The runs of a class, the games of a league and `gograde play` all start programs this way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from gograde.intake.entry import NO_BUILDING, TRANSLATED, Building, Entry, Refusal
from gograde.intake.languages.tools import check_can_run
from gograde.intake.marks import Mark
from gograde.intake.read import Finder, Reading, read
from gograde.intake.starting.launch import Launch, built, launch
from gograde.intake.submission import Submission
from gograde.package.config import Contract
from gograde.runtimes.runtime import Runtime
from gograde.sandbox.protocol import Backend


class Starts(Finder, Protocol):
    """How programs of a kind of contract are found and started."""

    def started(self, entry: Entry, start: Launch) -> Launch:
        """How to start the entry; `start` is how its language starts programs."""


@dataclass(frozen=True)
class Program:
    """A submission that can be started; `sha256` is that of the submission."""

    reading: Reading
    start: Launch
    sha256: str
    building: Building = NO_BUILDING

    @property
    def entry(self) -> Entry:
        return self.reading.entry

    @property
    def files(self) -> Mapping[str, bytes]:
        """The submitted files as the program finds them."""
        return self.reading.program

    @property
    def language(self) -> str:
        """The language of the submitted program, before translation."""
        return TRANSLATED if Mark.PYTHON_2 in self.reading.marks else self.entry.language


def prepare(
    submission: Submission, contract: Contract, kind: Starts, runtime: Runtime, backend: Backend
) -> Program | Refusal:
    """The program of a submission, or a refusal.

    Raises `JudgeError` when the sandbox fails, and `NoToolError` when a tool of its language is missing.
    """
    reading = read(submission, contract, kind, backend)
    if isinstance(reading, Refusal):
        return reading
    check_can_run(reading.entry.language, backend.name)
    made = built(reading, runtime.hidden(), backend)
    if isinstance(made, Refusal):
        return made
    start = kind.started(reading.entry, launch(reading.entry, reading.marks, made.files, runtime))
    return Program(reading, start, submission.sha256, made.building)
