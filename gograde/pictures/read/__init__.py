"""Reading boards back from pictures, by verification against the position they should show.

`recognise` reads one picture.  `recognise_together` reads all pictures of one program at once: they
share a style, so a picture with few stones is judged by what stones look like in the others.
Nothing here knows files; pixels go in, values come out, the same ones for the same pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gograde.pictures.read.question import Board, Difference, Lattice, Outcome, Question, Reading, Rival

if TYPE_CHECKING:
    from gograde.pictures.read.verdict.program import Surveys

__all__ = [
    "Board",
    "Difference",
    "Lattice",
    "Outcome",
    "Question",
    "Reader",
    "Reading",
    "Rival",
    "recognise",
    "recognise_together",
]


def recognise(question: Question) -> Reading:
    """What one picture shows; raises ValueError when a board has no rows or rows of unequal length."""
    return recognise_together((question,))[0]


def recognise_together(questions: Sequence[Question]) -> tuple[Reading, ...]:
    """What each picture of one program shows, in order."""
    return Reader()(questions)


class Reader:
    """`recognise_together` for pictures of one program that are asked about again and again.

    Where a board may lie in a picture is searched for once, whatever is asked about it.
    """

    def __init__(self) -> None:
        self._surveys: Surveys = {}

    def __call__(self, questions: Sequence[Question]) -> tuple[Reading, ...]:
        """What each picture shows, in order; they are judged with one another."""
        from gograde.pictures.read.verdict.program import together

        return together(questions, self._surveys)
