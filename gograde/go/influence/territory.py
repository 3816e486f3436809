"""Territory by the force model: the empty points that a side holds, and its solid points.

Source: the course's paper on influence, its section on the spheres of both sides.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import fsum

from gograde.errors import DataError
from gograde.go.area import empty_regions
from gograde.go.board import Board, Point, Stone, neighbour_indices
from gograde.go.influence.models import (
    DEAD,
    FORCE,
    SIGNS,
    ForceParameters,
    IntGrid,
    by_rows,
    force_field,
    in_order,
    living_cells,
    need_at_least,
    sign,
)
from gograde.go.moves import Illegal, play


@dataclass(frozen=True, slots=True)
class TerritoryParameters:
    """The thresholds, from black's side; a value must exceed its threshold.

    A point is territory when each force is above `each`; or when each force is above `some` and A is above
    `total`; or when A is above two thirds of `clip`.  Territory is solid when each force is above
    `solid_each`, and three forces are above `solid_three` or A is above `solid_total`.  A is first clipped to
    `clip`.  Raises `DataError` for negative thresholds and a `clip` below 1, with which a point could belong
    to both sides.
    """

    each: int = 1
    some: int = 0
    total: int = 10
    clip: int = 64
    solid_each: int = 1
    solid_three: int = 2
    solid_total: int = 34
    force: ForceParameters = FORCE

    def __post_init__(self) -> None:
        for name in ("each", "some", "total", "solid_each", "solid_three", "solid_total"):
            need_at_least(f"territory.{name}", getattr(self, name), 0)
        need_at_least("territory.clip", self.clip, 1)


TERRITORY = TerritoryParameters()


@dataclass(frozen=True, slots=True)
class Territory:
    """1 for black's points, -1 for white's, 0 for nobody's and for stones.

    `owner` has all territory, `solid` the solid part of it.
    """

    owner: IntGrid
    solid: IntGrid


def territory_of(board: Board, parameters: TerritoryParameters = TERRITORY) -> Territory:
    """The territory of both sides; any board, up to 255 a side.

    White's rules are black's with every force negated.
    """
    field = force_field(board, parameters.force)
    parts = [in_order(part) for part in (field.up, field.right, field.down, field.left)]
    grades = [
        (0, 0) if cell else _grades(tuple(part[i] for part in parts), parameters)
        for i, cell in enumerate(board.cells)
    ]
    held, solid = ([grade[kind] for grade in grades] for kind in (0, 1))
    return Territory(by_rows(board, held), by_rows(board, solid))


def _grades(forces: tuple[int, ...], parameters: TerritoryParameters) -> tuple[int, int]:
    """Whose territory an empty point is, and whose solid territory."""
    for side in (1, -1):
        seen = [side * value for value in forces]
        if _is_held(seen, parameters):
            return side, side * _is_solid(seen, parameters)
    return 0, 0


def _is_held(forces: list[int], parameters: TerritoryParameters) -> bool:
    total = min(sum(forces), parameters.clip)
    if min(forces) > parameters.each or 3 * total > 2 * parameters.clip:
        return True
    return min(forces) > parameters.some and total > parameters.total


def _is_solid(forces: list[int], parameters: TerritoryParameters) -> bool:
    """Is a point that is territory also solid?"""
    if min(forces) <= parameters.solid_each:
        return False
    strong = sum(value > parameters.solid_three for value in forces)
    return strong >= 3 or min(sum(forces), parameters.clip) > parameters.solid_total


# -- the leading side and the value of a move, by the force model ------------------------------------------
# Source: the course's paper on influence, its section on measures.


@dataclass(frozen=True, slots=True)
class SituationParameters:
    """An empty point counts FB / `clamp`, at most 1; raises `DataError` for a clamp below 1."""

    clamp: float = 32
    force: ForceParameters = FORCE

    def __post_init__(self) -> None:
        need_at_least("situation.clamp", self.clamp, 1)


SITUATION = SituationParameters()


def situation_value(
    board: Board, dead: Iterable[tuple[int, int]] = (), parameters: SituationParameters = SITUATION
) -> float:
    """SFB of a board: above 0 black is ahead, below 0 white is; at most the number of points either way.

    An empty point counts FB / `clamp`, at most 1, with the sign of A; it counts 0 where A is 0.  A stone
    counts 1 for its colour, a dead stone 1 against it.  Dead stones send forces like living stones.  The sum
    is rounded once, so that it does not depend on the order of points.  Raises `DataError` when a dead point
    holds no stone.
    """
    field = force_field(board, parameters.force)
    marked = living_cells(board, dead)
    totals, holds = in_order(field.total), in_order(field.hold)
    empty = [
        sign(total) * min(hold / parameters.clamp, 1.0) for total, hold in zip(totals, holds, strict=True)
    ]
    stones = [
        -SIGNS[cell] if mark == DEAD else SIGNS[cell] for cell, mark in zip(board.cells, marked, strict=True)
    ]
    return fsum([*empty, *stones])


def move_value(
    board: Board,
    stone: Stone,
    point: tuple[int, int],
    dead: Iterable[tuple[int, int]] = (),
    parameters: SituationParameters = SITUATION,
) -> float | Illegal:
    """SFB after a move minus SFB before it, so a good move by white has a negative value.

    Captured stones are no longer dead stones; the other dead stones stay dead.  An illegal move gives
    `Illegal`; ko is ignored.
    """
    move = play(board, stone, point)
    if isinstance(move, Illegal):
        return move
    before = list(dead)
    after = [other for other in before if tuple(other) not in move.captured]
    return situation_value(move.board, after, parameters) - situation_value(board, before, parameters)


# -- points per stone: of any living block, and of the two walls that decide the best board size -----------
# The point efficiency PE of a living block is the points that it encloses, divided by its stones.  A wall on
# the third line of an x by x board takes 4x - 20 stones and holds the 8x - 16 points of the side; one on the
# fourth takes 4x - 28 and holds the (x - 8)^2 points of the middle.  The board is fair when PE3 and PE4 are
# close, so E = PE4 - PE3 should be near 0.  Source: the course's paper on Go programs, its section on the
# size of the board.

SIZES = range(11, 24)


def point_efficiency(board: Board, block: Iterable[tuple[int, int]]) -> Fraction:
    """PE of a block: the points that it encloses, divided by its stones.

    A block is any stones of one colour, such as those of a chain, of a layered block or of a dragon; whether
    it lives is for the caller to know.  It encloses an empty region when every stone beside the region is
    one of the block.  Raises `DataError` when the block is not of stones of one colour.
    """
    own = {board.index(p) for p in block}
    if {board.cells[i] for i in own} not in ({Stone.BLACK}, {Stone.WHITE}):
        raise DataError("block", "no stones of one colour", "name points with such stones")
    around = neighbour_indices(board.rows, board.cols)
    enclosed = sum(
        len(region.places)
        for region in empty_regions(board)
        if all(other in own for place in region.places for other in around[place] if board.cells[other])
    )
    return Fraction(enclosed, len(own))


def third_line(x: int | Fraction) -> Fraction:
    """PE3 = (8x - 16) / (4x - 20); raises `DataError` at x = 5, where there is no stone."""
    return _efficiency(8 * x - 16, 4 * x - 20, x)


def fourth_line(x: int | Fraction) -> Fraction:
    """PE4 = (x - 8)^2 / (4x - 28); raises `DataError` at x = 7, where there is no stone."""
    return _efficiency((x - 8) ** 2, 4 * x - 28, x)


def difference(x: int | Fraction) -> Fraction:
    """E = PE4 - PE3, exact; raises `DataError` at x = 5 and x = 7.  It grows with x from 8 on."""
    return fourth_line(x) - third_line(x)


def fairest(sizes: Iterable[int] = SIZES) -> int:
    """The size with the least |E|: 19 of 11 to 23.

    Raises `DataError` when there is no size, or one is 5 or 7.
    """
    candidates = tuple(sizes)
    if not candidates:
        raise DataError("sizes", "no size", "give one at least")
    return min(candidates, key=lambda size: abs(difference(size)))


def _efficiency(points: int | Fraction, stones: int | Fraction, x: int | Fraction) -> Fraction:
    """Points per stone."""
    if not stones:
        raise DataError("board size", f"a wall of no stones at x = {x}", "use any size but 5 and 7")
    return Fraction(points) / Fraction(stones)


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
