"""What the rules say of a whole board: chains, captures, legal points.

A single move is in `moves`, whose rules these are.  Every function takes time linear in the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from gograde.go.board import STONES, Board, Point, Stone, neighbour_indices
from gograde.go.moves import ChainPlaces, group_at, points_at


class CaptureReading(StrEnum):
    """Two ways to combine all captures on one board, see `result_after_captures`."""

    CLOSURE = "closure"
    UNION = "union"


@dataclass(frozen=True, slots=True)
class Chain:
    """Connected stones of one colour and their distinct liberties, both row by row."""

    stone: Stone
    points: tuple[Point, ...]
    liberties: tuple[Point, ...]


def chains(board: Board) -> tuple[Chain, ...]:
    """Every chain, ordered by its first stone in row-major order."""
    return tuple(
        Chain(STONES[group.colour], points_at(board, group.stones), points_at(board, group.liberties))
        for group in _groups(board)
    )


def dead_chains(board: Board) -> tuple[Chain, ...]:
    """The chains without a liberty, in the order of `chains`."""
    return tuple(
        Chain(STONES[group.colour], points_at(board, group.stones), ())
        for group in _groups(board)
        if not group.liberties
    )


def obeys_rule_1(board: Board) -> bool:
    """Has every chain of both colours a liberty?"""
    return all(group.liberties for group in _groups(board))


def capture_points(board: Board, stone: Stone) -> tuple[Point, ...]:
    """Every point where `stone` captures something, row by row."""
    return points_at(board, _captures(_groups(board), stone))


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
    return points_at(board, legal | _captures(groups, stone))


def result_after_captures(
    board: Board, stone: Stone, reading: CaptureReading = CaptureReading.CLOSURE
) -> Board:
    """One board with a stone on every capture point and all captures made.

    CLOSURE then removes every opponent's chain without a liberty; UNION removes only the chains that had a
    single liberty before.  With CLOSURE the result obeys rule 1 if `board` does, and no order matters.
    """
    before = tuple(_groups(board))
    placed = board.with_stones(stone, points_at(board, _captures(before, stone)))
    if reading is CaptureReading.UNION:
        taken = [g for g in before if g.colour == stone.opponent and len(g.liberties) == 1]
    else:
        taken = [g for g in _groups(placed) if g.colour == stone.opponent and not g.liberties]
    return placed.with_stones(Stone.EMPTY, points_at(board, (i for group in taken for i in group.stones)))


def _captures(groups: Iterable[ChainPlaces], stone: Stone) -> set[int]:
    """The last liberties of the opponent's chains."""
    last = [g.liberties for g in groups if g.colour == stone.opponent and len(g.liberties) == 1]
    return set().union(*last)


def _groups(board: Board) -> Iterator[ChainPlaces]:
    """Every chain, by its first stone in row-major order."""
    seen = bytearray(len(board.cells))
    for index, cell in enumerate(board.cells):
        if cell and not seen[index]:
            yield group_at(board, index, seen)


# -- one-point eyes, which no player here fills ------------------------------------------------------------


def is_eye(board: Board, stone: Stone, point: Point) -> bool:
    """Is an empty point a real one-point eye of a side?

    All points beside it hold its stones, and the opponent holds at most one of its four diagonal points, none
    where the point is on the edge.
    """
    around = point.neighbours(board.rows, board.cols)
    if any(board.get(other) != stone for other in around):
        return False
    corners = [(point.row + r, point.column + c) for r in (-1, 1) for c in (-1, 1)]
    lost = sum(corner in board and board.get(corner) == stone.opponent for corner in corners)
    return lost <= (len(around) == 4)
