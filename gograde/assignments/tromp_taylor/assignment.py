"""Scoring a finished game: a board on standard input, `B+k`, `W+k` or `Jigo` on standard output.

Imports inside functions are those that running a submission does not need.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import isqrt, nan
from typing import TYPE_CHECKING, Any

from gograde.authoring.spec_assignment import StdioAssignment
from gograde.core.assignment import DRAWN

if TYPE_CHECKING:
    from gograde.authoring.spec import Rubric

MARKS = b"-XO"
NO_JIGO = "This is the answer of a program that does not print Jigo where both have equally many points."
KOMI = "This is the answer of a program that gives White points of komi; here nobody gets any."
WORDS_BEFORE = (
    "The answer is there, and other words before it: print no prompt and no label, the answer alone."
)


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
    from gograde.authoring.spec import Habit, Rubric
    from gograde.core.values import has_words_before, score_text

    habits = (
        Habit(NO_JIGO, _without_jigo),
        Habit(WORDS_BEFORE, has_words_before),
        Habit(KOMI, _with_komi),
    )
    return Rubric(judge=score_text, board=picture, habits=habits)


def _without_jigo(right: str, printed: str) -> bool | None:
    said = printed.strip()
    return said in ("B+0", "W+0", "+0", "0") if "Jigo" in (right, said) else None


def _with_komi(right: str, printed: str) -> bool:
    """Whether White has more points than she should, and no whole number of them."""
    more = _lead(printed) - _lead(right)
    return more > 0 and more % 1 > 0


def _lead(answer: str) -> float:
    """White's points beyond Black's; not a number for any other text."""
    found = re.fullmatch(r"([BW])\+([0-9]+(?:\.[0-9]+)?)", answer.strip(), re.ASCII)
    if found is None:
        return 0.0 if answer.strip() == "Jigo" else nan
    return float(found[2]) if found[1] == "W" else -float(found[2])


def is_answer(_question: str, _board: bytes, answer: str) -> bool:
    """Whether a text is one of `B+k`, `W+k` and `Jigo`."""
    return re.fullmatch(r"[BW]\+[0-9]+|Jigo", answer) is not None


ASSIGNMENT = StdioAssignment("tromp-taylor", rubric_of, is_answer=is_answer)
