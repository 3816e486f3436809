"""Boards read from pictures: each picture is compared with the board it should show.

`read_picture` reads one picture. A `Reader` reads all pictures of one program: the style of the accepted
ones helps with the doubtful ones. Equal pixels give equal readings.

The terms, in the order in which the modules import one another (`pixels` and `question` come first):

- lattice: the places of a board's points, at equal steps right and down (`lattice`). Its support, from 0 to
  1, says how clearly lines, walls of cells or gaps between signs mark it.
- class of points: empty, black or white; the points of a class look alike (`stones`). The margin of a point
  is 1 when it looks exactly like its class and -1 when it looks exactly like another class.
- fit: the class of every point with its margin. A fit is clear when every margin is large enough.
- typed board: a board in fixed-pitch type, as in a terminal, read by comparing pixels (`typed`).
- survey: the lattices of a picture, searched for once, whatever the reference (`survey`).
- trial: a lattice and the fit on it (`verdict`).
- reading: the answer. Its verdict is accepted, rejected, or doubtful, which asks for a person.
- rival: a wrong board that a program may well have drawn.

A constant without a reason is tuned on the open sets of `python -m benchmarks pictures`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gograde.pictures.effort import TooMuchEffortError
from gograde.pictures.picture import Picture
from gograde.pictures.read.exact import reading_of
from gograde.pictures.read.question import (
    Board,
    Difference,
    Lattice,
    PictureVerdict,
    Question,
    Reading,
    Rival,
    check,
)
from gograde.pictures.read.verdict.reasons import EFFORT
from gograde.pictures.shapes.boards import Boards, boards_of
from gograde.pictures.shapes.scene import read_scene

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
    """The reading of one picture; raises ValueError when the reference is no board."""
    return Reader().read((question,))[0]


class Reader:
    """Reads the pictures of one program; searches each picture for boards once, whatever the questions.

    Where the shapes of a picture are known and leave no doubt, they are read, and pixels otherwise.
    """

    def __init__(self) -> None:
        self._surveys: dict[tuple[Picture, int, int], Survey] = {}
        self._boards: dict[tuple[bytes, int, int, int, int], Boards] = {}

    def read(self, questions: Sequence[Question]) -> tuple[Reading, ...]:
        """The reading of each picture, in order; a doubtful one is read again beside the accepted ones."""
        exact = [self._by_shapes(question) for question in questions]
        left = [question for question, told in zip(questions, exact, strict=True) if told is None]
        by_pixels = iter(self._by_pixels(left) if left else ())
        return tuple(next(by_pixels) if told is None else told for told in exact)

    def _by_pixels(self, questions: Sequence[Question]) -> tuple[Reading, ...]:
        from gograde.pictures.read.verdict.all_lattices import read_together

        return read_together(questions, self._surveys)

    def _by_shapes(self, question: Question) -> Reading | None:
        """The reading by the shapes; None when the picture has none, or when they leave a doubt."""
        check(question.reference)
        picture, rows, cols = question.picture, len(question.reference), len(question.reference[0])
        if not picture.shapes:
            return None
        asked = picture.shapes, picture.width, picture.height, rows, cols
        try:
            if asked not in self._boards:
                scene = read_scene(picture.shapes, picture.width, picture.height)
                self._boards[asked] = boards_of(scene, rows, cols) if scene else Boards(())
        except TooMuchEffortError:
            return Reading(PictureVerdict.DOUBTFUL, EFFORT)
        return reading_of(question, self._boards[asked])
