"""A row of the reader's table: a picture, the boards it is compared with, and the allowed verdicts.

A row is independent of the method of reading, so that the table can judge any reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from PIL import Image

from benchmarks.pictures import mirrored, shifted, swapped, transposed
from gograde.pictures.picture import Picture
from gograde.pictures.read import PictureVerdict, Question, Reader
from tests.pictures.read.looks import Board, other

ACCEPTED, REJECTED, DOUBTFUL = PictureVerdict.ACCEPTED, PictureVerdict.REJECTED, PictureVerdict.DOUBTFUL

Outcomes = frozenset[PictureVerdict]
WAITS = frozenset({DOUBTFUL})
PASSES_NOT, FAILS_NOT = frozenset({REJECTED, DOUBTFUL}), frozenset({ACCEPTED, DOUBTFUL})

Shown = Callable[[], Image.Image]
Asked = tuple[Board, Outcomes]

shown = partial
"""`shown(draw, *values)`: a picture as a value, drawn when the row is read."""


@dataclass(frozen=True)
class Row:
    """A picture and the boards asked about it, read with `beside`: right pictures of the same program."""

    name: str
    picture: Shown
    asked: tuple[Asked, ...]
    beside: tuple[tuple[Shown, Board], ...] = ()


def row(name: str, picture: Shown, *asked: Asked, beside: Sequence[tuple[Shown, Board]] = ()) -> Row:
    return Row(name, picture, asked, tuple(beside))


def right(
    name: str,
    picture: Shown,
    board: Board,
    *wrong: Board,
) -> Row:
    """The right board does not fail, and no wrong one passes; a person may have to look at either."""
    return Row(name, picture, ((board, FAILS_NOT), *((one, PASSES_NOT) for one in wrong)))


def picture_of(image: Image.Image) -> Picture:
    """The pixels of an image."""
    return Picture(image.width, image.height, image.convert("RGB").tobytes())


def surprises(of: Row) -> Iterator[str]:
    """What comes of the row that it does not allow: a line for each board."""
    picture, read = picture_of(of.picture()), Reader().read
    beside = [Question(picture_of(draw()), board) for draw, board in of.beside]
    for board, allowed in of.asked:
        reading = read([*beside, Question(picture, board)])[-1]
        if reading.verdict not in allowed:
            words = " or ".join(sorted(outcome.value for outcome in allowed))
            yield f"{of.name}: {'/'.join(board)} is {reading.verdict.value} ({reading.reason}), not {words}"


def aside(board: Board) -> tuple[Board, ...]:
    """The board shifted by a line to each side."""
    return tuple(shifted(board, *by) for by in ((1, 0), (-1, 0), (0, 1), (0, -1)))


def impostors(board: Board) -> tuple[Board, ...]:
    """Wrong boards of every kind: a stone changed, turned, shifted, the colours exchanged."""
    rows, cols = len(board), len(board[0])
    made = (
        other(board, rows // 2, cols // 2),
        other(board, 0, 0),
        transposed(board),
        mirrored(board),
        shifted(board, 0, 1),
        shifted(board, 1, 0),
        swapped(board),
    )
    return tuple(dict.fromkeys(one for one in made if one != board and len(one) == rows))
