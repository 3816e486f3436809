"""Expected win rates and their intervals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.arena.rating.bradley_terry import Ratings, rate
from gograde.arena.rating.expected_score import Rate, expected_rates
from gograde.arena.rating.model import UNIT, Prior, Tally
from gograde.errors import DataError

GAMES = [Tally("a", "b", 7, 3), Tally("b", "c", 2, 9), Tally("c", "a", 4, 4), Tally("b", "ref", 5, 5)]


FOUND = rate(GAMES, {"ref": 0})


def known(**elo: float) -> Ratings:
    """Ratings without any doubt."""
    nothing = tuple((0.0,) * (len(elo) + 1) for _ in range(len(elo) + 1))
    return Ratings(tuple(elo), tuple(elo.values()), 0.0, nothing, groups=(tuple(elo),))


def test_rates_of_known_ratings() -> None:
    strong, weak = expected_rates(known(a=190.8485, b=0))
    assert strong == Rate("a", *[pytest.approx(0.75)] * 3)
    assert weak == Rate("b", *[pytest.approx(0.25)] * 3)
    three = expected_rates(known(a=0, b=400, c=-400))
    assert [one.rate for one in three] == pytest.approx(
        [0.5, (10 / 11 + 100 / 101) / 2, (1 / 11 + 1 / 101) / 2]
    )


def test_a_rate_is_the_mean_of_both_colours() -> None:
    found = rate([], {"ref": 0}, ["a"], Prior(mean=200, white=150, white_spread=0))
    (one,) = expected_rates(found, ["ref"])
    assert one.rate == pytest.approx((1 / (1 + 10 ** (-50 / 400)) + 1 / (1 + 10 ** (-350 / 400))) / 2)


def test_everyone_is_the_field_unless_said_otherwise() -> None:
    assert expected_rates(FOUND) == expected_rates(FOUND, ["a", "b", "c"])
    anchored = {one.name: one.rate for one in expected_rates(FOUND, ["ref"])}
    assert list(anchored) == ["a", "b", "c"]
    assert anchored["a"] != pytest.approx(expected_rates(FOUND)[0].rate, abs=0.01)


def test_one_without_an_opponent_has_no_rate() -> None:
    assert [one.name for one in expected_rates(FOUND, ["a"])] == ["b", "c"]
    assert expected_rates(rate([], bots=["a"])) == ()
    assert expected_rates(rate([])) == ()
    assert expected_rates(FOUND, []) == ()


def test_a_field_of_strangers_is_refused() -> None:
    with pytest.raises(DataError) as caught:
        expected_rates(FOUND, ["a", "x", "y"])
    assert str(caught.value) == "field: x, y has no rating\nFix: name bots that were rated"


def rate_of_first(elo: list[float], white: float) -> float:
    chances = [
        1 / (1 + 10 ** ((other - elo[0] + colour) / 400)) for other in elo[1:] for colour in (white, -white)
    ]
    return sum(chances) / len(chances)


def test_the_interval_is_that_of_small_changes() -> None:
    """The slope by differences, in plain numbers; the interval is taken on log odds."""
    elo, white, h = [*FOUND.elo], FOUND.white, 1e-3
    moved = [[value + h * (at == bot) for at, value in enumerate(elo)] for bot in range(3)]
    base = rate_of_first(elo, white)
    slope = [(rate_of_first(one, white) - base) / h for one in moved]
    slope.append((rate_of_first(elo, white + h) - base) / h)
    covariance = FOUND.covariance
    variance = sum(slope[i] * covariance[i][j] * slope[j] for i in range(4) for j in range(4))
    reach = 1.959964 * variance**0.5 / (base * (1 - base))
    odds = base / (1 - base)
    one = expected_rates(FOUND)[0]
    assert one.rate == pytest.approx(base)
    assert one.low / (1 - one.low) == pytest.approx(odds / 2.718281828**reach, rel=1e-3)
    assert one.high / (1 - one.high) == pytest.approx(odds * 2.718281828**reach, rel=1e-3)


def test_doubt_about_white_goes_the_right_way() -> None:
    """A strong bot gains less by white than it loses by black; the two doubts go together here."""
    covariance = ((10_000.0, 9_000.0), (9_000.0, 10_000.0))
    (one,) = expected_rates(Ratings(("a",), (400.0,), 300.0, covariance, (("ref", 0.0),)), ["ref"])
    base, h = rate_of_first([400, 0], 300), 1e-3
    by_rating = (rate_of_first([400 + h, 0], 300) - base) / h
    by_white = (rate_of_first([400, 0], 300 + h) - base) / h
    assert by_white < -0.0002
    error = 100 * (by_rating**2 + by_white**2 + 1.8 * by_rating * by_white) ** 0.5
    odds = base / (1 - base) * 2.718281828 ** (1.959964 * error / (base * (1 - base)))
    assert one.high == pytest.approx(odds / (1 + odds), abs=1e-5)


def test_the_interval_agrees_with_draws_from_the_ratings() -> None:
    import numpy as np

    games = [Tally("a", "b", 20, 12), Tally("b", "a", 18, 14), Tally("b", "c", 15, 9), Tally("c", "a", 8, 17)]
    found = rate(games, {"b": 0})
    drawn = np.random.default_rng(1).multivariate_normal([*found.elo, found.white], found.covariance, 4000)
    rates = [rate_of_first([a, 0, c], white) for a, c, white in drawn]
    one = next(one for one in expected_rates(found, ["a", "b", "c"]) if one.name == "a")
    assert [one.low, one.high] == pytest.approx(np.quantile(rates, [0.025, 0.975]).tolist(), abs=0.01)


def test_an_interval_never_leaves_0_to_1() -> None:
    found = rate([Tally("a", "ref", 50, 0), Tally("b", "ref", 0, 50)], {"ref": 0}, prior=Prior(spread=5000))
    high, low = expected_rates(found, ["ref"])
    assert 0 <= high.low < high.rate < high.high <= 1
    assert 0 <= low.low < low.rate < low.high <= 1
    assert (low.rate, high.rate) == pytest.approx((0, 1), abs=0.01)


@pytest.mark.parametrize(
    ("ahead", "expected"), [(30_000, 1.0), (-30_000, 0.0), (300_000, 1.0), (-300_000, 0.0)]
)
def test_ratings_far_apart_are_0_or_1(ahead: float, expected: float) -> None:
    (one,) = expected_rates(rate([], {"ref": 0}, ["a"], Prior(mean=ahead)), ["ref"])
    assert (one.rate, one.low, one.high) == pytest.approx((expected,) * 3, abs=1e-9)


@given(st.lists(st.integers(-800, 800), min_size=2, max_size=8))
def test_the_rates_of_everyone_average_a_half(elo: list[int]) -> None:
    rates = expected_rates(known(**{f"bot{at}": value for at, value in enumerate(elo)}))
    assert sum(one.rate for one in rates) / len(elo) == pytest.approx(0.5)


def test_the_unit_is_elos() -> None:
    assert pytest.approx(173.7178, abs=1e-4) == UNIT
