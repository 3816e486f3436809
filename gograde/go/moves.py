"""A move by the rules: a stone is placed, and chains without a liberty are taken.

Suicide of one or more stones is illegal; captures come before the test for suicide.  Ko needs history and is
in `position`.  Boards should obey rule 1 (every chain has a liberty); on other boards, a move still captures
only chains next to it.  An illegal move is a value, `Illegal`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from gograde.go.board import Board, Point, Stone, all_points, neighbour_indices


class IllegalReason(StrEnum):
    """Why a move is illegal."""

    OFF_BOARD = "off the board"
    OCCUPIED = "the point is occupied"
    SUICIDE = "suicide"
    KO = "ko"


@dataclass(frozen=True, slots=True)
class Illegal:
    """A move that the rules forbid, and why."""

    stone: Stone
    point: Point
    reason: IllegalReason

    def __str__(self) -> str:
        name = self.stone.name.lower()
        return f"{name} at ({self.point.row}, {self.point.column}) is illegal: {self.reason}"


@dataclass(frozen=True, slots=True)
class Played:
    """A legal move: the board after it and the points it captured, row by row."""

    board: Board
    stone: Stone
    point: Point
    captured: tuple[Point, ...]


class ChainPlaces(NamedTuple):
    """A chain as places of `Board.cells`."""

    colour: int
    stones: list[int]
    liberties: set[int]


def play(board: Board, stone: Stone, point: tuple[int, int]) -> Played | Illegal:
    """Place a stone, and remove the opponent's chains next to it that have no liberty left.

    Ko is ignored.  Raises `ValueError` when `stone` is EMPTY.
    """
    if stone is Stone.EMPTY:
        raise ValueError("only black and white can be played")
    where = Point(*point)
    if where not in board:
        return Illegal(stone, where, IllegalReason.OFF_BOARD)
    if board.get(where):
        return Illegal(stone, where, IllegalReason.OCCUPIED)
    placed = board.with_stones(stone, [where])
    captured = points_at(board, _dead_beside(placed, board.index(where), stone.opponent))
    after = placed.with_stones(Stone.EMPTY, captured)
    if not group_at(after, after.index(where), bytearray(len(after.cells))).liberties:
        return Illegal(stone, where, IllegalReason.SUICIDE)
    return Played(after, stone, where, captured)


def _dead_beside(board: Board, index: int, colour: Stone) -> set[int]:
    """The stones of all chains of a colour that are next to a place and have no liberty."""
    dead: set[int] = set()
    for other in neighbour_indices(board.rows, board.cols)[index]:
        if board.cells[other] == colour and other not in dead:
            group = group_at(board, other, bytearray(len(board.cells)))
            dead.update(() if group.liberties else group.stones)
    return dead


def group_at(board: Board, index: int, seen: bytearray) -> ChainPlaces:
    """The chain of the stone at a place, which is not marked as seen yet; marks its stones."""
    cells, around = board.cells, neighbour_indices(board.rows, board.cols)
    colour, stones, liberties = cells[index], [index], set()
    seen[index] = 1
    for stone in stones:  # grows while it is walked
        for other in around[stone]:
            held = cells[other]
            if not held:
                liberties.add(other)
            elif held == colour and not seen[other]:
                seen[other] = 1
                stones.append(other)
    return ChainPlaces(colour, stones, liberties)


def points_at(board: Board, indices: Iterable[int]) -> tuple[Point, ...]:
    everywhere = all_points(board.rows, board.cols)
    return tuple(everywhere[index] for index in sorted(indices))
