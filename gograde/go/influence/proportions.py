"""Points per stone: of any living block, and of the two walls that decide the best board size.

The point efficiency PE of a living block is the points that it encloses, divided by its stones.  A wall on
the third line of an x by x board takes 4x - 20 stones and holds the 8x - 16 points of the side; one on the
fourth takes 4x - 28 and holds the (x - 8)^2 points of the middle.  The board is fair when PE3 and PE4 are
close, so E = PE4 - PE3 should be near 0.  Source: the course's paper on Go programs, the section on the size
of the board.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from gograde.errors import DataError
from gograde.go.area import empty_regions
from gograde.go.board import Board, Stone, neighbour_indices
from gograde.go.influence.matrices import DEAD, living_cells

SIZES = range(11, 24)
POLES = (5, 7)
_DEAD = bytes([DEAD])
ERROR = Fraction(1, 10**12)


def point_efficiency(
    board: Board, block: Iterable[tuple[int, int]], dead: Iterable[tuple[int, int]] = ()
) -> Fraction:
    """PE of a block: the points that it encloses, divided by its stones.

    A block is any stones of one colour, such as those of a chain, of a layered block or of a dragon; whether
    it lives is for the caller to know.  Dead stones are taken off first.  The block encloses an empty region
    when every stone beside the region is one of the block.  Raises `DataError` when the block is not of
    living stones of one colour, and when a dead point holds no stone.
    """
    living = living_cells(board, dead)
    left, own = Board(board.rows, board.cols, living.replace(_DEAD, b"\0")), {board.index(p) for p in block}
    if {left.cells[i] for i in own} not in ({Stone.BLACK}, {Stone.WHITE}):
        raise DataError("block", "no living stones of one colour", "name points with such stones")
    around = neighbour_indices(board.rows, board.cols)
    enclosed = sum(
        len(region.places)
        for region in empty_regions(left)
        if all(other in own for place in region.places for other in around[place] if left.cells[other])
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


def root(low: int | Fraction = 18, high: int | Fraction = 19, error: Fraction = ERROR) -> Fraction:
    """Where E is 0 between `low` and `high`, by halving, at most `error` away from it.

    Between 18 and 19 that is 18.66998 (rounded).  Raises `DataError` when `error` is not
    positive, when a pole lies between the ends or on one, and when E does not change its
    sign there.
    """
    _check_ends(low, high, error)
    below, above = Fraction(low), Fraction(high)
    rising = difference(above) >= 0
    while above - below > 2 * error:
        middle = (below + above) / 2
        if (difference(middle) < 0) == rising:
            below = middle
        else:
            above = middle
    return (below + above) / 2


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


def _check_ends(low: int | Fraction, high: int | Fraction, error: Fraction) -> None:
    """Raise `DataError` for arguments on which halving does not work."""
    if error <= 0:
        raise DataError("error", f"{error} is not positive", "give a number above 0")
    between = f"{low} and {high}"
    if any(low <= pole <= high for pole in POLES):
        raise DataError("root", f"a pole lies between {between}", "stay on one side of 5 and of 7")
    if low >= high or difference(low) * difference(high) > 0:
        raise DataError("root", f"E does not change its sign between {between}", "try 18 and 19")
