"""The right answers to board9, from two independent implementations of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gograde.assignments.board9.batch import CAPTURE, RULE, picture_rows, points_json
from gograde.go import rules
from gograde.go import rules_oracle as slow
from gograde.go.board import Board, Stone


def fast_answer(question: str, board: Board) -> Any:
    """The right answer as a JSON value, from the fast rules.

    The value is a bool for rule 1, otherwise `{"points"}`.  Capture problems add `"board"`, the rows
    after all captures.
    """
    return _answer(rules, rules.result_after_captures, question, board)


def slow_answer(question: str, board: Board) -> Any:
    """Like `fast_answer`, from the slow oracle, which shares no code with the fast rules."""
    return _answer(slow, slow.result_closure, question, board)


def _answer(by: Any, result: Callable[[Board, Stone], Board], question: str, board: Board) -> Any:
    if question in RULE:
        return by.obeys_rule_1(board)
    if question not in CAPTURE:
        return {"points": points_json(by.legal_points(board, Stone.WHITE))}
    points = points_json(by.capture_points(board, Stone.WHITE))
    return {"points": points, "board": list(picture_rows(result(board, Stone.WHITE)))}
