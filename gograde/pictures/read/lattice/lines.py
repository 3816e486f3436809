"""Maps of a picture (thin lines, edges, ink), and the angle by which the picture is rotated."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.pixels import Floats

_THIRD = 3  # pixels; three sums of three pixels make one of nine
LONG = _THIRD * 3  # pixels along a line over which it is averaged: text and noise fade, lines stay
_FAINT = 0.012  # difference of brightness from both sides at which a line begins to count
_FULL = 0.06  # difference of brightness from both sides at which a line counts fully
_GRAIN = 3.0  # a line must exceed this multiple of the median over all pixels, as grain does not
_THIN = 4  # every fourth pixel each way is used for the median strength
_INKED = 0.15  # difference from the median brightness that counts as ink
_PAPER = 2  # every second pixel each way is used for the median brightness
_STEEP = 0.1  # step of brightness at which an edge counts fully


@dataclass(frozen=True)
class Maps:
    """Strengths from 0 to 1 of lines and of edges that run across one axis, which lies along the rows."""

    lines: Floats
    edges: Floats

    def part(self, across: slice, along: slice) -> Maps:
        """The maps of a part of the picture."""
        return Maps(self.lines[across, along], self.edges[across, along])


def maps_of(luma: Floats) -> tuple[Maps, Maps]:
    """The maps of a picture's brightness for the axis to the right and, transposed, for the axis down."""
    down = np.ascontiguousarray(luma.T)
    return Maps(_down(luma), _edges(luma)), Maps(_down(down), _edges(down))


def ink_of(luma: Floats) -> Floats:
    """1 where the brightness is not the usual one of a picture, else 0."""
    return np.asarray(np.abs(luma - np.median(luma[::_PAPER, ::_PAPER])) > _INKED, np.float32)


def _down(luma: Floats) -> Floats:
    """Lines that run down: pixels darker or lighter than those two, or four, pixels to both sides."""
    best = np.zeros_like(luma)
    wide = np.pad(luma, ((0, 0), (4, 4)), mode="edge")
    width = luma.shape[1]
    for reach in (2, 4):
        left = luma - wide[:, 4 - reach : 4 - reach + width]
        right = luma - wide[:, 4 + reach : 4 + reach + width]
        same = np.minimum(left, right)  # the smaller difference; 0 when the two have opposite signs
        np.maximum(left, right, out=left)
        np.maximum(same, np.minimum(left, 0, out=left), out=same)
        along = _along(same)
        np.maximum(best, np.abs(along, out=along), out=best)
    return _clear(best, _FAINT, _FULL - _FAINT)


def _edges(luma: Floats) -> Floats:
    """Edges that run down: the difference between the pixels to the right and to the left."""
    step = np.zeros_like(luma)
    step[:, 1:-1] = luma[:, 2:] - luma[:, :-2]
    strength = _along(step)
    return _clear(np.abs(strength, out=strength), _FAINT * 2, _STEEP)


def _clear(strength: Floats, least: float, full: float) -> Floats:
    """Strength scaled to 0 where a line begins to count and 1 at full; overwrites its argument."""
    grain = _GRAIN * float(np.median(strength[::_THIN, ::_THIN]))
    strength -= np.float32(max(least, grain))
    strength /= np.float32(full)
    return np.clip(strength, 0, 1, out=strength)


def _along(values: Floats) -> Floats:
    """The mean over `LONG` rows, with zeros beyond the first and the last row."""
    wide = np.pad(values, ((LONG // 2, LONG // 2), (0, 0)))
    thirds = wide[:-2] + wide[1:-1] + wide[2:]
    total = thirds[: -2 * _THIRD] + thirds[_THIRD:-_THIRD]
    total += thirds[2 * _THIRD :]
    total *= np.float32(1 / LONG)
    return np.asarray(total)


# ---------------------------------------------------------------- turned boards

_MOST = 8.0  # degrees of rotation, at most; no program rotates a board further by mistake
_LEAST = 0.35  # degrees from which on a picture is rotated upright; below, the blur harms more
_GAIN = 1.15  # sharpness of the lines' profiles at the angle, against that at 0, that suffices alone
_HINT = 1.05  # the same ratio from which on edges are consulted too
_BOTH = 1.25  # product of the ratios of lines and edges that suffices
_AGREE = 0.3  # degrees by which the angles of lines and edges may differ
_FEW = 50  # pixels of lines from which on their angle is measured

_Places = tuple[NDArray[np.float64], NDArray[np.float64]]


def tilt(maps: tuple[Maps, Maps]) -> float:
    """Degrees anticlockwise that align the picture's lines with the axes; 0 when it is upright.

    The angle is where the profiles of lines are sharpest. If the lines are weak, as under many stones, edges
    must be sharper at the same angle.
    """
    lines = _strong(maps[0].lines), _strong(maps[1].lines)
    if min(len(places[0]) for places in lines) < _FEW:
        return 0.0
    angle = _sharpest(lines)
    if abs(angle) < _LEAST:
        return 0.0
    gain = _gain(lines, angle)
    if _HINT < gain <= _GAIN:
        edges = _strong(maps[0].edges), _strong(maps[1].edges)
        same = abs(_sharpest(edges) - angle) < _AGREE
        return -angle if same and gain * _gain(edges, angle) > _BOTH else 0.0
    return -angle if gain > _GAIN else 0.0


def _sharpest(maps: tuple[_Places, _Places]) -> float:
    """The angle in degrees at which the profiles are sharpest, in steps of 0.1."""
    coarse = max(np.arange(-_MOST, _MOST + 0.1, 0.5), key=lambda angle: _both(maps, angle))
    return float(max(coarse + np.arange(-0.5, 0.51, 0.1), key=lambda angle: _both(maps, angle)))


def _gain(maps: tuple[_Places, _Places], angle: float) -> float:
    return _both(maps, angle) / _both(maps, 0.0)


def _both(maps: tuple[_Places, _Places], angle: float) -> float:
    (ys, xs), (vs, us) = maps
    return _sharp(xs, ys, angle) + _sharp(vs, us, -angle)


def _strong(values: Floats) -> _Places:
    ys, xs = np.nonzero(values > 0.4)
    step = max(1, len(ys) // 6000)
    return ys[::step].astype(np.float64), xs[::step].astype(np.float64)


def _sharp(place: NDArray[np.float64], along: NDArray[np.float64], degrees: float) -> float:
    """The sum of squared counts of pixels in columns that lean by an angle."""
    angle = np.deg2rad(degrees)
    bins = np.bincount((place * np.cos(angle) - along * np.sin(angle) + 2000).astype(np.intp))
    return float(np.sum(bins.astype(np.float64) ** 2))
