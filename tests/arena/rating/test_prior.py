"""A prior learnt from its class."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

from gograde.arena.rating import styles as module
from gograde.arena.rating.bradley_terry import Prior, Tally, rate
from gograde.arena.rating.styles import learnt_prior


def league(strengths: list[float], games: int, seed: int = 1) -> list[Tally]:
    """Everyone against everyone, so many games a colour, without an advantage of white's."""
    dice = random.Random(seed)
    found = []
    for a, b in combinations(range(len(strengths)), 2):
        for black, white in ((a, b), (b, a)):
            chance = 1 / (1 + 10 ** ((strengths[white] - strengths[black]) / 400))
            won = sum(dice.random() < chance for _ in range(games))
            found.append(Tally(f"bot{black}", f"bot{white}", won, games - won))
    return found


def test_it_is_where_another_step_changes_nothing() -> None:
    """Two bots of the prior to start from, and each bot with its doubt: said once more in plain numbers."""
    games, start = league([0, 300, 500, 900], 5), Prior(spread=300)
    found = learnt_prior(games, {"ref": 0}, start=start)
    ratings = rate(games, {"ref": 0}, prior=found)
    mean = sum(ratings.elo) / 4
    errors = [ratings.errors[name] for name in ratings.names]
    spread = (
        (2 * 300**2 + sum((e - mean) ** 2 + s**2 for e, s in zip(ratings.elo, errors, strict=True))) / 6
    ) ** 0.5
    assert (found.mean, found.spread) == pytest.approx((mean, spread), abs=2)
    assert replace(found, mean=None, spread=300) == start


def test_without_bots_nothing_is_learnt() -> None:
    start = Prior(mean=5, spread=70, white=3)
    assert learnt_prior([], start=start) == start
    assert learnt_prior([Tally("x", "y", 1, 3)], {"x": 0, "y": 5}) == Prior()


def test_a_bot_without_games_teaches_nothing() -> None:
    found = learnt_prior([], {"ref": 100}, ["a"])
    assert (found.mean, found.spread) == pytest.approx((100, 400), abs=1)


def test_it_ends_after_some_steps_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "NEAR_STRENGTH", 0.0)
    monkeypatch.setattr(module, "PRIOR_STEPS", 3)
    assert learnt_prior(league([0, 200], 6)).spread > 0
