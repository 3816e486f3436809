"""Mistakes that students make when they score a finished game, as pure functions from the input to an answer.

Each solves the homework with one wrong step.  The generator makes hidden cases that catch every
mistake.  Where the student's program would crash, the mistake raises `CrashError`.  The time of a
mistake grows about linearly with the number of points.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import isqrt
from typing import Any

from gograde.assignments.tromp_taylor import careful_program
from gograde.assignments.tromp_taylor.assignment import KOMI, NO_JIGO
from gograde.assignments.tromp_taylor.careful_program import (
    BLACK,
    COLOURS,
    EMPTY,
    OUTSIDE,
    WHITE,
    CarefulProgram,
    Grid,
    Near,
    Points,
    Region,
    flood,
    marks,
    only_one,
    read,
    regions,
    square,
    stones,
    sum_of,
    territory,
    written,
)
from gograde.authoring.mistake_table import CrashError, rows_beside
from gograde.authoring.spec import Mistake

_DEEPEST = 990
"""The depth of recursive calls at which the interpreter stops a student's function."""

# -- what is read -----------------------------------------------------------------------------


def all_dashes(text: bytes) -> Grid:
    """Takes Unicode hyphens, dashes and minus signs for empty points."""
    return read(re.sub(r"[‐‑‒–—―−]", "-", text.decode("utf-8", "replace")).encode())


def all_but_stones(text: bytes) -> Grid:
    """Takes every character except X, O and white space for an empty point."""
    return square(re.sub(rb"[^XO]", b"-", b"".join(text.split())))


def until(end: bytes) -> Callable[[bytes], Grid]:
    return lambda text: read(text.partition(end)[0])


def lines_as_rows(text: bytes) -> Grid:
    """Takes the length of the first line for the number of columns; the last row may be short."""
    columns = len(marks(text.partition(b"\n")[0]))
    if not columns:
        raise CrashError
    points = marks(text)
    return points + bytes([OUTSIDE]) * (-len(points) % columns), columns


def always_19(text: bytes) -> Grid:
    """Reads the first 361 points into a 19x19 board; missing points are empty."""
    return marks(text)[:361].ljust(361, b"-"), 19


def at_most_19(text: bytes) -> Grid:
    points, columns = read(text)
    if columns > 19:
        raise CrashError
    return points, columns


def at_least_1(text: bytes) -> Grid:
    points, columns = read(text)
    if not columns:
        raise CrashError
    return points, columns


# -- what is beside a point -------------------------------------------------------------------


@lru_cache(maxsize=8)
def with_diagonals(rows: int, columns: int) -> Near:
    def around(place: int) -> tuple[int, ...]:
        row, column = divmod(place, columns)
        ys = range(max(row - 1, 0), min(row + 2, rows))
        xs = range(max(column - 1, 0), min(column + 2, columns))
        return tuple(y * columns + x for y in ys for x in xs if (y, x) != (row, column))

    return tuple(around(place) for place in range(rows * columns))


@lru_cache(maxsize=8)
def wrapped(rows: int, columns: int) -> Near:
    """Neighbours where the index -1 means the opposite edge, as in Python lists."""

    def around(place: int) -> tuple[int, ...]:
        row, column = divmod(place, columns)
        up, left = (row - 1) % rows * columns + column, row * columns + (column - 1) % columns
        right = (place + 1,) if column + 1 < columns else ()
        down = (place + columns,) if row + 1 < rows else ()
        return (up, left, *right, *down)

    return tuple(around(place) for place in range(rows * columns))


@lru_cache(maxsize=8)
def run_on(rows: int, columns: int) -> Near:
    """Neighbours where the last point of a row is beside the first point of the next row."""
    last = rows * columns
    steps = (-columns, -1, 1, columns)
    return tuple(tuple(p + step for step in steps if 0 <= p + step < last) for p in range(last))


# -- what is counted --------------------------------------------------------------------------


@lru_cache(maxsize=4)
def regions_once(points: bytes, near: Near) -> tuple[Region, ...]:
    """The regions of a board, cached because most mistakes share them."""
    return tuple(regions(points, near))


def area_once(points: bytes, near: Near) -> Points:
    return sum_of(stones(points), territory(regions_once(points, near)))


@dataclass(frozen=True)
class Program(CarefulProgram):
    """The homework with cached regions, which the mistakes share."""

    count: Callable[[bytes, Near], Points] = area_once


def only_territory(points: bytes, near: Near) -> Points:
    return territory(regions_once(points, near))


def owned_by(owner: Callable[[Region], int]) -> Callable[[bytes, Near], Points]:
    """A count of stones plus the regions of each colour, where `owner` gives a region's colour."""
    return lambda points, near: sum_of(stones(points), territory(regions_once(points, near), owner))


def first_met(region: Region) -> int:
    return region.touched[0] if region.touched else EMPTY


def most(region: Region) -> int:
    black, white = (region.touched.count(colour) for colour in COLOURS)
    return EMPTY if black == white else BLACK if black > white else WHITE


def black_without_white(region: Region) -> int:
    return WHITE if only_one(region) == WHITE else EMPTY if WHITE in region.touched else BLACK


def without_dead(points: bytes, near: Near) -> Points:
    """Removes all chains without a liberty at once, then counts."""
    left, seen = bytearray(points), bytearray(len(points))
    for start, colour in enumerate(points):
        if colour in COLOURS and not seen[start]:
            chain = flood(points, near, start, seen)
            if not any(points[other] == EMPTY for place in chain for other in near[place]):
                for place in chain:
                    left[place] = EMPTY
    return area_once(bytes(left), near)


def touching_only(points: bytes, near: Near) -> Points:
    """Ignores paths: an empty point belongs to the colour of the stones beside it."""
    empty = (place for place, colour in enumerate(points) if colour == EMPTY)
    around = (tuple(points[other] for other in near[place]) for place in empty)
    alone = (Region(1, tuple(colour for colour in colours if colour in COLOURS)) for colours in around)
    return sum_of(stones(points), territory(alone))


# One bit for each colour, so that `|` unites the colours that points reach.
_BITS = {BLACK: 1, WHITE: 2}


def swept(points: bytes, near: Near, orders: Iterable[Iterable[int]]) -> Points:
    """Points by sweeps: one per order, in which empty points take over their neighbours' colours."""
    reached = [_BITS.get(colour, 0) for colour in points]
    for order in orders:
        for place in order:
            if points[place] == EMPTY:
                for other in near[place]:
                    reached[place] |= reached[other]
    return reached.count(_BITS[BLACK]), reached.count(_BITS[WHITE])


def one_sweep(points: bytes, near: Near) -> Points:
    return swept(points, near, [range(len(points))])


def forth_and_back(points: bytes, near: Near) -> Points:
    return swept(points, near, [range(len(points)), reversed(range(len(points)))])


def as_many_rounds_as_rows(points: bytes, near: Near) -> Points:
    """Spreads each colour by one point in each of `side` rounds; a colour's points are bits of an int."""
    side = isqrt(len(points))
    empty, black, white = (_bits(colour == wanted for colour in points) for wanted in (EMPTY, *COLOURS))
    inner = _bits(place % side > 0 for place in range(len(points)))
    for _ in range(side):
        black, white = (
            old | empty & (old << side | old >> side | old << 1 & inner | (old & inner) >> 1)
            for old in (black, white)
        )
    return (black & ~white).bit_count(), (white & ~black).bit_count()


def _bits(truths: Iterable[bool]) -> int:
    return int("0" + "".join("01"[truth] for truth in truths)[::-1], 2)


def in_straight_lines(points: bytes, near: Near) -> Points:
    """Lets an empty point reach only the first stones above, below, left and right of it."""
    side = max(isqrt(len(points)), 1)
    turned = _turned(points, side)
    views = (
        _last_stones(points, side),
        _last_stones(points[::-1], side)[::-1],
        _turned(_last_stones(turned, side), side),
        _turned(_last_stones(turned[::-1], side)[::-1], side),
    )
    seen = (view for own, *view in zip(points, *views, strict=True) if own == EMPTY)
    alone = (Region(1, tuple(colour for colour in view if colour != EMPTY)) for view in seen)
    return sum_of(stones(points), territory(alone))


def _last_stones(points: bytes, side: int) -> bytes:
    """For every point, the last stone of its row at or before it."""
    rows = (points[at : at + side] for at in range(0, len(points), side))
    return bytes(last for row in rows for last in accumulate(row, _later))


def _later(last: int, colour: int) -> int:
    return last if colour == EMPTY else colour


def _turned(points: bytes, side: int) -> bytes:
    """The transposed board."""
    return b"".join(points[column::side] for column in range(side))


def recursive(*, caught: bool) -> Callable[[bytes, Near], Points]:
    """A recursive flood; too deep a recursion ends the flood if `caught`, otherwise the program."""
    return lambda points, near: sum_of(stones(points), territory(_dives(points, near, caught=caught)))


def _dives(points: bytes, near: Near, *, caught: bool) -> Iterator[Region]:
    seen = bytearray(len(points))
    for start, colour in enumerate(points):
        if colour == EMPTY and not seen[start]:
            seen[start] = True
            found, deep = _dive(points, near, start, seen)
            if deep and not caught:
                raise CrashError
            yield found


def _dive(points: bytes, near: Near, start: int, seen: bytearray) -> tuple[Region, bool]:
    """The region found before the calls end or become too deep, and whether they became too deep."""
    size, touched, calls = 1, [], [iter(near[start])]
    while calls and len(calls) < _DEEPEST:
        other = next(calls[-1], None)
        if other is None:
            calls.pop()
        elif points[other] in COLOURS:
            touched.append(points[other])
        elif not seen[other]:
            seen[other] = True
            size += 1
            calls.append(iter(near[other]))
    return Region(size, tuple(touched)), bool(calls)


# -- what is printed --------------------------------------------------------------------------


def never_jigo(black: float, white: float) -> str:
    return f"{'B' if black >= white else 'W'}+{abs(black - white)}"


def points_of_the_winner(black: float, white: float) -> str:
    return written(black, white).partition("+")[0] + ("" if black == white else f"+{max(black, white)}")


def sixteen_bits(black: float, white: float) -> str:
    black, white = ((points + 2**15) % 2**16 - 2**15 for points in (black, white))
    return written(black, white)


_OF = "This is the answer of a program that"


def _mistake(name: str, does: str, program: CarefulProgram) -> Mistake:
    return Mistake(name, f"{_OF} {does}.", program.answer)


def _crash(name: str, where: str, program: CarefulProgram) -> Mistake:
    return Mistake(name, f"The program dies {where}.", program.answer)


MISTAKES: tuple[Mistake, ...] = (
    _mistake("lower-case-counts", "takes x and o for stones", Program(read=lambda text: read(text.upper()))),
    _mistake("dashes-count", "takes dashes beyond ASCII for empty points", Program(read=all_dashes)),
    _mistake(
        "dots-count", "takes dots for empty points", Program(read=lambda text: read(text.replace(b".", b"-")))
    ),
    _mistake("all-but-stones-empty", "takes every other character for a point", Program(read=all_but_stones)),
    _mistake("stops-at-nul", "reads a text, or a line, until the first NUL only", Program(read=until(b"\0"))),
    _mistake("one-line-only", "reads the first line only", Program(read=until(b"\n"))),
    _mistake(
        "small-buffer", "reads 65536 characters and no more", Program(read=lambda text: read(text[:65536]))
    ),
    _mistake(
        "lines-are-rows", "takes the length of the first line for that of a row", Program(read=lines_as_rows)
    ),
    _mistake("always-19", "knows no board but 19x19", Program(read=always_19)),
    _crash("crash-above-19", "on boards larger than 19x19", Program(read=at_most_19)),
    _crash("crash-on-nothing", "on a board without points", Program(read=at_least_1)),
    _mistake("diagonals", "takes diagonal points for neighbours", Program(near=with_diagonals)),
    _mistake("wrap-around", "reads index -1, which is the other edge in Python", Program(near=wrapped)),
    _mistake("rows-run-on", "takes the end of a row for a neighbour of the next", Program(near=run_on)),
    _mistake("stones-only", "counts the stones only", Program(count=lambda points, near: stones(points))),
    _mistake("territory-only", "counts the empty points only", Program(count=only_territory)),
    _mistake(
        "shared-to-first", "gives a region to the first stone beside it", Program(count=owned_by(first_met))
    ),
    _mistake(
        "majority", "gives a region to the colour with more stones beside it", Program(count=owned_by(most))
    ),
    _mistake(
        "rest-is-black",
        "gives Black every region that does not reach White",
        Program(count=owned_by(black_without_white)),
    ),
    _mistake("dead-removed", "takes chains without liberties off", Program(count=without_dead)),
    _mistake("no-paths", "counts an empty point only right beside a stone", Program(count=touching_only)),
    _mistake(
        "straight-lines",
        "looks along rows and columns and around no corner",
        Program(count=in_straight_lines),
    ),
    _mistake("one-sweep", "sweeps over the board only once", Program(count=one_sweep)),
    _mistake(
        "forth-and-back", "sweeps over the board once forth and once back", Program(count=forth_and_back)
    ),
    _mistake(
        "too-few-rounds",
        "spreads the colours in as many rounds as there are rows",
        Program(count=as_many_rounds_as_rows),
    ),
    _mistake(
        "recursion-cut",
        "calls itself until it is too deep, and passes over the error",
        Program(count=recursive(caught=True)),
    ),
    _crash(
        "recursion-crash",
        "on a large region: it calls itself too deep",
        Program(count=recursive(caught=False)),
    ),
    Mistake("komi", KOMI, Program(write=lambda black, white: written(black, white + 7.5)).answer),
    Mistake("never-jigo", NO_JIGO, Program(write=never_jigo).answer),
    _mistake(
        "colours-exchanged",
        "exchanges the colours",
        Program(write=lambda one, two: written(two, one)),
    ),
    _mistake(
        "winners-points",
        "prints the winner's points, not the difference",
        Program(write=points_of_the_winner),
    ),
    _mistake("sixteen-bits", "has no numbers above 32767", Program(write=sixteen_bits)),
)

LATER = rows_beside(careful_program.__name__)
"""Mistakes that guide no hidden cases, as changes of the plain program."""


def mistakes_of(_parameters: Mapping[str, Any]) -> tuple[Mistake, ...]:
    """All mistakes; the assignment has no parameters."""
    return (*MISTAKES, *LATER)
