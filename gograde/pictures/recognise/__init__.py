"""Reading boards back from pictures, by verification against the position they should show.

`recognise` reads one picture.  `recognise_together` reads all pictures of one program at once: they
share a style, so a picture with few stones is judged by what stones look like in the others.
Nothing here knows files; pixels go in, values come out, the same ones for the same pixels.
"""

from __future__ import annotations

from collections.abc import Sequence

from gograde.pictures.recognise.model import (
    Board,
    Difference,
    Lattice,
    Outcome,
    Question,
    Reading,
    Rival,
)

__all__ = [
    "Board",
    "Difference",
    "Lattice",
    "Outcome",
    "Question",
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
    from gograde.pictures.recognise import judge

    return judge.together(questions)
