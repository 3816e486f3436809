"""A position in play (side to play, simple ko, passes), games as lists of moves, and games in play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from gograde.errors import DataError
from gograde.go.board import Board, Point, Stone
from gograde.go.moves import Illegal, IllegalReason, Played, play


@dataclass(frozen=True, slots=True)
class Position:
    """A board, the side to play, the board one ply ago, and the number of passes since the last move.

    Simple ko: a move is illegal when the board after its captures equals `previous`.  After a
    pass `previous` is the board itself, so a pass lifts the ko.
    """

    board: Board
    to_play: Stone = Stone.BLACK
    previous: Board | None = None
    passes: int = 0

    @property
    def ended(self) -> bool:
        """Did both sides pass in a row?"""
        return self.passes >= 2

    @property
    def ko_point(self) -> Point | None:
        """The point that ko forbids to the side to play."""
        if self.previous is None or self._lost() != 1:
            return None
        own = [p for p in self.previous.points(self.to_play) if not self.board.get(p)]
        return next((p for p in own if self._repeats(play(self.board, self.to_play, p))), None)

    def play(self, point: tuple[int, int]) -> Position | Illegal:
        """The position after a move, or why it is illegal."""
        move = play(self.board, self.to_play, point)
        if isinstance(move, Illegal):
            return move
        if self._repeats(move):
            return Illegal(self.to_play, move.point, IllegalReason.KO)
        return Position(move.board, self.to_play.opponent, self.board)

    def pass_turn(self) -> Position:
        """The position after a pass, which is always allowed."""
        return Position(self.board, self.to_play.opponent, self.board, self.passes + 1)

    def step(self, point: tuple[int, int] | None) -> Position | Illegal:
        """The position after a move, or after a pass when `point` is None."""
        return self.pass_turn() if point is None else self.play(point)

    def legal_points(self) -> tuple[Point, ...]:
        """Every point that may be played, ko included, row by row."""
        from gograde.go.rules import legal_points

        ko = self.ko_point
        return tuple(point for point in legal_points(self.board, self.to_play) if point != ko)

    def _lost(self) -> int:
        """How many stones the side to play has lost on the last ply; in a ko exactly one."""
        before = self.previous or self.board
        return before.cells.count(self.to_play) - self.board.cells.count(self.to_play)

    def _repeats(self, move: Played | Illegal) -> bool:
        return isinstance(move, Played) and move.board == self.previous


@dataclass(frozen=True, slots=True)
class Move:
    """A stone on a point, or a pass when `point` is None."""

    stone: Stone
    point: Point | None


@dataclass(frozen=True, slots=True)
class IllegalMove:
    """The first move of a game that the rules forbid; `number` counts from 1."""

    number: int
    illegal: Illegal

    def __str__(self) -> str:
        return f"move {self.number}: {self.illegal}"


@dataclass(frozen=True, slots=True)
class Game:
    """A starting board, the moves in order, and komi."""

    start: Board
    moves: tuple[Move, ...] = ()
    komi: float = 0.0


LARGEST_SIDE = 19
"""Lines of the largest board that is played on: the paper's."""


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A legal game on a square board up to 19x19: the class `CGo` of the course's paper as a value.

    Its methods give another game: `TryGo` is `try_go`, `CanGo` is `can_go`, `Go` is `go`, `ReGo` is `undo`,
    `Reset` is `reset`.  `KillString` is what `go` does to chains without liberties; `killed` says which
    stones it took.  `nSteps` and `StepList` are `steps`, `nSeesawPoint` is `seesaw_point`, and `Dots` is
    `position.board`.

    `start` is the position before the first step: an empty board with black to play, or one with stones, ko
    and colour as they were.  A step is a point, or None for a pass; colours alternate.  Raises `DataError`
    for another board, for a start with a chain without liberties, and for an illegal step.  Two passes end a
    game (`ended`), but it may go on after them, as games do that are resumed.
    """

    start: Position
    komi: float = 0.0
    steps: tuple[Point | None, ...] = ()
    _positions: tuple[Position, ...] = field(default=(), repr=False, compare=False)
    """The start, then the position after each step."""

    def __post_init__(self) -> None:
        positions = self._positions
        if len(positions) != len(self.steps) + 1 or positions[0] is not self.start:
            object.__setattr__(self, "_positions", _positions(self.start, self.steps))

    @classmethod
    def empty(cls, side: int = LARGEST_SIDE, komi: float = 0.0) -> LiveGame:
        """The game before its first step on an empty board, black to play."""
        return cls(Position(Board.empty(side)), komi)

    @classmethod
    def from_record(cls, record: Game) -> LiveGame | IllegalMove:
        """The game of a record, or its first illegal move.

        Where a colour moves twice in a row, the other colour passed.
        """
        first = record.moves[0].stone if record.moves else Stone.BLACK
        game = cls(Position(record.start, first), record.komi)
        for number, move in enumerate(record.moves, start=1):
            after = game.in_turn(move.stone).go(move.point)
            if isinstance(after, Illegal):
                return IllegalMove(number, after)
            game = after
        return game

    @property
    def side(self) -> int:
        """The lines of the board."""
        return self.start.board.rows

    @property
    def position(self) -> Position:
        """The position after the last step."""
        return self._positions[-1]

    @property
    def to_play(self) -> Stone:
        """The colour whose turn it is."""
        return self.position.to_play

    @property
    def ended(self) -> bool:
        """Were the last two steps passes?"""
        return self.position.ended

    @property
    def seesaw_point(self) -> Point | None:
        """The point that simple ko forbids to the side to play."""
        return self.position.ko_point

    @property
    def killed(self) -> tuple[Point, ...]:
        """The stones that the last step took off the board, row by row (the work of `KillString`)."""
        if not self.steps:
            return ()
        before, after = self._positions[-2].board, self.position.board
        return tuple(point for point in before.points(self.to_play) if not after.get(point))

    def try_go(self, point: tuple[int, int]) -> Played | Illegal:
        """What a stone of the side to play would do at a point, or why it may not be played (`TryGo`)."""
        move = play(self.position.board, self.to_play, point)
        if isinstance(move, Played) and move.board == self.position.previous:
            return Illegal(self.to_play, move.point, IllegalReason.KO)
        return move

    def can_go(self, point: tuple[int, int]) -> bool:
        """May the side to play go there (`CanGo`)?"""
        return isinstance(self.try_go(point), Played)

    def go(self, point: tuple[int, int] | None) -> LiveGame | Illegal:
        """The game after a move, or after a pass when `point` is None; or why it is illegal (`Go`)."""
        if point is None:
            return self.in_turn(self.to_play.opponent)
        after = self.position.play(point)
        return after if isinstance(after, Illegal) else self._stepped(Point(*point), after)

    def in_turn(self, stone: Stone) -> LiveGame:
        """The game with a colour to play: after a pass of the other colour where it is not its turn."""
        if stone is self.to_play:
            return self
        return self._stepped(None, self.position.pass_turn())

    def undo(self, plies: int = 1) -> LiveGame:
        """The game without its last steps; without any when it has fewer (`ReGo`).

        The button of the paper's dialog takes back two, so that the same side is to play.
        """
        kept = max(len(self.steps) - max(plies, 0), 0)
        return LiveGame(self.start, self.komi, self.steps[:kept], self._positions[: kept + 1])

    def reset(self) -> LiveGame:
        """The game before its first step (`Reset`)."""
        return self.undo(len(self.steps))

    def goes_on_from(self, other: LiveGame) -> bool:
        """Has the game all steps of another one, which had the same start and komi?"""
        same = (self.start, self.komi) == (other.start, other.komi)
        return same and self.steps[: len(other.steps)] == other.steps

    def replay(self) -> Iterator[LiveGame]:
        """The game before its first step, after the first, and so on, to the game itself."""
        for plies in range(len(self.steps), -1, -1):
            yield self.undo(plies)

    def record(self) -> Game:
        """The game as a record to be written (`gograde.go.sgf`, `gograde.go.dot_go`)."""
        turns = (position.to_play for position in self._positions)
        moves = (Move(stone, step) for stone, step in zip(turns, self.steps, strict=False))
        return Game(self.start.board, tuple(moves), self.komi)

    def _stepped(self, step: Point | None, position: Position) -> LiveGame:
        return LiveGame(self.start, self.komi, (*self.steps, step), (*self._positions, position))


def _positions(start: Position, steps: Iterable[tuple[int, int] | None]) -> tuple[Position, ...]:
    """The positions of a game; raises `DataError` for a start or a step that is none."""
    need_playable(start.board)
    found = [start]
    for number, step in enumerate(steps, start=1):
        after = found[-1].step(step)
        if isinstance(after, Illegal):
            raise DataError(f"game: step {number}", str(after), "take legal steps only")
        found.append(after)
    return tuple(found)


def need_playable(board: Board) -> None:
    """Raise `DataError` for a board from which no game goes on."""
    if board.rows != board.cols or not 1 <= board.rows <= LARGEST_SIDE:
        fix = f"use a square board of 1 to {LARGEST_SIDE} lines"
        raise DataError("game: start", f"no game is played on {board.rows}x{board.cols}", fix)
    if any(board.cells):
        from gograde.go.rules import obeys_rule_1  # gograde-check has no such module, and needs none

        if not obeys_rule_1(board):
            fix = "leave every chain an empty point beside it"
            raise DataError("game: start", "a chain has no liberty", fix)
