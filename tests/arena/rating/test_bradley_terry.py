"""Ratings: figures worked by hand, two slow oracles, and the laws of a joint fit."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.arena.rating import bradley_terry
from gograde.arena.rating import styles as module
from gograde.arena.rating.bradley_terry import (
    UNIT,
    WIDEST,
    Prior,
    RatingDifference,
    Tally,
    difference,
    differences,
    merged,
    rate,
)
from gograde.arena.rating.styles import learnt_prior
from gograde.errors import JudgeError

NO_WHITE = Prior(white_spread=0)
OPEN = Prior(spread=WIDEST, white_spread=0)

LEAGUE = (
    Tally("a", "b", 3, 1),
    Tally("b", "a", 2, 2),
    Tally("b", "c", 0, 3),
    Tally("c", "a", 1, 4),
    Tally("c", "ref", 2, 2),
    Tally("ref", "a", 1, 1),
    Tally("ref", "mid", 1, 3),
    Tally("d", "ref", 5, 0),
)
ANCHORS = {"ref": 100.0, "mid": 250.0}


def test_three_wins_to_one_are_191_points() -> None:
    found = rate([Tally("a", "b", 3, 1)], {"b": 0}, prior=OPEN)
    assert found.names == ("a",)
    assert found.elo[0] == pytest.approx(190.848, abs=0.01)
    assert found.errors["a"] == pytest.approx(UNIT / (4 * 0.75 * 0.25) ** 0.5, rel=1e-4)
    assert found.errors["a"] == pytest.approx(200.6, abs=0.1)
    assert found.errors["b"] == 0


def test_nothing_was_played() -> None:
    found = rate([])
    assert (found.names, found.elo, found.white, found.groups) == ((), (), 0, ())
    assert found.connected
    assert found.white_error == pytest.approx(400)
    assert differences(found) == ()


def test_a_bot_without_games_is_what_the_prior_says() -> None:
    found = rate([], {"ref": 500, "weak": 100}, bots=["new"])
    assert (found.elo[0], found.errors["new"]) == pytest.approx((300, 400))
    assert rate([], bots=["new"], prior=Prior(mean=7, spread=20)).elo == pytest.approx((7,))


def test_what_no_chain_of_games_connects_is_said() -> None:
    games = [Tally("a", "b", 4, 0), Tally("c", "d", 0, 4), Tally("e", "ref", 2, 0)]
    found = rate(games, {"ref": 0, "idle": 50}, bots=["f"])
    assert found.groups == (("e", "idle", "ref"), ("a", "b"), ("c", "d"), ("f",))
    assert not found.connected
    apart = difference(found, "a", "c")
    assert not apart.compared
    assert apart.significant == 0
    assert difference(found, "e", "idle").compared
    assert rate([Tally("a", "b", 1, 0), Tally("b", "c", 0, 1)]).connected


def test_the_prior_alone_makes_nobody_surely_better() -> None:
    assert RatingDifference("a", "b", 500, 100, 900, compared=True).significant == 1
    assert RatingDifference("a", "b", 500, 100, 900, compared=False).significant == 0


def test_games_that_were_not_played_connect_nothing() -> None:
    assert rate([Tally("a", "b", 0, 0)], bots=["a", "b"]).groups == (("a",), ("b",))
    assert merged([Tally("a", "b", 1, 0), Tally("a", "b", 2, 5)]) == (Tally("a", "b", 3, 5),)


def test_differences_have_the_better_first_and_say_who_is_surely_better() -> None:
    games = [Tally("a", "b", 40, 10), Tally("b", "c", 26, 24)]
    by_pair = {(d.first, d.second): d for d in differences(rate(games, prior=NO_WHITE))}
    assert list(by_pair) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert [d.significant for d in by_pair.values()] == [1, 1, 0]
    turned = difference(rate(games, prior=NO_WHITE), "b", "a")
    assert turned.significant == -1
    assert (turned.low, turned.high) == pytest.approx((-by_pair["a", "b"].high, -by_pair["a", "b"].low))


# ---------------------------------------------------------------- slow oracles


def chance(ahead: float) -> float:
    return 1 / (1 + 10 ** (-ahead / 400))


def log_posterior(at: dict[str, float], games: tuple[Tally, ...], prior: Prior, mean: float) -> float:
    """Written once more in plain numbers; `at` holds all ratings and white's advantage as "white"."""
    total = -(((at["white"] - prior.white) / prior.white_spread) ** 2) / 2
    total -= (
        sum(((at[name] - mean) / prior.spread) ** 2 for name in at if name not in {*ANCHORS, "white"}) / 2
    )
    for game in games:
        black = chance(at[game.black] - at[game.white] - at["white"])
        total += game.black_wins * log(black) + game.white_wins * log(1 - black)
    return total


def climbed(games: tuple[Tally, ...], prior: Prior) -> dict[str, float]:
    """The top found one coordinate at a time, by steps that shrink when they no longer help."""
    mean = sum(ANCHORS.values()) / len(ANCHORS)
    at = dict.fromkeys("abcd", mean) | ANCHORS | {"white": 0.0}
    best, step = log_posterior(at, games, prior, mean), 256.0
    while step > 1e-4:
        before = best
        for name in ("a", "b", "c", "d", "white"):
            for change in (step, -step):
                tried = {**at, name: at[name] + change}
                value = log_posterior(tried, games, prior, mean)
                if value > best:
                    at, best = tried, value
        step = step / 2 if best == before else step
    return at


def test_the_fit_agrees_with_a_search_by_coordinates() -> None:
    found, slow = rate(LEAGUE, ANCHORS), climbed(LEAGUE, Prior())
    assert found.elo == pytest.approx([slow[name] for name in "abcd"], abs=0.01)
    assert found.white == pytest.approx(slow["white"], abs=0.01)


def test_the_covariance_is_the_inverse_of_the_curvature() -> None:
    found, prior = rate(LEAGUE, ANCHORS), Prior()
    names, mean, h = [*found.names, "white"], 175.0, 0.5
    top = {**found.by_name, "white": found.white}

    def at(*moves: tuple[str, float]) -> float:
        moved = dict(top)
        for name, change in moves:
            moved[name] += change
        return log_posterior(moved, LEAGUE, prior, mean)

    def bend(a: str, b: str) -> float:
        corners = at((a, h), (b, h)) - at((a, h), (b, -h)) - at((a, -h), (b, h)) + at((a, -h), (b, -h))
        return -corners / (4 * h * h)

    for at_row, row in enumerate(found.covariance):
        for at_column, b in enumerate(names):
            product = sum(value * bend(a, b) for a, value in zip(names, row, strict=True))
            assert product == pytest.approx(float(at_row == at_column), abs=1e-3)


# ---------------------------------------------------------------- laws

NAMES = ("a", "b", "c", "d", "ref", "mid")


@st.composite
def tallies(draw: st.DrawFn) -> list[Tally]:
    couples = st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)).filter(lambda two: two[0] != two[1])
    counts = st.tuples(st.integers(0, 9), st.integers(0, 9))
    return [Tally(*two, *won) for two, won in draw(st.lists(st.tuples(couples, counts), max_size=12))]


@given(tallies(), st.randoms())
def test_the_order_of_games_changes_not_one_bit(games: list[Tally], dice: random.Random) -> None:
    shuffled = list(games)
    dice.shuffle(shuffled)
    assert rate(games, ANCHORS) == rate(shuffled, ANCHORS)


# ---------------------------------------------------------------- what is refused


def test_a_fit_that_does_not_settle_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bradley_terry, "STEPS", 1)
    with pytest.raises(JudgeError, match="the fit did not settle in 1 steps"):
        rate(LEAGUE, ANCHORS)


def test_numbers_far_from_the_prior_are_reached() -> None:
    """A whole Newton step overshoots here and has to be halved."""
    found = rate([Tally("a", "b", 100_000, 1)], {"b": -3000}, prior=Prior(3000, WIDEST, white_spread=0))
    assert found.elo[0] == pytest.approx(-3000 + 400 * 5, abs=1)


# -- a prior learnt from its class -------------------------------------------------------------


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
