"""A submission as a player: its program is started in the sandbox for each move.

Between moves its working directory is a value of this process: the files that the last run left.  So
nothing runs while the opponent thinks, a move can be tried again, and no game sees another.  Only regular
files that are not too large survive a move, and their modes and times do not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from gograde.arena.game.answer import Profile, Unreadable, read_answer
from gograde.arena.game.five_by_five import Answer, Fault, Termination, View
from gograde.arena.game.protocol_files import INPUT, OUTPUT, handed_out, write_input
from gograde.arena.game.referee import Player
from gograde.arena.players.preloads import ready_modules
from gograde.pictures.capture.stand_ins_path import stand_ins
from gograde.sandbox.bwrap.backend import Bubblewrap
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
from gograde.sandbox.warm.backend import Idle, Warm, starts_python
from gograde.sandbox.warm.proof import why_cold
from gograde.sandbox.workdir.collect import OTHERS

KEPT = Collect(("*",), file_bytes=16 * MIB, files=1000, total_bytes=64 * MIB, depth=6, answers=False)
_ANSWER = Collect((OUTPUT,), file_bytes=64 * KIB, files=1)

_LINES = 3
"""Last lines of stderr that a fault tells."""

_LONGEST = 200
"""Characters of such a line."""

_IDLE = Idle()
"""Servers of warm players between games."""

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
    """A program that plays: `job` starts it for one move.

    `digest` is that of the submission.  Unless `warm` is false, a Python program is forked for each move
    where that is safe, rather than started.  `seen` is called with every run.  A program that spends more
    than `game_s` seconds (see `spent_s`) on the moves of a game loses it.
    """

    name: str
    digest: str
    job: Job
    backend: Backend
    profile: Profile = Profile.CLASSIC
    warm: bool = True
    game_s: float | None = None
    seen: Callable[[RunResult], None] = lambda _: None

    def player(self, seed: int) -> ProcessPlayer:
        """The bot in a new game; the protocol has no seed."""
        return ProcessPlayer(self, self.first_files(), self._runs())

    def _runs(self) -> Backend:
        """The back end of one game; a server that it starts may serve the next game too."""
        warm = self.warm and starts_python(self.job) and not why_cold(self.backend)
        if not (warm and isinstance(self.backend, Bubblewrap)):
            return self.backend
        made = Warm(self.backend, self._ready, tuple(filter(_is_from_us, self.first_files())))
        return _IDLE.lend(self.digest, made)

    @cached_property
    def _ready(self) -> tuple[str, ...]:
        files = {file.path: file.data for file in self.first_files()}
        same = all(files.get(path) == data for path, data in handed_out().items())
        ours = [path.removesuffix(".py") for path in handed_out()] if same else []
        return ready_modules(files, self.job.argv[-1].removeprefix("./"), ours)

    def first_files(self) -> tuple[StagedFile, ...]:
        """The working directory at the start of a game; a bot's file replaces ours of the same name."""
        own = {file.path for file in self.job.files}
        ours = (StagedFile(path, data) for path, data in handed_out().items() if path not in own)
        return (*self.job.files, *ours)


@dataclass
class ProcessPlayer(Player):
    """A bot in one game, and the files in its working directory."""

    bot: ProcessBot
    files: tuple[StagedFile, ...] = field(repr=False)
    runs: Backend = field(repr=False)
    used_s: float = 0.0
    told: bool = False

    def move(self, view: View) -> Answer | Fault:
        job = replace(
            self.bot.job,
            files=(*self.files, StagedFile(INPUT, write_input(view))),
            collect_first=_ANSWER,
            collect=KEPT,
        )
        result = self.runs.run(job)
        self.bot.seen(result)
        self.files = left_files(self.files, result, self.bot.first_files())
        self.used_s += spent_s(result, job.limits)
        answer = self._noted(answer_of(result, self.bot.profile, job.limits))
        most = self.bot.game_s
        if most is None or self.used_s <= most or isinstance(answer, Fault):
            return answer
        return _fault(Termination.TIME, f"more than {most:g} s in the whole game", result)

    def _noted(self, answer: Answer | Fault) -> Answer | Fault:
        """The answer, once with the remark that the server of the program failed."""
        fault = self.runs.fault if isinstance(self.runs, Warm) and not self.told else ""
        if not fault:
            return answer
        self.told = True
        text = f"started anew from here on, since its server failed: {fault[:_LONGEST]}"
        return replace(answer, remarks=(*answer.remarks, text))

    def close(self) -> None:
        """The game is over: a server that was started may serve the next one."""
        if isinstance(self.runs, Warm):
            _IDLE.give_back(self.bot.digest, self.runs)
            self.runs = self.bot.backend


def spent_s(result: RunResult, limits: Limits) -> float:
    """Seconds that a run is charged: time by the clock without the wait for a CPU, at least its CPU time.

    The wait is known for a whole program only, and its processes may wait for each other.  So at least the
    clock time times the ratio of the CPU limit to the clock limit counts, and only that when the wait is
    not known.
    """
    least = max(result.cpu_s, result.wall_s * limits.cpu_s / limits.wall_s)
    return least if result.delay_s is None else max(least, result.wall_s - result.delay_s)


def _is_from_us(file: StagedFile) -> bool:
    """Whether a file has the name and bytes of one of ours; a server runs no other."""
    folder, _, name = file.path.partition("/")
    return (stand_ins().get(name) if folder == OURS else handed_out().get(file.path)) == file.data


def left_files(
    staged: Sequence[StagedFile], result: RunResult, handed_in: Sequence[StagedFile]
) -> tuple[StagedFile, ...]:
    """The files that the next move finds: those that this one left, without the two of the protocol.

    Our own files are put there again.  A file of the submission stays when the sandbox refused to take it
    out, or refused more files than it names, unless its path clashes with a file that was left.
    """
    before = {file.path: file for file in staged}
    left = {path: data for path, data in result.files.items() if not _is_ours(path)}
    ours = [file for file in handed_in if _is_ours(file.path)]
    untold = OTHERS in result.refused
    lost = [file for file in handed_in if file not in ours and (untold or file.path in result.refused)]
    ways = set(left).union(*map(_parents, left))
    stays = [file for file in lost if file.path not in ways and not left.keys() & _parents(file.path)]
    return (*ours, *stays, *(_left(path, data, before.get(path)) for path, data in left.items()))


def _parents(path: str) -> set[str]:
    """The folders that a path lies in."""
    return {path[:at] for at, sign in enumerate(path) if sign == "/"}


def _is_ours(path: str) -> bool:
    return path.split("/", 1)[0] in (INPUT, OUTPUT, OURS)


def _left(path: str, data: bytes, before: StagedFile | None) -> StagedFile:
    if before is not None and before.data == data:
        return before
    executable = data.startswith(b"#!") or (before is not None and before.executable)
    return StagedFile(path, data, executable)


def answer_of(result: RunResult, profile: Profile, limits: Limits) -> Answer | Fault:
    """The answer of a run; when there is one, the exit code does not matter."""
    remarks = _remarks(result)
    if result.killed_for is not None:
        termination, text = _LIMITS[result.killed_for]
        return _fault(termination, text.format(limits) + _written(result, profile), result)
    data = result.files.get(OUTPUT)
    if data is None:
        return _no_answer(result)
    read = read_answer(data, profile)
    if isinstance(read, Unreadable):
        if not data.strip() and (result.exit_code or result.signal is not None):
            return _no_answer(result)  # it had opened the file, and crashed before it wrote
        return _fault(Termination.UNREADABLE, f"{OUTPUT}: {read}", result)
    return Answer(read, remarks, result.cpu_s)


def _written(result: RunResult, profile: Profile) -> str:
    """What to add for a program that was ended after it had answered, so that its author looks elsewhere."""
    read = read_answer(result.files.get(OUTPUT, b""), profile)
    return "" if isinstance(read, Unreadable) else ", its answer already written"


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
    """The last lines that a program wrote to stderr, for its author.

    Lines in which Python underlines a part of the line before are left out.
    """
    lines = (line.strip() for line in stderr.decode("utf-8", "replace").splitlines())
    return " / ".join([line[:_LONGEST] for line in lines if line.strip("~^ ")][-_LINES:])
