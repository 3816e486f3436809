"""The rules on a single board: chains, captures, legal points.

Suicide of one or more stones is illegal; captures come before the test for suicide.  Ko needs history and is
in `position`.  Boards should obey rule 1 (every chain has a liberty); on other boards, a move still captures
only chains next to it.  An illegal move is a value, `Illegal`.  Every function takes time linear in the
board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from gograde.go.board import STONES, Board, Point, Stone, all_points, neighbour_indices


class Reason(StrEnum):
    """Why a move is illegal."""

    OFF_BOARD = "off the board"
    OCCUPIED = "the point is occupied"
    SUICIDE = "suicide"
    KO = "ko"


class Reading(StrEnum):
    """Two ways to combine all captures on one board, see `result_after_captures`."""

    CLOSURE = "closure"
    UNION = "union"


@dataclass(frozen=True, slots=True)
class Illegal:
    """A move that the rules forbid, and why."""

    stone: Stone
    point: Point
    reason: Reason

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


@dataclass(frozen=True, slots=True)
class Chain:
    """Connected stones of one colour and their distinct liberties, both row by row."""

    stone: Stone
    points: tuple[Point, ...]
    liberties: tuple[Point, ...]


class _Group(NamedTuple):
    """A chain as places of `Board.cells`."""

    colour: int
    stones: list[int]
    liberties: set[int]


def chains(board: Board) -> tuple[Chain, ...]:
    """Every chain, ordered by its first stone in row-major order."""
    return tuple(
        Chain(STONES[group.colour], _points(board, group.stones), _points(board, group.liberties))
        for group in _groups(board)
    )


def dead_chains(board: Board) -> tuple[Chain, ...]:
    """The chains without a liberty, in the order of `chains`."""
    return tuple(
        Chain(STONES[group.colour], _points(board, group.stones), ())
        for group in _groups(board)
        if not group.liberties
    )


def obeys_rule_1(board: Board) -> bool:
    """Has every chain of both colours a liberty?"""
    return all(group.liberties for group in _groups(board))


def play(board: Board, stone: Stone, point: tuple[int, int]) -> Played | Illegal:
    """Place a stone, and remove the opponent's chains next to it that have no liberty left.

    Ko is ignored.  Raises `ValueError` when `stone` is EMPTY.
    """
    if stone is Stone.EMPTY:
        raise ValueError("only black and white can be played")
    where = Point(*point)
    if where not in board:
        return Illegal(stone, where, Reason.OFF_BOARD)
    if board.get(where):
        return Illegal(stone, where, Reason.OCCUPIED)
    placed = board.with_stones(stone, [where])
    captured = _points(board, _dead_beside(placed, board.index(where), stone.opponent))
    after = placed.with_stones(Stone.EMPTY, captured)
    if not _group_at(after, after.index(where), bytearray(len(after.cells))).liberties:
        return Illegal(stone, where, Reason.SUICIDE)
    return Played(after, stone, where, captured)


def capture_points(board: Board, stone: Stone) -> tuple[Point, ...]:
    """Every point where `stone` captures something, row by row."""
    return _points(board, _captures(_groups(board), stone))


def legal_points(board: Board, stone: Stone) -> tuple[Point, ...]:
    """Every point where `stone` may be played, row by row; ko is ignored, the pass is not listed.

    An empty point is legal when it has an empty neighbour, or is a liberty of an own chain
    that has another liberty, or captures.
    """
    groups = tuple(_groups(board))
    around = neighbour_indices(board.rows, board.cols)
    cells = board.cells
    legal = {i for i, cell in enumerate(cells) if not cell and any(not cells[n] for n in around[i])}
    for group in groups:
        if group.colour == stone and len(group.liberties) > 1:
            legal |= group.liberties
    return _points(board, legal | _captures(groups, stone))


def result_after_captures(board: Board, stone: Stone, reading: Reading = Reading.CLOSURE) -> Board:
    """One board with a stone on every capture point and all captures made.

    CLOSURE then removes every opponent's chain without a liberty; UNION removes only the chains that had a
    single liberty before.  With CLOSURE the result obeys rule 1 if `board` does, and no order matters.
    """
    before = tuple(_groups(board))
    placed = board.with_stones(stone, _points(board, _captures(before, stone)))
    if reading is Reading.UNION:
        taken = [g for g in before if g.colour == stone.opponent and len(g.liberties) == 1]
    else:
        taken = [g for g in _groups(placed) if g.colour == stone.opponent and not g.liberties]
    return placed.with_stones(Stone.EMPTY, _points(board, (i for group in taken for i in group.stones)))


def _captures(groups: Iterable[_Group], stone: Stone) -> set[int]:
    """The last liberties of the opponent's chains."""
    last = [g.liberties for g in groups if g.colour == stone.opponent and len(g.liberties) == 1]
    return set().union(*last)


def _dead_beside(board: Board, index: int, colour: Stone) -> set[int]:
    """The stones of all chains of a colour that are next to a place and have no liberty."""
    dead: set[int] = set()
    for other in neighbour_indices(board.rows, board.cols)[index]:
        if board.cells[other] == colour and other not in dead:
            group = _group_at(board, other, bytearray(len(board.cells)))
            dead.update(() if group.liberties else group.stones)
    return dead


def _groups(board: Board) -> Iterator[_Group]:
    """Every chain, by its first stone in row-major order."""
    seen = bytearray(len(board.cells))
    for index, cell in enumerate(board.cells):
        if cell and not seen[index]:
            yield _group_at(board, index, seen)


def _group_at(board: Board, index: int, seen: bytearray) -> _Group:
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
    return _Group(colour, stones, liberties)


def _points(board: Board, indices: Iterable[int]) -> tuple[Point, ...]:
    everywhere = all_points(board.rows, board.cols)
    return tuple(everywhere[index] for index in sorted(indices))
