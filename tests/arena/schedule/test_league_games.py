"""Leagues as they are played: from fixtures to games and back, whatever was known before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gograde.arena.game.five_by_five import Answer, Fault, Termination, View
from gograde.arena.game.match import Match, play_match
from gograde.arena.game.openings import read_openings
from gograde.arena.game.record import GameRecord
from gograde.arena.game.referee import Player
from gograde.arena.players.reference import ReferenceBot, ReferencePlayer
from gograde.arena.players.self_test import self_test
from gograde.arena.rating.pairs import Draw, Fixture, Game, Pair, broken
from gograde.arena.schedule.league_games import Entrants, PlayedFixture, play_league
from gograde.arena.schedule.pairing import League
from gograde.arena.standings.crosstable import crosstable
from gograde.arena.standings.table import Standings, Strength, standings
from gograde.errors import DataError, JudgeError
from gograde.go import Point


@dataclass
class FaultyBot(Player):
    """Crashes on its first move; counts how often it was asked."""

    name: str
    digest: str = "faulty"
    asked: list[int] = field(default_factory=list)

    def player(self, seed: int) -> FaultyBot:
        return self

    def move(self, view: View) -> Fault:
        self.asked.append(view.ply)
        return Fault(Termination.CRASHED, "exit code 1", cpu_s=0.5)


OCCUPIED = "white at (2, 2) is illegal: the point is occupied"
NAMES = ("random", "greedy", "qlearning")


def hall(*names: str, **options: object) -> Entrants:
    return Entrants({name: ReferenceBot(name) for name in names}, **options)  # type: ignore[arg-type]


def in_turn(matches: Sequence[Match]) -> list[GameRecord]:
    return [play_match(match) for match in matches]


def league_of(names: Sequence[str], pairs: int = 1, openings: int = 1) -> League:
    return League(tuple(names), Draw(3, openings), pairs=pairs)


def in_order(games: Sequence[PlayedFixture]) -> list[PlayedFixture]:
    return sorted(games, key=lambda each: each.fixture)


# -- fixtures to games ----------------------------------------------------------------------


def test_everybody_meets_everybody_with_both_colours() -> None:
    played = list(play_league(league_of(NAMES), hall(*NAMES), {}, in_turn))
    colours = [(each.game.fixture.black, each.game.fixture.white) for each in played]
    assert sorted(colours) == sorted((a, b) for a in NAMES for b in NAMES if a != b)
    for each in played:
        assert (each.record.black.name, each.record.white.name) == (
            each.fixture.black,
            each.fixture.white,
        )
        assert each.game.winner == each.record.winner_name
        assert each.game.moves == each.record.moves


def test_an_opening_is_played_with_both_colours_from_the_second_meeting_on() -> None:
    opening = (Point(2, 2), Point(1, 1))
    suite = hall("random", "greedy", openings=((), opening))
    played = in_order(list(play_league(league_of(NAMES[:2], 2, 2), suite, {}, in_turn)))
    assert [each.record.opening for each in played] == [(), (), ("2,2", "1,1"), ("2,2", "1,1")]


def test_two_bots_of_one_content_play_one_game_and_each_wins_with_the_same_colour() -> None:
    twins = Entrants({"ann": ReferenceBot("random"), "ben": ReferenceBot("random")})
    matches: list[Match] = []

    def play(asked: Sequence[Match]) -> list[GameRecord]:
        matches.extend(asked)
        return in_turn(asked)

    first, second = in_order(list(play_league(league_of(["ann", "ben"]), twins, {}, play)))
    assert len(matches) == 1
    assert {first.game.winner, second.game.winner} == {"ann", "ben"}
    assert [first.named.black.name, second.named.black.name] == ["ann", "ben"]
    assert first.named.winner_name == first.game.winner
    assert second.named.winner_name == second.game.winner


def test_a_bot_that_breaks_down_plays_no_more() -> None:
    faulty = FaultyBot("ben")
    bots = {"ben": faulty, **{name: ReferenceBot(name) for name in NAMES}}
    played = list(play_league(league_of(list(bots), pairs=5), Entrants(bots), {}, in_turn))
    lost = [each for each in played if each.game.loser == "ben"]
    assert {each.game.fault for each in lost} == {"crashed"}
    assert len(lost) == 4  # two rounds: the third fault in a row stands in the second
    assert len(played) == 4 + 5 * 6


def test_known_games_are_not_played_and_a_changed_bot_plays_only_its_own() -> None:
    league = league_of(NAMES)
    first = list(play_league(league, hall(*NAMES), {}, in_turn))
    known = {each.record.key: each.record for each in first}
    again = list(play_league(league, hall(*NAMES), known, no_game))
    assert in_order(again) == in_order(first)
    changed = Entrants({**hall(*NAMES).bots, "greedy": Changed("greedy")})
    asked: list[Match] = []

    def play(matches: Sequence[Match]) -> list[GameRecord]:
        asked.extend(matches)
        return in_turn(matches)

    list(play_league(league, changed, known, play))
    assert len(asked) == 4
    assert all("greedy" in (match.black.name, match.white.name) for match in asked)


def no_game(matches: Sequence[Match]) -> list[GameRecord]:
    assert not matches
    return []


@dataclass(frozen=True)
class Changed:
    """A bot whose content is another than that of the reference player of its name."""

    name: str
    digest: str = "changed"

    def player(self, seed: int) -> ReferencePlayer:
        return ReferenceBot("random").player(seed)


@pytest.fixture(scope="module")
def whole() -> list[PlayedFixture]:
    return list(play_league(league_of(NAMES[:2], pairs=4), hall(*NAMES[:2]), {}, in_turn))


@given(known=st.sets(st.integers(0, 7)), shuffled=st.randoms(use_true_random=False))
@settings(max_examples=20)
def test_a_league_ends_as_if_it_had_never_stopped(
    whole: list[PlayedFixture], known: set[int], shuffled
) -> None:  # type: ignore[no-untyped-def]
    kept = {whole[at].record.key: whole[at].record for at in known}
    records = {each.record.key: each.record for each in whole}
    asked: list[str] = []

    def play(matches: Sequence[Match]) -> list[GameRecord]:
        asked.extend(match.key for match in matches)
        return shuffled.sample([records[match.key] for match in matches], len(matches))

    again = list(play_league(league_of(NAMES[:2], pairs=4), hall(*NAMES[:2]), kept, play))
    assert in_order(again) == in_order(whole)
    assert len(asked) == 8 - len(known)


# -- openings -------------------------------------------------------------------------------


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


# -- self-test ------------------------------------------------------------------------------


def test_who_moves_as_both_colours_passes() -> None:
    found = self_test(ReferenceBot("greedy"))
    assert (found.passed, found.diagnosis, found.cpu_s) == (True, "", 0.0)


@dataclass
class Scripted(Player):
    """Answers by ply; what is a JudgeError is raised, once."""

    answers: dict[int, list[Answer | Fault | JudgeError]]
    name: str = "ann"
    digest: str = "0"

    def player(self, seed: int) -> Scripted:
        return self

    def move(self, view: View) -> Answer | Fault:
        answer = self.answers[view.ply].pop(0)
        if isinstance(answer, JudgeError):
            raise answer
        return answer


CRASH = Fault(Termination.CRASHED, "exit code 1; it said: oh", cpu_s=0.25)
CRASHED = "crashed, exit code 1; it said: oh"
HOST = JudgeError("sandbox", "no room", "make room")
CENTRE = Answer(Point(2, 2), cpu_s=1.5)


@pytest.mark.parametrize(
    ("black", "white", "diagnosis", "cpu_s"),
    [
        (CRASH, CRASH, CRASHED, 0.25),
        (CRASH, Answer(None), f"as black: {CRASHED}", 0.25),
        (CENTRE, CENTRE, f"as white: illegal move, {OCCUPIED}", 1.5),
        (
            CRASH,
            CENTRE,
            f"as black: crashed, exit code 1; it said: oh; as white: illegal move, {OCCUPIED}",
            1.5,
        ),
    ],
)
def test_who_does_not_is_told_why(
    black: Answer | Fault, white: Answer | Fault, diagnosis: str, cpu_s: float
) -> None:
    found = self_test(Scripted({1: [black], 2: [white]}))
    assert not found.passed
    assert (found.diagnosis, found.cpu_s) == (diagnosis, cpu_s)


def test_a_pass_is_an_answer_and_a_fault_of_the_grader_is_not_the_bots() -> None:
    assert self_test(Scripted({1: [HOST, Answer(None)], 2: [Answer(None)]})).passed
    with pytest.raises(JudgeError, match="no room"):
        self_test(Scripted({1: [HOST, HOST], 2: []}))


# -- the table ------------------------------------------------------------------------------


def games_of(rounds: str, fault: str = "") -> list[Game]:
    """A pair a word: two letters who play and two who win, like `abab`."""
    return [
        Game(fixture, winner, moves=(f"{number}{fixture.swapped}",), fault=fault)
        for number, word in enumerate(rounds.split())
        for fixture, winner in zip(Pair(number, word[0], word[1]).fixtures, word[2:], strict=True)
    ]


def test_the_crosstable_counts_wins_by_opponent_and_colour() -> None:
    games = [*games_of("abab acaa"), Game(Fixture(Pair(5, "b", "c")), "c", fault="crashed")]
    rows = crosstable(["b", "a", "c"], games)
    assert [(row.name, *map(str, row.against)) for row in rows] == [
        ("b", ".", "1/2", "0/1"),
        ("a", "1/2", ".", "2/2"),
        ("c", "1/1", "0/2", "."),
    ]
    assert [(str(row.as_black), str(row.as_white), row.forfeits) for row in rows] == [
        ("1/2", "0/1", 1),
        ("2/2", "1/2", 0),
        ("0/1", "1/2", 0),
    ]
    assert [row.total.share for row in rows] == [1 / 3, 3 / 4, 1 / 3]
    assert crosstable(["a"], [])[0].total.share is None
    # Games are walked through once, however many bots there are.
    assert crosstable(["b", "a", "c"], iter(games)) == rows


def test_who_is_broken_is_found_out_once_however_many_are(monkeypatch: pytest.MonkeyPatch) -> None:
    from gograde.arena.standings import table as module

    games = [game for bot in "cdef" for game in games_of(f"a{bot}aa b{bot}bb", "crashed")]
    games = [
        replace(game, fixture=replace(game.fixture, pair=replace(game.fixture.pair, round=at // 2)))
        for at, game in enumerate(games)
    ]
    asked = []
    monkeypatch.setattr(module, "broken", lambda games: asked.append(1) or broken(games))
    found = standings(games, "abcdefgh")
    assert [each.name for each in found.table if each.fault] == ["c", "d", "e", "f"]
    assert len(asked) == 2


def order(found: Standings) -> list[str]:
    return [each.name for each in found.table]


def test_the_best_stands_on_top_and_ties_are_told() -> None:
    found = standings(games_of("abaa acaa bcbb abaa acaa bcbb"), ["c", "b", "a"])
    assert order(found) == ["a", "b", "c"]
    top, middle, bottom = found.table
    assert top.strength is not None
    assert bottom.strength is not None
    assert top.strength.low < top.strength.elo < top.strength.high
    assert top.strength.elo > bottom.strength.elo
    assert top.place is not None
    assert "b" in top.place.ties
    assert middle.rate is not None
    assert middle.rate.rate == pytest.approx(0.5)
    assert (len(found.games), found.repeats, found.black_wins) == (12, 0, 6)
    assert found.white.low < 0 < found.white.high


def test_games_in_another_order_make_the_same_table() -> None:
    games = games_of("abaa acac bcbb abab acaa bcbc")
    assert standings(games[::-1], ["a", "b", "c"]) == standings(games, ["a", "b", "c"])


def test_repeats_are_in_the_table_and_count_once_for_the_ratings() -> None:
    once = games_of("abaa")
    again = [Game(Fixture(Pair(9, "a", "b"), game.fixture.swapped), game.winner, game.moves) for game in once]
    found, alone = standings([*once, *again], ["a", "b"]), standings(once, ["a", "b"])
    assert found.repeats == 2
    assert str(found.table[0].row.total) == "4/4"
    assert found.ratings == alone.ratings


def test_anchors_are_frozen_have_no_place_and_count_as_opponents() -> None:
    found = standings(games_of("abaa abab"), ["a", "b"], {"b": 500.0, "z": 0.0})
    by_name = {each.name: each for each in found.table}
    assert by_name["b"].strength == Strength(500.0, 500.0, 500.0)
    assert (by_name["b"].anchor, by_name["b"].place, by_name["b"].rate) == (True, None, None)
    assert by_name["a"].rate is not None
    assert str(by_name["a"].place) == "1"


def test_games_against_anchors_outside_of_the_league_count_for_the_ratings_alone() -> None:
    league = games_of("abaa abab")
    outside = [
        Game(Fixture(Pair(at, "a", "z", seed=7), swapped), "a", (f"{at}{swapped}",))
        for at in range(5)
        for swapped in (False, True)
    ]
    alone, found = standings(league, ["a", "b"]), standings(league, ["a", "b"], {"z": 500.0}, outside)
    assert order(found) == ["a", "b"]
    assert [each.row for each in found.table] == [each.row for each in alone.table]
    assert found.ratings.anchors == (("z", 500.0),)
    assert found.ratings.by_name["a"] > 500
    assert standings(league, ["a", "b"], {}, outside).ratings == alone.ratings


def test_a_broken_bot_stands_last_without_a_rating() -> None:
    sound = games_of("abaa bcbb acaa")
    lost = [
        Game(Fixture(Pair(9 + at, "a", "x"), swapped), "a", fault="time")
        for at in range(2)
        for swapped in (False, True)
    ]
    found = standings([*sound, *lost], ["x", "a", "b", "c"])
    assert order(found) == ["a", "b", "c", "x"]
    broke = found.table[-1]
    assert (broke.fault, broke.strength, broke.place, broke.rate) == ("time", None, None, None)
    assert broke.row.forfeits == 4
    assert found.ratings == standings(sound, ["a", "b", "c"]).ratings


def test_without_games_there_is_a_table_without_places_that_mean_anything() -> None:
    found = standings([], ["a"])
    assert order(found) == ["a"]
    assert found.table[0].rate is None
    assert standings([], []).table == ()
