"""Marks with intervals, places with ties, and the games that would break the ties."""

from __future__ import annotations

import pytest

from gograde.arena.rating.expected_score import Rate
from gograde.arena.standings.marks import (
    Bands,
    Mark,
    Slope,
    rate_mark,
    seen_mark,
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
    ],
)
def test_what_cannot_be_a_scale_is_said(bad: object, message: str) -> None:
    with pytest.raises(DataError) as caught:
        bad()  # type: ignore[operator]
    assert str(caught.value) == message
