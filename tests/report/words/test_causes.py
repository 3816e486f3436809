"""Tests that are not right, by cause."""

import json
from typing import Any

import pytest

from gograde.arena.judged_game import Accuracy, JudgedSide, analyse
from gograde.arena.rating.pairs import Pair, RatedGame
from gograde.arena.standings import Standings, standings
from gograde.codec import replace
from gograde.core.record import Cause, PictureReading, TestScore, Visibility
from gograde.core.totals import Total
from gograde.core.verdict import Verdict
from gograde.go.player import Termination
from gograde.grading.marks.gradebook import BookEntry
from gograde.listing import excerpt
from gograde.pictures.draw import MarkShape
from gograde.report.pages.student_page import cause_cards, groups_of
from gograde.report.redact import HiddenTest
from gograde.report.words import game_list
from gograde.report.words.answers import moves_of
from gograde.report.words.failures import failures_by_cause
from gograde.report.words.judged_games import accuracy_text, analysis_lines, flip_diagram, side_words
from gograde.report.words.league_words import remarks, standings_json, table_text
from tests.arena.judged import LOST_TWICE, moves, record
from tests.golden import agrees
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


ONE, TWO = "row 6, column 8 is black, not empty", "row 1, column 2 is black, not empty"
CRASH = replace(KO, ended="crashed", reason="exit code 1; it said: ValueError: 3")
BROKE = [played(CRASH, name=f"{n}/random", verdict=V.RTE) for n in "ab"]
KEY = played(replace(CRASH, reason="exit code 1; it said: KeyError: 3"), name="c/x", verdict=V.RTE)
SILENT = [wrong(f"{b}/{q}", "no answers in answer_train.txt", V.NO) for b in "ab" for q in "12"]
NEVER = [
    wrong(f"a/{q}", f"null, not {q}", cause=Cause(message="", expected=int(q), actual=None)) for q in "12"
]
SKIPPED = [wrong(f"{n}/greedy", "skipped, since the program broke down", V.SK, max_points=9) for n in "ab"]
CAUSES = {
    "words about a run": ([wrong("c/1", "12 s of CPU", V.TLE), *SILENT], "a/1 a/2 b/1 b/2, c/1"),
    "questions, not numbers": (
        [wrong("a/3", "1 missing"), wrong("b/3", "2 missing"), wrong("a/5", "1 missing")],
        "a/3 b/3, a/5",
    ),
    "what is wrong": ([wrong("a/3", "1 missing"), wrong("b/3", "1 too many")], "a/3, b/3"),
    "words, of any question": ([wrong("a/1", "a list"), wrong("b/3", "a list")], "a/1 b/3"),
    "no values": ([wrong("a/1", "True, not False"), wrong("b/3", "True, not False")], "a/1, b/3"),
    "the first of points": ([wrong("a/1", ONE), wrong("b/1", f"{TWO}; {ONE}")], "a/1 b/1"),
    "each series": ([played(KO), played(KO, name="02/greedy")], "01/random, 02/greedy"),
    "skipped comes last": ([*SKIPPED, wrong("a/1", "1 missing", max_points=1)], "a/1, a/greedy b/greedy"),
    "left out comes later": (
        [wrong(f"a/{q} picture", "no picture", V.NO, answer="picture") for q in "12"] + [wrong("a/5", "1")],
        "a/5, a/1 picture a/2 picture",
    ),
    "never answered": (
        [*NEVER, wrong("a/3", "2, not 3", cause=Cause(message="", expected=3, actual=2))],
        "a/1 a/2, a/3",
    ),
    "one error of many series": ([*BROKE, KEY], "a/random b/random, c/x"),
}


@pytest.mark.parametrize(("tests", "causes"), CAUSES.values(), ids=CAUSES)
def test_what_is_one_cause(tests: list[TestScore], causes: str) -> None:
    assert ", ".join(" ".join(each) for each in names(tests)) == causes


def test_questions_that_ask_the_same_are_one_cause() -> None:
    tests, _ = CAUSES["questions, not numbers"]
    assert len(failures_by_cause(tests, {"3": "Where?", "5": "Where?"})) == 1


def test_the_dearest_cause_comes_first_then_that_of_most_tests() -> None:
    cheap = [wrong(f"{b}/0", "expected True, answered False", max_points=1) for b in "ab"]
    free = [wrong(f"{b}/9", "0 missing", max_points=0) for b in "abc"]
    dear = wrong("a/5", "1 missing", max_points=5, points=1)
    assert [failure.lost for failure in failures_by_cause([*free, *cheap, dear])] == [4, 2, 0]


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
    entry = BookEntry(assignment="board9", student="eve", verdict=V.WA, badge=V.WA, score=2, max_score=6,
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


def test_pictures_that_wait_for_the_same_reason_are_one_card_with_all_of_them() -> None:
    read = PictureReading(picture="1.png", outcome="review", reason="too dark")
    waits = [wrong(f"a/{q} picture", "too dark", V.RV, readings=(read,), points=None) for q in range(4)]
    (card,) = cause_cards(failures_by_cause(waits), 60, 15)
    assert (len(card.drawn), card.named) == (4, ())


def test_the_moves_of_a_picture_are_marked_on_its_case() -> None:
    test = wrong("a/1", "the board before the moves", answer="picture", board=(".OX", "...", "..."))
    after = replace(test, cause=Cause(message="", expected=[".O.", "..O", "..."]))
    assert moves_of(after) == {(0, 2): MarkShape.CROSS, (1, 2): MarkShape.TRIANGLE}
    assert moves_of(test) == {}
    assert moves_of(replace(after, answer="text")) == {}


# -- games in words and on boards of text, judged or not ---------------------------------------------------


@pytest.mark.parametrize("move", ["5,0", "-1,2", "0,9"])
def test_a_move_off_the_board_is_not_drawn(move: str) -> None:
    outside = replace(KO, moves=(move,))
    drawn = game_list.fault_diagram(scored(outside))
    assert drawn is not None
    assert not drawn.marks


LOST = record(LOST_TWICE, winner="black")


def test_the_board_shows_what_was_played_what_wins_and_the_move_before() -> None:
    black, white = analyse(LOST, 4).flips()
    drawn = flip_diagram(LOST, black)
    assert drawn.rows == (".O.X.", "X.OXX", ".OOOX", "XOX.X", ".X.X.")
    assert drawn.last == (2, 2)
    assert drawn.marks[0, 0] is MarkShape.CROSS
    assert {point for point, sign in drawn.marks.items() if sign is MarkShape.SQUARE} == {
        *((2, 0), (4, 0), (4, 2), (0, 2), (0, 4), (3, 3), (4, 4))
    }
    assert flip_diagram(LOST, white).last == (0, 0)


def test_a_move_on_a_stone_is_not_marked_and_neither_is_a_pass() -> None:
    passing = record(moves("13 10 21 42 33 00 40 31 01 43 34 02 03 11 30 - 20 32 12 - 01 22 11 41"))
    (lost,) = analyse(passing, 5).flips()
    assert set(flip_diagram(passing, lost).marks.values()) == {MarkShape.SQUARE}
    outside = record([*LOST_TWICE[:20], "5,5"], Termination.ILLEGAL)
    (lost,) = analyse(outside, 4).flips()
    assert set(flip_diagram(outside, lost).marks.values()) == {MarkShape.SQUARE}
    late = record(LOST_TWICE[:20], Termination.TIME)
    (lost,) = analyse(late, 4).flips()
    assert "played" not in "\n".join(analysis_lines(late, analyse(late, 4)))


# -- leagues and games in words ----------------------------------------------------------------------------


def leagues() -> dict[str, Standings]:
    lost = [RatedGame(each, "a", ("x",)) for at in (0, 1) for each in Pair(at, "a", "b").fixtures]
    broke = [RatedGame(each, "c", (), "time") for at in (2, 3) for each in Pair(at, "c", "d").fixtures]
    league = [RatedGame(each, "a", (f"{each}",)) for each in Pair(0, "a", "b").fixtures]
    outside = [RatedGame(each, "z", (f"{each}",)) for each in Pair(0, "a", "z").fixtures]
    return {
        "empty": standings([], ["a"]),
        "small": small(),
        "repeated and broken": standings([*lost, *broke], ["a", "b", "c", "d"]),
        "with reference players": standings(league, ["a", "b"], {"z": 0.0}, outside),
    }


def rounded(value: Any) -> str:
    """JSON in lines, in which no number has more than three decimals."""
    short = json.loads(json.dumps(value), parse_float=lambda text: round(float(text), 3))
    return json.dumps(short, indent=1, ensure_ascii=False)


def test_leagues_in_words() -> None:
    said = [
        f"== {name}\n{table_text(found)}" + "".join(f"{line}\n" for line in remarks(found))
        for name, found in leagues().items()
    ]
    said.append(f"== small, as JSON\n{rounded(standings_json(small()))}\n")
    heads = [table_text(simulated(bots)).splitlines()[0] for bots in (12, 13)]
    agrees("report/leagues.txt", "\n".join([*said, "== many bots", *heads, ""]))


def test_games_in_words() -> None:
    tests = {"all": scored(WON, KO, LATE), "late": scored(LATE), "won": scored(WON), "none": scored()}
    said = [
        "".join(f"{line}\n" for line in (f"== {name}", *game_list.rows(test), *game_list.fault_board(test)))
        for name, test in tests.items()
    ]
    short = record(["2,2", "PASS", "PASS"])
    for judged in (
        analysis_lines(LOST, analyse(LOST)),
        *(analysis_lines(short, analyse(short, n)) for n in (12, 16)),
    ):
        said.append("".join(f"{line}\n" for line in ("== judged", *judged)))
    names = ("moves", "stones_lost", "won", "thrown_away")
    sides = ((1, 1, 1, 0), (6, 0, 0, 0))
    said += [f"{side_words(JudgedSide(**dict(zip(names, side, strict=True))))}\n" for side in sides]
    rows = [
        Accuracy("张伟", 12, 71, 50, 38, 3, 3 / 38, 0.0272, 0.2080),
        Accuracy("zoe", 2, 0, 0, 0, 0, None, 0.0, 1.0),
    ]
    agrees("report/games.txt", "\n".join([*said, accuracy_text(rows)]))


def test_a_place_of_an_error_is_left_out_whole() -> None:
    place = '  File "a.py", line {}, in f\n    g()\n    ^^^'
    text = "\n".join(["Traceback:", *map(place.format, range(20)), "ValueError"])
    begin, end = ("\n".join(map(place.format, lines)) for lines in (range(3), range(17, 20)))
    assert excerpt(text, 24) == f"Traceback:\n{begin}\n[… 42 lines left out …]\n{end}\nValueError"
