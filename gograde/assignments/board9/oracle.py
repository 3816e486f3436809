"""The right answers to board9, from two independent implementations of the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gograde.assignments.board9.batch import CAPTURE, RULE, picture_rows, points_json
from gograde.go import rules
from gograde.go.board import Board, Stone
from gograde.go.oracles import rules_oracle as slow


def fast_answer(question: str, board: Board) -> Any:
    """The reference as JSON values: True or False, or points and for a capture the board after it."""
    if question in RULE:
        return rules.obeys_rule_1(board)
    if question in CAPTURE:
        after = rules.result_after_captures(board, Stone.WHITE)
        return _points(rules.capture_points(board, Stone.WHITE), after)
    return _points(rules.legal_points(board, Stone.WHITE))


def slow_answer(question: str, board: Board) -> Any:
    """The same from the slow oracle, which shares no code with the fast rules."""
    if question in RULE:
        return slow.obeys_rule_1(board)
    if question in CAPTURE:
        return _points(slow.capture_points(board, Stone.WHITE), slow.result_closure(board, Stone.WHITE))
    return _points(slow.legal_points(board, Stone.WHITE))


def _points(points: Iterable[tuple[int, int]], after: Board | None = None) -> dict[str, Any]:
    answer: dict[str, Any] = {"points": points_json(points)}
    return answer if after is None else {**answer, "board": list(picture_rows(after))}
