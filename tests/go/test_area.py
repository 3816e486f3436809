"""Area score: literal facts, mazes, and text of any size."""

from __future__ import annotations

import pytest

from gograde.errors import DataError
from gograde.go import AreaScore, Board, Stone, area_score, diagram, result_text

TEXTS = {
    "Xavier is insane -- says Oliver": "Jigo",
    "Code-Golf": "Jigo",
    "": "Jigo",
    "X---": "B+4",
    "X": "B+1",
    "O": "W+1",
    "X--O": "Jigo",
    "OO\r\nO-": "W+4",
    "-" * 81: "Jigo",
    "xo.123\0–—−X": "B+1",
    "X O - X  O X - O O": "W+1",
}


def test_the_result_of_a_text() -> None:
    for text, result in TEXTS.items():
        assert result_text(text) == result
        assert result_text(text.encode()) == result


SCORES = {
    "nothing reaches nobody": (". . / . .", 0, 0),
    "a chain without liberties counts": ("X O / O O", 1, 3),
    "a point that reaches both is nobody's": ("X . O", 1, 1),
    "a point that reaches both through a corner": ("X . / . O", 1, 1),
    "nested regions": ("X X X X X / X O O O X / X O . O X / X O O O X / X X X X X", 16, 9),
    "no diagonal leak": (". X . / X O O / . O .", 3, 4),
    "one line": (". X . O .", 2, 2),
}


def test_the_score_of_a_board() -> None:
    for board, black, white in SCORES.values():
        assert area_score(diagram(board)) == AreaScore(black, white)


def test_a_score_knows_its_margin_and_result() -> None:
    score = AreaScore(23, 29)
    assert (score.margin, score.result) == (-6, "W+6")
    assert result_text(diagram(". X . / X O O / . O .")) == "W+1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("X--", "board: 3 points make no square\nFix: give n x n of X, O and -"),
        ("-" * 256**2, "board: 256x256 is too large\nFix: give at most 255 rows"),
    ],
    ids=["no square", "too large"],
)
def test_text_that_is_no_board_is_refused(text: str, message: str) -> None:
    with pytest.raises(DataError) as refused:
        result_text(text)
    assert str(refused.value) == message


def comb(side: int) -> str:
    """A corridor one point wide through the whole board, a black wall between its lanes."""
    lanes = []
    for row in range(side):
        wall = "X" * (side - 1)
        lanes.append("-" * side if row % 2 == 0 else (wall + "-" if row % 4 == 1 else "-" + wall))
    return "".join(lanes)


def test_a_corridor_of_255_is_walked_to_its_end() -> None:
    text = comb(255)
    assert result_text(text) == f"B+{255 * 255}"
    assert result_text(text[:-1] + "O") == f"B+{127 * 254 - 1}"


def test_a_lone_stone_takes_the_largest_board() -> None:
    board = Board.empty(255).with_stones(Stone.WHITE, [(254, 0)])
    assert area_score(board) == AreaScore(0, 65025)
