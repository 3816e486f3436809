"""What is known of a submission after it ran: facts, and the verdict of each run.

`gograde/run/v1` is these values on disk; see `records`.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Mapping
from dataclasses import dataclass, field

from gograde.authoring.assignment import Facts, PictureFact
from gograde.pictures.decode.inspect import is_picture_name
from gograde.sandbox.protocol import KIB, MIB, Ended, Limits, RunResult
from gograde.scoring.verdict import Verdict

LIMIT_VERDICTS = (Verdict.TLE, Verdict.MLE, Verdict.OLE)

JUDGE_ERROR = "a fault of the grader, not of the submission; it is run again the next time"
TRANSLATED = "python 2"
"""The language of a program that was translated to Python 3 before it ran."""

SKIPPED = "skipped, since too many runs before it were ended by a limit"


@dataclass(frozen=True)
class Drawn:
    """A picture that a run left: a PNG of our own making, or why there is none.

    `width` and `height` are those of the PNG, zero and without bytes when it is refused.
    `kind` is `file` for what the program saved; of a `window` or `figure` that it showed, `order` is
    its place among them, from 1, and `title` what stood above it.
    """

    name: str
    width: int = 0
    height: int = 0
    png: bytes = b""
    refusal: str = ""
    kind: str = "file"
    title: str = ""
    order: int = 0


def _fact(picture: Drawn) -> PictureFact:
    return PictureFact(picture.name, picture.kind, picture.title, picture.order, picture.png)


@dataclass(frozen=True)
class BatchRun:
    """One run on one batch; times in seconds, sizes in bytes or KiB as named.

    `result` is None when nothing was started (skipped).  `files` of the result are those that
    the program wrote or changed; `pictures` is what those of them show that are pictures.
    """

    batch: str
    verdict: Verdict
    message: str = ""
    result: RunResult | None = None
    pictures: tuple[Drawn, ...] = ()

    def facts(self) -> Facts:
        """What the scorer sees."""
        if self.result is None:
            return Facts(self.verdict, self.message, b"", b"")
        result = self.result
        files = {name: data for name, data in result.files.items() if not is_picture_name(name)}
        return Facts(
            self.verdict,
            self.message,
            result.stdout,
            result.stderr,
            files,
            result.refused,
            tuple(_fact(picture) for picture in self.pictures if not picture.refusal),
            {picture.name: picture.refusal for picture in self.pictures if picture.refusal},
        )


@dataclass(frozen=True)
class HandedIn:
    """When and what was handed in; `sha256` and `submitted_at` are None when nothing was."""

    student: str
    sha256: str | None = None
    submitted_at: str | None = None
    time_basis: str = ""


@dataclass(frozen=True)
class Started:
    """What was started: a path in the submission, a language, and the command.

    `characters` and `bytes` are the length of all sources of the program.
    """

    path: str
    language: str
    argv: tuple[str, ...]
    characters: int = 0
    bytes: int = 0


@dataclass(frozen=True)
class RunRecord:
    """All runs of one submission.

    `verdict` is None when there were runs; else NS, CE or JE for the whole, and `message`
    says why.  `left_out` maps files of the submission that the program did not find to the reason.
    """

    assignment: str
    handed_in: HandedIn
    files: Mapping[str, bytes] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    started: Started | None = None
    verdict: Verdict | None = None
    message: str = ""
    backend: str = ""
    batches: tuple[BatchRun, ...] = ()

    def facts(self, batch: str) -> Facts:
        """What the scorer sees of a batch, whether it was run or not."""
        if self.verdict is not None:
            return Facts(self.verdict, self.message, b"", b"")
        found = next((run for run in self.batches if run.batch == batch), None)
        return found.facts() if found else Facts(Verdict.SK, "this batch was not run", b"", b"")


def verdict_of(result: RunResult, language: str, limits: Limits) -> tuple[Verdict, str]:
    """The verdict of a run that took place, and why in words (empty when it ended well)."""
    if result.killed_for is not None:
        return _OF_LIMIT[result.killed_for], limit_text(result.killed_for, limits)
    if result.signal is not None:
        return Verdict.RTE, f"killed by {signal_name(result.signal)}"
    if result.exit_code == 0:
        return Verdict.AC, ""
    last = last_line(result.stderr)
    if language == "python" and result.exit_code == 1 and last.startswith(_PYTHON_SYNTAX):
        return Verdict.CE, last
    return Verdict.RTE, f"exit code {result.exit_code}" + (f": {last}" if last else "")


_PYTHON_SYNTAX = ("SyntaxError", "IndentationError", "TabError")

_OF_LIMIT = {
    Ended.CPU: Verdict.TLE,
    Ended.WALL: Verdict.TLE,
    Ended.MEMORY: Verdict.MLE,
    Ended.PROCESSES: Verdict.RTE,
    Ended.WORK_BYTES: Verdict.OLE,
    Ended.WORK_FILES: Verdict.OLE,
    Ended.STDOUT: Verdict.OLE,
    Ended.STDERR: Verdict.OLE,
}


def limit_text(ended: Ended, limits: Limits) -> str:
    """The limit that ended a run, with its figure."""
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
    """SIGSEGV for 11; the number where it has no name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


ERROR_LINE = re.compile(r"(?:\w+\.)*\w*(?:Error|Exception|Interrupt|Iteration)(?::\s|\s*$)")
"""How the line begins in which Python names the error that ended a program."""


def last_line(stream: bytes, most: int = 200) -> str:
    """The last line that names an error, else the last that is not blank; printable and short."""
    lines = [line for line in stream.decode("utf-8", "replace").split("\n") if line.strip()]
    told = [line for line in lines if ERROR_LINE.match(line)] or lines
    return printable(told[-1].strip())[:most] if told else ""


def first_lines(stream: bytes, lines: int = 8, most: int = 1000) -> str:
    """The first lines of a compiler's complaint, printable and short."""
    shown = stream.decode("utf-8", "replace").split("\n")[:lines]
    return "\n".join(printable(line) for line in shown).strip()[:most]


def for_log(text: str) -> str:
    """Text for a log that a person may show in a terminal or a build: its lines, printable."""
    lines = map(printable, text.rstrip("\n").split("\n"))
    return "\n".join(f"\\{line}" if line.lstrip().startswith("::") else line for line in lines)


def printable(text: str) -> str:
    """The text with what a terminal would obey shown as `?`."""
    return "".join(char if char.isprintable() or char == " " else "?" for char in text)
