"""The assignment influence: functions on influence, territory, board size and joseki.

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

TOLERANCE = 1e-6
"""The largest accepted difference of two numbers."""

_BOARD = ("board",)
_STEPS = ("steps", "library")
_BOARDS = ("zobrist", "ryder", "force", "fast", "territory")
"""Questions whose answers have a value for every point."""

_ARGUMENTS = {
    **dict.fromkeys((*_BOARDS, "situation", "links", "blocks", "layers"), _BOARD),
    "situation_dead": (*_BOARD, "dead"),
    "move_value_dead": (*_BOARD, "dead", "colour", "row", "col"),
    "move_value": (*_BOARD, "colour", "row", "col"),
    "board_size": ("x",),
    "to_area": ("row", "col"),
    "to_board": ("corner", "step"),
    "mirror": ("steps",),
    "is_joseki": _STEPS,
    "next_steps": _STEPS,
    "replay": ("moves", "library"),
}


def call_of(question: str, value: Any) -> Call:
    """A call of the function with the question's name; `_ARGUMENTS` has the order of its arguments."""
    return Call((question,), tuple(value[name] for name in _ARGUMENTS[question]))


def rubric_of(_parameters: Mapping[str, Any]) -> Rubric:
    """The rubric: the parameters change answers, not how these are judged."""
    from gograde.authoring.spec import Rubric

    return Rubric(judge=judge, board=picture, habits=habits())


def picture(value: Mapping[str, Any]) -> tuple[str, ...] | None:
    """The rows of a board, or of 19x19 with moves, each a stone, of which none is captured; else None."""
    if "moves" in value:
        stones = {(row, col): colour for colour, row, col in value["moves"]}
        return _drawn([[stones.get((row, col), 0) for col in range(DRAWN)] for row in range(DRAWN)])
    board = value.get("board")
    return _drawn(board) if board and max(len(board), len(board[0])) <= DRAWN else None


def _drawn(board: list[list[int]]) -> tuple[str, ...]:
    return tuple("".join(".XO"[cell] for cell in row) for row in board)


def judge(reference: Any, answer: Any) -> Outcome:
    """Compares part by part, numbers within `TOLERANCE`; the order of places in areas does not matter."""
    return score_value(_in_order(reference), _in_order(answer), TOLERANCE)


def _in_order(value: Any) -> Any:
    """A list of places, sorted; any other value unchanged."""
    if isinstance(value, list) and all(map(_is_place, value)):
        return sorted(list(place) for place in value)
    return value


def _is_place(value: Any) -> bool:
    """Whether a value is a pair of texts, as a corner and a step."""
    return isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(p, str) for p in value)


def is_answer(question: str, value: Mapping[str, Any], answer: Any) -> bool:
    """Whether values of all points are for the points of the given board; any other answer is."""
    boards = answer.values() if isinstance(answer, dict) else [answer]
    return question not in _BOARDS or all(is_grid_like(value["board"], one) for one in boards)


ASSIGNMENT = ModuleAssignment("influence", rubric_of, call_of, is_answer=is_answer)
