"""Opens a submission, finds its program, compiles or translates it, and prepares its start.

The runs of a class, the games of a league and `gograde play` all start programs this way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from gograde.intake.entry import TRANSLATED, Entry, Refusal, find_entry
from gograde.intake.jobs import run_job
from gograde.intake.languages import BUILD_LIMITS, PROGRAM, Launch, build_job, launch
from gograde.intake.printable import first_lines
from gograde.intake.python_2 import is_python_2_program, python_files, translated, translation_job
from gograde.intake.reading.opened import opened
from gograde.intake.submission import Submission
from gograde.package.config import Contract
from gograde.reader.ask import limit_text
from gograde.sandbox.protocol import BOX, Backend

OBJECT = re.compile(re.escape(bytes(BOX)) + rb"/cc\w{6}(\.\w+)")
"""A temporary object file of the compiler; its name differs at each run."""


class Starts(Protocol):
    """How programs of a kind of contract are found and started."""

    def candidates(self, files: Mapping[str, bytes], contract: Contract) -> Sequence[str]:
        """The files that may be the program; exactly one when the choice is clear."""
        ...

    def started(self, entry: Entry, start: Launch) -> Launch:
        """How to start the entry; `start` is how its language starts programs."""
        ...


@dataclass(frozen=True)
class Program:
    """A submission that can be started.

    `handed_in` are its files, unpacked; `files` are the same after translation to what the interpreters
    accept.  `sha256` is that of the submission.
    """

    entry: Entry
    handed_in: Mapping[str, bytes]
    files: Mapping[str, bytes]
    start: Launch
    sha256: str

    @property
    def language(self) -> str:
        """The language of the submitted program, before translation."""
        path = self.entry.path
        same = self.entry.language != "python" or self.files[path] == self.handed_in[path]
        return self.entry.language if same else TRANSLATED


def prepare(submission: Submission, contract: Contract, kind: Starts, backend: Backend) -> Program | Refusal:
    """The program of a submission, or a refusal; raises `JudgeError` when the sandbox fails."""
    taken = opened(submission)
    if taken.refusal:
        return Refusal(taken.refusal)
    files = taken.files
    entry = find_entry(files, contract, kind.candidates)
    if isinstance(entry, Refusal):
        return entry
    binary = _compiled(entry, files, backend) if entry.language == "c" else b""
    if isinstance(binary, Refusal):
        return binary
    mended = _mended(entry, files, backend)
    start = kind.started(entry, launch(entry, mended[entry.path], binary))
    return Program(entry, files, mended, start, submission.sha256)


def _compiled(entry: Entry, files: Mapping[str, bytes], backend: Backend) -> bytes | Refusal:
    result = run_job(build_job(entry, dict(files)), backend)
    if result.killed_for is not None:
        return Refusal(f"the compiler {limit_text(result.killed_for, BUILD_LIMITS)}")
    program = result.files.get(PROGRAM)
    if result.exit_code != 0 or program is None:
        told = first_lines(OBJECT.sub(rb"program\1", result.stderr))
        return Refusal(told or "the compiler made no program")
    return program


def _mended(entry: Entry, files: Mapping[str, bytes], backend: Backend) -> Mapping[str, bytes]:
    """The files, with Python 2 translated to Python 3; a shell entry gets Unix line ends."""
    if entry.language == "shell":
        return {**files, entry.path: files[entry.path].replace(b"\r\n", b"\n")}
    if entry.language != "python" or not is_python_2_program(files, entry.path):
        return files
    sources = python_files(files)
    output = run_job(translation_job(sources), backend).files
    return {**files, **translated(sources, output)}
