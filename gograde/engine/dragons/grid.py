"""Sets of points as bits of one integer; a spare column keeps shifts from wrapping into the next row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from gograde.go.board import Board, Point, Stone


@dataclass(frozen=True, slots=True)
class Grid:
    """The points of a board; bit `row * width + column` is a point, and `full` has them all."""

    rows: int
    cols: int
    width: int
    full: int

    def beside(self, points: int) -> int:
        """All neighbours of all points; some of the points may be among them."""
        return (points << 1 | points >> 1 | points << self.width | points >> self.width) & self.full

    def flood(self, start: int, within: int) -> int:
        """What a path through `within` reaches from `start`, which lies in `within`."""
        width, reached, new = self.width, start, start
        while new:
            new = (new << 1 | new >> 1 | new << width | new >> width) & within & ~reached
            reached |= new
        return reached

    def parts(self, points: int) -> Iterator[int]:
        """The connected parts of a set, by their first points."""
        while points:
            part = self.flood(points & -points, points)
            points &= ~part
            yield part

    def bits(self, points: Iterable[tuple[int, int]]) -> int:
        """The set of some points."""
        found = 0
        for row, column in points:
            found |= 1 << row * self.width + column
        return found

    def points(self, bits: int) -> tuple[Point, ...]:
        """The points of a set, row by row."""
        return tuple(self.point(bit) for bit in single_bits(bits))

    def point(self, bit: int) -> Point:
        """The point of a set with one."""
        return Point(*divmod(bit.bit_length() - 1, self.width))

    def stones(self, board: Board, stone: Stone) -> int:
        """The points that hold a stone of a colour, or nothing."""
        return self.bits(board.points(stone))


@lru_cache(maxsize=32)
def grid_of(rows: int, cols: int) -> Grid:
    """The grid of a size of boards."""
    width = cols + 1
    row = (1 << cols) - 1
    return Grid(rows, cols, width, sum(row << number * width for number in range(rows)))


def single_bits(bits: int) -> Iterator[int]:
    """The bits of a number one by one, from the lowest."""
    while bits:
        bit = bits & -bits
        bits ^= bit
        yield bit
