"""Points that clearly differ from what is expected there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.question import Difference
from gograde.pictures.read.stones.fit import SIGNS, Values
from gograde.pictures.read.stones.patches import INSIDE, OUTER, RADIUS
from gograde.pictures.read.verdict.trial import Trial

_BODY = RADIUS.ravel()[INSIDE] <= 0.25
"""The boxes that a stone fills, and no mark, number or letter."""

_TWO = 2  # stones that may be the only ones of a second colour, at most

_AROUND = OUTER[::3]
"""The boxes where only stones reach."""

_FREE = 0.3  # distance of a point without a stone in `_AROUND`, against the distance of stones, at most

_CENTRE = RADIUS.ravel()[INSIDE] <= 0.17
"""The innermost boxes."""

_FILL = 0.1  # difference from the innermost boxes of a box filled like them, unlike a rim, at most
_OTHER = 0.4  # difference of a filled box from a stone of the other colour, at least
_LITTLE = 0.1  # share of the body that need not differ
_OFF = 0.25  # difference of colour, from 0 to 1, of the part of the body that must differ
_FEW = 4  # stones of a colour, at most, that have no usual look
_PART = 0.45  # share of the body in which two stones of different kinds differ
_THIRD = 0.3  # share of the body that a line may cross
_COVERED = 0.15  # difference of a box from empty points when something lies on it
_MOST = 0.65  # share of the body in which stones of two colours differ, unlike a marked stone
_FLAT = 3.0  # weight of the prior against a slope of the light, in points
_MEMBERS = 3  # stones, at least, that have a usual look
_LIKE = 0.06  # distance of most of a stone from its usual look, at most


def is_clearly_other(trial: Trial, point: Difference) -> bool:
    """Whether nearly the whole middle of a point differs from the usual look of what is expected there."""
    boxes = trial.boxes[:, _BODY]
    here = boxes[point.row * trial.grid.cols + point.col]
    looks = {SIGNS[kind]: look[_BODY] for kind, look in trial.looks.items()}
    if point.expected in looks:
        return _differ(here, looks[point.expected])
    members = int((trial.fit.labels == SIGNS.index(point.seen)).sum())
    if point.seen == "." or "." not in looks or members < _MEMBERS:
        return False
    like = float(np.median(np.abs(here - looks[point.seen]).max(1))) <= _LIKE
    return like and _differ(looks[point.seen], looks["."])


def _differ(one: Values, other: Values, off: float = _OFF) -> bool:
    return one.size > 0 and float(np.quantile(np.abs(one - other).max(1), _LITTLE)) >= off


def differ_by_a_part(trial: Trial) -> bool:
    """Whether stones of the two colours look alike in a part of their middles; never on a typed board."""
    if trial.typed:
        return False
    looks = trial.looks
    apart = np.abs(looks[1] - looks[2])[_BODY].max(1)
    return float((apart >= apart.max() / 2).mean()) < _MOST


def has_a_stone_unlike_others(trial: Trial) -> bool:
    """Whether a stone clearly differs from the usual look of its colour; never on a typed board.

    Example: a black stone among a few white ones that, without others of its colour, counts as white with a
    mark.
    """
    if trial.typed:
        return False
    boxes = trial.boxes
    looks = {kind: look for kind, look in trial.looks.items() if kind}
    for kind, look in looks.items():
        stones = boxes[trial.fit.labels == kind]
        if any(_differ(here[_BODY], look[_BODY]) for here in stones):
            return True
        inside = _filled(look)
        others = sum(_differ(here[inside], look[inside], _OTHER) for here in stones)
        if len(looks) == 1 and (0 < others <= _TWO or _are_of_two_kinds(stones[:, _BODY])):
            return True
    return False


def _are_of_two_kinds(bodies: Values) -> bool:
    """Whether two of a few stones differ in nearly half of the body, more than by a mark."""
    if len(bodies) > _FEW:
        return False
    gaps = [np.abs(one - other).max(1) >= _OFF for one, other in combinations(bodies, 2)]
    return any(float(gap.mean()) > _PART for gap in gaps)


def _filled(look: Values) -> NDArray[np.bool_]:
    """The boxes of the body that look like the innermost boxes."""
    inmost = np.median(look[_CENTRE], axis=0)
    return np.asarray(_BODY & (np.abs(look - inmost).max(1) <= _FILL))


def bears_something(trial: Trial) -> bool:
    """Whether most of the middle of an empty point differs from the other empty points.

    On chequered squares, a point is compared with points of its tone; in uneven light, with the expected
    light. A mark does not count where stones of both colours extend beyond it.
    """
    boxes = trial.boxes
    down, across = np.divmod(np.arange(len(boxes)), trial.grid.cols)
    places = np.stack([np.ones(len(boxes)), *map(_centred, (down, across))], axis=1)
    empty, asked = trial.fit.labels == 0, ~_are_as_empty_around(trial, boxes)
    for tone in (0, 1):
        some = empty & ((down + across) % 2 == tone)
        if some.sum() >= _MEMBERS and np.any(asked[some] & _differing(boxes[some][:, _BODY], places[some])):
            return True
    return False


def _are_as_empty_around(trial: Trial, boxes: Values) -> NDArray[np.bool_]:
    """(points): which look empty around the middle, where stones of both colours do not."""
    counts = np.bincount(trial.fit.labels, minlength=3)
    if counts.min() < _MEMBERS:
        return np.zeros(len(boxes), np.bool_)
    looks = trial.looks
    apart = min(_apart_around(looks[kind], looks[0]) for kind in (1, 2))
    return np.asarray(np.abs(boxes[:, _AROUND] - looks[0][_AROUND]).max(2).mean(1) <= _FREE * apart)


def _apart_around(one: Values, other: Values) -> float:
    return float(np.abs(one - other)[_AROUND].max(1).mean())


def may_be_marks(trial: Trial, wrong: Sequence[Difference]) -> bool:
    """Whether all stones of a colour are superfluous and smaller than the others, as marks on captures."""
    kinds = {SIGNS.index(point.seen) for point in wrong}
    (kind,) = kinds if len(kinds) == 1 else (0,)
    mine, others = (int((trial.fit.labels == one).sum()) for one in (kind, 3 - kind))
    if not kind or not others or mine != len(wrong) or any(point.expected != "." for point in wrong):
        return False
    looks = trial.looks
    return _apart_around(looks[kind], looks[0]) <= _FREE * _apart_around(looks[3 - kind], looks[0])


def _centred(numbers: Values) -> Values:
    """Numbers scaled to the range -1 to 1."""
    return np.asarray(2 * numbers / max(int(numbers.max()), 1) - 1)


def _differing(boxes: Values, places: Values) -> NDArray[np.bool_]:
    """(points): which differ from the median of all, and from the expectation in uneven light."""
    rest = boxes - np.median(boxes, axis=0)
    differ = _covered(rest)
    if not differ.any() or (~differ).sum() < _MEMBERS:
        return differ
    x = places[~differ]
    slopes = np.linalg.solve(x.T @ x + np.diag([0.0, _FLAT, _FLAT]), x.T @ rest[~differ].mean(1))
    differ[differ] = _covered(rest[differ] - (places[differ] @ slopes)[:, None])
    return differ


def _covered(rest: Values) -> Values:
    """(points): whether something lies on most of the middle; `rest` is the unexpected part of the look."""
    return np.asarray(np.quantile(np.abs(rest).max(2), _THIRD, axis=1) >= _COVERED)
