"""The pictures that board9 asks for: boards after captures, each problem with its number in a title."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any

from gograde.assignments.board9.batch import CAPTURE, QUESTIONS, picture_rows, points_of
from gograde.authoring.pictures.board_pictures import BoardPictures
from gograde.authoring.pictures.places import twice
from gograde.authoring.pictures.to_draw import ToDraw
from gograde.go.board import Board, Point, Stone
from gograde.go.moves import Played, play
from gograde.pictures.read import question as model

_TEMPLATE = tuple(
    q for question in QUESTIONS for q in ([question] * 2 if question in CAPTURE else [question])
)

ROWS = {
    4: CAPTURE,
    5: QUESTIONS[2:],
    8: twice(CAPTURE),
    10: twice(QUESTIONS[2:]),
    11: _TEMPLATE,
    22: _TEMPLATE * 2,
    28: twice(QUESTIONS) * 2,
}
"""The problem of each picture, by the number of pictures, when no name has a problem.

The skeleton draws every problem before and after; the template draws the board after for captures only.
22 and 28 pictures cover the test boards and the train boards.
"""

PUBLISHED = {((side, side), (9, 9)): (50.0, 50.0, 50.0, 50.0) for side in (500, 502)}
"""Where the statement puts the lines, by sizes: windows have a border around their canvas."""


def to_draw(_question: str, board: Board, answer: Any) -> ToDraw:
    """The boards that pictures of a capture problem may show; the answer has the board after all captures."""
    return after_captures(board, sorted(points_of(answer)), tuple(answer["board"]))


def after_captures(board: Board, captures: Sequence[Point], closure: model.Board) -> ToDraw:
    """The boards that pictures may show when White captures at `captures` on `board`.

    `closure` is the board after all captures, with every chain taken that has no liberty then.

    Right is the board after all captures, in either reading, or a picture for every capture: played on
    `board`, or on the board after the previous one.
    """
    wanted = tuple(dict.fromkeys((closure, picture_rows(_union(board, captures)))))
    alone = tuple(picture_rows(_after(board, point)) for point in captures)
    boards = accumulate(captures, _after, initial=board)
    in_turn = tuple(picture_rows(after) for after in list(boards)[1:])
    moves = tuple(dict.fromkeys((alone, in_turn))) if len(captures) > 1 else ()
    rivals = tuple(_rivals(board, closure, captures))
    return ToDraw(wanted, picture_rows(board), moves, rivals)


PICTURES = BoardPictures(to_draw, ROWS, PUBLISHED, mistakes=False)


def _after(board: Board, point: Point) -> Board:
    """The board after White's move; the same board when the move is illegal."""
    played = play(board, Stone.WHITE, point)
    return played.board if isinstance(played, Played) else board


def _union(board: Board, captures: Sequence[Point]) -> Board:
    """The board with a stone for every capture, and without what each of them takes alone."""
    moves = [play(board, Stone.WHITE, point) for point in captures]
    taken = [point for move in moves if isinstance(move, Played) for point in move.captured]
    return board.with_stones(Stone.WHITE, captures).with_stones(Stone.EMPTY, taken)


def _rivals(board: Board, after: model.Board, captures: Sequence[Point]) -> Iterator[model.Rival]:
    before = picture_rows(board)
    if captures:
        yield model.Rival("the moves without their captures", _with(before, captures, "O"))
        yield model.Rival("the captures without the stones that make them", _with(after, captures, "."))
        yield model.Rival("the first capture alone", picture_rows(_after(board, captures[0])))


def _with(rows: model.Board, points: Sequence[Point], sign: str) -> model.Board:
    changed = set(points)
    return tuple(
        "".join(sign if (r, c) in changed else old for c, old in enumerate(row)) for r, row in enumerate(rows)
    )
