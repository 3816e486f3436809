"""The homework tromp-taylor as a careful student writes it; a mistake replaces one of its steps.

The reference implementation is `gograde.go`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import isqrt

from gograde.go.board import neighbour_indices

EMPTY, BLACK, WHITE, OUTSIDE = b"-XO "
COLOURS = (BLACK, WHITE)

Grid = tuple[bytes, int]
"""The points row by row, and the number of columns; the last row may end with `OUTSIDE`."""
Near = tuple[tuple[int, ...], ...]
"""The neighbours of every point, as indices."""
Points = tuple[float, float]
"""Black's points and White's points."""

_NO_MARK = bytes(byte for byte in range(256) if byte not in b"-XO")


@dataclass(frozen=True, slots=True)
class Region:
    """A region of connected empty points: its size, and the colour of each stone met beside it."""

    size: int
    touched: tuple[int, ...]


def marks(text: bytes) -> bytes:
    """The characters `X`, `O` and `-` of a text."""
    return text.translate(None, _NO_MARK)


def square(points: bytes) -> Grid:
    """The largest square that the points fill; points beyond it are dropped."""
    side = isqrt(len(points))
    return points[: side * side], side


def read(text: bytes) -> Grid:
    return square(marks(text))


def regions(points: bytes, near: Near) -> Iterator[Region]:
    seen = bytearray(len(points))
    for start, colour in enumerate(points):
        if colour == EMPTY and not seen[start]:
            found = flood(points, near, start, seen)
            around = (points[other] for place in found for other in near[place])
            yield Region(len(found), tuple(other for other in around if other in COLOURS))


def flood(points: bytes, near: Near, start: int, seen: bytearray) -> list[int]:
    """All points connected to `start` by its colour; marks them in `seen`."""
    found = [start]
    seen[start] = True
    for place in found:  # grows during the loop
        for other in near[place]:
            if points[other] == points[start] and not seen[other]:
                seen[other] = True
                found.append(other)
    return found


def only_one(region: Region) -> int:
    """The owner of a region, `EMPTY` for none."""
    return region.touched[0] if len(set(region.touched)) == 1 else EMPTY


def stones(points: bytes) -> Points:
    return points.count(BLACK), points.count(WHITE)


def territory(found: Iterable[Region], owner: Callable[[Region], int] = only_one) -> Points:
    owned = dict.fromkeys((*COLOURS, EMPTY), 0)
    for region in found:
        owned[owner(region)] += region.size
    return owned[BLACK], owned[WHITE]


def sum_of(one: Points, other: Points) -> Points:
    return one[0] + other[0], one[1] + other[1]


def area(points: bytes, near: Near) -> Points:
    return sum_of(stones(points), territory(regions(points, near)))


def written(black: float, white: float) -> str:
    if black == white:
        return "Jigo"
    return f"{'B' if black > white else 'W'}+{abs(black - white)}"


@dataclass(frozen=True)
class CarefulProgram:
    """The steps of the homework: read the grid, find neighbours, count points, write the answer."""

    read: Callable[[bytes], Grid] = read
    near: Callable[[int, int], Near] = neighbour_indices
    count: Callable[[bytes, Near], Points] = area
    write: Callable[[float, float], str] = written

    def answer(self, _question: str, text: bytes) -> str:
        points, columns = self.read(text)
        rows = len(points) // columns if columns else 0
        return self.write(*self.count(points, self.near(rows, columns)))


def neighbours(rows: int, columns: int) -> Near:
    """Like `neighbour_indices`, as a student writes it."""
    return tuple(
        tuple(
            row * columns + column
            for row, column in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
            if 0 <= row < rows and 0 <= column < columns
        )
        for r in range(rows)
        for c in range(columns)
    )


def solve(question: str, text: bytes) -> str:
    """The output of the program without a mistake, which mutants are made from."""
    return CarefulProgram(near=neighbours).answer(question, text)
