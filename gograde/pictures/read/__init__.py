"""Boards read back from pictures: each picture is verified against the board it should show.

`read_picture` reads one picture; a `Reader` reads the pictures of one program, whose shared style helps with
those that are doubtful alone.  Pixels go in and values come out, the same ones for the same pixels.

The words, in the order in which the folders import one another (`pixels`, `question` first):

- lattice: where the points of a board lie, as equal steps right and down (`lattice`).  Its support, from 0 to
  1, is how well lines, walls of cells or the gaps between signs hold it.
- class of points: empty, black or white; the points of a class look alike (`stones`).  The margin of a point
  is 1 when it looks exactly like its class and -1 when it looks exactly like another.
- fit: the class of every point with its margin; it is clear when every margin is large enough.
- typed board: a board in fixed-pitch type, as in a terminal, read by equal pixels (`typed`).
- survey: the lattices of a picture, searched for once whatever is asked (`survey`).
- trial: a lattice and the fit on it (`verdict`).
- reading: what is answered.  Its verdict is accepted, rejected, or doubtful: then a person must look.
- rival: a board that is wrong but may well have been drawn.

A constant that names no reason is tuned on the open sets of `python -m benchmarks pictures`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gograde.pictures.picture import Picture
from gograde.pictures.read.question import (
    Board,
    Difference,
    Lattice,
    PictureVerdict,
    Question,
    Reading,
    Rival,
)

if TYPE_CHECKING:
    from gograde.pictures.read.survey import Survey

__all__ = [
    "Board",
    "Difference",
    "Lattice",
    "PictureVerdict",
    "Question",
    "Reader",
    "Reading",
    "Rival",
    "read_picture",
]


def read_picture(question: Question) -> Reading:
    """What one picture shows; raises ValueError when a board has no rows or rows of unequal length."""
    return Reader().read((question,))[0]


class Reader:
    """Reads pictures of one program; each is searched for lattices once, however often it is asked about."""

    def __init__(self) -> None:
        self._surveys: dict[tuple[Picture, int, int], Survey] = {}

    def read(self, questions: Sequence[Question]) -> tuple[Reading, ...]:
        """What each picture shows, in order: by itself, and when doubtful beside the accepted ones."""
        from gograde.pictures.read.verdict.all_lattices import read_together

        return read_together(questions, self._surveys)
