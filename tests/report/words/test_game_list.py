"""Games in words and on boards of text, judged or not."""

from __future__ import annotations

import pytest

from gograde.arena.analysis.accuracy import Accuracy
from gograde.arena.analysis.judged_game import JudgedSide, analyse
from gograde.arena.game.five_by_five import Termination
from gograde.codec import replace
from gograde.pictures.draw import Shape
from gograde.report.words import game_list
from gograde.report.words.judged_games import accuracy_text, analysis_lines, flip_diagram, side_words
from tests.arena.judged import LOST_TWICE, moves, record
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


LOST = record(LOST_TWICE, winner="black")


def test_a_game_is_told_on_a_terminal() -> None:
    assert "\n".join(analysis_lines(LOST, analyse(LOST))) == (
        "judged exactly from ply 13:\n"
        "  black, ann: 6 moves lost 7 stones; 1 of 6 won positions thrown away\n"
        "  white, ben: 6 moves lost 6 stones; 1 of 1 won position thrown away\n"
        "  ply 21, black: 0,0 turns B+1.5 into W+0.5; 2,0 and 6 more would have kept the win\n"
        "      0 1 2 3 4\n"
        "    0 + O # X #\n"
        "    1 X . O X X\n"
        "    2 # O O O X\n"
        "    3 X O X # X\n"
        "    4 # X # X #\n"
        "    + played, # keeps the win\n"
        "  ply 22, white: 0,2 turns W+0.5 into B+1.5; 1,1 and 1 more would have kept the win"
    )


def test_a_game_that_ended_too_early_has_nothing_to_judge() -> None:
    short = record(["2,2", "PASS", "PASS"])
    assert list(analysis_lines(short, analyse(short))) == ["nothing to judge: the game ended before ply 13"]
    assert list(analysis_lines(short, analyse(short, 16))) == [
        "nothing to judge: the game ended before ply 9"
    ]


@pytest.mark.parametrize(
    ("side", "words"),
    [
        ((1, 1, 1, 0), "1 move lost 1 stone; 0 of 1 won position thrown away"),
        ((6, 0, 0, 0), "6 moves lost 0 stones; never stood to win"),
    ],
)
def test_a_side_in_words(side: tuple[int, int, int, int], words: str) -> None:
    names = ("moves", "stones_lost", "won", "thrown_away")
    assert side_words(JudgedSide(**dict(zip(names, side, strict=True)))) == words


def test_the_board_shows_what_was_played_what_wins_and_the_move_before() -> None:
    black, white = analyse(LOST).flips()
    drawn = flip_diagram(LOST, black)
    assert drawn.rows == (".O.X.", "X.OXX", ".OOOX", "XOX.X", ".X.X.")
    assert drawn.last == (2, 2)
    assert drawn.marks[0, 0] is Shape.CROSS
    assert {point for point, sign in drawn.marks.items() if sign is Shape.SQUARE} == {
        *((2, 0), (4, 0), (4, 2), (0, 2), (0, 4), (3, 3), (4, 4))
    }
    assert flip_diagram(LOST, white).last == (0, 0)


def test_a_move_on_a_stone_is_not_marked_and_neither_is_a_pass() -> None:
    passing = record(moves("13 10 21 42 33 00 40 31 01 43 34 02 03 11 30 - 20 32 12 - 01 22 11 41"))
    (lost,) = analyse(passing, 5).flips()
    assert set(flip_diagram(passing, lost).marks.values()) == {Shape.SQUARE}
    outside = record([*LOST_TWICE[:20], "5,5"], Termination.ILLEGAL)
    (lost,) = analyse(outside, 4).flips()
    assert set(flip_diagram(outside, lost).marks.values()) == {Shape.SQUARE}
    late = record(LOST_TWICE[:20], Termination.TIME)
    (lost,) = analyse(late, 4).flips()
    assert "played" not in "\n".join(analysis_lines(late, analyse(late, 4)))


def test_a_table_of_players() -> None:
    rows = [
        Accuracy("ann", 12, 71, 50, 38, 3, 3 / 38, 0.0272, 0.2080),
        Accuracy("zoe", 2, 0, 0, 0, 0, None, 0.0, 1.0),
    ]
    assert accuracy_text(rows) == (
        "player  games  moves  stones lost  a move  won  thrown away  share         95 %\n"
        "ann        12     71           50    0.70   38            3  7.9 %  2.7 to 20.8\n"
        "zoe         2      0            0       —    0            0      —            —\n"
    )
    (_, wide, last) = accuracy_text([replace(rows[0], name="张伟"), rows[1]]).splitlines()
    assert (wide[:11], last[:13]) == ("张伟       12", "zoe         2")
