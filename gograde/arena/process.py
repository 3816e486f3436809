"""A submission as a player: its program is started anew for each move, in the sandbox.

Between moves its working directory is a value here, the files that the last run left; so nothing
runs while the opponent thinks, a move can be tried again, and no game sees another.  What is
not a plain file, and what is too large, does not survive a move, nor do modes and times.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from gograde.arena.answer import Profile, Unreadable, read_answer
from gograde.arena.files import INPUT, OUTPUT, handed_out, write_input
from gograde.arena.game import Answer, Fault, Termination, View
from gograde.arena.imports import ready_modules
from gograde.sandbox.bwrap import Bubblewrap
from gograde.sandbox.protocol import (
    KIB,
    MIB,
    OURS,
    Backend,
    Collect,
    Ended,
    Job,
    Limits,
    RunResult,
    StagedFile,
)
from gograde.sandbox.warm import Warm, starts_python
from gograde.sandbox.warm_proof import why_cold

KEPT = Collect(("*",), file_bytes=16 * MIB, files=1000, total_bytes=64 * MIB, depth=6)
_ANSWER = Collect((OUTPUT,), file_bytes=64 * KIB, files=1)
_LINES, _LONGEST = 3, 200

_LIMITS = {
    Ended.CPU: (Termination.TIME, "more than {0.cpu_s:g} s of CPU time"),
    Ended.WALL: (Termination.TIME, "more than {0.wall_s:g} s by the clock"),
    Ended.MEMORY: (Termination.MEMORY, "more memory than allowed"),
    Ended.PROCESSES: (Termination.CRASHED, "more than {0.processes} processes"),
    Ended.WORK_BYTES: (Termination.LIMIT, "more room for files than allowed"),
    Ended.WORK_FILES: (Termination.LIMIT, "more than {0.work_files} files"),
    Ended.STDOUT: (Termination.LIMIT, "more printed than allowed"),
    Ended.STDERR: (Termination.LIMIT, "more printed to stderr than allowed"),
}


@dataclass(frozen=True)
class ProcessBot:
    """A program that plays: `job` starts it once, with the files that were handed in and with those of ours.

    `digest` is that of what was handed in.  Unless `warm` is false, a Python program is forked for each
    move, where that can be done safely, rather than started anew.  `seen` is told of every run.
    """

    name: str
    digest: str
    job: Job
    backend: Backend
    profile: Profile = Profile.CLASSIC
    warm: bool = True
    seen: Callable[[RunResult], None] = lambda _: None

    def player(self, seed: int) -> ProcessPlayer:
        """The bot in a new game; it gets no seed, since the protocol has none."""
        return ProcessPlayer(self, self.first_files(), self._runs())

    def _runs(self) -> Backend:
        """What runs the moves of one game; a server that it starts ends when nobody holds it any more."""
        warm = self.warm and starts_python(self.job) and not why_cold(self.backend)
        if not (warm and isinstance(self.backend, Bubblewrap)):
            return self.backend
        return Warm(self.backend, self._ready, tuple(filter(_is_common, self.first_files())))

    @cached_property
    def _ready(self) -> tuple[str, ...]:
        files = {file.path: file.data for file in self.first_files()}
        return ready_modules(files, self.job.argv[-1].removeprefix("./"))

    def first_files(self) -> tuple[StagedFile, ...]:
        """The working directory at the start of a game; the bot's own files win over those handed out."""
        own = {file.path for file in self.job.files}
        ours = (StagedFile(path, data) for path, data in handed_out().items() if path not in own)
        return (*self.job.files, *ours)


def _is_common(file: StagedFile) -> bool:
    """Whether any program may have the file beside it: it is ours, or handed out and not changed."""
    return file.path.split("/", 1)[0] == OURS or handed_out().get(file.path) == file.data


@dataclass
class ProcessPlayer:
    """A bot in one game, and the files in its working directory."""

    bot: ProcessBot
    files: tuple[StagedFile, ...] = field(repr=False)
    runs: Backend = field(repr=False)

    def move(self, view: View) -> Answer | Fault:
        job = replace(
            self.bot.job,
            files=(*self.files, StagedFile(INPUT, write_input(view))),
            collect_first=_ANSWER,
            collect=KEPT,
        )
        result = self.runs.run(job)
        self.bot.seen(result)
        self.files = left_files(self.files, result, self.bot.job.files)
        return answer_of(result, self.bot.profile, job.limits)


def left_files(
    staged: Sequence[StagedFile], result: RunResult, handed_in: Sequence[StagedFile]
) -> tuple[StagedFile, ...]:
    """What the next move finds: what this one left, without the two files of the protocol.

    Our own files are put there anew, and a file that was handed in stays when it could not be
    taken out.
    """
    before = {file.path: file for file in staged}
    stays = [file for file in handed_in if _is_ours(file.path) or file.path in result.refused]
    left = [_left(path, data, before.get(path)) for path, data in result.files.items() if not _is_ours(path)]
    return (*stays, *left)


def _is_ours(path: str) -> bool:
    return path.split("/", 1)[0] in (INPUT, OUTPUT, OURS)


def _left(path: str, data: bytes, before: StagedFile | None) -> StagedFile:
    if before is not None and before.data == data:
        return before
    executable = data.startswith(b"#!") or (before is not None and before.executable)
    return StagedFile(path, data, executable)


def answer_of(result: RunResult, profile: Profile, limits: Limits) -> Answer | Fault:
    """What a run answered; its exit code does not matter when it did."""
    remarks = _remarks(result)
    if result.killed_for is not None:
        termination, text = _LIMITS[result.killed_for]
        return _fault(termination, text.format(limits), result)
    data = result.files.get(OUTPUT)
    if data is None:
        return _no_answer(result)
    read = read_answer(data, profile)
    if isinstance(read, Unreadable):
        if not data.strip() and (result.exit_code or result.signal is not None):
            return _no_answer(result)  # it had opened the file, and crashed before it wrote
        return _fault(Termination.UNREADABLE, f"{OUTPUT}: {read}", result)
    return Answer(read, remarks, result.cpu_s)


def _no_answer(result: RunResult) -> Fault:
    if OUTPUT in result.refused:
        return _fault(Termination.UNREADABLE, f"{OUTPUT}: {result.refused[OUTPUT]}", result)
    if result.violations:
        return _fault(Termination.VIOLATION, "; ".join(result.violations), result)
    if result.signal is not None:
        return _fault(Termination.CRASHED, f"killed by signal {result.signal}", result)
    if result.exit_code:
        return _fault(Termination.CRASHED, f"exit code {result.exit_code}", result)
    return _fault(Termination.NO_ANSWER, f"it wrote no {OUTPUT}", result)


def _fault(termination: Termination, text: str, result: RunResult) -> Fault:
    said = last_lines(result.stderr)
    return Fault(termination, f"{text}; it said: {said}" if said else text, _remarks(result), result.cpu_s)


def _remarks(result: RunResult) -> tuple[str, ...]:
    again = ("run again, alone",) if result.repeated else ()
    return (*again, *(f"tried what the sandbox forbids: {tried}" for tried in result.violations))


def last_lines(stderr: bytes) -> str:
    """The last lines of what a program wrote to stderr, parted by ` / `, for its author.

    Not those in which Python underlines a part of the line before.
    """
    lines = (line.strip() for line in stderr.decode("utf-8", "replace").splitlines())
    return " / ".join([line[:_LONGEST] for line in lines if line.strip("~^ ")][-_LINES:])
