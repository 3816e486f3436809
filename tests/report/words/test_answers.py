"""Answers in words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from gograde.report.words.answers import fact_lines, in_words, points_of


def test_rows_of_a_board_with_two_columns_are_no_points() -> None:
    rows, board = [[0, 1], [2, 0], [1, 1]], (".X", "O.", "XX")
    assert points_of(rows) == ((0, 1), (2, 0), (1, 1))
    assert points_of(rows, board) is None
    assert points_of(rows[:2], board) == ((0, 1), (2, 0))
    assert points_of(rows, ("...", "...", "...")) == ((0, 1), (2, 0), (1, 1))
    assert in_words(rows, board) == "[[0, 1], [2, 0], [1, 1]]"


def test_an_answer_of_several_lines_stands_row_by_row() -> None:
    cause = SimpleNamespace(expected=".X\nX.", actual=".X\nXO\n")
    test: Any = SimpleNamespace(cause=cause, board=None, games=())
    assert fact_lines(test) == ["Expected:", "  .X", "  X.", "Answered:", "  .X", "  XO"]
    one: Any = SimpleNamespace(cause=SimpleNamespace(expected="1", actual=None), board=None, games=())
    assert fact_lines(one) == ["Expected: 1", "Answered: no answer"]
