"""Scores printed text, and JSON values, exactly or within a tolerance."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any

from gograde.core.verdict import RIGHT, Outcome, wrong
from gograde.listing import in_python

Place = tuple[int | str, ...]
Words = Callable[[Any, Any], str]


def score_value(reference: Any, answer: Any, tolerance: float = 0.0) -> Outcome:
    """Right when both are equal, part by part; `tolerance` is the largest accepted difference of numbers.

    3 and 3.0 are equal, a bool is not a number, and the order of a mapping's keys does not matter.
    The message has the first difference and the number of the others.
    """
    if _same(reference, answer, tolerance):
        return RIGHT
    (place, words, wanted, given), *others = _differences(reference, answer, tolerance)
    where = f"at {_named(place)}: " if place else ""
    more = f", and {len(others)} more differ" if others else ""
    return wrong(f"{where}{words(wanted, given)}{more}")


def is_grid_like(board: Any, value: Any) -> bool:
    """Whether a value is a list of rows, as many and as long as those of a board."""
    rows = isinstance(value, list) and all(isinstance(row, list) for row in value)
    return rows and list(map(len, value)) == list(map(len, board))


def _same(reference: Any, answer: Any, tolerance: float) -> bool:
    """Whether there is no difference; faster than `_differences`, since most answers are right."""
    if type(reference) is int and type(answer) is int and reference == answer:
        return True
    if isinstance(reference, list | tuple) and isinstance(answer, list | tuple):
        pairs = zip(reference, answer, strict=False)
        return len(reference) == len(answer) and all(_same(*pair, tolerance) for pair in pairs)
    if isinstance(reference, dict) and isinstance(answer, dict):
        alike = reference.keys() == answer.keys()
        return alike and all(_same(reference[key], answer[key], tolerance) for key in reference)
    return _equal(reference, answer, tolerance)


def _differences(
    reference: Any, answer: Any, tolerance: float, place: Place = ()
) -> Iterator[tuple[Place, Words, Any, Any]]:
    """Every difference: its place, a function that describes it, and the function's two arguments.

    Only the first difference is described.
    """
    if isinstance(reference, list | tuple) and isinstance(answer, list | tuple):
        if len(reference) != len(answer):
            yield place, _other_length, reference, answer
            return
        for index, (wanted, given) in enumerate(zip(reference, answer, strict=True)):
            yield from _differences(wanted, given, tolerance, (*place, index))
    elif isinstance(reference, dict) and isinstance(answer, dict):
        for key in dict.fromkeys((*reference, *answer)):  # in an order that does not change
            if key not in answer or key not in reference:
                yield place, _missing if key in reference else _unasked, key, key
        for key in (key for key in reference if key in answer):
            yield from _differences(reference[key], answer[key], tolerance, (*place, key))
    elif not _equal(reference, answer, tolerance):
        yield place, _other_value, reference, answer


def _other_length(reference: Any, answer: Any) -> str:
    return f"{_count(len(answer))}, not {len(reference)}"


def _other_value(reference: Any, answer: Any) -> str:
    return f"{in_python(answer)}, not {in_python(reference)}"


def _missing(key: Any, _: Any) -> str:
    return f"no {in_python(key)}"


def _unasked(_: Any, key: Any) -> str:
    return f"nobody asked for {in_python(key)}"


def _equal(reference: Any, answer: Any, tolerance: float) -> bool:
    if _is_number(reference) and _is_number(answer):
        return bool(reference == answer) or _near(reference, answer, tolerance)
    return type(reference) is type(answer) and bool(reference == answer)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _near(reference: float, answer: float, tolerance: float) -> bool:
    try:
        return math.isfinite(answer) and abs(reference - answer) <= tolerance
    except OverflowError:  # an int that is too large for a float
        return False


def _named(place: Place) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).removeprefix(".")


def _count(number: int) -> str:
    return "1 part" if number == 1 else f"{number} parts"


# -- printed text -----------------------------------------------------------------------------------


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
