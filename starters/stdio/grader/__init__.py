"""The assignment @ID@: how a case lies on disk, and how an answer is judged.

This folder is run by the grader itself, outside the sandbox.  A student's program never sees it.  What is
imported here is handed out with the package's public cases: nothing of it may give an answer away.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gograde.authoring.spec import Rubric
from gograde.authoring.spec_assignment import StdioAssignment

LETTERS = ".XO"


def read(value: Any) -> tuple[list[list[int]], tuple[int, int]]:
    """The board, a list of rows of 0, 1 and 2, and the point; from a line with the point and the rows."""
    first, *rows = value.decode("ascii").splitlines()
    row, col = map(int, first.split())
    return [[LETTERS.index(letter) for letter in line] for line in rows], (row, col)


def written(board: list[list[int]], point: tuple[int, int]) -> Any:
    """The inverse of `read`."""
    rows = ["".join(LETTERS[cell] for cell in row) for row in board]
    return "".join(f"{line}\n" for line in (f"{point[0]} {point[1]}", *rows)).encode()


def told(number: int) -> Any:
    """An answer."""
    return str(number)


def picture(value: Any) -> tuple[str, ...] | None:
    """The rows to draw in a report."""
    board, _ = read(value)
    return tuple("".join(LETTERS[cell] for cell in row) for row in board)


def rubric_of(parameters: Mapping[str, Any]) -> Rubric:
    """How an answer is judged; `parameters` are those of assignment.yaml, which has none."""
    # Imported here: a step that only runs a submission does without.
    from gograde.core.values import score_text

    return Rubric(judge=score_text, board=picture)


ASSIGNMENT = StdioAssignment("@ID@", rubric_of)
