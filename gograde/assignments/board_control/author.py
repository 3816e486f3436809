"""How the cases of board-control are made and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gograde.assignments.board_control import careful_program
from gograde.assignments.board_control.assignment import ASSIGNMENT, rubric_of
from gograde.assignments.board_control.boards import FEATURES, QUESTIONS, fast, make, slow
from gograde.assignments.board_control.mistakes import mistakes_of
from gograde.authoring.mistake_table import equivalent_beside
from gograde.authoring.spec import Reference, Spec
from gograde.authoring.spec_author import SpecAuthor
from gograde.authoring.statement import Examples, Figure, drawn
from gograde.go.board import Board
from gograde.go.rules import dead_chains
from gograde.package.config import AssignmentConfig
from gograde.pictures.draw import Diagram, MarkShape


def spec_of(config: AssignmentConfig) -> Spec:
    """The spec of the assignment, which has no parameters."""
    return Spec(
        **vars(rubric_of(config.parameters)),
        mistakes=mistakes_of(config.parameters),
        questions=QUESTIONS,
        fast=fast,
        slow=slow,
        make=make,
        may_ask=lambda *_: True,  # chains without liberties too
        features=FEATURES,
        reference=Reference(dict.fromkeys(QUESTIONS, careful_program.__name__), equivalent_beside(__name__)),
    )


AUTHOR = SpecAuthor(ASSIGNMENT, spec_of)

# -- figures of the statement -----------------------------------------------------------------------


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
