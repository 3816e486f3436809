"""The interval of an observed win rate."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.arena.rating.model import wilson
from gograde.errors import DataError


def test_wilsons_interval() -> None:
    for wins, games, low, high in [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
        (0, 0, 0, 1),
    ]:
        assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


@given(st.integers(1, 60), st.data())
def test_its_ends_are_as_far_from_what_was_seen_as_the_level_says(games: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(1, games - 1)) if games > 1 else 0
    for end in wilson(wins, games):
        if 0 < end < 1:
            assert (wins / games - end) ** 2 == pytest.approx(1.959964**2 * end * (1 - end) / games, rel=1e-4)


def test_more_wins_than_games_are_refused() -> None:
    with pytest.raises(DataError) as caught:
        wilson(3, 2)
    assert str(caught.value) == "wins: 3 of 2 games\nFix: wins are between 0 and the games played"
