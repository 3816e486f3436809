"""Answers in words."""

from __future__ import annotations

from gograde.report.words.answers import in_words, points_of


def test_rows_of_a_board_with_two_columns_are_no_points() -> None:
    rows, board = [[0, 1], [2, 0], [1, 1]], (".X", "O.", "XX")
    assert points_of(rows) == ((0, 1), (2, 0), (1, 1))
    assert points_of(rows, board) is None
    assert points_of(rows[:2], board) == ((0, 1), (2, 0))
    assert points_of(rows, ("...", "...", "...")) == ((0, 1), (2, 0), (1, 1))
    assert in_words(rows, board) == "[[0, 1], [2, 0], [1, 1]]"
