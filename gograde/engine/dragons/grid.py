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


# -- benson's theorem: chains that live though their side always passes ------------------------------------
# Source: D. B. Benson, "Life in the game of Go", Information Sciences 10 (1976).


def unconditionally_alive(grid: Grid, area: int, own: int, other: int) -> int:
    """The stones of `own` that the opponent can never capture by moves within `area`.

    A region is a connected part of the points that are no own stones.  A region that is not within `area`
    does not count.  A region is vital to a chain when each of its empty points is a liberty of the chain.
    Chains with fewer than two vital regions fall out, with the regions that they border on, until none does;
    the rest is alive.
    """
    regions = [(r, grid.beside(r) & own) for r in grid.parts((area | other) & ~own) if not r & ~area]
    if len(regions) < 2:
        return 0
    chains = [(c, [r for r, _ in regions if not r & ~other & ~grid.beside(c)]) for c in grid.parts(own)]
    while True:
        alive = sum(chain for chain, _ in chains)
        kept = {region for region, border in regions if not border & ~alive}
        left = [(chain, vital) for chain, vital in chains if sum(r in kept for r in vital) >= 2]
        if len(left) == len(chains):
            return alive
        chains = left
