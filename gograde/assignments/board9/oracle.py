"""The right answers to board9, from two independent implementations of the rules."""

from __future__ import annotations

from typing import Any

from gograde.assignments.board9.batch import CAPTURE, RULE, picture_rows, points_json
from gograde.assignments.board9.reference_program import BLACK, breathes, chain, solve
from gograde.go import rules
from gograde.go.board import Board, Stone


def fast_answer(question: str, board: Board) -> Any:
    """The right answer as a JSON value, from the fast rules.

    The value is a bool for rule 1, otherwise `{"points"}`.  Capture problems add `"board"`, the rows
    after all captures.
    """
    if question in RULE:
        return rules.obeys_rule_1(board)
    if question not in CAPTURE:
        return {"points": points_json(rules.legal_points(board, Stone.WHITE))}
    after = rules.result_after_captures(board, Stone.WHITE)
    points = points_json(rules.capture_points(board, Stone.WHITE))
    return {"points": points, "board": list(picture_rows(after))}


def slow_answer(question: str, board: Board) -> Any:
    """Like `fast_answer`, from the program that mutants are made of, which shares no code with the rules."""
    answer = solve(question, board)
    if question in RULE:
        return answer
    return {"points": answer} | ({"board": _after(board, answer)} if question in CAPTURE else {})


def _after(board: Board, captures: list[list[int]]) -> list[str]:
    """The rows with a white stone on each point, and without the black chains that then have no liberty."""
    placed = board.with_stones(Stone.WHITE, [(row, column) for row, column in captures])
    cells = {(point.row, point.column): int(placed.get(point)) for point in placed.points()}
    black = [place for place, cell in cells.items() if cell == BLACK]
    dead = [place for place in black if not breathes(cells, chain(cells, place))]
    return list(picture_rows(placed.with_stones(Stone.EMPTY, dead)))
