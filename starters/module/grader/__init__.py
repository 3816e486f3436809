"""The assignment @ID@: how a case lies on disk, how a function is called, how an answer is judged.

This folder is run by the grader itself, outside the sandbox.  A student's program never sees it.  What is
imported here is handed out with the package's public cases: nothing of it may give an answer away.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gograde.authoring.module import Call, ModuleAssignment
from gograde.authoring.spec import Rubric

LETTERS = ".XO"


def read(value: Any) -> tuple[list[list[int]], tuple[int, int]]:
    """The board, a list of rows of 0, 1 and 2, and the point."""
    row, col = value["point"]
    return value["board"], (row, col)


def written(board: list[list[int]], point: tuple[int, int]) -> Any:
    """The inverse of `read`."""
    return {"board": board, "point": list(point)}


def told(number: int) -> Any:
    """An answer."""
    return number


def picture(value: Any) -> tuple[str, ...] | None:
    """The rows to draw in a report."""
    board, _ = read(value)
    return tuple("".join(LETTERS[cell] for cell in row) for row in board)


def call_of(question: str, value: Any) -> Call:
    """The function that is called for a question, and with what."""
    return Call(("liberties",), (value["board"], value["point"]))


def rubric_of(parameters: Mapping[str, Any]) -> Rubric:
    """How an answer is judged; `parameters` are those of assignment.yaml, which has none."""
    # Imported here: a step that only runs a submission does without.
    from gograde.core.values import score_value

    return Rubric(judge=score_value, board=picture)


ASSIGNMENT = ModuleAssignment("@ID@", rubric_of, call_of, call_s=1.0)
