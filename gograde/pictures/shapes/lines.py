"""Lattices from lines: straight pieces joined to whole lines, lines that cross, equal steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from gograde.pictures.shapes.scene import Box, Shape

NEAR = 3.0
"""Pixels: lines so close are one line, ends so close touch; borders are drawn two or three pixels thick."""

THIN = 4.0
"""Pixels: a rectangle so thin is a line."""

LONG = 0.5
"""The part of the longest line of a lattice that each of its lines has; shorter ones are marks."""

EVEN = 0.04
"""The part of a step by which a line may lie off its place, beside a pixel for rounding."""

FLAT = 2.5
"""The longer step against the shorter one, at most; labels and buttons are wider than high."""

FRAME = 0.9
"""Steps: the most distance of a frame from a board whose lines reach it; a line of the board is farther."""

MOST_LINES = 200
"""Lines of a group; with more, no lattice is searched for."""


class Line(NamedTuple):
    """A line across or down, from `start` to `end`; `at` is its place on the other axis."""

    at: float
    start: float
    end: float


class Lattice(NamedTuple):
    """Places of points: the first one, the steps, and how many there are.

    In cells, the lines lie around the points, half a step away.
    """

    x: float
    y: float
    across: float
    down: float
    rows: int
    cols: int
    cells: bool

    @property
    def step(self) -> float:
        return min(self.across, self.down)

    def place(self, x: float, y: float) -> tuple[int, int, float]:
        """Row and column of the nearest point, which may lie beyond the board, and the distance in steps."""
        row, col = round((y - self.y) / self.down), round((x - self.x) / self.across)
        off = max(abs(x - self.x - col * self.across), abs(y - self.y - row * self.down))
        return row, col, off / self.step

    def has(self, row: int, col: int) -> bool:
        return 0 <= row < self.rows and 0 <= col < self.cols

    def box(self, beyond: float) -> Box:
        """The box around all points, enlarged by a part of a step."""
        right, bottom = self.x + (self.cols - 1) * self.across, self.y + (self.rows - 1) * self.down
        more = beyond * self.step
        return self.x - more, self.y - more, right + more, bottom + more

    def on_line(self, value: float, axis: int) -> bool:
        """Whether a value on an axis (0 across, 1 down) is the place of a line."""
        first, step, count = ((self.x, self.across, self.cols), (self.y, self.down, self.rows))[axis]
        shift = 0.5 if self.cells else 0.0
        number = (value - first) / step + shift
        last = count - 1 + 2 * shift
        return -0.5 < number < last + 0.5 and abs(number - round(number)) * step <= max(NEAR, 0.08 * step)


def pieces(shape: Shape) -> Iterator[tuple[float, float, float, float]]:
    """The straight pieces of a line or a rectangle."""
    if shape.kind == "line":
        points = list(zip(shape.coords[::2], shape.coords[1::2], strict=True))
        yield from ((*a, *b) for a, b in pairwise(points))
    if shape.kind == "rect":
        left, top, right, bottom = shape.box
        x, y = (left + right) / 2, (top + bottom) / 2
        if right - left <= THIN < bottom - top:
            yield x, top, x, bottom
        elif bottom - top <= THIN < right - left:
            yield left, y, right, y
        else:
            yield from ((left, top, right, top), (left, bottom, right, bottom))
            yield from ((left, top, left, bottom), (right, top, right, bottom))


def is_upright(piece: tuple[float, float, float, float]) -> bool:
    """Whether a piece goes straight across or down; a line drawn by turns of a pen is off by little."""
    wide, high = abs(piece[2] - piece[0]), abs(piece[3] - piece[1])
    return min(wide, high) <= max(0.6, 0.005 * max(wide, high))


def lattices(shapes: Sequence[Shape]) -> Iterator[tuple[list[Line], list[Line]]]:
    """Lines down and lines across that cross one another, of each part that stands apart, from the left."""
    down, across = [], []
    for piece in (one for shape in shapes for one in pieces(shape) if is_upright(one)):
        (x, y, right, bottom) = piece
        if abs(bottom - y) > abs(right - x):
            down.append(Line((x + right) / 2, min(y, bottom), max(y, bottom)))
        elif abs(right - x) > 0:
            across.append(Line((y + bottom) / 2, min(x, right), max(x, right)))
    found = joined(down), joined(across)
    if sum(map(len, found)) > MOST_LINES:
        return
    left = set(range(len(found[0])))
    while left:
        yield _part(left, *found)


def joined(lines: Iterable[Line]) -> list[Line]:
    """Lines whose pieces lie at one place and touch."""
    found: list[Line] = []
    rows: list[list[Line]] = []
    for line in sorted(lines):
        if rows and line.at - rows[-1][0].at <= NEAR:
            rows[-1].append(line)
        else:
            rows.append([line])
    for row in rows:
        whole: list[Line] = []
        for line in sorted(row, key=lambda one: one.start):
            if whole and line.start <= whole[-1].end + NEAR:
                last = whole.pop()
                longer = max(last, line, key=lambda one: one.end - one.start)
                whole.append(Line(longer.at, last.start, max(last.end, line.end)))
            else:
                whole.append(line)
        found += whole
    return found


def _part(left: set[int], down: Sequence[Line], across: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """The lines that hang together with one that is left; takes them from `left`."""
    new, mine, others = [min(left)], set[int](), set[int]()
    left.discard(new[0])
    while new:
        number = new.pop()
        mine.add(number)
        met = {n for n, line in enumerate(across) if n not in others and _cross(down[number], line)}
        others |= met
        more = {n for n in left if any(_cross(down[n], across[m]) for m in met)}
        left -= more
        new += more
    return [down[n] for n in sorted(mine)], [across[n] for n in sorted(others)]


def _cross(one: Line, other: Line) -> bool:
    return other.start - NEAR <= one.at <= other.end + NEAR and one.start - NEAR <= other.at <= one.end + NEAR


def grid_of(down: Sequence[Line], across: Sequence[Line], rows: int, cols: int) -> Lattice | None:
    """The points of a board of a size, on the lines or in cells between them; None without equal steps."""
    axes = [_without_frame(_long(lines)) for lines in (down, across)]
    counts = len(axes[1]) - rows, len(axes[0]) - cols
    if counts not in ((0, 0), (1, 1)):
        return None
    (x, right, wide), (y, bottom, high) = (_steps(lines) for lines in axes)
    if not wide or not high or max(wide, high) > FLAT * min(wide, high):
        return None
    if not (_reach(axes[0], y, bottom, high) and _reach(axes[1], x, right, wide)):
        return None
    half = 0.5 * counts[0]
    return Lattice(x + half * wide, y + half * high, wide, high, rows, cols, bool(counts[0]))


def _long(lines: Sequence[Line]) -> list[Line]:
    longest = max((line.end - line.start for line in lines), default=0.0)
    return [line for line in lines if line.end - line.start >= LONG * longest]


def _without_frame(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines without those of a frame, which lie less than a step beside the others."""
    gaps = [after.at - before.at for before, after in pairwise(lines)]
    if len(gaps) < 4:
        return lines
    step = sorted(gaps)[len(gaps) // 2]
    return lines[gaps[0] < FRAME * step : len(lines) - (gaps[-1] < FRAME * step)]


def _steps(lines: Sequence[Line]) -> tuple[float, float, float]:
    """The first and the last place and the step; the step is 0 when the steps are unequal."""
    first, last = lines[0].at, lines[-1].at
    step = (last - first) / max(1, len(lines) - 1)
    even = all(abs(line.at - first - n * step) <= 1 + EVEN * step for n, line in enumerate(lines))
    return first, last, step if even else 0.0


def _reach(lines: Sequence[Line], first: float, last: float, step: float) -> bool:
    """Whether every line goes from the first to the last line that it crosses, and hardly beyond."""
    near = 0.15 * step + NEAR
    far = FRAME * step + NEAR
    return all(
        first - far <= line.start <= first + near and last - near <= line.end <= last + far for line in lines
    )


def is_many(down: Sequence[Line], across: Sequence[Line]) -> bool:
    """Whether lines are so many that they may be those of a board of another size."""
    return min(len(_long(down)), len(_long(across))) > 3
