"""The games of a test in words, and the board of the first fault."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gograde.report.words import game_list
from tests.report.played import KO, LATE, WON, scored


def test_a_row_a_game() -> None:
    assert game_list.rows(scored(WON, KO, LATE)) == [
        ("1", "random", "black", "won", "24", "black 12, white 3 + 2.5"),
        ("2", "random", "white", "lost", "10", "illegal move: white at (1, 2) is illegal: ko"),
        (
            "3",
            "random",
            "black",
            "lost, a repetition",
            "3",
            "time: more than 10 s of CPU time; ply 1: tried what the sandbox forbids: a socket",
        ),
    ]


def test_the_board_of_the_first_fault_has_the_illegal_move_marked() -> None:
    assert game_list.fault_board(scored(WON, KO, LATE)) == [
        "The board on ply 10, white (O) to play",
        "  0 1 2 3 4",
        "0 . X O . .",
        "1 X O ! O .",
        "2 . X O . .",
        "3 . . . . .",
        "4 . . . . .",
        "! the illegal move",
    ]


@pytest.mark.parametrize("move", ["5,0", "-1,2", "0,9"])
def test_a_move_off_the_board_is_not_drawn(move: str) -> None:
    outside = replace(KO, moves=(move,))
    drawn = game_list.fault_diagram(scored(outside))
    assert drawn is not None
    assert not drawn.marks


def test_a_fault_without_a_move_shows_the_board_alone() -> None:
    board = game_list.fault_board(scored(LATE))
    assert board[0] == "The board on ply 3, black (X) to play"
    assert "! the illegal move" not in board


def test_games_without_a_fault_show_no_board() -> None:
    assert game_list.fault_board(scored(WON)) == []
    assert game_list.fault_diagram(scored(WON)) is None
    assert game_list.fault_board(scored()) == []
