"""Leagues as replays: a full round robin, Swiss rounds, resumed leagues."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, count, takewhile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gograde.arena.rating.pairs import Draw, Fixture, Game, Pair, shuffle_key
from gograde.arena.schedule import (
    League,
    fitting_league,
    next_fixtures,
    pair_up,
    stage_count,
    stage_pairs,
    standing,
)


def names(number: int) -> tuple[str, ...]:
    return tuple(f"bot{at:02}" for at in range(number))


def stages_of(league: League, games: list[Game]) -> list[tuple[Pair, ...]]:
    """Pairs of every stage of a league that is over."""
    return list(takewhile(bool, (stage_pairs(league, games, number) for number in count())))


def game(fixture: Fixture, faulty: str = "") -> Game:
    """A game whose winner follows from the fixture alone; the faulty bot always crashes."""
    if faulty in fixture.pair.bots:
        return Game(fixture, next(iter(fixture.pair.bots - {faulty})), fault="crashed")
    return Game(fixture, (fixture.black, fixture.white)[shuffle_key(repr(fixture)) % 2])


def played(league: League, faulty: str = "") -> list[Game]:
    games: list[Game] = []
    while fixtures := next_fixtures(league, games):
        games += [game(fixture, faulty) for fixture in fixtures]
    return games


def rounds_of(games: list[Game]) -> dict[int, list[Pair]]:
    found: dict[int, set[Pair]] = {}
    for one in games:
        found.setdefault(one.fixture.pair.round, set()).add(one.fixture.pair)
    return {number: sorted(found[number]) for number in sorted(found)}


leagues = st.one_of(
    st.builds(lambda n, seed: League(names(n), Draw(seed)), st.integers(0, 9), st.integers(0, 99)),
    st.builds(
        lambda n, rounds, seed: League(names(n), Draw(seed), rounds, full_up_to=0),
        st.integers(14, 33),
        st.integers(1, 6),
        st.integers(0, 99),
    ),
)


# ---------------------------------------------------------------- literal facts


def test_a_full_league_has_two_games_for_every_two_bots() -> None:
    for number, games in [(0, 0), (1, 0), (2, 2), (3, 6), (5, 20), (30, 870)]:
        assert len(played(League(names(number)))) == games


def test_a_full_league_of_more_pairs_goes_round_again_with_other_luck_and_openings() -> None:
    once, twice = (League(names(4), Draw(1, openings=2), pairs=pairs) for pairs in (1, 2))
    games = played(twice)
    assert (len(games), twice.games, once.games) == (24, 24, 12)
    first, second = ([one for one in games if one.fixture.pair.round // 3 == cycle] for cycle in (0, 1))
    assert first == played(once)
    assert {one.fixture.pair.bots for one in first} == {one.fixture.pair.bots for one in second}
    assert {one.fixture.pair.opening for one in first} == {0}
    assert {one.fixture.pair.opening for one in second} == {1}
    assert not {one.fixture.pair.seed for one in first} & {one.fixture.pair.seed for one in second}


def test_about_how_many_games_a_swiss_league_takes() -> None:
    assert League(names(40)).games == len(played(League(names(40)))) == 400


def test_neighbours_by_points_meet() -> None:
    played_so_far = [Pair(0, "a", "b"), Pair(0, "c", "d")]
    assert pair_up("abcd", played_so_far) == ((("a", "c"), ("b", "d")), ())
    assert pair_up("abcd", []) == ((("a", "b"), ("c", "d")), ())


def test_two_left_over_take_a_pair_apart() -> None:
    past = [Pair(0, "c", "d"), Pair(1, "a", "d")]
    assert pair_up("abcd", past) == ((("c", "a"), ("d", "b")), ())


def test_the_lowest_pair_that_will_do_is_taken_apart() -> None:
    past = [Pair(0, "e", "f")]
    assert pair_up("abcdef", past) == ((("a", "b"), ("e", "c"), ("f", "d")), ())
    past += [Pair(1, "c", "e"), Pair(2, "d", "e")]
    assert pair_up("abcdef", past) == ((("e", "a"), ("f", "b"), ("c", "d")), ())


def test_who_cannot_be_paired_is_left_over() -> None:
    everyone = [Pair(0, *couple) for couple in combinations("abcd", 2)]
    assert pair_up("abcd", everyone) == ((), ("a", "b", "c", "d"))
    assert pair_up("abc", []) == ((("a", "b"),), ("c",))
    assert pair_up("", []) == ((), ())


def test_a_round_sat_out_counts_one_game_won() -> None:
    pair = Pair(0, "a", "b")
    games = [Game(fixture, "a") for fixture in pair.fixtures]
    assert standing("abc", [pair], games, 0) == ("a", "c", "b")


def test_equal_points_are_ordered_anew_each_round() -> None:
    first, second = (standing(names(20), [Pair(at, "x", "y") for at in range(n)], [], 3) for n in (0, 1))
    assert first != second
    assert standing(names(20), [], [], 4) != first
    assert standing(names(20)[::-1], [], [], 3) == first


def test_the_last_who_has_not_sat_out_yet_sits_out() -> None:
    for seed in range(5):
        league = League(names(15), Draw(seed), rounds=6, full_up_to=0)
        games, rested = played(league), list[str]()
        for number, pairs in list(rounds_of(games).items())[:6]:
            before = [one for one in games if one.fixture.pair.round < number]
            met = [pair for pairs in rounds_of(before).values() for pair in pairs]
            order = [bot for bot in standing(league.bots, met, before, seed) if bot not in rested]
            rested += set(league.bots) - {bot for pair in pairs for bot in pair.bots}
            assert rested[-1] == order[-1]


# ---------------------------------------------------------------- laws


@given(leagues)
def test_nobody_meets_twice_or_plays_twice_in_a_round(league: League) -> None:
    rounds = rounds_of(played(league))
    met = Counter(pair.bots for pairs in rounds.values() for pair in pairs)
    assert max(met.values(), default=1) == 1
    for pairs in rounds.values():
        seats = Counter(bot for pair in pairs for bot in pair.bots)
        assert max(seats.values()) == 1


@given(leagues)
def test_everyone_plays_each_round_but_for_byes(league: League) -> None:
    games, bots = played(league), len(league.bots)
    regular = bots - 1 + bots % 2 if league.full else league.rounds
    rounds = rounds_of(games)
    assert all(len(rounds[number]) == bots // 2 for number in list(rounds)[:regular])
    out = Counter(dict.fromkeys(league.bots, 0))
    for number in list(rounds)[:regular]:
        out.update(set(league.bots) - {bot for pair in rounds[number] for bot in pair.bots})
    assert max(out.values(), default=0) <= 1


@given(leagues)
def test_everyone_has_the_same_number_of_games_and_half_as_black(league: League) -> None:
    games = played(league)
    black = Counter(one.fixture.black for one in games)
    white = Counter(one.fixture.white for one in games)
    assert black == white
    if league.full:
        assert all(black[bot] == len(league.bots) - 1 for bot in black)
    else:
        assert {black[bot] - league.rounds for bot in league.bots} <= {0, 1}
        assert sum(black.values()) <= league.rounds * len(league.bots) + 3


@given(leagues, st.randoms())
@settings(max_examples=25)
def test_a_resumed_league_replays_whatever_the_order_of_arrival(league: League, dice: random.Random) -> None:
    whole = played(league)
    kept = [one for one in whole if dice.random() < 0.7]
    dice.shuffle(kept)
    while fixtures := next_fixtures(league, kept):
        assert {one.fixture for one in kept}.isdisjoint(fixtures)
        kept += [game(fixture) for fixture in dice.sample(fixtures, dice.randint(1, len(fixtures)))]
    assert set(whole) <= set(kept)
    assert stages_of(league, kept) == stages_of(league, whole)


# ---------------------------------------------------------------- broken bots


@pytest.mark.parametrize("league", [League(names(8), Draw(1)), League(names(34), Draw(1))])
def test_a_broken_bot_is_paired_no_more_and_the_others_play_on(league: League) -> None:
    games = played(league, faulty="bot03")
    per_bot = Counter(bot for one in games for bot in one.fixture.pair.bots)
    assert per_bot["bot03"] == 4
    sound = [per_bot[bot] for bot in league.bots if bot != "bot03"]
    least = 2 * (len(league.bots) - 2) if league.full else 2 * league.rounds
    assert min(sound) >= least
    assert max(sound) <= least + 2


# ---------------------------------------------------------------- stages


def test_ever_more_rounds_of_a_full_league_are_played_at_once() -> None:
    league = League(names(30))
    stages = stages_of(league, played(league))
    assert [sorted({pair.round for pair in pairs}) for pairs in stages] == [
        [0, 1],
        [2, 3],
        [4, 5, 6, 7],
        list(range(8, 16)),
        list(range(16, 29)),
    ]
    assert stage_count(30) == 5


def test_a_stage_can_be_asked_for_by_its_number_and_missing_games_say_nothing() -> None:
    for league in (League(names(7)), League(names(33))):
        games = played(league)
        stages = stages_of(league, games)
        assert len(stages) <= stage_count(len(league.bots))
        assert stage_pairs(league, games, 99) == ()
        assert len(stage_pairs(league, games[1:], 2)) == len(stages[2])


def test_a_league_fits_those_who_are_there() -> None:
    assert fitting_league(names(40)).rounds == 10
    assert fitting_league(names(8), full_up_to=4).rounds == 3
    assert not fitting_league(names(8), full_up_to=4).full
    assert fitting_league(names(3), full_up_to=0).full
    assert fitting_league((), full_up_to=0).bots == ()
