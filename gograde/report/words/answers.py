"""Expected and given answers in words and on boards.

Answers are JSON values of an assignment: true or false, a list of `[row, column]`, rows
of a board (`.XO`), or anything else, which is shown as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from gograde.pictures.diagram import Mark, Point, Shape, compare
from gograde.report.words.texts import ENGLISH, Texts
from gograde.scoring.record import TestScore, WrongPoint

_LONGEST = 600  # characters of an answer that are shown
_STONES = {"X": "a black stone", "O": "a white stone", ".": "no stone"}


def points_of(value: Any, board: tuple[str, ...] | None = None) -> tuple[Point, ...] | None:
    """The points of a list of `[row, column]`, None when it is anything else.

    On a board with two columns, a list with as many pairs as the board has rows is one of its rows.
    """
    if not isinstance(value, list | tuple):
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


def in_words(value: Any, board: tuple[str, ...] | None = None) -> str:
    """An answer in words, cut after `_LONGEST` characters; None is "no answer"."""
    if value is None:
        return "no answer"
    if isinstance(value, bool):
        return str(value)
    points = points_of(value, board)
    if points is not None:
        return ", ".join(f"({row}, {col})" for row, col in points) or "no point"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …"


def marks_of(test: TestScore) -> dict[Point, Mark]:
    """Marks for the board of a test whose answer is a set of points; empty for other answers."""
    if test.cause is None:
        return {}
    expected, answered = (points_of(v, test.board) for v in (test.cause.expected, test.cause.actual))
    return {} if expected is None else compare(expected, answered or ())


def moves_of(test: TestScore) -> dict[Point, Shape]:
    """Marks for the case of a picture: a triangle where a stone is to be put, a cross where one goes."""
    after = board_of(test.cause.expected) if test.cause and test.answer == "picture" else None
    if not test.board or not after or (len(after), len(after[0])) != (len(test.board), len(test.board[0])):
        return {}
    both = zip(test.board, after, strict=True)
    return {
        (r, c): Shape.TRIANGLE if old == "." else Shape.CROSS
        for r, rows in enumerate(both)
        for c, (old, new) in enumerate(zip(*rows, strict=True))
        if old != new and "." in (old, new)
    }


def facts(test: TestScore, t: Texts = ENGLISH) -> tuple[tuple[str, str], ...]:
    """The (label, words) beside the boards of a test.

    For sets of points, which the boards show, only the differences are listed.
    """
    if test.cause is None:
        return ()
    if test.games:
        return ((t["wanted"], in_words(test.cause.expected)),)
    marks = marks_of(test)
    call = ((t["call"], test.call),) if test.call else ()
    if test.cause.actual is None or points_of(test.cause.expected, test.board) is None:
        said = ((t["expected"], test.cause.expected), (t["answered"], test.cause.actual))
        return (*call, *((label, in_words(value, test.board)) for label, value in said))
    differences = (
        (t["missing"], _marked(marks, Mark.EXPECTED)),
        (t["too_many"], _marked(marks, Mark.ANSWERED)),
        (t["outside"], outside(test)),
    )
    return (*call, *((label, in_words(points)) for label, points in differences if points))


def fact_lines(test: TestScore) -> list[str]:
    """The facts in lines of text; an answer of several lines stands below its label, row by row."""
    return [line for label, words in facts(test) for line in _labelled(label, words.rstrip("\n"))]


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
