"""A trial: a lattice and the labels that fit best on it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from gograde.pictures.read.lattice.grids import Grid
from gograde.pictures.read.pixels import Floats
from gograde.pictures.read.stones.colours import Order
from gograde.pictures.read.stones.fit import Fit, Values, is_clear
from gograde.pictures.read.stones.looks import Known, looks_of
from gograde.pictures.read.stones.patches import AXES, CELLS, HALVES, INSIDE, RADIUS

FAR_MEAN = 0.08  # mean distance of points from their classes, at most, for a picture to be rejected
FAR_SIDE = 0.025  # median distance of a line of points beyond which it may lie outside of the board
FAR_BETTER = 0.6  # cost of a fit, against another's, at most, to prevail when two fits contradict each other
_TAUGHT = 3  # points that the look of a class in other pictures counts as
_CORNERS = ((np.abs(AXES).min(0) > 0.5 / CELLS) & (RADIUS > 0.2)).ravel()[INSIDE]
_ELSEWHERE = 0.1  # difference of two classes outside of the corners, against the difference in them, at least
_ONE_SIDE = 0.75  # share of the difference of stones from empty points that lies in one half, at most


@dataclass(frozen=True)
class Trial:
    """A lattice, its patches (rows, cols, boxes, 3), the fit of its points, and the order of the colours.

    `rival_cost` is the lowest cost of another board that another lattice shows at the same place.
    """

    grid: Grid
    fit: Fit
    order: Order
    patches: Floats
    rival_cost: float = math.inf

    @property
    def boxes(self) -> Values:
        """(points, boxes, 3): the patches, row by row."""
        return self.patches.reshape(len(self.fit.labels), -1, 3)

    @cached_property
    def looks(self) -> dict[int, Values]:
        """The median look of each class that has points."""
        return looks_of(self.fit.labels, self.boxes)

    @property
    def typed(self) -> bool:
        """Whether the points are known from identical pixels, as on a typed board."""
        return not self.fit.distances.any()

    @cached_property
    def clear(self) -> bool:
        return is_clear(self.fit) and not self.between

    @cached_property
    def between(self) -> bool:
        """Whether the points lie between stones, as on a lattice half a step aside of the board."""
        return _differ_in_corners(self) or _differ_on_one_side(self)

    @property
    def contradicted(self) -> bool:
        """Whether another lattice shows another board that fits about as well."""
        return self.fit.cost >= FAR_BETTER * self.rival_cost


def _differ_in_corners(trial: Trial) -> bool:
    """Whether two classes differ only in the corners of the points, where other stones reach."""
    if trial.typed:
        return False
    apart = [np.abs(one - other).max(1) for one, other in combinations(trial.looks.values(), 2)]
    return any(float(gap[~_CORNERS].max()) < _ELSEWHERE * float(gap[_CORNERS].max()) for gap in apart)


def _differ_on_one_side(trial: Trial) -> bool:
    """Whether stones differ from empty points mostly in one half of the point, as parts of stones do."""
    if trial.fit.labels.all():
        return False
    empty, *stones = trial.looks.values()
    gaps = [np.abs(look - empty).max(1) for look in stones]
    return any(max(float(gap[half].sum()) for half in HALVES) > _ONE_SIDE * float(gap.sum()) for gap in gaps)


def farthest_side(trial: Trial) -> float:
    """The largest median distance from their classes of the points of one side."""
    far = trial.fit.distances.reshape(trial.grid.rows, trial.grid.cols)
    return max(float(np.median(line)) for line in (far[0], far[-1], far[:, 0], far[:, -1]))


def known_of(trials: Sequence[Trial]) -> Known | None:
    """The median look of each class in some trials, repeated as a few points; None without trials."""
    if not trials:
        return None
    labels = np.concatenate([trial.fit.labels for trial in trials])
    points = np.concatenate([trial.boxes.reshape(len(trial.boxes), -1) for trial in trials])
    kinds = [kind for kind in range(3) if np.any(labels == kind)]
    looks = np.array([np.median(points[labels == kind], axis=0) for kind in kinds], np.float32)
    return Known(np.repeat(looks, _TAUGHT, axis=0), np.repeat(np.array(kinds, np.int8), _TAUGHT))
