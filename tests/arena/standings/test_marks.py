"""Marks with intervals, places with ties, and the games that would break the ties."""

from __future__ import annotations

import pytest

from gograde.arena.rating.bradley_terry import Rate
from gograde.arena.standings.marks import Mark, Slope, rate_mark, seen_mark

BENT = Slope(((0.2, 0), (0.6, 70), (0.8, 100)))


def test_a_slope_says_which_rate_earns_everything() -> None:
    assert (BENT.least, BENT.top) == (0.8, 100)
    # Exactly all, though 0.1 + 0.9 is less than 1 in some orders.
    assert Slope(((0.1, 0), (0.3, 0.1), (0.7, 1))).marks(7 / 10) == 1


def test_a_slope_is_straight_between_knots_and_level_outside() -> None:
    assert Slope().marks(0.375) == 37.5
    bent = Slope(((0.2, 10), (0.4, 50), (0.8, 90)))
    assert [bent.marks(rate) for rate in (0, 0.2, 0.3, 0.6, 0.8, 1)] == pytest.approx(
        [10, 10, 30, 70, 90, 90]
    )


def test_marks_come_with_the_interval_of_the_rate() -> None:
    assert rate_mark(Slope(), Rate("a", 0.65, 0.55, 0.75)) == Mark(65, pytest.approx(55), 75)
    assert rate_mark(BENT, Rate("a", 0.7, 0.6, 0.9)) == Mark(pytest.approx(85), 70, 100)
    assert not rate_mark(BENT, Rate("a", 0.7, 0.6, 0.9)).settled
    assert rate_mark(BENT, Rate("a", 0.9, 0.81, 0.95)).settled


def test_marks_of_games_against_a_reference_player() -> None:
    assert seen_mark(BENT, 6, 10) == Mark(70, pytest.approx(19.7, abs=0.1), 100)
    assert seen_mark(BENT, 10, 100) == Mark(0, 0, 0)
    assert seen_mark(BENT, 0, 0) == Mark(0, 0, 100)
