"""Expected and given answers in words and on boards.

Answers are JSON values of an assignment: true or false, a list of `[row, column]`, rows of a board (`.XO`), a
matrix, a text, which is shown as it is, or anything else, which is shown as Python writes it.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from gograde.core.record import TestScore, WrongPoint
from gograde.core.verdict import Verdict
from gograde.listing import CUT, in_python, named, shortened
from gograde.pictures.diagram import Mark, MarkShape, Point, compare
from gograde.report.words.texts import ENGLISH, Texts, say

ANSWERED = frozenset({Verdict.WA, Verdict.PAC, Verdict.NO, Verdict.RV, Verdict.IM})
ENDED = frozenset({Verdict.RTE, Verdict.TLE, Verdict.MLE, Verdict.OLE, Verdict.SV})
"""Verdicts on answers, which boards explain, and those of a program that gave none to a question."""

SIDE_BY_SIDE = 100  # columns; what is wider stands one below the other
DIFFERENT = "!"
"""Stands before a part of a board or a matrix that is not as expected."""

_LONGEST = 600  # characters of an answer that are shown
_MOST_POINTS = 20  # points of an answer that are named; its board shows all
_EQUAL = 1e-6  # numbers as near as this are marked only where nothing else differs
_STONES = {"X": "a black stone", "O": "a white stone", ".": "no stone"}


def points_of(value: Any, board: tuple[str, ...] | None = None) -> tuple[Point, ...] | None:
    """The points of a list of `[row, column]`, None when it is anything else.

    On a board with two columns, a list with as many pairs as the board has rows is one of its rows.
    """
    if not isinstance(value, list | tuple) or not (value or board):
        return None
    if board and len(board[0]) == 2 and len(value) == len(board):
        return None
    pairs = [tuple(pair) for pair in value if isinstance(pair, list | tuple)]
    whole = all(len(pair) == 2 and all(type(part) is int for part in pair) for pair in pairs)
    return tuple((pair[0], pair[1]) for pair in pairs) if whole and len(pairs) == len(value) else None


def board_of(value: Any) -> tuple[str, ...] | None:
    """The rows of a board drawn in `.XO`, None when it is anything else."""
    if not isinstance(value, list | tuple) or not value:
        return None
    rows = [row for row in value if isinstance(row, str) and row and set(row) <= set(".XO")]
    square = len(rows) == len(value) and len({len(row) for row in rows}) == 1
    return tuple(rows) if square else None


def in_words(value: Any, board: tuple[str, ...] | None = None, *, quoted: bool = False) -> str:
    """An answer in words, shortened to about `_LONGEST` characters; None is "no answer"."""
    if value is None:
        return "no answer"
    points = points_of(value, board)
    if points is not None:
        return named([f"({row}, {col})" for row, col in points], _MOST_POINTS) or "[] (no point)"
    return shortened(value, _LONGEST) if isinstance(value, str) and not quoted else in_python(value, _LONGEST)


def grid_of(value: Any) -> Sequence[Sequence[Any]] | None:
    """The cells of a matrix of numbers, or of a board of several rows of `.XO`; None for anything else."""
    rows = value.strip("\n").split("\n") if isinstance(value, str) else value
    if board := board_of(rows):
        return board if len(board) > 1 else None
    whole = isinstance(rows, list | tuple) and all(isinstance(row, list | tuple) and row for row in rows)
    alike = whole and len({len(row) for row in rows}) == 1
    return rows if alike and all(type(cell) in (int, float) for row in rows for cell in row) else None


def _sides(test: TestScore) -> tuple[str, str, str]:
    """The part of the answer that is shown, and what was expected and answered."""
    assert test.cause is not None
    place, sides = "", (test.cause.expected, test.cause.actual)
    if all(isinstance(side, dict) for side in sides):
        both = [(key, sides[0][key], sides[1][key]) for key in sides[0] if key in sides[1]]
        differ = [key for key, *pair in both if not _near(*pair)] or [
            key for key, *pair in both if pair[0] != pair[1]
        ]
        if differ:
            place, sides = f" [{differ[0]!r}]", (sides[0][differ[0]], sides[1][differ[0]])
    grids = [grid for side in sides if (grid := grid_of(side)) and not points_of(side, test.board)]
    if len(grids) == len(sides):
        return (place, *_compared(*grids))
    quoted = any(not isinstance(side, str | None) for side in sides)
    words = [in_words(side, test.board, quoted=quoted) for side in sides]
    return (place, words[0], words[1])


def _compared(expected: Sequence[Sequence[Any]], actual: Sequence[Sequence[Any]]) -> tuple[str, str]:
    """Both grids as rows of text; what differs is marked in the second."""
    pairs = [list(zip_longest(*rows)) for rows in zip_longest(expected, actual, fillvalue=())]
    far = any(not _near(*pair) for row in pairs for pair in row)
    marked = [[not _near(*pair) if far else pair[0] != pair[1] for pair in row] for row in pairs]
    return _grid_text(expected, [[False] * len(row) for row in marked]), _grid_text(actual, marked)


def _near(one: Any, other: Any) -> bool:
    """Whether two values are equal but for the last digits of their numbers."""
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_near, one, other))
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=0, abs_tol=_EQUAL)
    return bool(one == other)


def _grid_text(rows: Sequence[Sequence[Any]], marked: Sequence[Sequence[bool]]) -> str:
    cells = [
        [f"{DIFFERENT * differs}{cell if isinstance(cell, str | int) else f'{cell:.9g}'}" for cell, differs in
         zip(row, marks, strict=False)]
        for row, marks in zip(rows, marked, strict=False)
    ]  # fmt: skip
    wide = max(len(cell) for row in cells for cell in row)
    return "\n".join(" ".join(f"{cell:>{wide}}" for cell in row) for row in cells)


def marks_of(test: TestScore) -> dict[Point, Mark]:
    """Marks for the board of a test whose answer is a set of points; empty for other answers."""
    if test.cause is None:
        return {}
    expected, answered = (points_of(v, test.board) for v in (test.cause.expected, test.cause.actual))
    return {} if expected is None else compare(expected, answered or ())


def moves_of(test: TestScore) -> dict[Point, MarkShape]:
    """Marks for the case of a picture: a triangle where a stone is to be put, a cross where one goes."""
    after = board_of(test.cause.expected) if test.cause and test.answer == "picture" else None
    if not test.board or not after or (len(after), len(after[0])) != (len(test.board), len(test.board[0])):
        return {}
    both = zip(test.board, after, strict=True)
    return {
        (r, c): MarkShape.TRIANGLE if old == "." else MarkShape.CROSS
        for r, rows in enumerate(both)
        for c, (old, new) in enumerate(zip(*rows, strict=True))
        if old != new and "." in (old, new)
    }


def facts(test: TestScore, t: Texts = ENGLISH) -> tuple[tuple[str, str], ...]:
    """The (label, words) beside the boards of a test: how it is asked, and both answers if there can be one.

    For sets of points, which the boards show, only the differences are listed.
    """
    if test.cause is None:
        return ()
    if test.games:
        return ((t["wanted"], in_words(test.cause.expected)),)
    marks = marks_of(test)
    call = call_of(test, t)
    if test.verdict not in ANSWERED or test.answer == "picture":
        return call
    if test.cause.actual is None or points_of(test.cause.expected, test.board) is None:
        place, expected, answered = _sides(test)
        return (*call, (f"{t['expected']}{place}", expected), (f"{t['answered']}{place}", answered))
    differences = (
        (t["missing"], _marked(marks, Mark.EXPECTED)),
        (t["too_many"], _marked(marks, Mark.ANSWERED)),
        (t["outside"], outside(test)),
    )
    return (*call, *((label, in_words(points)) for label, points in differences if points))


def call_of(test: TestScore, t: Texts = ENGLISH) -> tuple[tuple[str, str], ...]:
    """The label and words of how a case is asked, and how to have what is left out of it; none without."""
    short = CUT in test.call or "(board" in test.call  # which is drawn, and not typed
    whole = say(t["whole"], shlex.quote(test.name)) if short else ""
    return ((t["call"], f"{test.call}{whole}"),) if test.call else ()


def fact_lines(test: TestScore) -> list[str]:
    """The facts in lines of text; answers of several lines stand side by side where there is room."""
    told = [_labelled(label, words.rstrip("\n")) for label, words in facts(test)]
    if len(told) > 1 and len(told[-2]) == len(told[-1]) > 1:
        told[-2:] = [beside(told[-2], told[-1])]
    return [line for lines in told for line in lines]


def beside(left: Sequence[str], right: Sequence[str]) -> list[str]:
    """Lines side by side, or one below the other where they are too wide."""
    wide = max(map(len, left))
    if wide + max(map(len, right)) + 6 > SIDE_BY_SIDE:
        return [*left, "", *right]
    return [f"{one:<{wide}}      {other}" for one, other in zip(left, right, strict=True)]


def _labelled(label: str, words: str) -> list[str]:
    if "\n" not in words:
        return [f"{label}: {words}"]
    return [f"{label}:", *(f"  {row}" for row in words.split("\n"))]


def outside(test: TestScore) -> tuple[Point, ...]:
    """Answered points that are not on the board; no drawing shows them."""
    rows = test.board or ()
    cols = len(rows[0]) if rows else 0
    return tuple((r, c) for r, c in marks_of(test) if not (0 <= r < len(rows) and 0 <= c < cols))


def _marked(marks: dict[Point, Mark], kind: Mark) -> tuple[Point, ...]:
    return tuple(point for point, mark in marks.items() if mark is kind)


def wrong_in_words(wrong: Iterable[WrongPoint]) -> tuple[str, ...]:
    """A line for each point, like `(2, 3): a white stone expected, no stone seen`."""
    return tuple(
        f"({point.row}, {point.col}): {_STONES[point.expected]} expected, {_STONES[point.seen]} seen"
        for point in wrong
    )
