"""Marks with intervals, places with ties, and the games that would settle them."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.arena.rating.bradley_terry import Prior, Ratings, Tally, difference, rate
from gograde.arena.rating.expected_score import Rate, expected_rates
from gograde.arena.rating.pairs import Draw, Game, Pair, tallies
from gograde.arena.schedule.gauntlet import Trial
from gograde.arena.standings.marks import (
    Bands,
    Extra,
    Mark,
    Settle,
    Slope,
    more_games,
    places,
    rate_mark,
    seen_mark,
    trial_mark,
)
from gograde.errors import DataError

BANDS = Bands(((0.3, 40), (0.6, 70), (0.9, 100)))
PASS = Bands(((0.5, 100),))


@pytest.mark.parametrize(
    ("rate", "marks"), [(0, 0), (0.299, 0), (0.3, 40), (0.599, 40), (0.6, 70), (0.9, 100), (1, 100)]
)
def test_a_band_begins_at_its_rate(rate: float, marks: float) -> None:
    assert BANDS.marks(rate) == marks


def test_a_slope_is_straight_between_knots_and_level_outside() -> None:
    assert Slope().marks(0.375) == 37.5
    bent = Slope(((0.2, 10), (0.4, 50), (0.8, 90)))
    assert [bent.marks(rate) for rate in (0, 0.2, 0.3, 0.6, 0.8, 1)] == pytest.approx(
        [10, 10, 30, 70, 90, 90]
    )
    assert not bent.parts(0, 1)


def test_marks_come_with_the_interval_of_the_rate() -> None:
    assert rate_mark(BANDS, Rate("a", 0.65, 0.55, 0.75)) == Mark(70, 40, 70)
    assert rate_mark(Slope(), Rate("a", 0.65, 0.55, 0.75)) == Mark(65, pytest.approx(55), 75)
    assert not rate_mark(BANDS, Rate("a", 0.65, 0.55, 0.75)).settled
    assert rate_mark(BANDS, Rate("a", 0.65, 0.61, 0.75)) == Mark(70, 70, 70)
    assert rate_mark(BANDS, Rate("a", 0.65, 0.61, 0.75)).settled


def test_marks_of_games_against_a_reference_player() -> None:
    assert seen_mark(BANDS, 8, 10) == Mark(70, 40, 100)
    assert seen_mark(BANDS, 70, 100) == Mark(70, 70, 70)
    assert seen_mark(BANDS, 0, 0) == Mark(0, 0, 100)


@pytest.mark.parametrize(
    ("wins", "losses", "mark"),
    [(18, 0, Mark(30, 30, 30)), (0, 3, Mark(5, 5, 5)), (17, 1, Mark(30, 5, 30)), (10, 2, Mark(5, 5, 30))],
)
def test_a_trial_is_passed_or_failed(wins: int, losses: int, mark: Mark) -> None:
    assert trial_mark(Trial(), wins, losses, passed=30, failed=5) == mark


def test_a_settled_series_wants_no_more() -> None:
    rule = Settle(PASS)
    assert [rule.pairs_wanted(pairs, 0, 2 * pairs) for pairs in (0, 2, 5)] == [2, 5, 5]
    assert [rule.pairs_wanted(pairs, pairs, 2 * pairs) for pairs in (5, 10, 20, 40)] == [10, 20, 40, 40]
    assert Settle(PASS, first=2, cap=2).pairs_wanted(0, 0, 0) == 1
    assert Settle(PASS, cap=30).pairs_wanted(10, 10, 20) == 15


def settled(least: float, true: float) -> dict[float, float]:
    """Chances that a series ends settled below (0) and above (1) its one boundary, over all courses."""
    rule, ends, living = Settle(Bands(((least, 1),))), {0.0: 0.0, 1.0: 0.0}, {(0, 0): 1.0}
    while living:
        pairs, wins = min(living)
        chance = living.pop((pairs, wins))
        games = 2 * (rule.pairs_wanted(pairs, wins, 2 * pairs) - pairs)
        mark = seen_mark(rule.scale, wins, 2 * pairs)
        if not games and mark.settled:
            ends[mark.marks] += chance
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


# ---------------------------------------------------------------- places


def rated(*elo: float, error: float = 50.0) -> Ratings:
    """Bots a, b, … whose ratings are equally and independently in doubt."""
    size = len(elo) + 1
    covariance = tuple(tuple(error**2 * (i == j) for j in range(size)) for i in range(size))
    bots = tuple("abcdefgh"[: len(elo)])
    return Ratings(bots, elo, 0, covariance, groups=(bots,))


def test_who_can_be_told_apart_has_a_place() -> None:
    shown = [(place.name, str(place), place.ties) for place in places(rated(0, 400, 800))]
    assert shown == [("c", "1", ()), ("b", "2", ()), ("a", "3", ())]


def test_ties_share_places() -> None:
    shown = [(place.name, str(place), place.ties) for place in places(rated(500, 480, 0, 120, -300))]
    assert shown == [
        ("a", "1-2", ("b",)),
        ("b", "1-2", ("a",)),
        ("d", "3-4", ("c",)),
        ("c", "3-4", ("d",)),
        ("e", "5", ()),
    ]


def test_a_tie_with_two_who_are_apart_spans_both() -> None:
    shown = {place.name: str(place) for place in places(rated(0, 100, 200))}
    assert shown == {"a": "2-3", "b": "1-3", "c": "1-2"}


def test_what_games_do_not_connect_is_tied() -> None:
    found = rate([Tally("a", "b", 90, 10), Tally("c", "d", 90, 10)], prior=Prior(white_spread=0))
    assert {place.name: place.ties for place in places(found)}["a"] == ("c", "d")


def test_nobody_has_no_place() -> None:
    assert places(rate([])) == ()


@st.composite
def leagues(draw: st.DrawFn) -> Ratings:
    couples = st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef")).filter(
        lambda two: two[0] != two[1]
    )
    counts = st.tuples(st.integers(0, 60), st.integers(0, 60))
    games = draw(st.lists(st.tuples(couples, counts), max_size=15))
    return rate([Tally(*two, *won) for two, won in games], bots="abcdef")


@given(leagues())
def test_ties_overlap_and_the_surely_better_are_above(ratings: Ratings) -> None:
    found = {place.name: place for place in places(ratings)}
    for a, ours in found.items():
        assert 1 <= ours.best <= ours.worst <= len(found)
        for b, theirs in found.items():
            if b in ours.ties:
                assert a in theirs.ties
                if ratings.connected:
                    assert ours.best <= theirs.worst
                    assert theirs.best <= ours.worst
            elif a != b and ratings.connected:
                better, worse = (ours, theirs) if difference(ratings, a, b).sure > 0 else (theirs, ours)
                assert better.best < worse.best
                assert better.worst < worse.worst


# ---------------------------------------------------------------- more games


def pair_of(number: int, first: str, second: str, winners: str, fault: str = "") -> list[Game]:
    pair = Pair(number, first, second)
    moves = [(f"{number}",)] * 2
    return [Game(f, w, m, fault) for f, w, m in zip(pair.fixtures, winners, moves, strict=True)]


def asked(extra: Extra, games: list[Game], elo: Ratings, rates: dict[str, tuple[float, float]]) -> list[str]:
    shown = [Rate(name, sum(ends) / 2, *ends) for name, ends in rates.items()]
    return [f"{pair.first}{pair.second}" for pair in more_games(extra, elo, shown, games)]


OPEN, DONE = (0.4, 0.6), (0.6, 0.8)


def test_a_boundary_inside_of_an_interval_buys_a_pair_with_the_nearest() -> None:
    elo = rated(500, 400, 300, 0)
    assert asked(Extra(PASS), [], elo, {"a": DONE, "b": OPEN, "c": DONE, "d": DONE}) == ["ab"]
    assert asked(Extra(PASS), [], elo, dict.fromkeys("abcd", DONE)) == []
    assert asked(Extra(Slope()), [], elo, dict.fromkeys("abcd", OPEN)) == []


def test_two_who_ask_play_each_other() -> None:
    elo = rated(500, 490, 300, 0)
    assert asked(Extra(PASS), [], elo, {"a": OPEN, "b": DONE, "c": DONE, "d": OPEN}) == ["ad"]
    assert asked(Extra(PASS), [], elo, dict.fromkeys("abcd", OPEN)) == ["ab", "cd"]
    assert asked(Extra(PASS), [], elo, dict.fromkeys("abc", OPEN)) == ["ab"]


def test_new_opponents_come_first_and_old_ones_on_another_opening() -> None:
    games = [*pair_of(0, "a", "b", "ab"), *pair_of(1, "a", "c", "ac")]
    elo, rates = rated(500, 490, 300, 0), {"a": OPEN, "b": DONE, "c": DONE, "d": DONE}
    assert asked(Extra(PASS), games, elo, rates) == ["ad"]
    del rates["d"]
    (pair,) = more_games(
        Extra(PASS, draw=Draw(openings=4)), elo, [Rate(n, 0.5, *e) for n, e in rates.items()], games
    )
    assert (pair.first, pair.second, pair.round, pair.opening) == ("a", "b", 2, 1)


def test_nobody_asks_beyond_the_cap_nor_a_broken_bot_at_all() -> None:
    elo, rates = rated(500, 490, 300), {"a": OPEN, "b": OPEN, "c": DONE}
    capped = [game for number in range(2) for game in pair_of(number, "a", "b", "ab")]
    assert asked(Extra(PASS, cap=4), capped, elo, rates) == []
    assert asked(Extra(PASS, cap=6), capped, elo, rates) == ["ac"]
    crashed = [game for number in range(2) for game in pair_of(number, "a", "b", "bb", "crashed")]
    assert asked(Extra(PASS), crashed, elo, rates) == ["bc"]


def test_more_games_settle_marks_and_come_to_an_end() -> None:
    """A strong, a weak and two middling bots; everyone gets what it asks for until nobody asks."""
    extra, games = Extra(PASS, cap=60, draw=Draw(1, openings=8)), pair_of(0, "a", "d", "aa")
    while True:
        ratings = rate(tallies(games), bots="abcd")
        rates = expected_rates(ratings)
        pairs = more_games(extra, ratings, rates, games)
        if not pairs:
            break
        assert max(Counter(bot for pair in pairs for bot in pair.bots).values()) == 1
        games += [
            Game(f, min(f.pair.bots) if {"b", "c"} != f.pair.bots else f.black, (str(f.pair.seed),))
            for pair in pairs
            for f in pair.fixtures
        ]
    marks = {rate.name: rate_mark(PASS, rate) for rate in rates}
    assert marks["a"] == Mark(100, 100, 100)
    assert marks["d"] == Mark(0, 0, 0)
    counts = Counter(bot for game in games for bot in game.fixture.pair.bots)
    assert counts["a"] < 60


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (lambda: Bands(()), "bands: none given\nFix: give at least one win rate with its marks"),
        (
            lambda: Bands(((1.2, 5),)),
            "bands: 1.2 -> 5 cannot be used\nFix: win rates are between 0 and 1",
        ),
        (
            lambda: Bands(((0.5, float("nan")),)),
            "bands: 0.5 -> nan cannot be used\nFix: win rates are between 0 and 1",
        ),
        (
            lambda: Bands(((0.5, 10), (0.5, 20))),
            "bands: 0.5 -> 10 stands before 0.5 -> 20\n"
            "Fix: sort by win rate, with no fewer marks for a higher one",
        ),
        (
            lambda: Slope(((0.2, 50), (0.5, 20))),
            "slope: 0.2 -> 50 stands before 0.5 -> 20\n"
            "Fix: sort by win rate, with no fewer marks for a higher one",
        ),
        (
            lambda: Settle(PASS, cap=1),
            "settle.cap: 1 games\nFix: give an even number from 2 on: games come in pairs",
        ),
        (
            lambda: Settle(PASS, first=0),
            "settle.first: 0 games\nFix: give an even number from 2 on: games come in pairs",
        ),
        (
            lambda: Extra(PASS, cap=3),
            "extra.cap: 3 games\nFix: give an even number from 2 on: games come in pairs",
        ),
    ],
)
def test_what_cannot_be_a_rule_is_said(bad: object, message: str) -> None:
    with pytest.raises(DataError) as caught:
        bad()  # type: ignore[operator]
    assert str(caught.value) == message
