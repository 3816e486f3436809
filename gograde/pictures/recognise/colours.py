"""Which of two classes of stones is black: from brightness, or from the shape when the ink is the same."""

from __future__ import annotations

from enum import Enum

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.recognise.classes import Labels, Values
from gograde.pictures.recognise.patches import INSIDE, RADIUS

_RADIUS = RADIUS.ravel()[INSIDE]
_CORE, _MIDDLE = _RADIUS <= 0.27, _RADIUS <= 0.13
_LUMA = np.array([0.299, 0.587, 0.114])

_APART = 0.12
"""Brightness by which black must be darker than white."""

_COLOURED = 0.25
"""The range of the three channels from which on a stone counts as coloured."""


class Order(Enum):
    """Whether the classes called black and white are so."""

    RIGHT = "black is darker"
    SWAPPED = "black is lighter"
    FREE = "both are coloured"
    UNKNOWN = "cannot be told"


def order_of(features: Values, labels: Labels) -> Order:
    """Judged by the middles of the stones; one class alone is held against the empty points."""
    looks = {kind: _look(features[labels == kind]) for kind in range(3) if np.any(labels == kind)}
    if 1 in looks and 2 in looks:
        return _of_two(looks[1], looks[2], looks.get(0))
    if 1 in looks or 2 in looks:
        return _of_one(looks)
    return Order.RIGHT


def _look(features: Values) -> NDArray[np.float64]:
    """The usual patch of a class: (boxes, 3)."""
    return np.asarray(np.median(features, axis=0)).reshape(-1, 3)


def _of_two(black: Values, white: Values, empty: Values | None) -> Order:
    one, other = _core(black), _core(white)
    if _coloured(one) and _coloured(other):
        return Order.FREE
    difference = float((other - one) @ _LUMA)
    if abs(difference) >= _APART:
        if empty is not None and _hollow_on_dark(one, other, _core(empty)):
            return Order.UNKNOWN
        return Order.RIGHT if difference > 0 else Order.SWAPPED
    return Order.UNKNOWN if empty is None else _by_shape(black, white, empty)


def _core(look: Values) -> Values:
    return np.asarray(np.median(look[_CORE], axis=0))


def _coloured(colour: Values) -> bool:
    return float(colour.max() - colour.min()) > _COLOURED


def _hollow_on_dark(one: Values, other: Values, empty: Values) -> bool:
    """Rings and discs of light ink on a dark ground: a disc may then stand for either colour."""
    dark = float(empty @ _LUMA) < 0.35
    return dark and min(float(np.abs(one - empty).max()), float(np.abs(other - empty).max())) < 0.05


def _by_shape(black: Values, white: Values, empty: Values) -> Order:
    """Letters of one ink: an X has ink in the middle, an O has none."""
    one, other = _ink(black, empty, _MIDDLE), _ink(white, empty, _MIDDLE)
    if max(one, other) < 0.08 or abs(one - other) < 0.5 * max(one, other):
        return Order.UNKNOWN
    return Order.RIGHT if one > other else Order.SWAPPED


def _ink(look: Values, empty: Values, part: NDArray[np.bool_]) -> float:
    """How far the look is from the ground, which is the usual colour of empty points."""
    ground = np.median(empty, axis=0)
    return float(np.abs(look[part] - ground).max(1).mean())


def _of_one(looks: dict[int, Values]) -> Order:
    kind = 1 if 1 in looks else 2
    if 0 not in looks:
        return _against_middle(looks[kind], kind)
    core, ground = _core(looks[kind]), np.median(looks[0], axis=0)
    if _coloured(core) and not _coloured(ground):
        return Order.UNKNOWN
    difference = float((core - ground) @ _LUMA)
    if abs(difference) < 0.06:
        return _hollow(looks[kind], looks[0], kind)
    return Order.RIGHT if (difference < 0) == (kind == 1) else Order.SWAPPED


def _against_middle(look: Values, kind: int) -> Order:
    """A board full of one colour."""
    brightness = float(_core(look) @ _LUMA)
    if 0.3 < brightness < 0.7:
        return Order.UNKNOWN
    return Order.RIGHT if (brightness < 0.5) == (kind == 1) else Order.SWAPPED


def _hollow(look: Values, empty: Values, kind: int) -> Order:
    """The middle looks like the ground: a ring or the letter O is white, an X has ink in the middle."""
    inked = _ink(look, empty, _MIDDLE)
    if inked < 0.05:
        return Order.RIGHT if kind == 2 else Order.SWAPPED
    return Order.UNKNOWN if inked < 0.15 else Order.RIGHT if kind == 1 else Order.SWAPPED
