"""Random looks: the same seeds draw the same, and stones differ from what is empty."""

from __future__ import annotations

import pytest

from gograde.pictures.training.looks.made import Dice, light, mixed, shifted


def test_the_same_seed_throws_the_same():
    one, other = Dice(7), Dice(7)
    assert [one.u(0, 1), one.i(1, 6), one.c("a", "b"), one.col(), one.grey(0, 1)] == [
        other.u(0, 1),
        other.i(1, 6),
        other.c("a", "b"),
        other.col(),
        other.grey(0, 1),
    ]
    assert {Dice(seed).i(1, 2) for seed in range(20)} == {1, 2}
    assert {Dice(seed).w([0, 3, 1]) for seed in range(40)} == {1, 2}


def test_colours_stay_colours():
    assert light((255, 255, 255)) == pytest.approx(1)
    assert shifted((250, 3, 100), 10) == (255, 13, 110)
    assert mixed((0, 0, 0), (100, 200, 50), 0.5) == (50, 100, 25)
