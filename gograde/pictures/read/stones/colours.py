"""Which of two classes of stones is black: by brightness, or by shape when both have the same ink."""

from __future__ import annotations

from enum import Enum

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.stones.fit import Labels, Values
from gograde.pictures.read.stones.looks import looks_of
from gograde.pictures.read.stones.patches import AXES, INSIDE, RADIUS, SECTORS

_RADIUS = RADIUS.ravel()[INSIDE]
_CORE = _RADIUS <= 0.27
_MIDDLE = _RADIUS <= 0.13
_FILLED = _RADIUS <= 0.17
_CENTRE = _RADIUS <= 0.06
_BODY = (_RADIUS > 0.17) & (_RADIUS <= 0.3)
_RING = (_RADIUS > 0.13) & (_RADIUS <= 0.34)
_SLANT = np.minimum(np.abs(AXES[0]), np.abs(AXES[1])).ravel()[INSIDE] / np.maximum(_RADIUS, 1e-9)
_DIAGONAL = _RING & (_SLANT > 0.6)
_STRAIGHT = _RING & (_SLANT < 0.25)
_WITHIN = _RADIUS <= 0.25
_RIM = [(_RADIUS > 0.27) & (_RADIUS <= 0.46) & sector[INSIDE] for sector in SECTORS]
LUMA = np.array([0.299, 0.587, 0.114])

_APART = 0.12  # difference of brightness between white and black, at least
_PALE = 0.88  # brightness of a filled stone on light paper from which on it is white
_LIGHT_GREY = 0.8  # brightness of an evenly painted stone from which on it is white
_COLOURED = 0.25  # range of the three channels from which on a stone counts as coloured
_SAME = 0.06  # difference up to which two colours count as the same
_OPEN = 0.35  # ink inside of a ring, against the ink in the ring, at most
_NEARER = 0.7  # distance to the looks of one order, against the other, at most, to decide for it

_AROUND = (_RADIUS > 0.2) & (_RADIUS <= 0.32)
"""The boxes of a stone that a mark leaves free."""

_EVENLY = 0.08  # difference of a box in `_AROUND` from their median, at most
_MOST = 0.8  # share of the boxes in `_AROUND` that are so even, at least

_OUTSIDE = (_RADIUS > 0.28) & (_RADIUS <= 0.36)
"""Boxes inside most stones and outside of marks, apart from thick rims."""

_BAREST = 0.1  # share of a class's stones that may lack the ink of a box, since numbers differ

_BESIDE = (_RADIUS > 0.2) & (_RADIUS <= 0.27)
"""The boxes of a stone that a number leaves partly free."""

_FREE = 0.55  # share of the boxes in `_BESIDE` that a number leaves free, at least
_FEW = 4  # stones, at least, whose numbers are certain to differ
_NUMBERS = 0.15  # difference between stones with numbers, against their ink
_ON_PAPER = 0.2  # difference between stones with numbers, against their ink, on discs as light as the paper
_EVEN = 0.02  # difference of a painted stone from the ground, at least, and within itself, at most
_PAINTED = 0.9  # share of its middle that is so even


class Order(Enum):
    """Whether the classes labelled black and white are black and white."""

    RIGHT = "black is darker"
    SWAPPED = "black is lighter"
    FREE = "both are coloured"
    UNKNOWN = "cannot be told"


def order_of(features: Values, labels: Labels) -> Order:
    """The order by the middles of the stones; a lone class is compared with the empty points."""
    looks = looks_of(labels, features.reshape(len(labels), -1, 3))
    if 1 in looks and 2 in looks:
        order = _of_two(looks[1], looks[2], looks.get(0))
    elif 1 in looks or 2 in looks:
        order = _of_one(looks, features[labels > 0].reshape(-1, len(_RADIUS), 3))
    else:
        return Order.RIGHT
    return order if is_solid(looks) else _of_signs(looks, order)


def order_as(features: Values, labels: Labels, known: tuple[Values, Labels]) -> Order:
    """The order by the looks of black and white in other pictures of the same program."""
    looks = {kind: np.median(features[labels == kind], axis=0) for kind in (1, 2) if np.any(labels == kind)}
    usual = {kind: np.median(known[0][known[1] == kind], axis=0) for kind in np.unique(known[1]).tolist()}
    same = sum(float(np.abs(look - usual[kind]).mean()) for kind, look in looks.items())
    other = sum(float(np.abs(look - usual[3 - kind]).mean()) for kind, look in looks.items())
    empty = sum(float(np.abs(look - usual[0]).mean()) for look in looks.values()) if 0 in usual else np.inf
    if looks and empty < min(same, other):
        return Order.UNKNOWN
    if not looks or same < _NEARER * other:
        return Order.RIGHT
    return Order.SWAPPED if other < _NEARER * same else Order.UNKNOWN


def _of_signs(looks: dict[int, Values], order: Order) -> Order:
    """The order of letters and rings.

    X and O are right on any ground, other signs only on light ground; black alone must be a cross.
    """
    if 0 in looks and _are_letters(looks):
        return Order.RIGHT
    if order is not Order.RIGHT:
        return Order.FREE if order is Order.FREE else Order.UNKNOWN
    ground = np.median(looks[0], axis=0)
    lone = 2 not in looks and not _is_cross(looks[1], ground)
    return Order.UNKNOWN if lone or float(ground @ LUMA) < 0.5 else order


def is_solid(looks: dict[int, Values]) -> bool:
    """Whether a class of stones is filled, so that its points are stones and not letters."""
    if 0 not in looks:
        return True
    ground = np.median(looks[0], axis=0)
    inks = [np.abs(look - ground).max(1) for kind, look in looks.items() if kind]
    return any(
        float(ink[_FILLED].min()) > 0.6 * float(ink[_FILLED].max()) or _is_numbered(ink) for ink in inks
    )


def _is_numbered(ink: Values) -> bool:
    """Whether a look is a disc with a number: filled beside the middle and partly in it, unlike a ring."""
    inked = ink > 0.6 * float(ink[_BODY].max())
    return float(inked[_BODY].mean()) >= 0.75 and float(inked[_FILLED].mean()) >= 0.3


def _middle(look: Values) -> Values:
    return np.asarray(look[_MIDDLE].mean(axis=0))


def _median(look: Values, within: NDArray[np.bool_] = _CORE) -> Values:
    """The median colour of some boxes of a look."""
    return np.asarray(np.median(look[within], axis=0))


def _coloured(colour: Values) -> bool:
    return float(colour.max() - colour.min()) > _COLOURED


def _of_two(black: Values, white: Values, empty: Values | None) -> Order:
    """The order of two classes, by the middle and three rings around it; unknown if these disagree."""
    ground = None if empty is None else np.median(empty, axis=0)
    if ground is not None:
        black, white = _unmarked(black, ground), _unmarked(white, ground)
    one, other = _middle(black), _middle(white)
    if _coloured(one) and _coloured(other):
        return Order.FREE
    if ground is not None and _on_dark(one, other, ground):
        shows = min(black, white, key=lambda look: float(np.abs(_middle(look) - ground).max()))
        if not _is_painted(shows, ground):
            return Order.UNKNOWN
    pairs = [(one, other), *((_median(black, of), _median(white, of)) for of in (_CORE, _AROUND, _OUTSIDE))]
    differences = (float((light - dark) @ LUMA) for dark, light in pairs)
    told = [difference for difference in differences if abs(difference) >= _APART]
    if not told or min(told) < 0 < max(told):
        return Order.UNKNOWN
    return Order.RIGHT if told[0] > 0 else Order.SWAPPED


def _on_dark(one: Values, other: Values, ground: Values) -> bool:
    """Whether one class shows the dark ground: a disc of light ink may then be either colour."""
    dark = float(ground @ LUMA) < 0.35
    return dark and min(float(np.abs(one - ground).max()), float(np.abs(other - ground).max())) < _SAME


def _is_painted(look: Values, ground: Values) -> bool:
    """Whether the middle is of one colour other than the ground's, unlike letters and rings."""
    usual, inside = _median(look), np.median(look[_FILLED], axis=0)
    off, darker = float(np.abs(usual - ground).max()), float((ground - inside) @ LUMA)
    return (off >= _EVEN and _is_even(look[_CORE])) or (darker >= _EVEN and _is_even(look[_FILLED]))


def _is_even(boxes: Values, off: float = _EVEN) -> bool:
    usual = np.median(boxes, axis=0)
    return bool((np.abs(boxes - usual).max(1) <= off).mean() >= _PAINTED)


def _are_letters(looks: dict[int, Values]) -> bool:
    """Whether black is drawn as X and white as O."""
    if not {1, 2} <= set(looks):
        return False
    ground = np.median(looks[0], axis=0)
    return _is_cross(looks[1], ground) and _is_round(looks[2], ground, _CENTRE)


def _is_round(look: Values, ground: Values, within: NDArray[np.bool_]) -> bool:
    """Whether ink lies around the middle and hardly any in `within`."""
    ink = np.abs(look - ground).max(1)
    around = float(ink[_RING].mean())
    return around > 0.12 and float(ink[within].mean()) < _OPEN * around


def _is_numbered_ring(stones: Values, empty: Values, ground: Values) -> bool:
    """Whether stones have ink in every direction and, inside, only numbers, which differ."""
    ink = _common(np.minimum(np.abs(stones - ground).max(2), np.abs(stones - empty).max(2)))
    around = [float(ink[part].max()) for part in _RIM]
    return min(around) > 0.12 and float(ink[_WITHIN].max()) < _OPEN * float(np.median(around))


def _common(ink: Values) -> Values:
    """(boxes): the ink that all but a tenth of the stones (stones, boxes) have."""
    return np.asarray(np.quantile(ink, _BAREST, axis=0))


def _is_cross(look: Values, ground: Values) -> bool:
    """Whether ink lies in the middle and along the diagonals, and none beside them."""
    if _is_even(look[_CORE], _SAME):
        return False
    ink = np.abs(look - ground).max(1)
    diagonal, straight = float(ink[_DIAGONAL].mean()), float(ink[_STRAIGHT].mean())
    return diagonal > 0.12 and diagonal > 1.6 * straight and float(ink[_MIDDLE].mean()) > 0.8 * diagonal


def _of_one(looks: dict[int, Values], stones: Values) -> Order:
    """The order of one class; `stones` is (stones, boxes, 3)."""
    kind = 1 if 1 in looks else 2
    if 0 not in looks:
        return _against_middle(looks[kind], kind)
    ground = np.median(looks[0], axis=0)
    rings = _is_round(looks[kind], ground, _MIDDLE) or _is_numbered_ring(stones, looks[0], ground)
    if float(ground @ LUMA) > 0.5 and rings:
        return _is(False, kind)
    if _is_light_with_numbers(stones, looks[kind], ground):
        return _is(False, kind)
    look = _unmarked(looks[kind], ground)
    middle = _middle(look)
    if _coloured(middle) and (not _coloured(ground) or float(np.abs(middle - ground).max()) > 0.2):
        return Order.UNKNOWN
    order = _against_ground(look, looks[0], kind)
    black = order is _is(True, kind)
    return Order.UNKNOWN if black and not _stays_dark(stones, ground) else order


def _is_light_with_numbers(stones: Values, look: Values, ground: Values) -> bool:
    """Whether stones are light discs with numbers, which are dark on white stones only.

    A disc that differs from the paper may bear any mark that leaves its surroundings free. A disc of the
    paper's colour must have a rim, and its numbers must differ more.
    """
    fill = np.median(stones[:, _BESIDE].reshape(-1, 3), axis=0)
    light = float(fill @ LUMA)
    if light < _LIGHT_GREY or float((look[_RADIUS <= 0.3] @ LUMA).max()) > light + _SAME:
        return False
    free = float((np.abs(look[_BESIDE] - fill).max(1) <= _EVENLY).mean())
    inside = stones[:, _CORE]
    differ = float(np.abs(inside - look[_CORE]).max(2).mean()) if len(stones) >= _FEW else 0.0
    differ /= max(float(np.abs(inside - ground).max(2).mean()), 1e-9)
    if float(np.abs(fill - ground).max()) >= _SAME:
        return free >= _PAINTED or (free >= _FREE and differ >= _NUMBERS)
    rim = min(float((light - look[part] @ LUMA).max()) for part in _RIM)
    return free >= _FREE and differ >= _ON_PAPER and rim >= _SAME


def _stays_dark(stones: Values, ground: Values) -> bool:
    """Whether the ink in the middle belongs to stones or to one sign, and not to numbers, which differ."""
    ink = np.abs(stones - ground).max(2)
    most, common = float(np.median(ink, axis=0)[_CORE].max()), _common(ink)
    if _shows_paper(ink, most, ground):
        return False
    return any(float((common[part] > 0.5 * most).mean()) >= 0.55 for part in (_FILLED, _BODY))


def _shows_paper(ink: Values, most: float, ground: Values) -> bool:
    """Whether light paper shows at one place of the middle on nearly all stones, as in a bold O."""
    bare = float(np.quantile(ink[:, _FILLED], 1 - _BAREST, axis=0).min())
    return float(ground @ LUMA) > 0.5 and bare < _OPEN * most


def _unmarked(look: Values, ground: Values) -> Values:
    """The look with the middle of an evenly painted disc filled in, which removes a mark."""
    fill = _median(look, _AROUND)
    if _is_even(look[_FILLED], _SAME):
        return look
    even = float((np.abs(look[_AROUND] - fill).max(1) <= _EVENLY).mean()) >= _MOST
    if not even or float(np.abs(fill - ground).max()) < _SAME:
        return look
    return np.where(_CORE[:, None], fill, look)


def _against_ground(look: Values, empty: Values, kind: int) -> Order:
    """The order of one class of stones by comparison with the empty points."""
    ground = np.median(empty, axis=0)
    difference = float((_middle(look) - _middle(empty)) @ LUMA)
    if float(ground @ LUMA) < 0.35 and abs(float((_middle(look) - ground) @ LUMA)) < _SAME:
        return _is(True, kind) if _is_painted(look, ground) else Order.UNKNOWN
    if float(ground @ LUMA) < 0.35 and difference > -_SAME:
        cross = _is_cross(look, ground)
        light = min(float((inside - ground) @ LUMA) for inside in (_middle(look), _median(look))) > 0.4
        return Order.UNKNOWN if not (cross or light) else _is(cross, kind)
    brightness = float(_middle(look) @ LUMA), float(_median(look) @ LUMA)
    if float(ground @ LUMA) > 0.5 and (min(brightness) > _PALE or _is_light_grey(look, ground)):
        return _is(False, kind)
    inside = float((_median(look) - _median(empty)) @ LUMA)
    if abs(difference) < _SAME and abs(inside) < _SAME:
        return _is(False, kind) if _is_ring(look, empty) else Order.UNKNOWN
    if difference < 0 and inside < 0 and not _is_filled(look, ground):
        return Order.RIGHT if kind == 1 and _is_cross(look, ground) else Order.UNKNOWN
    if inside * difference < 0 and min(abs(inside), abs(difference)) > 0.02:
        return Order.UNKNOWN
    darker = (inside if abs(inside) >= _SAME else difference) < 0
    return _is(darker, kind) if _is_dark_or_light(look, darker) else Order.UNKNOWN


def _is_light_grey(look: Values, ground: Values) -> bool:
    """Whether the middle is an even light grey, unlike any black stone or letter."""
    inside = look[_FILLED]
    light = float(np.median(inside, axis=0) @ LUMA) > _LIGHT_GREY
    off = float(np.abs(np.median(inside, axis=0) - ground).max()) >= _SAME
    return light and off and _is_even(inside, _SAME)


def _is_dark_or_light(look: Values, dark: bool) -> bool:
    """Whether a stone is dark, or light, in itself; a grey stone may be either colour."""
    brightness = float(_middle(look) @ LUMA), float(_median(look) @ LUMA)
    return min(brightness) < 0.5 if dark else max(brightness) > 0.5


def _is_ring(look: Values, empty: Values) -> bool:
    """Whether a stone is like an empty point in the middle and unlike one around it."""
    change = np.abs(look - empty).max(1)
    return float(change[_RADIUS > 0.25].mean()) > 2 * float(change[_RADIUS < 0.2].mean())


def _is_filled(look: Values, ground: Values) -> bool:
    """Whether most of the middle is as dark as its darkest part, as in a disc with or without a number."""
    ink = np.abs(look - ground).max(1)
    small, large = ink[_FILLED], ink[_CORE]
    return any(float((part > 0.75 * part.max()).mean()) >= 0.55 for part in (small, large))


def _is(black: bool, kind: int) -> Order:
    return Order.RIGHT if black == (kind == 1) else Order.SWAPPED


def _against_middle(look: Values, kind: int) -> Order:
    """The order of a board full of one colour."""
    brightness = float(_median(look) @ LUMA)
    return Order.UNKNOWN if 0.3 < brightness < 0.7 else _is(brightness < 0.5, kind)
