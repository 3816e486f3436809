"""Suites of openings as text."""

from __future__ import annotations

import pytest

from gograde.arena.game.match import read_openings
from gograde.errors import DataError
from gograde.go import Point

OCCUPIED = "white at (2, 2) is illegal: the point is occupied"


def test_openings_are_read_and_the_empty_board_is_first() -> None:
    text = "# two openings\n\n2,2 1,2 PASS\n 1,1 \n2,2 1,2 PASS\n"
    assert read_openings(text, "o") == ((), (Point(2, 2), Point(1, 2), None), (Point(1, 1),))


@pytest.mark.parametrize(
    ("line", "what", "fix"),
    [
        ("2,2 b3", "not a list of moves", "write row,column or PASS for each move, with blanks between"),
        (
            "2,2 2,2",
            f"move 2 ends the game: black wins (illegal move): {OCCUPIED}",
            "give legal moves that do not end the game",
        ),
        (
            "PASS",
            "move 1 ends the game: white wins (points): black 0, white 0 + 2.5",
            "give legal moves that do not end the game",
        ),
        (
            " ".join(f"{row},{column}" for row in range(5) for column in range(5)),
            "move 24 ends the game: white wins (points): black 0, white 12 + 2.5",
            "give legal moves that do not end the game",
        ),
    ],
)
def test_a_line_that_is_no_opening_is_named(line: str, what: str, fix: str) -> None:
    with pytest.raises(DataError) as caught:
        read_openings(f"2,2\n{line}\n", "o.txt")
    assert str(caught.value) == f"o.txt: line 2: {what}\nFix: {fix}"
