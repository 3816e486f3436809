"""Tests that are not right, by cause."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from gograde.arena.analysis.judged_game import Accuracy, JudgedSide, analyse
from gograde.arena.rating.pairs import Game, Pair
from gograde.arena.standings.table import Strength, standings
from gograde.codec import replace
from gograde.go.player import Termination
from gograde.grading.marks.gradebook_model import Entry
from gograde.pictures.draw import Shape
from gograde.report.pages.student_page import cause_cards, groups_of, neighbours, run_groups
from gograde.report.redact import HiddenTest
from gograde.report.words import game_list
from gograde.report.words.answers import moves_of
from gograde.report.words.failures import failures_by_cause
from gograde.report.words.judged_games import accuracy_text, analysis_lines, flip_diagram, side_words
from gograde.report.words.league_words import percent, remarks, standings_json, strength_text, table_text
from gograde.scoring.record import Cause, Reading, RunScore, TestScore, Visibility
from gograde.scoring.totals import Total
from gograde.scoring.verdict import Verdict
from tests.arena.judged import LOST_TWICE, moves, record
from tests.report.leagues import simulated, small
from tests.report.played import KO, LATE, WON, played, scored

V = Verdict


def wrong(name: str, message: str, verdict: Verdict = V.WA, **changes: Any) -> TestScore:
    usual: dict[str, Any] = {"question": name.split("/")[1], "points": 0, "max_points": 2, "group": "all"}
    more = {"batch": name.split("/", 1)[0], "visibility": Visibility.VISIBLE}
    return TestScore(name=name, verdict=verdict, message=message, **{**usual, **more, **changes})


def closed_of(test: TestScore) -> HiddenTest:
    """What its student sees of a hidden test."""
    known = ("name", "group", "points", "max_points", "visibility")
    return HiddenTest(**{name: getattr(test, name) for name in known})


def names(tests: list[TestScore]) -> list[list[str]]:
    return [[test.name for test in failure.tests] for failure in failures_by_cause(tests)]


def test_the_same_words_about_a_run_are_one_cause() -> None:
    silent = [wrong(f"{b}/{q}", "no answers in answer_train.txt", V.NO) for b in "ab" for q in "123"]
    late = wrong("c/1", "used more than 12 s of CPU time", V.TLE)
    assert names([late, *silent]) == [["a/1", "a/2", "a/3", "b/1", "b/2", "b/3"], ["c/1"]]


def test_wrong_answers_to_a_question_are_one_cause_whatever_their_numbers() -> None:
    tests = [wrong("a/3", "1 missing"), wrong("b/3", "2 missing"), wrong("a/5", "1 missing")]
    assert names(tests) == [["a/3", "b/3"], ["a/5"]]
    assert names([wrong("a/3", "1 missing"), wrong("b/3", "1 too many")]) == [["a/3"], ["b/3"]]
    assert len(failures_by_cause(tests, {"3": "Where?", "5": "Where?"})) == 1, "both ask the same"
    one, two = "row 6, column 8 is black, not empty", "row 1, column 2 is black, not empty"
    assert names([wrong("a/1", one), wrong("b/1", f"{one}; {two}")]) == [["a/1", "b/1"]]


def test_the_dearest_cause_comes_first_then_that_of_most_tests() -> None:
    cheap = [wrong(f"{b}/0", "expected True, answered False", max_points=1) for b in "ab"]
    free = [wrong(f"{b}/9", "0 missing", max_points=0) for b in "abc"]
    dear = wrong("a/5", "1 missing", max_points=5, points=1)
    assert [failure.lost for failure in failures_by_cause([*free, *cheap, dear])] == [4, 2, 0]


def test_each_series_of_games_is_a_cause_of_its_own() -> None:
    assert len(names([played(KO), played(KO, name="02/greedy")])) == 2


def test_the_first_of_each_cause_is_drawn_and_more_while_there_is_room() -> None:
    points = [wrong(f"{n}/3", "1 missing") for n in range(9)]
    truths = [wrong(f"{n}/0", "expected True, answered False", max_points=1) for n in range(3)]
    cards = cause_cards(failures_by_cause([*points, *truths]), 8)
    assert [(len(card.drawn), len(card.named)) for card in cards] == [(5, 4), (3, 0)]
    assert [
        (len(card.drawn), len(card.named)) for card in cause_cards(failures_by_cause([*points, *truths]), 1)
    ] == [(1, 8), (0, 3)]


def test_what_a_message_says_of_many_tests_is_not_drawn() -> None:
    silent = [wrong(f"a/{q}", "no answers", V.NO) for q in range(72)]
    (card,) = cause_cards(failures_by_cause(silent), 60)
    assert (card.drawn, len(card.named)) == ((), 72)
    (card,) = cause_cards(failures_by_cause(silent[:1]), 60)
    assert len(card.drawn) == 1


def test_the_tests_of_a_group_are_counted_and_the_hidden_ones_named(make_record: Any) -> None:
    tests = [wrong("a/1", "", group="x"), wrong("a/2", "", V.AC, points=2, group="x"), wrong("a/3", "", V.RV)]
    undecided = replace(tests[2], points=None)
    record = make_record("eve", [*tests[:2], undecided])
    entry = Entry(assignment="board9", student="eve", verdict=V.WA, badge=V.WA, score=2, max_score=6,
                  pending=2, groups={"all": Total(1.5, 0, 2)})  # fmt: skip
    [closed] = [closed_of(tests[1])]
    x, rest = groups_of(record, entry, [closed])
    assert (x.name, x.verdicts, x.total.at_least, x.total.of) == ("x", ((V.AC, 1), (V.WA, 1)), 2, 4)
    assert (x.hidden, rest.hidden) == ((closed,), ())
    assert (rest.total.at_least, rest.total.at_most) == (1.5, 1.5), "a person gave these"


def test_what_hidden_tests_of_the_kind_lost_counts_for_a_cause() -> None:
    free = [wrong("s/legal-1", "1 missing", max_points=0), wrong("s/rule-1", "expected True", max_points=0)]
    hidden = [wrong("1/rule-1", "", max_points=3), wrong("1/rule-2", "", max_points=3, points=1)]
    hidden += [wrong("1/legal-1", "", V.AC, points=2), wrong("1/legal-2", "", V.NO, max_points=9)]
    dearest, other = failures_by_cause(free, {}, list(map(closed_of, hidden)))
    assert (dearest.first.name, dearest.lost, dearest.hidden_lost) == ("s/legal-1", 0, 9)
    assert (other.first.name, other.hidden_lost) == ("s/rule-1", 5), "whatever their verdicts are"


def test_what_was_skipped_for_another_cause_comes_last() -> None:
    skipped = [
        wrong(f"{n}/greedy", "skipped, since the program broke down", V.SK, max_points=9) for n in "ab"
    ]
    assert names([*skipped, wrong("a/1", "1 missing", max_points=1)]) == [["a/1"], ["a/greedy", "b/greedy"]]


def test_answers_that_never_came_are_one_cause() -> None:
    tests = [
        wrong(f"a/{q}", f"null, not {q}", cause=Cause(message="", expected=int(q), actual=None)) for q in "12"
    ]
    other = wrong("a/3", "2, not 3", cause=Cause(message="", expected=3, actual=2))
    assert names([*tests, other]) == [["a/1", "a/2"], ["a/3"]]


def test_series_that_broke_down_by_the_same_error_are_one_cause() -> None:
    crash = replace(KO, ended="crashed", reason="exit code 1; it said: ValueError: 3")
    tests = [played(crash, name=f"{n}/random", verdict=V.RTE) for n in "ab"]
    assert names(tests) == [["a/random", "b/random"]]
    other = played(replace(crash, reason="exit code 1; it said: KeyError: 3"), name="c/x", verdict=V.RTE)
    assert len(names([*tests, other])) == 2


def test_pictures_that_wait_for_the_same_reason_are_one_card_with_all_of_them() -> None:
    read = Reading(picture="1.png", outcome="review", reason="too dark")
    waits = [wrong(f"a/{q} picture", "too dark", V.RV, readings=(read,), points=None) for q in range(4)]
    (card,) = cause_cards(failures_by_cause(waits), 60, 15)
    assert (len(card.drawn), card.named) == (4, ())


def test_runs_that_ended_alike_stand_together() -> None:
    runs = [
        RunScore(batch=b, visibility=Visibility.VISIBLE, verdict=v)
        for b, v in zip("abc", (V.AC, V.TLE, V.AC), strict=True)
    ]
    assert [[run.batch for run in alike] for alike in run_groups(runs)] == [["a", "c"], ["b"]]


def test_the_moves_of_a_picture_are_marked_on_its_case() -> None:
    test = wrong("a/1", "the board before the moves", answer="picture", board=(".OX", "...", "..."))
    after = replace(test, cause=Cause(message="", expected=[".O.", "..O", "..."]))
    assert moves_of(after) == {(0, 2): Shape.CROSS, (1, 2): Shape.TRIANGLE}
    assert moves_of(test) == {}
    assert moves_of(replace(after, answer="text")) == {}


def test_neighbours_follow_the_roster(class_people: list[Any]) -> None:
    people = class_people
    assert neighbours(people, people[0]) == (None, people[1])
    assert neighbours(people, people[-1]) == (people[-2], None)


def test_numbers_as_text() -> None:
    assert strength_text(Strength(812.4, 700, 924.8)) == "812 ± 112"
    assert strength_text(Strength(-0.2, -100, 100)) == "0 ± 100"
    assert strength_text(Strength(500, 500, 500)) == "500"
    assert strength_text(None) == "—"
    assert [percent(0.505), percent(1), percent(None)] == ["50 %", "100 %", "—"]


def test_what_is_said_below_the_table() -> None:
    assert remarks(standings([], ["a"])) == []
    line, styles = remarks(small())
    assert re.fullmatch(r"6 games; white won 33 % and is worth -?\d+ ± \d+ Elo points", line)
    assert re.fullmatch(
        r"two programs meet with results that differ from what ratings say by about \d+ Elo points; "
        r"the intervals allow for that",
        styles,
    )
    lost = [Game(each, "a", ("x",)) for at in (0, 1) for each in Pair(at, "a", "b").fixtures]
    broke = [Game(each, "c", (), "time") for at in (2, 3) for each in Pair(at, "c", "d").fixtures]
    said = remarks(standings([*lost, *broke], ["a", "b", "c", "d"]))
    # White's share and worth come from the same games: two pairs repeat, and one is of a broken bot.
    assert said[0].startswith("8 games; of the 2 that count for the ratings white won 50 %, and is worth ")
    assert said[1] == "ratings come from these games alone, and 0 is their middle"
    assert said[-3:] == [
        "2 games were played just so before and count once for the ratings",
        "games do not connect all bots: ratings of different groups cannot be compared",
        "d: time three times in a row, plays no more",
    ]


def test_games_against_reference_players_that_count_are_said_with_whites_share() -> None:
    league = [Game(each, "a", (f"{each}",)) for each in Pair(0, "a", "b").fixtures]
    outside = [Game(each, "z", (f"{each}",)) for each in Pair(0, "a", "z").fixtures]
    first = remarks(standings(league, ["a", "b"], {"z": 0.0}, outside))[0]
    assert first.startswith(
        "2 games; of the 4 that count for the ratings, with 2 against reference players, white won 50 %, and "
    )


def test_the_table_as_text() -> None:
    text = re.sub(r"-?\d+ ± \d+", "R", re.sub(r"\d+ % \(\d+–\d+\)", "E", table_text(small())))
    assert [line.split() for line in text.splitlines()] == [
        ["place", "player", "rating", "expected", "won", "black", "white", "forfeits", "1", "2", "3"],
        ["1", "1–2", "a", "R", "E", "3/4", "2/2", "1/2", "0", "—", "2/2", "1/2"],
        ["2", "frozen", "b", "0", "—", "2/4", "1/2", "1/2", "0", "0/2", "—", "2/2"],
        ["3", "1–2", "张", "R", "E", "1/4", "1/2", "0/2", "0", "1/2", "0/2", "—"],
    ]


def test_wide_letters_take_two_columns() -> None:
    _, first, _, third = table_text(small()).splitlines()
    assert first.index("3/4") == third.index("1/4") + 1


def test_with_many_bots_there_is_no_column_for_every_opponent() -> None:
    twelve, thirteen = (table_text(simulated(bots)).splitlines()[0].split() for bots in (12, 13))
    assert twelve[-13:] == ["forfeits", *map(str, range(1, 13))]
    assert thirteen[-1] == "forfeits"


def test_the_table_as_json() -> None:
    told = json.loads(json.dumps(standings_json(small())))
    assert [each["name"] for each in told["standings"]] == ["a", "b", "张"]
    first, second, _ = told["standings"]
    assert (first["won"], first["as_black"], first["as_white"]) == ([3, 4], [2, 2], [1, 2])
    assert first["against"] == [[0, 0], [2, 2], [1, 2]]
    assert first["place"] == {"name": "a", "best": 1, "worst": 2, "ties": ["张"]}
    assert first["rating"]["low"] < first["rating"]["elo"] < first["rating"]["high"]
    assert (second["frozen"], second["place"], second["expected"]) == (True, None, None)
    assert (told["games_played"], told["games_repeated"], told["connected"]) == (6, 0, True)


# -- games in words and on boards of text, judged or not ---------------------------------------------------


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
