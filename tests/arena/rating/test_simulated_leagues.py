"""Simulated leagues, a small version of `python -m benchmarks league`."""

from __future__ import annotations

from statistics import fmean

import pytest

from benchmarks.league import Accuracy, Scene, draw_bots, play, season, seasons, tau, true_rates
from gograde.arena.rating.pairs import Fixture, Pair


@pytest.fixture(scope="module")
def found() -> dict[str, list[Accuracy]]:
    return seasons(Scene(24), range(1000, 1030))


@pytest.mark.long
def test_intervals_hold_the_truth_as_often_as_they_say(found):
    for name in ("ratings", "rates", "pairs"):
        assert 0.92 < fmean(getattr(one, name) for one in found["joint fit, 5 anchors"]) < 0.97
    assert 0.92 < fmean(one.rates for one in found["joint fit, league alone"]) < 0.97


@pytest.mark.long
def test_the_joint_fit_is_nearer_to_the_truth_than_shares_of_games_won(found):
    mean = {
        name: (fmean(one.tau for one in ones), fmean(one.error for one in ones))
        for name, ones in found.items()
    }
    assert mean["joint fit, 5 anchors"][0] > 0.86
    assert mean["joint fit, 5 anchors"][1] < 5
    assert mean["share of games won"][1] > 9
    assert mean["joint fit, league alone"][1] < mean["share won, lots drawn"][1]


@pytest.mark.long
def test_a_hundred_bots_are_ranked_after_twenty_swiss_games():
    found = season(Scene(100), seed=1)
    assert found["joint fit, 5 anchors"].tau > 0.85
    assert found["joint fit, league alone"].tau > 0.76


@pytest.mark.long
def test_bots_that_are_alike_are_not_made_out_to_differ():
    found = seasons(Scene(24, middle=1100, spread=100), range(10))
    learnt, fixed = (
        {key: fmean(getattr(one, key) for one in found[name]) for key in ("error", "rates")}
        for name in ("joint fit, league alone", "league alone, fixed prior")
    )
    assert learnt["error"] < 0.8 * fixed["error"]
    assert learnt["rates"] > 0.9 > fixed["rates"]


def test_the_simulation_itself():
    assert tau({"a": 1, "b": 2, "c": 3}, {"a": 10, "b": 30, "c": 20}) == pytest.approx(1 / 3)
    assert true_rates({"a": 0, "b": 0}) == pytest.approx({"a": 0.5, "b": 0.5})
    bots = draw_bots(Scene(300), 1)
    assert fmean(bots.values()) == pytest.approx(579, abs=60)
    truth = {"a": 0.0, "b": 0.0}
    won = [play(Fixture(Pair(at, "a", "b")), truth, 0).winner == "b" for at in range(4000)]
    assert fmean(won) == pytest.approx(1 / (1 + 10 ** (-160 / 400)), abs=0.025)
