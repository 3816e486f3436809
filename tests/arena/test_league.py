"""Simulated leagues, a small version of `python -m benchmarks league`."""

from __future__ import annotations

from statistics import fmean

import pytest

from benchmarks.league import draw_bots, play, season, tau, true_rates
from gograde.arena.pairs import Fixture, Pair


@pytest.fixture(scope="module")
def seasons() -> dict[str, list[object]]:
    found: dict[str, list[object]] = {}
    for seed in range(1000, 1040):
        for name, one in season(24, seed).items():
            found.setdefault(name, []).append(one)
    return found


def test_intervals_hold_the_truth_as_often_as_they_say(seasons):
    anchored = seasons["joint fit, 5 anchors"]
    assert 0.92 < fmean(one.ratings for one in anchored) < 0.97
    assert 0.92 < fmean(one.rates for one in anchored) < 0.97
    assert 0.92 < fmean(one.pairs for one in anchored) < 0.97
    alone = seasons["joint fit, league alone"]
    assert 0.92 < fmean(one.pairs for one in alone) < 0.97


def test_the_joint_fit_is_nearer_to_the_truth_than_shares_of_games_won(seasons):
    mean = {name: (fmean(one.tau for one in f), fmean(one.error for one in f)) for name, f in seasons.items()}
    assert mean["joint fit, 5 anchors"][0] > 0.86
    assert mean["joint fit, 5 anchors"][1] < 5
    assert mean["share of games won"][1] > 9
    assert mean["joint fit, league alone"][1] < mean["share won, lots drawn"][1]


def test_a_hundred_bots_are_ranked_after_twenty_swiss_games():
    found = season(100, seed=1)
    assert found["joint fit, 5 anchors"].tau > 0.85
    assert found["joint fit, league alone"].tau > 0.76


def test_the_simulation_itself():
    assert tau({"a": 1, "b": 2, "c": 3}, {"a": 10, "b": 30, "c": 20}) == pytest.approx(1 / 3)
    assert true_rates({"a": 0, "b": 0}) == pytest.approx({"a": 0.5, "b": 0.5})
    bots = draw_bots(300, 1)
    assert fmean(bots.values()) == pytest.approx(579, abs=60)
    truth = {"a": 0.0, "b": 0.0}
    won = [play(Fixture(Pair(at, "a", "b")), truth, 0).winner == "b" for at in range(4000)]
    assert fmean(won) == pytest.approx(1 / (1 + 10 ** (-160 / 400)), abs=0.025)
