"""What is to be drawn: by a program, and in a report."""

from __future__ import annotations

from typing import Any

from gograde.authoring.pictures.to_draw import ToDraw

from .boards import SIZE
from .values import drawn, read, rows_of

PUBLISHED = {((side, side), (SIZE, SIZE)): (30.0, 30.0, 30.0, 30.0) for side in (420, 422)}
"""Where the statement puts the board: x of the first column, step right, y of the first row, step down.

By the width and height of the picture (a window has a border around its canvas), and rows and columns.
"""


def to_draw(question: str, value: Any, answer: Any) -> ToDraw:
    """What a picture must show for an answer, the right one or that of a known mistake."""
    return ToDraw(wanted=(drawn(answer),), before=picture(value))


def picture(value: Any) -> tuple[str, ...]:
    """The rows to draw in a report."""
    return rows_of(read(value)[0])
