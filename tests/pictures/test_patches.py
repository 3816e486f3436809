"""What surrounds the points, and which of two classes of stones is black."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from gograde.pictures.picture import Picture
from gograde.pictures.read.lattice.combs import Comb, refined
from gograde.pictures.read.lattice.grids import Grid, Kind
from gograde.pictures.read.pixels import sheet_of, summed, sums_at
from gograde.pictures.read.stones.colours import Order, order_as
from gograde.pictures.read.stones.patches import CELLS, INSIDE, patches_of


def test_sums_of_boxes_are_those_of_the_pixels() -> None:
    values = np.random.default_rng(1).integers(0, 256, (12, 9), np.uint8)
    sums = sums_at(summed(values), np.array([2.0, 7.0]), np.array([1.0, 6.5]))
    box = sums[1, 1] - sums[0, 1] - sums[1, 0] + sums[0, 0]
    assert box == pytest.approx((values[2:7, 1:6].sum() + values[2:7, 6].sum() / 2) / 255)


def test_bytes_and_shares_of_one_give_the_same_sums() -> None:
    values = np.random.default_rng(2).integers(0, 256, (6, 5, 3), np.uint8)
    assert np.array_equal(summed(values), summed(values.astype(np.float32) / np.float32(255)))
    assert summed(np.full((1000, 1000), 255, np.uint8))[-1, -1] == 255_000_000


def test_boxes_beyond_the_picture_are_those_opposite() -> None:
    """A black disc around the corner of the picture: the part that is seen stands for the others."""
    ys, xs = np.mgrid[:91, :91]
    grey = np.where(np.hypot(ys, xs) < 30, 0, 255).astype(np.uint8)
    picture = Picture(91, 91, np.repeat(grey[..., None], 3, 2).tobytes())
    sheet = sheet_of(picture)
    found = patches_of(sheet, summed(sheet.rgb), Grid(Kind.POINTS, 2, 2, 0, 90, 0, 90)).inner
    square = np.full(CELLS * CELLS, np.nan)
    square[INSIDE] = found[0, 0, :, 0]
    square = square.reshape(CELLS, CELLS)
    assert np.array_equal(square, square[::-1], equal_nan=True)
    assert np.array_equal(square, square[:, ::-1], equal_nan=True)
    assert (square[4, 4], square[4, 0]) == (pytest.approx(0, abs=1e-6), pytest.approx(1, abs=1e-6))


LOOKS = {1: 0.1, 2: 0.9}


@pytest.mark.parametrize(
    ("shown", "order"),
    [
        ({1: 0.1, 2: 0.9}, Order.RIGHT),
        ({1: 0.9, 2: 0.1}, Order.SWAPPED),
        ({1: 0.2}, Order.RIGHT),
        ({2: 0.2}, Order.SWAPPED),
        ({1: 0.5, 2: 0.5}, Order.UNKNOWN),
        ({}, Order.RIGHT),
    ],
)
def test_stones_are_held_against_those_of_other_pictures(shown: dict[int, float], order: Order) -> None:
    labels = np.array([0, *shown], np.int8)
    features = np.array([[0.6] * 4, *([value] * 4 for value in shown.values())], np.float32)
    known = np.array([[LOOKS[kind]] * 4 for kind in (1, 2)], np.float32), np.array([1, 2], np.int8)
    assert order_as(features, labels, known) is order


def test_a_comb_goes_to_the_lines_not_to_the_edges_beside_them() -> None:
    lines = 130 + 99.0 * np.arange(5)
    places = np.sort(np.r_[lines, lines[:3] - 7, lines[2:] + 7])
    weights = np.where(np.isin(places, lines), 3.0, 1.0)
    (found,) = refined([Comb(124.7, 100.6, 0.9)], places, weights, 4)
    assert (found.first, found.step, found.score) == (
        pytest.approx(130, abs=0.5),
        pytest.approx(99, abs=0.2),
        0.9,
    )


def slowly_refined(comb: Comb, places: NDArray[np.float64], weights: NDArray[np.float64], steps: int) -> Comb:
    """One comb by itself, by numpy's own fit of a line."""
    for loose in (0.08, 0.04, 0.03):
        offset = (places - comb.first) / comb.step
        tooth = np.rint(offset)
        near = (abs(offset - tooth) < max(loose, 1.5 / comb.step)) & (tooth >= 0) & (tooth <= steps)
        if len(set(tooth[near])) < 3:
            break
        step, first = np.polyfit(tooth[near], places[near], 1, w=np.sqrt(weights[near]))
        comb = Comb(float(first), float(step), comb.score)
    return comb


@given(st.integers(0, 10**6))
def test_many_combs_go_where_each_goes_by_itself(seed: int) -> None:
    rng = np.random.default_rng(seed)
    places = np.sort(rng.uniform(0, 500, 30))
    weights = rng.uniform(0.1, 3, 30)
    combs = [Comb(rng.uniform(0, 100), rng.uniform(10, 60), 0.5) for _ in range(6)]
    for comb, found in zip(combs, refined(combs, places, weights, 8), strict=True):
        alone = slowly_refined(comb, places, weights, 8)
        assert (found.first, found.step) == pytest.approx((alone.first, alone.step))


def test_a_comb_with_too_few_peaks_stays() -> None:
    comb = Comb(10, 20, 0.5)
    assert refined([comb], np.array([10.0, 30.0]), np.ones(2), 8) == [comb]
