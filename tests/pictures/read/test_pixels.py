"""Sums over boxes of pixels."""

from __future__ import annotations

import numpy as np
import pytest

from gograde.pictures.read.pixels import summed, sums_at


def test_sums_of_boxes_are_those_of_the_pixels() -> None:
    values = np.random.default_rng(1).integers(0, 256, (12, 9), np.uint8)
    sums = sums_at(summed(values), np.array([2.0, 7.0]), np.array([1.0, 6.5]))
    box = sums[1, 1] - sums[0, 1] - sums[1, 0] + sums[0, 0]
    assert box == pytest.approx((values[2:7, 1:6].sum() + values[2:7, 6].sum() / 2) / 255)


def test_bytes_and_shares_of_one_give_the_same_sums() -> None:
    values = np.random.default_rng(2).integers(0, 256, (6, 5, 3), np.uint8)
    assert np.array_equal(summed(values), summed(values.astype(np.float32) / np.float32(255)))
    assert summed(np.full((1000, 1000), 255, np.uint8))[-1, -1] == 255_000_000
