"""A game as a value: where it started, its steps, and all that follows from them.

Source: the class `CGo` of the course's paper.  Its methods are operations here that leave the game as it is
and give another one: `TryGo` is `LiveGame.try_go`, `CanGo` is `can_go`, `Go` is `go`, `ReGo` is `undo`,
`Reset` is `reset`.  `KillString` is what `go` does to chains without liberties, and
`killed` says which stones it took.  `nSteps` and `StepList` are `steps`, `nSeesawPoint` is `seesaw_point`,
`nStage` is `stage`, and `Dots` is `position.board`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from gograde.errors import DataError
from gograde.go.area import empty_regions
from gograde.go.board import Board, Point, Stone
from gograde.go.influence.models import in_order
from gograde.go.influence.territory import territory_of
from gograde.go.moves import Illegal, Played, Reason, play
from gograde.go.position import Game, IllegalMove, Move, Position
from gograde.go.rules import obeys_rule_1

MAX_SIDE = 19
"""Lines of the largest board that is played on: the paper's."""


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A legal game on a square board up to 19x19.

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
    def empty(cls, side: int = MAX_SIDE, komi: float = 0.0) -> LiveGame:
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
    def stage(self) -> Stage:
        """Opening, middle game or endgame, by the rule of `gograde.go.live.stage_of`."""
        return stage_of(self.position.board)

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
            return Illegal(self.to_play, move.point, Reason.KO)
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
        after = found[-1].pass_turn() if step is None else found[-1].play(step)
        if isinstance(after, Illegal):
            raise DataError(f"game: step {number}", str(after), "take legal steps only")
        found.append(after)
    return tuple(found)


def need_playable(board: Board) -> None:
    """Raise `DataError` for a board from which no game goes on."""
    if board.rows != board.cols or not 1 <= board.rows <= MAX_SIDE:
        fix = f"use a square board of 1 to {MAX_SIDE} lines"
        raise DataError("game: start", f"no game is played on {board.rows}x{board.cols}", fix)
    if not obeys_rule_1(board):
        raise DataError("game: start", "a chain has no liberty", "leave every chain an empty point beside it")


# -- the stage of a game: opening, middle game or endgame, by a rule that everybody can recompute ----------
# Source: the constants PROLOG, MIDRUN and FINALE of the course's paper, which names the stages and leaves the
# rule open.  The rule is ours.

CORNER_STONES = 4
"""Stones in a corner from which its opening is played; the usual corner sequences have more."""

POINTS_A_STONE = 6
"""Points of the board for one stone on it, from which the opening is over; 60 stones on 19x19."""

POINTS_A_SWING = 30
"""Points of the board for one that still swings, up to which the endgame goes on; 12 points on 19x19."""

REACH = 2
"""Lines from a stone to a point that it contests; a move beyond starts something new."""


class Stage(StrEnum):
    """The three stages of a game, in order."""

    PROLOG = "prolog"
    MIDRUN = "midrun"
    FINALE = "finale"


def stage_of(board: Board) -> Stage:
    """The stage of a board, whoever is to play.

    PROLOG: some corner has fewer than `CORNER_STONES` stones, and the board has fewer than one stone for
    `POINTS_A_STONE` points.  A corner is the square of half the side, rounded up; the lines in the middle of
    an odd side belong to two corners.  Else FINALE: at most one point in `POINTS_A_SWING` swings
    (`swinging_points`).  Else MIDRUN.  A capture can lead back from FINALE to MIDRUN.
    """
    points, stones = len(board.cells), len(board.cells) - board.cells.count(Stone.EMPTY)
    if stones * POINTS_A_STONE < points and min(_corners(board)) < CORNER_STONES:
        return Stage.PROLOG
    few = len(swinging_points(board)) * POINTS_A_SWING <= points
    return Stage.FINALE if few else Stage.MIDRUN


def swinging_points(board: Board) -> tuple[Point, ...]:
    """The empty points that still may become either side's, row by row.

    A point does not swing when it is territory by the force model (`gograde.go.influence.territory`), when
    the empty region around it touches stones of one colour alone, or when both colours have a stone within
    `REACH` rows and `REACH` columns of it: there is a border, where only a few points are left to win.
    """
    held = in_order(territory_of(board).owner)
    near = [_near(board, stone) for stone in (Stone.BLACK, Stone.WHITE)]
    closed = {place for region in empty_regions(board) if len(region.reached) == 1 for place in region.places}
    return tuple(
        board.point(i)
        for i, cell in enumerate(board.cells)
        if not (cell or held[i] or i in closed or all(board.point(i) in side for side in near))
    )


def _corners(board: Board) -> list[int]:
    """The stones in each of the four corners."""
    tall, wide = (board.rows + 1) // 2, (board.cols + 1) // 2
    taken = [board.point(i) for i, cell in enumerate(board.cells) if cell]
    return [
        sum(top <= row < top + tall and left <= column < left + wide for row, column in taken)
        for top in (0, board.rows - tall)
        for left in (0, board.cols - wide)
    ]


def _near(board: Board, stone: Stone) -> set[tuple[int, int]]:
    """The points within `REACH` lines of a stone of a colour."""
    around = range(-REACH, REACH + 1)
    return {
        (row + down, column + right)
        for row, column in board.points(stone)
        for down in around
        for right in around
    }
