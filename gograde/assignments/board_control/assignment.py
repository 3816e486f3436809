"""Chains, liberties and the legal board: functions of a Python module."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from gograde.authoring.module import Call, ModuleAssignment
from gograde.authoring.spec import Reference, Spec
from gograde.scoring.outcome import Outcome

QUESTIONS = ("legal", "mover", "chains")
"""The legal board of a raw one; the same after a move of one colour; the chains with their liberties."""

_NAMES = {
    "legal": ("legal_chessboard", "Chessboard.legalChessboard"),
    "mover": ("legal_chessboard", "Chessboard.legalChessboard"),
    "chains": ("chains", "Chessboard.chunkedChessboard"),
}


def call_of(question: str, value: Any) -> Call:
    """The function, or the method of the class of older programs; the mover is passed if there is one."""
    mover = value.get("mover")
    return Call(_NAMES[question], (value["board"],) if mover is None else (value["board"], mover))


STUDENT = "gograde.assignments.board_control.student"


@lru_cache(maxsize=1)
def _spec() -> Spec:
    from gograde.assignments.board_control.boards import FEATURES, make, picture
    from gograde.assignments.board_control.mistakes import MISTAKES
    from gograde.assignments.board_control.oracle import fast, slow
    from gograde.assignments.board_control.student import EQUIVALENT

    reference = Reference(dict.fromkeys(QUESTIONS, STUDENT), EQUIVALENT)
    return Spec(QUESTIONS, fast, slow, make, FEATURES, MISTAKES, judge, picture, reference)


def spec_of(parameters: Mapping[str, Any]) -> Spec:
    """The cases of the assignment, which has no parameters."""
    return _spec()


def judge(reference: Any, answer: Any) -> Outcome:
    """A board is compared point by point; of chains the order means nothing, nor that of their stones."""
    from gograde.scoring.values import score_value

    return score_value(_in_order(reference), _in_order(answer))


def _in_order(value: Any) -> Any:
    """A list of chains in one order; anything else as it is."""
    if not isinstance(value, list) or not value or not all(map(_is_chain, value)):
        return value
    sorted_stones = ({**chain, "stones": sorted(chain["stones"])} for chain in value)
    return sorted(sorted_stones, key=lambda chain: chain["stones"])


def _is_chain(value: Any) -> bool:
    """Whether a value is a mapping with stones that can be put in order."""
    stones = value.get("stones") if isinstance(value, dict) else None
    return isinstance(stones, list) and all(
        isinstance(stone, list) and len(stone) == 2 and type(stone[0]) is type(stone[1]) is int
        for stone in stones
    )


BOARD_CONTROL = ModuleAssignment("board-control", spec_of, call_of)
