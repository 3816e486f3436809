"""Pairs of games: games that count, repeated games, and broken players."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.arena.rating.bradley_terry import Tally
from gograde.arena.rating.pairs import (
    Draw,
    Fixture,
    Pair,
    RatedGame,
    broken,
    broken_rate,
    by_pair,
    counted,
    missing,
    points,
    shuffle_key,
    tallies,
    unique,
)
from gograde.errors import DataError
from tests.golden import values_agree

AB = Pair(0, "a", "b")


def both(pair: Pair, winners: str, moves: Sequence[str] = ("x", "y"), fault: str = "") -> list[RatedGame]:
    """Both games of a pair; the winners' names are one letter each."""
    return [
        RatedGame(fixture, winner, (move,), fault)
        for fixture, winner, move in zip(pair.fixtures, winners, moves, strict=True)
    ]


def test_two_meet_first_on_the_empty_board_and_then_go_through_the_openings() -> None:
    draw = Draw(seed=7, openings=3)
    met = [draw.pair(at, ("b", "a"), at) for at in range(5)]
    assert [pair.opening for pair in met] == [0, 1, 2, 0, 1]
    assert {(pair.first, pair.second) for pair in met} == {("a", "b")}
    assert len({pair.seed for pair in met}) == 5
    assert draw.pair(0, ("a", "b"), 0) == met[0]
    assert Draw(seed=8).pair(0, ("a", "b"), 0).seed != met[0].seed
    assert [Draw().pair(at, ("a", "b"), at).opening for at in range(3)] == [0, 0, 0]


def test_seeds_are_the_same_on_every_machine() -> None:
    assert shuffle_key("a", 1) == 4115538386074285390
    assert Draw(0).pair(0, ("a", "b"), 0).seed == 3542166518774749172


def test_only_whole_pairs_are_pairs() -> None:
    games = [*both(AB, "ab"), both(Pair(1, "a", "c"), "ac")[1], both(Pair(1, "b", "d"), "bd")[0]]
    assert list(by_pair(games)) == [AB]
    assert missing([AB, Pair(1, "a", "c")], games) == (Fixture(Pair(1, "a", "c")),)


def test_one_record_twice_is_one_game_and_two_results_are_an_error() -> None:
    games = both(AB, "ab")
    assert by_pair([*games, games[0]]) == by_pair(games)
    with pytest.raises(DataError) as caught:
        by_pair([*games, RatedGame(Fixture(AB), "b")])
    assert str(caught.value) == (
        "game a - b: round 0 has two different results\n"
        "Fix: take both out of the log: the game will be played again"
    )


def test_tallies_and_points() -> None:
    games = [*both(AB, "ab"), *both(Pair(1, "a", "b"), "aa"), *both(Pair(2, "a", "c"), "aa")]
    assert tallies(games) == (
        Tally("a", "b", 2, 0),
        Tally("a", "c", 1, 0),
        Tally("b", "a", 1, 1),
        Tally("c", "a", 0, 1),
    )
    assert points(games) == {"a": 5, "b": 1, "c": 0}
    assert tallies([]) == ()


# ---------------------------------------------------------------- repeats


def test_a_pair_played_again_move_by_move_counts_once() -> None:
    again = [Pair(at, "a", "b", seed=at) for at in range(3)]
    games = [game for pair in again for game in both(pair, "ab")]
    assert unique(games) == tuple(both(again[0], "ab"))


def test_what_differs_is_no_repeat() -> None:
    for other in [
        both(Pair(1, "a", "b"), "ab", ("x", "z")),
        both(Pair(1, "a", "b"), "ab", ("z", "y")),
        both(Pair(1, "a", "b", opening=1), "ab"),
        both(Pair(1, "a", "c"), "ac"),
        both(Pair(1, "a", "b"), "ab", fault="time"),
    ]:
        games = [*both(AB, "ab"), *other]
        assert unique(games) == tuple(sorted(games))


def test_a_bot_that_passes_at_once_as_black_loses_all_those_games() -> None:
    """Its black games are all alike, its white ones are not: counting the first once would favour it."""
    games = [g for at in range(5) for g in both(Pair(at, "a", "b"), "ba", ("PASS", f"other {at}"))]
    assert points(unique(games)) == {"a": 5, "b": 5}


def test_forfeits_always_count() -> None:
    games = [g for at in range(4) for g in both(Pair(at, "a", "b"), "bb", ("", ""), "crashed")]
    assert len(unique(games)) == 8


# ---------------------------------------------------------------- broken bots


def forfeits(faults: Sequence[str]) -> list[RatedGame]:
    """Games of `a`, each lost to another by the fault, or won when it is empty."""
    found = []
    for at, fault in enumerate(faults):
        fixture = Fixture(Pair(at // 2, "a", "b"), swapped=bool(at % 2))
        found.append(RatedGame(fixture, "b" if fault else "a", fault=fault))
    return found


def test_three_same_faults_in_a_row_are_a_broken_bot() -> None:
    values_agree("arena/broken.txt", broken=broken, forfeits=forfeits)


@given(st.lists(st.sampled_from(["", "time", "crashed"]), max_size=8), st.randoms())
def test_a_row_follows_the_schedule_and_not_the_order_of_arrival(
    faults: list[str], dice: random.Random
) -> None:
    games = forfeits(faults)
    shuffled = list(games)
    dice.shuffle(shuffled)
    assert broken(shuffled) == broken(games)
    assert unique(shuffled) == unique(games)
    assert counted(shuffled, ["a", "b"]) == counted(games, ["a", "b"])


def test_games_of_a_broken_bot_count_only_when_everyone_met_it() -> None:
    with_b = [*both(Pair(0, "x", "b"), "bb", fault="time"), *both(Pair(1, "x", "b"), "bb", fault="time")]
    with_c = both(Pair(2, "x", "c"), "cc", fault="time")
    others = both(Pair(3, "b", "c"), "bc")
    assert counted([*with_b, *others], ["b", "c", "x"]) == tuple(others)
    everyone = [*with_b, *with_c, *others]
    assert counted(everyone, ["b", "c", "x"]) == tuple(sorted(everyone))
    assert counted(everyone, ["b", "c", "x", "y"]) == tuple(others)


def test_two_broken_bots_need_not_have_met_each_other() -> None:
    games = [g for at, bot in enumerate("xy") for g in both(Pair(at, "b", bot), "bb", fault="time")]
    games += [g for at, bot in enumerate("xy") for g in both(Pair(2 + at, "b", bot), "bb", fault="time")]
    assert counted(games, ["b", "x", "y"]) == tuple(sorted(games))


def test_a_broken_bot_loses_what_it_did_not_play() -> None:
    games = both(Pair(0, "a", "b"), "aa")
    games += [g for at in (1, 2) for g in both(Pair(at, "a", "b"), "bb", ("", ""), "crashed")]
    assert broken(games) == {"a": "crashed"}
    assert broken_rate(games, "a", 20) == 2 / 20
    with pytest.raises(DataError) as caught:
        broken_rate(games, "a", 4)
    assert str(caught.value) == "planned: 4 games, but a played 6\nFix: count all its games"
    with pytest.raises(DataError):
        broken_rate([], "a", 0)
