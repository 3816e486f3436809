"""A lattice and the labels that fit on it best: what a verdict rests on."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.lattice.grids import Grid
from gograde.pictures.read.stones.classes import Fit, Labels, Values
from gograde.pictures.read.stones.colours import Order
from gograde.pictures.read.stones.patches import AXES, CELLS, HALVES, INSIDE, RADIUS, Patches

CLEAR = 0.15
"""The margin that every point must have."""

SURE = 0.4
"""The margin of a point on which a picture is rejected."""

APART = 0.08
"""The share of boxes in which two classes must differ."""

_LIKE = 0.5
"""How far a stone is from the usual one at most, against an empty point."""

_NEAR, _TIGHT = 0.035, 0.1
"""What is enough of it when all points are sure, and how near to their classes they lie then, against it."""

LOOSE = 0.08
"""Mean distance of the points to their classes from which on nothing is said against a picture, nor that a
board is empty."""

FAR_BETTER = 0.6
"""The cost of a fit, against another's, from which on it is right where they contradict each other."""

STRANGE = 0.025
"""Usual distance of a line of points from their classes that is strange."""


_TAUGHT = 3
"""Points that the look of a class in other pictures is worth."""

_CORNERS = ((np.abs(AXES).min(0) > 0.5 / CELLS) & (RADIUS > 0.2)).ravel()[INSIDE]
_CORNER = 0.1
"""The boxes beside the middle of a point and of its sides; and how much classes differ elsewhere at least,
against there."""

_ONE_SIDE = 0.75
"""The share of what stones differ by from empty points that lies in half of the point at most."""


@dataclass(frozen=True, eq=False)
class Known:
    """What points of each class look like in other pictures of the same program; equal only to itself."""

    features: Values
    labels: Labels


@dataclass(frozen=True)
class Trial:
    """A lattice, the labels that fit on it best, and how the colours stand.

    `against` is the least cost of what another lattice at the place shows, when that is another board.
    """

    grid: Grid
    fit: Fit
    order: Order
    patches: Patches
    against: float = math.inf

    @cached_property
    def clear(self) -> bool:
        return fits(self.fit) and not self.amid

    @cached_property
    def amid(self) -> bool:
        """Whether the points lie amid four stones each, as on a lattice that is half a step aside."""
        return _differ_in_corners(self.fit, self.patches) or _differ_on_one_side(self.fit, self.patches)

    @property
    def doubted(self) -> bool:
        return self.fit.cost >= FAR_BETTER * self.against


def _differ_in_corners(fit: Fit, patches: Patches) -> bool:
    """Whether two classes differ in the corners of the points alone; where points are known, they do not."""
    if not fit.own.any():
        return False
    apart = [np.abs(one - other).max(1) for one, other in combinations(looks_of(fit, patches).values(), 2)]
    return any(float(gap[~_CORNERS].max()) < _CORNER * float(gap[_CORNERS].max()) for gap in apart)


def _differ_on_one_side(fit: Fit, patches: Patches) -> bool:
    """Whether stones differ from empty points in one half of the point, as parts of those that lie beside it.

    Where stones are few, no two parts of one stone look alike, so that one counts as a stone and the others
    as empty.
    """
    if fit.labels.all():
        return False
    empty, *stones = looks_of(fit, patches).values()
    gaps = [np.abs(look - empty).max(1) for look in stones]
    return any(max(float(gap[half].sum()) for half in HALVES) > _ONE_SIDE * float(gap.sum()) for gap in gaps)


def looks_of(fit: Fit, patches: Patches) -> dict[int, Values]:
    """The usual look of each class that has points, in their order: (boxes, 3)."""
    boxes = patches.inner.reshape(len(fit.labels), -1, 3)
    return {
        kind: np.median(boxes[fit.labels == kind], axis=0) for kind in range(3) if np.any(fit.labels == kind)
    }


def like_stones(points: Values, looks: Mapping[int, Values]) -> NDArray[np.bool_]:
    """Which of some points look about as stones of either colour usually do, against the empty ones."""
    flat, empty = points.reshape(len(points), -1), looks[0].ravel()
    stones = [look.ravel() for kind, look in looks.items() if kind]
    far = [np.abs(flat - look).mean(1) / np.abs(look - empty).mean() for look in stones]
    return np.asarray(np.min(far, axis=0) < _LIKE)


def like_empty(points: Values, looks: Mapping[int, Values]) -> NDArray[np.bool_]:
    """Which of some points look about as empty ones usually do, against the stones of that colour which is
    nearest to these.
    """
    flat, empty = points.reshape(len(points), -1), looks[0].ravel()
    least = min(float(np.abs(look.ravel() - empty).mean()) for kind, look in looks.items() if kind)
    return np.asarray(np.abs(flat - empty).mean(1) < _LIKE * least)


def fits(fit: Fit) -> bool:
    """Whether every point is clearly of its class, and the classes are apart; a little when all fits well."""
    least = float(fit.margins.min())
    return least >= CLEAR and (fit.apart >= APART or (fit.apart >= _NEAR and is_tight(fit)))


def is_tight(fit: Fit) -> bool:
    """Whether every point is surely of its class, and all lie close to them, against how far these are."""
    return float(fit.margins.min()) >= SURE and float(fit.own.mean()) <= _TIGHT * fit.apart


def outermost(trial: Trial) -> float:
    """The usual distance of the points of the strangest side from their classes, whatever one or two bear."""
    far = trial.fit.own.reshape(trial.grid.rows, trial.grid.cols)
    return max(float(np.median(line)) for line in (far[0], far[-1], far[:, 0], far[:, -1]))


def known_of(trials: Sequence[Trial]) -> Known | None:
    """The usual look of each class in the accepted pictures, weighing as much as a few points."""
    labels = [trial.fit.labels for trial in trials]
    points = [trial.patches.inner.reshape(len(trial.fit.labels), -1) for trial in trials]
    if not labels:
        return None
    every, all_labels = np.concatenate(points), np.concatenate(labels)
    kinds = [kind for kind in range(3) if np.any(all_labels == kind)]
    looks = [np.median(every[all_labels == kind], axis=0) for kind in kinds]
    return Known(
        np.repeat(np.array(looks, np.float32), _TAUGHT, axis=0), np.repeat(np.array(kinds, np.int8), _TAUGHT)
    )
