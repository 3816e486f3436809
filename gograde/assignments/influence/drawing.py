"""Draws inputs of influence for reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gograde.authoring.assignment import DRAWN
from gograde.go.joseki import SIDE, TENUKI, Corner, split_steps, to_board

EMPTY = 0

Rows = list[list[int]]
Value = Mapping[str, Any]


def picture(value: Value) -> tuple[str, ...] | None:
    """The rows of a board, or of 19x19 with the moves or the steps that a library is asked for; else None.

    Every move and step is a stone; no stone is captured.
    """
    if "board" in value:
        board: Rows = value["board"]
        return _drawn(board) if board and max(len(board), len(board[0])) <= DRAWN else None
    stones = _stones_of(value)
    if stones is None:
        return None
    cells = {(row, col): colour for colour, row, col in stones}
    return _drawn([[cells.get((row, col), EMPTY) for col in range(SIDE)] for row in range(SIDE)])


def _drawn(board: Rows) -> tuple[str, ...]:
    return tuple("".join(".XO"[cell] for cell in row) for row in board)


def _stones_of(value: Value) -> list[tuple[int, int, int]] | None:
    """Colour, row and column of the stones in a joseki question; None for a question without a board."""
    if "moves" in value:
        return [(colour, row, col) for colour, row, col in value["moves"] if row is not None]
    if "library" in value:
        steps = enumerate(split_steps(value["steps"]))
        return [(1 + n % 2, *to_board(Corner.TL, step)) for n, step in steps if step != TENUKI]
    return None
