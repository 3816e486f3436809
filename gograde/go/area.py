"""The area score of a finished game (Tromp–Taylor), no komi.

An empty point reaches a colour when a path of empty points leads next to a stone of that colour.
No stone is removed as dead, and a chain without liberties counts like any other chain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from gograde.go.board import Board, Stone, neighbour_indices
from gograde.go.notation import Malformed, read_marks


@dataclass(frozen=True, slots=True)
class AreaScore:
    """Stones plus the empty points that reach only that colour."""

    black: int
    white: int

    @property
    def margin(self) -> int:
        """Black's points minus white's."""
        return self.black - self.white

    @property
    def result(self) -> str:
        """`B+k`, `W+k` or `Jigo`."""
        if not self.margin:
            return "Jigo"
        return f"{'B' if self.margin > 0 else 'W'}+{abs(self.margin)}"


class Region(NamedTuple):
    """Connected empty points, as places of `Board.cells`, and the colours beside them."""

    places: list[int]
    reached: set[int]


def area_score(board: Board) -> AreaScore:
    """Count both sides; time linear in the board, and no recursion."""
    points = [0, board.cells.count(Stone.BLACK), board.cells.count(Stone.WHITE)]
    for region in empty_regions(board):
        if len(region.reached) == 1:
            points[min(region.reached)] += len(region.places)
    return AreaScore(points[Stone.BLACK], points[Stone.WHITE])


def empty_regions(board: Board) -> Iterator[Region]:
    """Every set of connected empty points, by its first point in row-major order."""
    seen = bytearray(board.cells)
    for index in range(len(seen)):
        if not seen[index]:
            yield _region(board, index, seen)


def result_text(game: Board | str | bytes) -> str:
    """`B+k`, `W+k` or `Jigo` of a board, or of text in `X`, `O`, `-`; other characters are ignored.

    Raises `DataError` when the text's points fill no square of at most 255 a side.
    """
    board = game if isinstance(game, Board) else read_marks(game)
    if isinstance(board, Malformed):
        raise board.error("board")
    return area_score(board).result


def _region(board: Board, index: int, seen: bytearray) -> Region:
    """The empty region at a place; marks it as seen."""
    cells, around = board.cells, neighbour_indices(board.rows, board.cols)
    region, reached = [index], set()
    seen[index] = 1
    for point in region:  # grows while it is walked
        for other in around[point]:
            if cells[other]:
                reached.add(cells[other])
            elif not seen[other]:
                seen[other] = 1
                region.append(other)
    return Region(region, reached)
