"""A submission as a player: the sandbox starts its program for each move.

Between moves the working directory is a value of this process: the files that the last run left.  So nothing
runs while the opponent thinks, a move can be repeated, and games cannot see each other.  Only regular files
of limited size survive a move; their modes and times are lost.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from gograde.arena.game.protocol_files import (
    INPUT,
    OUTPUT,
    Unreadable,
    handed_out,
    read_answer,
    write_input,
)
from gograde.go.player import Answer, Cancelling, Fault, Player, Termination, never
from gograde.go.position import LiveGame
from gograde.pictures.capture import stand_in_bytes
from gograde.private import lock_folder, open_lock
from gograde.sandbox.collect import OTHERS
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
from gograde.sandbox.warm import IDLE, Warm, may_fork, starts_python

KEPT = Collect(("*",), file_bytes=16 * MIB, files=1000, total_bytes=64 * MIB, depth=6, answers=False)
_ANSWER = Collect((OUTPUT,), file_bytes=64 * KIB, files=1)

_LINES = 3
"""Last lines of stderr that a fault quotes."""

_LONGEST = 200
"""Characters of a quoted line."""

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

    `digest` is the digest of the submission.  If `warm`, a Python program is forked for each move instead of
    started, where that is safe; the server that forks it has imported `imports`.  `seen` is called with every
    run.  A program loses a game when its moves take more than `game_s` seconds (see `spent_s`).
    """

    name: str
    digest: str
    job: Job
    backend: Backend
    imports: tuple[str, ...] = ()
    warm: bool = True
    game_s: float | None = None
    seen: Callable[[RunResult], None] = lambda _: None

    def player(self, seed: int) -> ProcessPlayer:
        """The bot in a new game; the seed is unused, since the protocol has none."""
        return ProcessPlayer(self, self.first_files(), self._runs())

    def _runs(self) -> Backend:
        """The back end of one game; a server that it starts may serve the next game too."""
        if not (self.warm and starts_python(self.job) and may_fork(self.backend)):
            return self.backend
        made = Warm(self.backend, self.imports, tuple(filter(_is_from_us, self.first_files())))
        return IDLE.lend(self.digest, made)

    def first_files(self) -> tuple[StagedFile, ...]:
        """The working directory at the start of a game; a bot's file replaces ours of the same name."""
        own = {file.path for file in self.job.files}
        ours = (StagedFile(path, data) for path, data in handed_out().items() if path not in own)
        return (*self.job.files, *ours)


@dataclass
class ProcessPlayer(Player):
    """A bot in one game, and the files in its working directory.

    When the game does not go on from where the bot last moved, it is another game, in which it starts anew.
    """

    bot: ProcessBot
    files: tuple[StagedFile, ...] = field(repr=False)
    runs: Backend = field(repr=False)
    used_s: float = 0.0
    last: LiveGame | None = field(default=None, repr=False)

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Answer | Fault:
        """The program's answer, which comes even if it is not wanted any more."""
        last, self.last = self.last, game
        if last is not None and (last == game or not game.goes_on_from(last)):
            self.files, self.used_s = self.bot.first_files(), 0.0
        job = replace(
            self.bot.job,
            files=(*self.files, StagedFile(INPUT, write_input(game.position))),
            collect_first=_ANSWER,
            collect=KEPT,
        )
        result, remarks = self._run(job)
        self.files = left_files(self.files, result, self.bot.first_files())
        self.used_s += spent_s(result, job.limits)
        answer = answer_of(result, job.limits)
        answer = replace(answer, remarks=(*remarks, *answer.remarks))
        most = self.bot.game_s
        if most is None or self.used_s <= most or isinstance(answer, Fault):
            return answer
        return _fault(Termination.TIME, f"more than {most:g} s in the whole game", result)

    def _run(self, job: Job) -> tuple[RunResult, tuple[str, ...]]:
        """One run for a move, and another alone where a busy machine may have decided; the last counts."""
        with on_machine(alone=False):
            result = self.runs.run(job)
        self.bot.seen(result)
        if not depends_on_load(result, job.limits):
            return result, ()
        with on_machine(alone=True):
            again = self.runs.run(job)
        self.bot.seen(again)
        return again, (f"played again alone, since the machine was busy{_got(result)}",)

    def close(self) -> None:
        """End the game, and return the server, which may serve the next game."""
        if isinstance(self.runs, Warm):
            IDLE.give_back(self.bot.digest, self.runs)
            self.runs = self.bot.backend


def spent_s(result: RunResult, limits: Limits) -> float:
    """Seconds charged for a run: wall time minus the wait for a CPU, but at least a lower bound.

    The lower bound is the wall time times (strict limit / loose limit); where the strict limit is that of CPU
    time, also the CPU time.  It exists since the wait is known only for a whole program, whose processes may
    wait for each other.  When the wait is unknown, the lower bound is charged.
    """
    strict_s, loose_s = sorted((limits.cpu_s, limits.wall_s))
    least = result.wall_s * strict_s / loose_s
    if limits.cpu_s < limits.wall_s:
        least = max(least, result.cpu_s)
    return least if result.delay_s is None else max(least, result.wall_s - result.delay_s)


def _is_from_us(file: StagedFile) -> bool:
    """Whether a file has the name and bytes of a file of gograde; servers import only these."""
    folder, _, name = file.path.partition("/")
    return (stand_in_bytes().get(name) if folder == OURS else handed_out().get(file.path)) == file.data


def left_files(
    staged: Sequence[StagedFile], result: RunResult, handed_in: Sequence[StagedFile]
) -> tuple[StagedFile, ...]:
    """The files for the next move: those that this move left, without the two protocol files.

    Gograde's own files are restored.  A file of the submission stays when the sandbox refused to collect it,
    or refused more files than it lists, unless its path clashes with a collected file.
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
    """All parent folders of a path."""
    return {path[:at] for at, sign in enumerate(path) if sign == "/"}


def _is_ours(path: str) -> bool:
    return path.split("/", 1)[0] in (INPUT, OUTPUT, OURS)


def _left(path: str, data: bytes, before: StagedFile | None) -> StagedFile:
    if before is not None and before.data == data:
        return before
    executable = data.startswith(b"#!") or (before is not None and before.executable)
    return StagedFile(path, data, executable)


def answer_of(result: RunResult, limits: Limits) -> Answer | Fault:
    """The answer of a run; a readable answer counts whatever the exit code."""
    remarks = _remarks(result)
    if result.killed_for is not None:
        termination, text = _LIMITS[result.killed_for]
        got = _got(result) if termination is Termination.TIME else ""
        return _fault(termination, text.format(limits) + got + _written(result), result)
    data = result.files.get(OUTPUT)
    if data is None:
        return _no_answer(result)
    read = read_answer(data)
    if isinstance(read, Unreadable):
        if not data.strip() and (result.exit_code or result.signal is not None):
            return _no_answer(result)  # the program opened the file, and crashed before it wrote
        return _fault(Termination.UNREADABLE, f"{OUTPUT}: {read}", result)
    return Answer(read, remarks, result.cpu_s)


def _got(result: RunResult) -> str:
    """The share of CPU time that a program got on a busy machine, as a part of a sentence; else empty.

    On an idle machine nothing is said, so that equal games have equal records.
    """
    share = share_of_cpu(result)
    if share is None or share >= BUSY:
        return ""
    return f" (it got {share:.0%} of the CPU time that it asked for)"


def _written(result: RunResult) -> str:
    """A note for the author when a limit ended the program after it had written its answer."""
    read = read_answer(result.files.get(OUTPUT, b""))
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
    return tuple(f"tried what the sandbox forbids: {tried}" for tried in result.violations)


def last_lines(stderr: bytes) -> str:
    """The last lines that a program wrote to stderr, for its author.

    Lines with which Python underlines a part of the previous line are left out.
    """
    lines = (line.strip() for line in stderr.decode("utf-8", "replace").splitlines())
    return " / ".join([line[:_LONGEST] for line in lines if line.strip("~^ ")][-_LINES:])


# -- moves share the machine, or have it alone -------------------------------------------------------------
# Those that failed while it was busy are played again alone.
# Locks of the operating system hold between all processes of a user, and fall with their process.

BUSY = 0.9
"""The share of a CPU below which the machine was busy; an idle machine gives programs 97 % and more."""


def share_of_cpu(result: RunResult) -> float | None:
    """The share of a CPU that a program had of what it wanted, 0 to 1; None when unknown, or if it waited."""
    wanted_s = result.cpu_s + (result.delay_s or 0)
    busy = result.delay_s is not None and wanted_s > (1 - BUSY) * result.wall_s
    return result.cpu_s / wanted_s if busy else None


def depends_on_load(result: RunResult, limits: Limits) -> bool:
    """Might this run have ended otherwise on an idle machine?

    A run that failed by the clock might have been in time.  A run that answered might have failed, if the
    CPU time that it waited for would have been too much with what it had: a program that thinks until some
    moment uses less of it when others run too.
    """
    if result.killed_for is Ended.WALL:
        return result.delay_s is None or result.delay_s > (1 - BUSY) * limits.wall_s
    if result.killed_for is not None or result.delay_s is None:
        return False
    wanted_s = result.cpu_s + result.delay_s
    return wanted_s > limits.cpu_s and result.cpu_s < BUSY * wanted_s


@contextmanager
def on_machine(*, alone: bool, folder: Path | None = None) -> Iterator[None]:
    """Hold the machine while a move is made: together with others, or alone.

    Who wants it alone holds the gate meanwhile, so that no other begins; the others' moves end first.
    """
    locks = folder or lock_folder()
    with ExitStack() as held:
        leave_gate = held.enter_context(_lock(locks / "gate", fcntl.LOCK_EX))
        held.enter_context(_lock(locks / "moves", fcntl.LOCK_EX if alone else fcntl.LOCK_SH))
        if not alone:
            leave_gate()
        yield


@contextmanager
def _lock(path: Path, how: int) -> Iterator[Callable[[], None]]:
    """A lock on a file; yields a function that releases it early."""
    fd = open_lock(path)
    try:
        fcntl.flock(fd, how)
        yield lambda: fcntl.flock(fd, fcntl.LOCK_UN)
    finally:
        # A child that was just forked may have the file open for a moment longer.
        fcntl.flock(fd, fcntl.LOCK_UN)
        os.close(fd)
