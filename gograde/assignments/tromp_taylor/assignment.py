"""Scoring a finished game: a board on standard input, `B+k`, `W+k` or `Jigo` on standard output.

Imports inside functions are those that running a submission does not need.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt
from typing import TYPE_CHECKING, Any

from gograde.authoring.stdio import StdioAssignment

if TYPE_CHECKING:
    from gograde.authoring.spec import Rubric

MARKS = b"-XO"
DRAWN = 19
"""The longest side of a board that a report draws, in points."""


def marks_of(data: bytes) -> bytes:
    """The points of a board, row by row, without other characters."""
    return bytes(byte for byte in data if byte in MARKS)


def picture(data: bytes) -> tuple[str, ...] | None:
    """The rows to draw; None for a board without points and for one above 19x19."""
    cells = marks_of(data).decode().replace("-", ".")
    side = isqrt(len(cells))
    if not 0 < side <= DRAWN:
        return None
    return tuple(cells[start : start + side] for start in range(0, side * side, side))


def rubric_of(_parameters: Mapping[str, Any]) -> Rubric:
    """The rubric, which has no parameters."""
    from gograde.authoring.spec import Rubric
    from gograde.scoring.text import score_text

    return Rubric(judge=score_text, board=picture)


ASSIGNMENT = StdioAssignment("tromp-taylor", rubric_of)
