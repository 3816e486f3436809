"""Three ways to compare pictures by their pixels, each with its best threshold.

The reference is drawn in the look of the handed-out program. The ways are small versions of our own: the
root mean square of matplotlib's image tests, the structural similarity of Wang and others (2004) with flat
windows, and a perceptual hash of 64 bits from the low frequencies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from benchmarks.pictures.looks import Look, drawn
from benchmarks.pictures.positions import impostors
from benchmarks.pictures.styles import Style

Board = tuple[str, ...]
Grey = NDArray[np.float64]
SIDE = 128


def rms(one: Grey, other: Grey) -> float:
    """The root mean square of the difference."""
    return float(np.sqrt(np.mean((one - other) ** 2)))


def dissimilarity(one: Grey, other: Grey) -> float:
    """1 - SSIM, with windows of 8 x 8 pixels."""
    a, b = _windows(one), _windows(other)
    ma, mb = a.mean(1), b.mean(1)
    va, vb = a.var(1), b.var(1)
    cov = ((a - ma[:, None]) * (b - mb[:, None])).mean(1)
    c1, c2 = 0.01**2, 0.03**2
    ssim = (2 * ma * mb + c1) * (2 * cov + c2) / ((ma**2 + mb**2 + c1) * (va + vb + c2))
    return float(1 - ssim.mean())


def _windows(grey: Grey) -> Grey:
    n = SIDE // 8
    return grey.reshape(n, 8, n, 8).transpose(0, 2, 1, 3).reshape(n * n, 64)


def hash_distance(one: Grey, other: Grey) -> float:
    """The share of 64 bits that differ."""
    return float(np.mean(_hash(one) != _hash(other)))


def _hash(grey: Grey) -> NDArray[np.bool_]:
    n = np.arange(SIDE)
    waves = np.cos(np.pi * (2 * n[None] + 1) * np.arange(8)[:, None] / (2 * SIDE))
    low = waves @ grey @ waves.T
    return np.asarray(low > np.median(low))


WAYS: dict[str, Callable[[Grey, Grey], float]] = {
    "RMS": rms,
    "SSIM": dissimilarity,
    "perceptual hash": hash_distance,
}


def grey_of(image: Image.Image) -> Grey:
    """The picture as a square of brightness from 0 to 1."""
    small = image.convert("L").resize((SIDE, SIDE), Image.Resampling.BOX)
    return np.asarray(small, np.float64) / 255


def distances(styles: Sequence[Style], seed: int, count: int) -> dict[str, tuple[list[float], list[float]]]:
    """By way: the distances of right and of wrong pictures from the drawing of the reference."""
    found: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in WAYS}
    for style in styles:
        boards = style.boards(seed, count)
        for number, (board, image) in enumerate(
            zip(boards, style.pictures(boards, seed) or (), strict=False)
        ):
            if image is None:
                continue
            grey = grey_of(image)
            for wrong, reference in {"": board, **impostors(board, number)}.items():
                drawing = grey_of(drawn(Look(), reference, Random(0)))
                for name, way in WAYS.items():
                    found[name][bool(wrong)].append(way(grey, drawing))
    return found


def best(right: Sequence[float], wrong: Sequence[float]) -> tuple[float, float]:
    """The shares of right pictures failed and wrong ones passed, at the threshold with the smallest sum."""
    a, b = np.sort(right), np.sort(wrong)
    limits = np.concatenate([[-1.0], a])
    failed = 1 - np.searchsorted(a, limits, "right") / len(a)
    passed = np.searchsorted(b, limits, "right") / len(b)
    at = int(np.argmin(failed + passed))
    return float(failed[at]), float(passed[at])
