"""Boards read from pictures: each picture is compared with the board it should show.

`read_picture` reads one picture. A `Reader` reads all pictures of one program: its pictures share one style
and mostly one place of the board. Equal pixels give equal readings.

The modules, in the order in which they import one another (`pixels` and `question` come first):

- lattice: the places of a board's points, at equal steps right and down; `lattice.search` proposes some.
- patches: the square around each point of a lattice, reduced to boxes.
- network: what lies on each point, and whether a board lies at the lattice. It is learned
  (`gograde.pictures.training`).
- sights: what the network says of a lattice, alone or beside other boards of the program.
- survey: a picture with its sights, whatever the reference.
- decide: the verdict. It is accepted, rejected, or doubtful, which asks for a person.
- examples: boards read by the example of other boards of the program.

Where the shapes are known that a picture was drawn with, `exact` reads those, and no pixels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gograde.pictures.effort import TooMuchEffortError
from gograde.pictures.read.exact import reading_of
from gograde.pictures.read.question import (
    Board,
    Difference,
    Example,
    Lattice,
    Look,
    PictureVerdict,
    Question,
    Reading,
    Rival,
    check,
)
from gograde.pictures.read.reasons import EFFORT
from gograde.pictures.shapes.boards import Boards, boards_of
from gograde.pictures.shapes.scene import read_scene

if TYPE_CHECKING:
    from gograde.pictures.read.program import Program

__all__ = [
    "Board",
    "Difference",
    "Example",
    "Lattice",
    "Look",
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
    `published` is the lattice that the statement names for a picture's width and height: it is tried before
    any search.  `examples` are pictures of the program that a person looked at.
    """

    def __init__(
        self, published: Mapping[tuple[int, int], Lattice] | None = None, examples: Sequence[Example] = ()
    ) -> None:
        self._published = published or {}
        self._program: Program | None = None
        self._boards: dict[tuple[bytes, int, int, int, int], Boards] = {}

    def read(self, questions: Sequence[Question]) -> tuple[Reading, ...]:
        """The reading of each picture, in order; a doubtful one is read again beside the others."""
        exact = [self._by_shapes(question) for question in questions]
        left = [question for question, told in zip(questions, exact, strict=True) if told is None]
        by_pixels = iter(self._by_pixels(left) if left else ())
        return tuple(next(by_pixels) if told is None else told for told in exact)

    def _by_pixels(self, questions: Sequence[Question]) -> tuple[Reading, ...]:
        from gograde.pictures.read.program import Program

        if self._program is None:
            self._program = Program(self._published)
        return self._program.read(questions)

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
