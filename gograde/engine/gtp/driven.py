"""A program that speaks the protocol, as a player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gograde.engine.cancelled import Cancelling, never
from gograde.engine.faults import Failed, PlayerFault, Resigned
from gograde.engine.gtp.line import plain
from gograde.engine.gtp.program import Program
from gograde.engine.gtp.vertices import is_pass, read_vertex, write_vertex
from gograde.go.board import Point, Stone
from gograde.go.live import LiveGame
from gograde.go.moves import Illegal


class DrivenPlayer:
    """Another program as `gograde.engine.player.Player`; it is started at the first move.

    The program is told what happened since it last moved, or the whole game where that is another one.  After
    a fault, and when nobody waits for its move, it is ended, and started anew for the next one.
    """

    def __init__(self, name: str, argv: Sequence[str], timeout_s: float) -> None:
        self.name = name
        self._argv, self._timeout_s = tuple(argv), timeout_s
        self._program: Program | None = None
        self._told: LiveGame | None = None

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Point | None:
        """The program's move; raises `Resigned`, `PlayerFault` or `Cancelled` where there is none."""
        try:
            return self._chosen(game, cancelled)
        except Resigned:
            self._told = None
            raise
        except BaseException:
            self._kill()
            raise

    def close(self) -> None:
        """Nobody plays any more."""
        program, self._program, self._told = self._program, None, None
        if program is not None:
            program.close()

    def _kill(self) -> None:
        program, self._program, self._told = self._program, None, None
        if program is not None:
            program.kill()

    def _chosen(self, game: LiveGame, cancelled: Cancelling) -> Point | None:
        if self._program is None:
            self._program = Program(self.name, self._argv, self._timeout_s)
        for line in news(self._told, game):
            self._asked(self._program, line, cancelled)
        text = self._asked(self._program, f"genmove {_colour(game.to_play)}", cancelled)
        point = self._point(text, game)
        after = game.go(point)
        if isinstance(after, Illegal):
            reason = f"{write_vertex(point, game.side)}: {after.reason}"
            raise PlayerFault(self.name, Failed.ILLEGAL, reason)
        self._told = after
        return point

    def _asked(self, program: Program, line: str, cancelled: Cancelling) -> str:
        """What the program says to a line that it must not refuse."""
        reply = program.ask(line, cancelled)
        if not reply.done:
            raise PlayerFault(self.name, Failed.NO_ANSWER, f"it refuses {line} ({plain(reply.text)})")
        return reply.text

    def _point(self, text: str, game: LiveGame) -> Point | None:
        """The move that the program said."""
        if text.lower() == "resign":
            raise Resigned
        if is_pass(text):
            return None
        point = read_vertex(text, game.side)
        if point is None:
            raise PlayerFault(self.name, Failed.UNREADABLE, f"{plain(text)!r} is no move")
        return point


def news(told: LiveGame | None, game: LiveGame) -> Iterator[str]:
    """The lines that bring a program from a game that it was told to another one."""
    known = len(told.steps) if told is not None and _goes_on(told, game) else None
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


def _goes_on(told: LiveGame, game: LiveGame) -> bool:
    """Has the second game all steps of the first?"""
    same = (told.start, told.komi) == (game.start, game.komi)
    return same and game.steps[: len(told.steps)] == told.steps


def _colour(stone: Stone) -> str:
    return "b" if stone is Stone.BLACK else "w"
