"""The assignment @ID@: how a case lies on disk, and which board a picture must show.

This folder is run by the grader itself, outside the sandbox.  A student's program never sees it.  What is
imported here is handed out with the package's public cases: nothing of it may give an answer away.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gograde.authoring.pictures.to_draw import ToDraw
from gograde.authoring.spec import Rubric
from gograde.authoring.spec_assignment import StdioAssignment

LETTERS = ".XO"
SIZE = 13


def read(value: Any) -> tuple[list[list[int]], tuple[int, int]]:
    """The board, a list of rows of 0, 1 and 2, and the point; from a line with the point and the rows."""
    first, *rows = value.decode("ascii").splitlines()
    row, col = map(int, first.split())
    return [[LETTERS.index(letter) for letter in line] for line in rows], (row, col)


def written(board: list[list[int]], point: tuple[int, int]) -> Any:
    """The inverse of `read`."""
    return "".join(f"{line}\n" for line in (f"{point[0]} {point[1]}", *rows_of(board))).encode()


def rows_of(board: list[list[int]]) -> tuple[str, ...]:
    """The rows of a board as text of the signs . X O."""
    return tuple("".join(LETTERS[cell] for cell in row) for row in board)


def told(board: list[list[int]]) -> Any:
    """An answer: the rows of a board."""
    return "\n".join(rows_of(board))


def drawn(answer: Any) -> tuple[str, ...]:
    """The inverse of `told`, as rows of text."""
    return tuple(answer.split("\n"))


PUBLISHED = {((side, side), (SIZE, SIZE)): (30.0, 30.0, 30.0, 30.0) for side in (420, 422)}
"""Where the statement puts the board: x of the first column, step right, y of the first row, step down.

By the width and height of the picture (a window has a border around its canvas), and rows and columns.
"""


def to_draw(question: str, value: Any, answer: Any) -> ToDraw:
    """What a picture must show for an answer, the right one or that of a known mistake."""
    return ToDraw(wanted=(drawn(answer),), before=picture(value))


def picture(value: Any) -> tuple[str, ...]:
    """The rows to draw in a report."""
    return rows_of(read(value)[0])


def rubric_of(parameters: Mapping[str, Any]) -> Rubric:
    """How an answer is judged; `parameters` are those of assignment.yaml, which has none."""
    # Imported here: a step that only runs a submission does without.
    from gograde.authoring.pictures.board_pictures import BoardPictures
    from gograde.core.values import score_text

    return Rubric(judge=score_text, board=picture, pictures=BoardPictures(to_draw, published=PUBLISHED))


ASSIGNMENT = StdioAssignment("@ID@", rubric_of)
