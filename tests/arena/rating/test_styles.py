"""Ratings where pairs of players have styles."""

from __future__ import annotations

from math import sqrt

import pytest

from benchmarks.league import Scene
from benchmarks.styles import seasons
from gograde.arena.rating.bradley_terry import UNIT, Tally, chance, expected_rates, rate
from gograde.arena.rating.styles import (
    Misfit,
    all_met,
    class_ratings,
    discounted,
    learnt_prior,
    misfits,
    style_spread,
)

ALL_MET = (Tally("a", "b", 1, 1), Tally("b", "c", 0, 2), Tally("c", "a", 1, 1))


def test_the_misfit_of_a_pair_is_what_the_first_won_more_than_expected_in_both_colours() -> None:
    games = (Tally("a", "b", 3, 1), Tally("b", "a", 1, 1))
    even = rate((), {"a": 0.0, "b": 0.0})
    assert misfits(games, even) == [Misfit("a", "b", 1.0, 1.5)]
    assert chance(0) == 0.5
    assert chance(400) == pytest.approx(10 / 11)
    assert (chance(1e7), chance(-1e7)) == (1, 0)


def test_the_more_games_a_pair_played_the_less_each_counts() -> None:
    even = rate((), {"a": 0.0, "b": 0.0, "c": 0.0})
    games = (Tally("a", "b", 20, 20), Tally("a", "c", 1, 1))
    many, few = discounted(games, even, UNIT)
    # 40 even games tell 10, and 10 / 11 with styles as wide as one unit; 2 games tell 1/2, and 1/3.
    assert (many.black_wins, many.white_wins) == pytest.approx((20 / 11, 20 / 11))
    assert (few.black_wins, few.white_wins) == pytest.approx((2 / 3, 2 / 3))
    assert discounted(games, even, 0) == games


def test_the_spread_of_styles_is_what_luck_does_not_explain() -> None:
    """Frozen ratings take up nothing: (6² + 2² - 10 - 10) / (10² + 10²) is the square of the spread."""
    even = rate((), {"a": 0.0, "b": 0.0, "c": 0.0})
    games = (Tally("a", "b", 26, 14), Tally("a", "c", 22, 18))
    assert style_spread(games, even, 0) == pytest.approx(UNIT * sqrt(0.1))
    assert style_spread((Tally("a", "b", 20, 20),), even, 0) == 0
    assert style_spread((), even, 0) == 0


def test_who_met_everyone_is_rated_by_these_games_as_they_are() -> None:
    assert all_met(ALL_MET, ("a", "b", "c"))
    assert not all_met(ALL_MET[:2], ("a", "b", "c"))
    assert class_ratings(ALL_MET, {}) == rate(ALL_MET, None, (), learnt_prior(ALL_MET))


def test_forty_games_against_one_opponent_do_not_outweigh_a_class() -> None:
    """All are even with their class; one beat the reference player that everyone met 40 times."""
    names = [f"bot{number}" for number in range(12)]
    even = [Tally(a, b, 1, 1) for at, a in enumerate(names) for b in names[at + 1 :]]
    wins = [38, *(32, 8) * 5, 20]
    series = [Tally(name, "z", won, 40 - won) for name, won in zip(names, wins, strict=True)]
    counts, scale = [*even, *series], {"z": 0.0}
    plain = rate(counts, scale, (), learnt_prior(counts, scale))
    fits = plain, class_ratings(counts, scale), class_ratings(even, {})
    was, now, alone = ({each.name: each for each in expected_rates(found)}["bot0"] for found in fits)
    assert was.rate > 0.75
    assert was.low > 0.6
    assert now.rate < 0.65
    assert now.low < 0.5 < now.high
    assert alone.rate == pytest.approx(0.5)


def test_intervals_hold_the_truth_though_pairs_have_styles() -> None:
    """A small version of `python -m benchmarks styles`."""
    full, swiss = seasons(Scene(10, full=True), 200, 10), seasons(Scene(24), 200, 4)
    for found in (full, swiss):
        assert found["all games, independent"].covered < 0.75
        assert 0.92 <= found["as the package does"].covered <= 0.99
        assert found["as the package does"].error < found["all games, independent"].error
        assert found["as the package does"].tau > found["all games, independent"].tau
