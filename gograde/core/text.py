"""Scores printed text."""

from __future__ import annotations

from itertools import zip_longest

from gograde.core.verdict import RIGHT, Outcome, wrong
from gograde.listing import in_python

_BLANK = " \t\r\n\f\v"
_LINE_ENDS = " \t\r"


def score_text(reference: str, printed: str) -> Outcome:
    """Right when the printed text is the reference; white space around it and at ends of lines is nothing.

    Of an answer of several lines the first line that differs is told.
    """
    answer = printed.strip(_BLANK)
    if not answer:
        return wrong("nothing was printed")
    wanted, lines = _lines(reference), _lines(answer)
    if lines == wanted:
        return RIGHT
    if len(wanted) == 1:
        return wrong(f"printed {in_python(answer)}, but it is {reference!r}")
    number, told = next(
        (number, _difference(*pair))
        for number, pair in enumerate(zip_longest(wanted, lines), 1)
        if pair[0] != pair[1]
    )
    return wrong(f"line {number}: {told}")


def has_words_before(reference: str, printed: str) -> bool:
    """Whether something else was printed before the right answer, as a prompt is."""
    answer = printed.strip(_BLANK)
    before = answer.removesuffix(reference)
    return before not in ("", answer) and not before[-1].isalnum()


def _lines(text: str) -> list[str]:
    return [line.rstrip(_LINE_ENDS) for line in text.strip(_BLANK).split("\n")]


def _difference(wanted: str | None, line: str | None) -> str:
    """How a printed line differs from the wanted one; None where one of them has no such line."""
    if line is None:
        return f"nothing was printed, but it is {wanted!r}"
    if wanted is None:
        return f"printed {in_python(line)}, but the answer ends before"
    return f"printed {in_python(line)}, but it is {wanted!r}"
