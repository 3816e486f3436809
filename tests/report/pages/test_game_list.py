"""Games on a student's page and in a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from gograde.classroom.classroom import Student
from gograde.grading.marks.gradebook_model import AssignmentInfo, Entry
from gograde.report.pages.renderer import Pages
from gograde.report.redact import for_student
from gograde.report.results import Result
from gograde.report.terminal.check_text import check_parts
from gograde.report.terminal.rich_text import to_text
from gograde.report.words import game_list
from gograde.scoring.record import Cause, GameScore, ScoreRecord, TestScore, Visibility
from gograde.scoring.verdict import Verdict
from tests.report.played import played

BOARD = (".XO..", "XO.O.", ".XO..", ".....", ".....")
EMPTY = (".....",) * 5

WON = GameScore(
    opponent="random", colour="black", won=True, ended="points", reason="black 12, white 3 + 2.5", ply=24,
    moves=("2,2",), board=EMPTY,
)  # fmt: skip
KO = GameScore(
    opponent="random", colour="white", won=False, ended="illegal move",
    reason="white at (1, 2) is illegal: ko", ply=10, moves=("PASS", "1,2"), board=BOARD,
)  # fmt: skip
LATE = GameScore(
    opponent="random", colour="black", won=False, ended="time", reason="more than 10 s of CPU time", ply=3,
    moves=("2,2", "1,1"), board=EMPTY, remarks=("ply 1: run again, alone",), counted=False,
)  # fmt: skip


def scored(*games: GameScore, visibility: Visibility = Visibility.VISIBLE) -> TestScore:
    return played(
        *games,
        visibility=visibility,
        message="won 1 of 2 games, 9 to 91 %; 1 lost by a fault",
        cause=Cause(message="", expected="70 % of the games against random won", help="game 2, as white"),
    )


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
            "time: more than 10 s of CPU time; ply 1: run again, alone",
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
    outside = KO.model_copy(update={"moves": (move,)})
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


def test_a_check_tells_the_games(make_record) -> None:
    text = to_text(check_parts(make_record("eve", (scored(WON, KO),))))
    assert "  Wanted: 70 % of the games against random won\n" in text
    assert " 2      random    white   lost     10      illegal move: white at (1, 2) is illegal: ko\n" in text
    assert "  1 X O ! O .\n" in text
    assert "Answered" not in text


def page(record: ScoreRecord, *, staff: bool) -> str:
    entry = Entry(assignment="little-go", student="eve", verdict=record.verdict, official="fail", score=5,
                  max_score=10, pending=0)  # fmt: skip
    result = Result(Student(id="eve"), AssignmentInfo(id="little-go"), entry, record)
    pages = Pages(Path("blobs"))
    return (pages.staff if staff else pages.student)(result.student, [result], "Class")


def test_a_check_tells_the_fault_in_a_series_that_passed(make_record) -> None:
    """Else its author knows that there was one, and not which."""
    passed = scored(WON, KO).model_copy(update={"verdict": Verdict.AC, "points": 10})
    text = to_text(check_parts(make_record("eve", (passed,))))
    assert "✓ 01/random: won 1 of 2 games, 9 to 91 %; 1 lost by a fault\n" in text
    assert "white at (1, 2) is illegal: ko" in text
    assert "The board on ply 10, white (O) to play" in text
    assert text.endswith("1 of 1 public test passed.\n")


def test_a_check_tells_no_games_of_a_series_that_passed_without_a_fault(make_record) -> None:
    passed = scored(WON).model_copy(update={"verdict": Verdict.AC, "points": 10})
    text = to_text(check_parts(make_record("eve", (passed,))))
    assert "black 12, white 3 + 2.5" not in text


def test_a_page_has_the_games_and_a_drawing(make_record) -> None:
    shown = page(make_record("eve", (scored(WON, KO),)), staff=False)
    assert "<td>white</td><td>lost</td><td>10</td>" in shown
    assert "illegal move: white at (1, 2) is illegal: ko" in shown
    assert "Board of a lost game of test 01/random" in shown
    assert "The board of the first fault" in shown


def test_hidden_games_are_for_staff(make_record) -> None:
    record = make_record("eve", (scored(WON, KO, visibility=Visibility.HIDDEN),))
    assert for_student(record).tests[0].games == ()
    assert "is illegal: ko" not in page(record, staff=False)
    assert "is illegal: ko" in page(record, staff=True)


def test_what_a_program_said_is_text(make_record) -> None:
    hostile = LATE.model_copy(update={"reason": "<script>alert(1)</script>\x1b[2J\n::error::x"})
    record = make_record("eve", (scored(hostile),))
    assert "<script>alert" not in page(record, staff=False)
    text = to_text(check_parts(record))
    assert "\x1b" not in text
    assert not any(line.lstrip().startswith("::") for line in text.splitlines())
