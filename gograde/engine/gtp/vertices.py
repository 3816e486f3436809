"""Points, colours and moves as the protocol writes them: `D4`, `pass`, `b`; columns have no I.

Rows count from 1 at the bottom; `Point` counts them from 0 at the top.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from gograde.go.board import Point, Stone

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
PASS = "pass"
_VERTEX = re.compile("([A-HJ-Za-hj-z])([1-9][0-9]?)")
_COLOURS = {"b": Stone.BLACK, "black": Stone.BLACK, "w": Stone.WHITE, "white": Stone.WHITE}


def read_colour(word: str) -> Stone | None:
    """`b`, `black`, `w` or `white` in any case; None for anything else."""
    return _COLOURS.get(word.lower())


def read_vertex(word: str, side: int) -> Point | None:
    """The point of a vertex, or None for what is no point of the board."""
    found = _VERTEX.fullmatch(word)
    if found is None:
        return None
    row, column = side - int(found[2]), COLUMNS.index(found[1].upper())
    return Point(row, column) if row >= 0 and column < side else None


def is_pass(word: str) -> bool:
    """Whether a word is a pass, in any case."""
    return word.lower() == PASS


def write_vertex(point: Point | None, side: int) -> str:
    """`D4`, or `pass` for None."""
    return PASS if point is None else f"{COLUMNS[point.column]}{side - point.row}"


def write_vertices(points: Iterable[Point], side: int) -> str:
    """Vertices with blanks between them."""
    return " ".join(write_vertex(point, side) for point in points)


# -- lines of the protocol: a command as a controller writes it, and the answer as an engine writes it -----

_DROPPED = dict.fromkeys([*range(9), *range(10, 32), 127])
"""Control characters other than the tab, which are taken out of every line."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command with its arguments; `id` is the number before it, or empty."""

    id: str
    name: str
    words: tuple[str, ...] = ()


def read_command(line: str) -> Command | None:
    """The command of a line, or None for a blank line or a comment."""
    words = line.translate(_DROPPED).partition("#")[0].split()
    number = words.pop(0) if words and re.fullmatch("[0-9]+", words[0]) else ""
    if not number and not words:
        return None
    return Command(number, words[0] if words else "", tuple(words[1:]))


def success(id: str, text: str) -> str:
    """The answer to a command that was done."""
    return _answer(f"={id}", text)


def failure(id: str, text: str) -> str:
    """The answer to a command that failed."""
    return _answer(f"?{id}", text)


def _answer(mark: str, text: str) -> str:
    """Blank lines are left out, since the first one ends an answer."""
    first, *rest = text.split("\n")
    lines = [f"{mark} {first}".rstrip(), *(line.rstrip() for line in rest if line.strip())]
    return "\n".join(lines) + "\n\n"


def plain(text: str, most: int = 80) -> str:
    """The first line of what another program said, without what a terminal obeys, as far as it helps."""
    line = text.strip().split("\n", 1)[0][:most]
    return "".join(char if char.isprintable() else "?" for char in line)
