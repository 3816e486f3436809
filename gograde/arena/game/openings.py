"""Openings: first moves of a game that the referee plays for both players.

A text has one opening per line, with blanks between the moves: `2,2 1,2 PASS`.  Empty lines and lines that
begin with `#` are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gograde.arena.game.five_by_five import PLIES, START, Answer, Outcome, View, judge
from gograde.arena.game.record import read_move
from gograde.errors import DataError
from gograde.go.board import Point

Opening = tuple[Point | None, ...]
NO_OPENING: Opening = ()


def read_opening_file(path: Path) -> tuple[Opening, ...]:
    """The openings of a file; raises DataError when it cannot be read, and as `read_openings` does."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        what = f"cannot be read ({getattr(error, 'strerror', None) or 'not UTF-8'})"
        raise DataError(str(path), what, "name a text file of openings") from None
    return read_openings(text, str(path))


def read_openings(text: str, where: str) -> tuple[Opening, ...]:
    """The empty opening, then the openings of a text, each once.

    Raises DataError, with the line number, for a word that is no move and for a move that ends the game.
    """
    return tuple(dict.fromkeys((NO_OPENING, *_openings(text, where))))


def _openings(text: str, where: str) -> Iterator[Opening]:
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if words and not words[0].startswith("#"):
            yield _opening(words, f"{where}: line {number}")


def _opening(words: list[str], where: str) -> Opening:
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
