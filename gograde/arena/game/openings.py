"""Openings: the first moves of a game, played for both; the first of a suite is the empty board.

A text has one opening a line, moves as programs write them with blanks between: `2,2 1,2 PASS`.
Lines that are empty or begin with `#` say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gograde.arena.game.five_by_five import PLIES, START, Answer, Outcome, View
from gograde.arena.game.record import read_move
from gograde.arena.game.referee import judge
from gograde.errors import DataError
from gograde.go.board import Point

Opening = tuple[Point | None, ...]
NO_OPENING: Opening = ()


def read_opening_file(path: Path) -> tuple[Opening, ...]:
    """The suite of a file; raises DataError when it cannot be read, and as `read_openings` does."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        what = f"cannot be read ({getattr(error, 'strerror', None) or 'not UTF-8'})"
        raise DataError(str(path), what, "name a text file of openings") from None
    return read_openings(text, str(path))


def read_openings(text: str, where: str) -> tuple[Opening, ...]:
    """The suite of a text, the empty board before it; each opening once.

    Raises DataError, with the line in `where`, for what is no move and for moves that are
    illegal or end the game.
    """
    return tuple(dict.fromkeys((NO_OPENING, *_openings(text, where))))


def _openings(text: str, where: str) -> Iterator[Opening]:
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if words and not words[0].startswith("#"):
            yield _checked(words, f"{where}: line {number}")


def _checked(words: list[str], where: str) -> Opening:
    try:
        opening = tuple(map(read_move, words))
    except ValueError:
        fix = "write row,column or PASS for each move, with blanks between"
        raise DataError(where, "not a list of moves", fix) from None
    position = START
    for ply, point in enumerate(opening[:PLIES], start=1):
        after = judge(View(position, ply), Answer(point))
        if isinstance(after, Outcome):
            fix = "give legal moves that do not end the game"
            raise DataError(where, f"move {ply} ends the game: {after}", fix)
        position = after
    return opening
