"""Games lost from a won position on a student's page."""

from __future__ import annotations

import re

from gograde.codec import replace
from gograde.pictures.draw import Shape
from gograde.report.pages.drawings import Boards
from gograde.report.redact import for_student
from gograde.report.terminal.check_text import check_parts
from gograde.report.terminal.rich_text import to_text
from gograde.report.words.game_list import LostWin
from gograde.scoring.record import GameScore, TestScore, Thrown, Visibility
from gograde.scoring.verdict import Verdict
from tests.arena.judged import LOST_TWICE
from tests.report.played import WON, page, played, scored

MOVE = Thrown(ply=22, move="0,2", before=2, after=4, keeping=("1,1", "2,0"))
LOST = GameScore(
    opponent="classmate 2",
    colour="white",
    won=False,
    ended="points",
    reason="black 14, white 10 + 2.5",
    ply=24,
    moves=tuple(LOST_TWICE),
    board=(".....",) * 5,
    thrown=MOVE,
)
TOLD = "ply 22: 0,2 turns W+0.5 into B+1.5; 1,1 and 1 more would have kept the win."


def league(*games: GameScore, visibility: Visibility = Visibility.VISIBLE) -> TestScore:
    place = {"name": "league/classmates", "group": "league", "batch": "league"}
    return played(*games, **place, verdict=Verdict.PAC, max_points=20, visibility=visibility)


def test_the_board_has_what_was_played_and_what_would_have_won() -> None:
    drawn = LostWin(3, LOST, MOVE).diagram
    assert drawn.rows == ("XO.X.", "X.OXX", ".OOOX", "XOX.X", ".X.X.")
    assert drawn.last == (0, 0)
    assert drawn.marks == {(0, 2): Shape.CROSS, (1, 1): Shape.SQUARE, (2, 0): Shape.SQUARE}
    assert LostWin(3, LOST, MOVE).words == f"Game 3, white, {TOLD}"


def test_a_forfeit_and_a_pass_have_no_cross() -> None:
    forfeit = replace(MOVE, move=None, after=None, keeping=("1,1",))
    assert set(LostWin(1, LOST, forfeit).diagram.marks.values()) == {Shape.SQUARE}
    assert LostWin(1, LOST, forfeit).words == (
        "Game 1, white, ply 22: forfeits a won game, W+0.5 with best play; only 1,1 would have kept the win."
    )
    passed = replace(MOVE, move="PASS")
    assert set(LostWin(1, LOST, passed).diagram.marks.values()) == {Shape.SQUARE}
    outside = replace(MOVE, move="0,5", after=None)
    assert set(LostWin(1, LOST, outside).diagram.marks.values()) == {Shape.SQUARE}


def test_the_latest_five_are_shown_by_their_numbers_and_all_are_counted() -> None:
    found = Boards().lost_win_boards(league(LOST, WON, *[LOST] * 5, WON))
    numbers = [re.match(r"Game (\d+),", words)[1] for words, _ in found.latest]  # type: ignore[index]
    assert (numbers, found.count) == (["3", "4", "5", "6", "7"], 6)
    assert Boards().lost_win_boards(league(WON)).latest == ()


def test_a_check_shows_the_latest_board_below_the_games(make_seen) -> None:
    text = to_text(check_parts(make_seen("eve", (scored(LOST, WON, LOST),))))
    lines = [line.rstrip() for line in text.splitlines()]
    at = lines.index("  2 games lost from a position that best play would have won; the latest:")
    assert lines[at + 1 : at + 9] == [
        f"  Game 3, white, {TOLD}",
        "    0 1 2 3 4",
        "  0 X O + X .",
        "  1 X # O X X",
        "  2 # O O O X",
        "  3 X O X . X",
        "  4 . X . X .",
        "  + played, # keeps the win",
    ]


def test_a_page_shows_the_board_and_the_better_move(make_record) -> None:
    shown = page(make_record("eve", (league(WON, LOST),)), staff=False)
    assert f"<figcaption>Game 2, white, {TOLD}</figcaption>" in shown
    assert shown.count("<title>The board before ply 22</title>") == 1
    assert "1 game lost from a position that best play would have won. A board is" in shown
    assert "keeps the win" in shown
    many = page(make_record("eve", (league(*[LOST] * 7),)), staff=False)
    assert "7 games lost from a position that best play would have won; these are the latest 5. " in many
    assert many.count("<title>The board before ply 22</title>") == 5
    assert "Won games thrown away" not in page(make_record("eve", (league(WON),)), staff=False)


def test_a_hidden_league_shows_no_board_to_the_student(make_record) -> None:
    record = make_record("eve", (league(LOST, visibility=Visibility.HIDDEN),))
    assert for_student(record).tests == ()
    assert "thrown away" not in page(record, staff=False)
    assert TOLD in page(record, staff=True)
