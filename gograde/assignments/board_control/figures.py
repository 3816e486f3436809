"""The picture in the statement of board-control: its worked example."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gograde.assignments.board_control.boards import fast
from gograde.authoring.statement import Examples, Figure, drawn
from gograde.go.board import Board
from gograde.go.rules import dead_chains
from gograde.pictures.draw import Diagram, MarkShape


def figures(examples: Examples, _parameters: Mapping[str, Any]) -> dict[str, Figure]:
    """The pictures by name; raises `DataError` when the statement lacks an example."""
    board = examples.board_before("legal")
    dead = [point for chain in dead_chains(board) for point in chain.points]
    marked = drawn(board, "board", marks=dict.fromkeys(dead, MarkShape.TRIANGLE))
    return {"legal": Figure((marked, *(_legal(board, mover) for mover in (None, 1, 2))), columns=2)}


def _legal(board: Board, mover: int | None) -> Diagram:
    question = "legal" if mover is None else "mover"
    rows = fast(question, {"board": board.to_rows(), "mover": mover})
    call = "board" if mover is None else f"board, {mover}"
    return drawn(Board.from_rows(rows), f"legal_chessboard({call})")
