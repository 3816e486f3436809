"""A program that speaks the protocol, as a player."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gograde.engine.gtp.commands import is_pass, plain, read_vertex, write_vertex
from gograde.errors import UsageError
from gograde.go.board import Point, Stone
from gograde.go.moves import Illegal
from gograde.go.player import RESIGNED, Answer, Cancelling, Fault, Player, Termination, check, never
from gograde.go.position import LiveGame

# -- another program that speaks the protocol, as a process: it is asked a line and gives the answer -------
# Whatever it does instead is a fault of it: it says nothing in time, ends, or says what is no answer.

_LOOK_S = 0.03
"""Seconds between two looks at whether the answer is still wanted; callers want 50 ms."""

_LONGEST = 1 << 20
"""Bytes of an answer; a whole board of long numbers has some thousands."""

_LEAVE_S = 2.0
"""Seconds that a program has to end after `quit`."""


class FaultError(Exception):
    """The program did something else than it was asked."""

    def __init__(self, termination: Termination, reason: str) -> None:
        super().__init__(reason)
        self.fault = Fault(termination, reason)


@dataclass(frozen=True)
class Reply:
    """An answer without its mark; `done` is false for a failure of the command."""

    done: bool
    text: str


class GtpProgram:
    """A running program; `timeout_s` seconds by the clock are what every answer may take."""

    def __init__(self, name: str, argv: Sequence[str], timeout_s: float) -> None:
        self.name, self._timeout_s = name, timeout_s
        self._rest = b""
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the program
        try:
            self._process = subprocess.Popen(
                list(argv),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                start_new_session=True,
            )
        except OSError as error:
            self._stderr.close()
            what = f"cannot be started ({error.strerror})"
            raise UsageError(name, what, "name a program that is installed, with its arguments") from None

    def ask(self, line: str, cancelled: Cancelling = never) -> Reply:
        """The answer to a line.

        Raises `FaultError` when there is none, and `Cancelled` when it is wanted no more; the program is of
        no use after either.
        """
        if self._rest.strip():
            reason = f"{_quoted(self._rest)} that nobody asked for"
            raise FaultError(Termination.UNREADABLE, reason)
        self._send(line)
        until = time.monotonic() + self._timeout_s
        while True:
            block = self._block(line)
            if block is not None:
                return Reply(block[0] == "=", block[1:].strip())
            check(cancelled)
            if time.monotonic() > until:
                reason = f"nothing in {self._timeout_s:g} s to {line}"
                raise FaultError(Termination.TIME, reason)
            self._receive(line)

    def close(self) -> None:
        """End the program, by force where it does not leave."""
        with contextlib.suppress(OSError):
            os.write(self._stdin, b"quit\n")
        with contextlib.suppress(OSError):
            self._process.stdin.close()  # type: ignore[union-attr]
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_LEAVE_S)
        self.kill()

    def kill(self) -> None:
        """End the program and what it started at once."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._stderr):
            with contextlib.suppress(OSError):
                stream.close()  # type: ignore[union-attr]

    @property
    def _stdin(self) -> int:
        return self._process.stdin.fileno()  # type: ignore[union-attr]

    @property
    def _stdout(self) -> int:
        return self._process.stdout.fileno()  # type: ignore[union-attr]

    def _send(self, line: str) -> None:
        try:
            os.write(self._stdin, f"{line}\n".encode())
        except OSError:
            raise self._ended(line) from None

    def _receive(self, line: str) -> None:
        """What the program said meanwhile."""
        ready, _, _ = select.select([self._stdout], [], [], _LOOK_S)
        if not ready:
            return
        said = os.read(self._stdout, 1 << 16)
        if not said:
            raise self._ended(line)
        self._rest += said

    def _block(self, line: str) -> str | None:
        """The next answer, when all of it is there; blank lines before it mean nothing."""
        text = self._rest.replace(b"\r", b"").lstrip(b"\n")
        if text and text[:1] not in b"=?":
            raise FaultError(Termination.UNREADABLE, f"{_quoted(text)} to {line}")
        if len(text) > _LONGEST:
            raise FaultError(Termination.UNREADABLE, f"more than {_LONGEST} bytes to {line}")
        block, end, rest = text.partition(b"\n\n")
        if not end:
            return None
        self._rest = rest
        return block.decode("utf-8", "replace")

    def _ended(self, line: str) -> FaultError:
        """The program is gone: how, and the last that it said on stderr."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_LEAVE_S)
        code = self._process.returncode
        how = f"exit code {code}" if code is None or code >= 0 else f"killed by signal {-code}"
        self._stderr.seek(0)
        lines = self._stderr.read().decode("utf-8", "replace").split("\n")
        said = next((f"; it said: {plain(text, 200)}" for text in reversed(lines) if text.strip()), "")
        return FaultError(Termination.CRASHED, f"it ended at {line} with {how}{said}")


def _quoted(said: bytes) -> str:
    return f"'{plain(said.decode('utf-8', 'replace'))}'"


class DrivenPlayer(Player):
    """Another program as a player; it is started at the first move.

    The program is told what happened since it last moved, or the whole game where that is another one.  After
    a fault, and when nobody waits for its move, it is ended, and started anew for the next one.
    """

    def __init__(self, name: str, argv: Sequence[str], timeout_s: float) -> None:
        self.name = name
        self._argv, self._timeout_s = tuple(argv), timeout_s
        self._program: GtpProgram | None = None
        self._game: LiveGame | None = None

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Answer | Fault:
        """The program's move, or what it did instead."""
        try:
            return self._chosen(game, cancelled)
        except FaultError as error:
            self._kill()
            return error.fault
        except BaseException:
            self._kill()
            raise

    def close(self) -> None:
        """Nobody plays any more."""
        program, self._program, self._game = self._program, None, None
        if program is not None:
            program.close()

    def _kill(self) -> None:
        program, self._program, self._game = self._program, None, None
        if program is not None:
            program.kill()

    def _chosen(self, game: LiveGame, cancelled: Cancelling) -> Answer | Fault:
        if self._program is None:
            self._program = GtpProgram(self.name, self._argv, self._timeout_s)
        for line in news(self._game, game):
            self._reply(self._program, line, cancelled)
        text = self._reply(self._program, f"genmove {_colour(game.to_play)}", cancelled)
        if text.lower() == "resign":
            self._game = None
            return RESIGNED
        point = self._point(text, game)
        after = game.go(point)
        if isinstance(after, Illegal):
            reason = f"{write_vertex(point, game.side)}: {after.reason}"
            raise FaultError(Termination.ILLEGAL, reason)
        self._game = after
        return Answer(point)

    def _reply(self, program: GtpProgram, line: str, cancelled: Cancelling) -> str:
        """What the program says to a line that it must not refuse."""
        reply = program.ask(line, cancelled)
        if not reply.done:
            raise FaultError(Termination.NO_ANSWER, f"it refuses {line} ({plain(reply.text)})")
        return reply.text

    def _point(self, text: str, game: LiveGame) -> Point | None:
        """The move that the program said."""
        if is_pass(text):
            return None
        point = read_vertex(text, game.side)
        if point is None:
            raise FaultError(Termination.UNREADABLE, f"{plain(text)!r} is no move")
        return point


def news(told: LiveGame | None, game: LiveGame) -> Iterator[str]:
    """The lines that bring a program from a game that it was told to another one."""
    known = len(told.steps) if told is not None and game.goes_on_from(told) else None
    if known is None:
        yield f"boardsize {game.side}"
        yield "clear_board"
        yield f"komi {game.komi:g}"
        for stone in (Stone.BLACK, Stone.WHITE):
            for point in game.start.board.points(stone):
                yield f"play {_colour(stone)} {write_vertex(point, game.side)}"
    stone = game.start.to_play
    for number, step in enumerate(game.steps):
        if number >= (known or 0):
            yield f"play {_colour(stone)} {write_vertex(step, game.side)}"
        stone = stone.opponent


def _colour(stone: Stone) -> str:
    return "b" if stone is Stone.BLACK else "w"
