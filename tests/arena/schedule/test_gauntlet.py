"""Series against reference players, and their end."""

from __future__ import annotations

import random
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gograde.arena.rating.pairs import Draw, Fixture, Game, shuffle_key
from gograde.arena.schedule import Gauntlet, StoppingRule, gauntlet_fixtures
from gograde.arena.standings.marks import Slope, seen_mark

LINES = Slope(((0.3, 0), (0.6, 70), (0.9, 100)))


def step(rate: float) -> Slope:
    """All marks from a rate on, as steep as it gets."""
    return Slope(((rate - 1e-9, 0), (rate, 100)))


HALF = StoppingRule(step(0.5))
HIGH = StoppingRule(step(0.9))


def play(fixture: Fixture, rate: float, alike: bool = False) -> Game:
    """A game that `me` wins at this rate, by the fixture alone; alike games have the same moves."""
    number = shuffle_key(repr(fixture))
    other = next(iter(fixture.pair.bots - {"me"}))
    winner = "me" if number % 1000 < 1000 * rate else other
    return Game(fixture, winner, moves=("same",) if alike else (str(number),))


def series(gauntlet: Gauntlet, rate: float, alike: bool = False) -> list[Game]:
    games: list[Game] = []
    while fixtures := gauntlet_fixtures(gauntlet, "me", games):
        games += [play(fixture, rate, alike) for fixture in fixtures]
    return games


@pytest.mark.parametrize(("rate", "games"), [(1.0, 10), (0.0, 10)])
def test_a_series_stops_when_the_interval_leaves_the_boundary(rate: float, games: int) -> None:
    assert len(series(Gauntlet("greedy", HALF), rate)) == games


def test_a_series_is_pairs_with_openings_in_turn() -> None:
    gauntlet = Gauntlet("greedy", HALF, Draw(3, openings=4))
    first = gauntlet_fixtures(gauntlet, "me", [])
    assert [fixture.pair.bots for fixture in first] == [{"me", "greedy"}] * 4
    assert {fixture.black for fixture in first[:2]} == {"me", "greedy"}
    openings = {game.fixture.pair.opening for game in series(gauntlet, 1.0)}
    assert openings == {0, 1, 2, 3}
    assert first[0].pair.opening == 0


def test_a_series_is_looked_at_after_4_10_20_40_and_80_games() -> None:
    gauntlet = Gauntlet("greedy", HALF)
    games: list[Game] = []
    looks = []
    while fixtures := gauntlet_fixtures(gauntlet, "me", games):
        games += [play(f, 0.0 if f.swapped else 1.0) for f in fixtures]
        looks.append(len(games))
    assert looks == [4, 10, 20, 40, 80]


def test_a_bot_that_repeats_itself_is_asked_no_more() -> None:
    assert len(series(Gauntlet("greedy", HIGH), 1.0, alike=True)) == 10
    assert len(series(Gauntlet("greedy", HIGH), 1.0)) == 40


def test_with_openings_a_bot_that_repeats_itself_plays_each() -> None:
    assert len(series(Gauntlet("greedy", HIGH, Draw(openings=5)), 1.0, alike=True)) == 20


def test_repeated_wins_are_no_evidence() -> None:
    """Eight wins out of eight are enough for this boundary; six that are counted once more are not."""
    gauntlet = Gauntlet("greedy", StoppingRule(step(0.65), first=8), Draw(openings=3))
    assert len(series(gauntlet, 1.0)) == 8
    assert len(series(gauntlet, 1.0, alike=True)) == 16


def test_a_series_ends_at_its_cap() -> None:
    assert len(series(Gauntlet("greedy", StoppingRule(LINES, cap=6)), 1.0)) == 6


def test_a_broken_bot_plays_two_pairs() -> None:
    games: list[Game] = []
    while fixtures := gauntlet_fixtures(Gauntlet("greedy", StoppingRule(LINES)), "me", games):
        games += [Game(fixture, "greedy", fault="crashed") for fixture in fixtures]
    assert len(games) == 4


@given(st.floats(0, 1), st.randoms())
@settings(max_examples=10)
def test_a_resumed_series_goes_on_as_if_nothing_happened(rate: float, dice: random.Random) -> None:
    gauntlet = Gauntlet("greedy", StoppingRule(LINES), Draw(1, openings=3))
    whole = series(gauntlet, rate)
    kept = dice.sample(whole, dice.randint(0, len(whole)))
    while fixtures := gauntlet_fixtures(gauntlet, "me", kept):
        kept += [play(fixture, rate) for fixture in dice.sample(fixtures, dice.randint(1, len(fixtures)))]
    assert sorted(kept) == sorted(whole)


def settled(least: float, true: float) -> dict[float, float]:
    """Chances that a series ends settled below (0) and above (1) its one boundary, over all courses."""
    rule, ends, living = StoppingRule(step(least)), {0.0: 0.0, 1.0: 0.0}, {(0, 0): 1.0}
    while living:
        pairs, wins = min(living)
        chance = living.pop((pairs, wins))
        games = 2 * (rule.pairs_wanted(pairs, wins, 2 * pairs) - pairs)
        mark = seen_mark(rule.scale, wins, 2 * pairs)
        if not games and mark.settled:
            ends[mark.marks / rule.scale.top] += chance
        for more in range(games + 1) if games else ():
            at = pairs + games // 2, wins + more
            share = comb(games, more) * true**more * (1 - true) ** (games - more)
            living[at] = living.get(at, 0.0) + chance * share
    return ends


@pytest.mark.parametrize("least", [0.5, 0.8, 0.9])
def test_few_looks_settle_few_series_wrongly(least: float) -> None:
    assert sum(settled(least, least).values()) < 0.15
    assert settled(least, least - 0.05)[1] < 0.02
    assert settled(least, least + 0.05)[0] < 0.02
    assert settled(least, least - 0.2)[0] > 0.95
