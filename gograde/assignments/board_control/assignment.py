"""Chains, liberties and the legal board: functions of a Python module.

Imports inside functions are those that running a submission does not need.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gograde.authoring.module import Call, ModuleAssignment, habits
from gograde.core.assignment import DRAWN
from gograde.core.values import is_grid_like, score_value
from gograde.core.verdict import Outcome

if TYPE_CHECKING:
    from gograde.authoring.spec import Rubric

WITHOUT = "the method takes no mover and was asked without: lost is what the mover decides"

_OBJECTS = (
    {"color": "pieceColor", "stones": "pieces", "liberties": "liberty"},
    ("y", "x"),
)
"""The chains and stones of the published program, which are objects, with their attributes."""

_NAMES = {
    "legal": ("legal_chessboard", "Chessboard.legalChessboard"),
    "mover": ("legal_chessboard", "Chessboard.legalChessboard"),
    "chains": ("chains", "Chessboard.chunkedChessboard"),
}


def call_of(question: str, value: Any) -> Call:
    """A call of the function, or of the member of a class as published; a mover is the second argument."""
    mover = value.get("mover")
    arguments = (value["board"],) if mover is None else (value["board"], mover)
    return Call(_NAMES[question], arguments, WITHOUT, _OBJECTS, anew=True)


def picture(value: Mapping[str, Any]) -> tuple[str, ...] | None:
    """The rows to draw; None for a board without points and for one above 19x19."""
    board = value["board"]
    if not board or not board[0] or max(len(board), len(board[0])) > DRAWN:
        return None
    return tuple("".join(".XO"[cell] for cell in row) for row in board)


def rubric_of(_parameters: Mapping[str, Any]) -> Rubric:
    """The rubric, which has no parameters."""
    from gograde.authoring.spec import Rubric

    return Rubric(judge=judge, board=picture, habits=habits())


def judge(reference: Any, answer: Any) -> Outcome:
    """Compares boards point by point, and chains in any order with their stones in any order."""
    return score_value(_in_order(reference), _in_order(answer))


def _in_order(value: Any) -> Any:
    """A list of chains, sorted; any other value unchanged."""
    if not isinstance(value, list) or not value or not all(map(_is_chain, value)):
        return value
    sorted_stones = ({**chain, "stones": sorted(chain["stones"])} for chain in value)
    return sorted(sorted_stones, key=lambda chain: chain["stones"])


def _is_chain(value: Any) -> bool:
    """Whether a value is a mapping with `stones`, a list of pairs of ints."""
    stones = value.get("stones") if isinstance(value, dict) else None
    return isinstance(stones, list) and all(
        isinstance(stone, list) and len(stone) == 2 and type(stone[0]) is type(stone[1]) is int
        for stone in stones
    )


def is_answer(question: str, value: Mapping[str, Any], answer: Any) -> bool:
    """Whether an answer is a list of chains, or a board of the same size as the given one."""
    if question == "chains":
        return isinstance(answer, list) and all(map(_is_chain, answer))
    return is_grid_like(value["board"], answer) and all(cell in (0, 1, 2) for row in answer for cell in row)


ASSIGNMENT = ModuleAssignment("board-control", rubric_of, call_of, is_answer=is_answer)
