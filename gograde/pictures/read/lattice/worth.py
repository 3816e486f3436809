"""How likely a board lies at each of many lattices, by what lies on, between and beyond their lines.

The weights are those of a logistic regression on the lattices of drawn pictures. They only set the order in
which the network looks at lattices.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gograde.pictures.read.lattice.combs import Combs, Places, Values
from gograde.pictures.read.lattice.layers import EDGES, INK, LINES, Axis

WEIGHTS: Mapping[str, float] = {
    "line": 4.2,
    "walls": 4.1,
    "frame": 4.9,
    "everywhere": 3.2,
    "between": -3.4,
    "lines beyond": -5.0,
    "ink beyond": -4.0,
    "ink around": 3.9,
    "lines beside": -2.6,
    "lopsided": -7.1,
    "uneven": -3.0,
    "across": 1.9,
    "down": 2.2,
    "square": 1.4,
    "size": 2.5,
    "step": 0.9,
    "signs": 1.2,
}
"""The weight of each feature, from a fit to looks that have changed since.

`python -m gograde.pictures.training.proposals` fits to the present looks. Its weights are not better: at the
first six lattices lie 764 of 868 boards with them and 765 with these, in 600 looks that it has not seen.
"""

_SQUARE = 0.02  # logarithm of the ratio of the steps of a square lattice, at most
_QUARTERS = np.array([-0.5, -0.25, 0.0, 0.25])
_HALF, _BEFORE, _ON, _AFTER = range(4)


@dataclass(frozen=True)
class Lattices:
    """Many lattices of one size (rows, cols): each a comb to the right and one down, found by its marks.

    `seen` (lattices, features) is what the worth depends on, in the order of `WEIGHTS`.
    """

    size: tuple[int, int]
    right: Combs
    down: Combs
    marks: Places
    seen: Values

    def __len__(self) -> int:
        return len(self.right)

    def __getitem__(self, which: Places) -> Lattices:
        right, down = self.right[which], self.down[which]
        return Lattices(self.size, right, down, self.marks[which], self.seen[which])


def worths(many: Lattices, weights: Mapping[str, float]) -> Values:
    """The worth of each lattice; only the order counts."""
    parts = (weights[name] * seen for name, seen in zip(WEIGHTS, many.seen.T, strict=True))
    return np.asarray(sum(parts))


def features(axes: tuple[Axis, Axis], many: Lattices) -> Values:
    """What the worth depends on, in the order of `WEIGHTS`."""
    (rows, cols), right, down = many.size, many.right, many.down
    across = _on_axis(axes[0], right, cols, (down, rows))
    along = _on_axis(axes[1], down, rows, (right, cols))
    area = right.step * down.step * rows * cols
    found = {
        **{name: (across[name] + along[name]) / 2 for name in across},
        "uneven": abs(across["ink"] - along["ink"]),
        "across": right.score,
        "down": down.score,
        "square": np.asarray(abs(np.log(right.step / down.step)) < _SQUARE, np.float64),
        "size": np.sqrt(area / (axes[0].length * axes[1].length)),
        "step": np.log(area / (rows * cols)) / 2,
        "signs": np.asarray(many.marks > 1, np.float64),
    }
    return np.stack([found[name] for name in WEIGHTS], axis=1)


def _on_axis(axis: Axis, combs: Combs, count: int, other: tuple[Combs, int]) -> dict[str, Values]:
    """What is seen along one axis, within the extent of the lattices on the other one."""
    low, end = extents(axis, *other, 0.5)
    steps = np.arange(-1, count + 1)[:, None] + _QUARTERS
    at = combs.first[:, None, None] + steps * combs.step[:, None, None]
    lines, edges, ink = (_seen(axis, layer, low, end, at) for layer in (LINES, EDGES, INK))
    inner = slice(1, count + 1)
    return {
        "line": lines[:, inner, _ON].min(1),
        "walls": edges[:, 2 : inner.stop, _HALF].min(1),
        "frame": edges[:, [1, -1], _HALF].min(1),
        "ink": ink[:, inner, _ON].mean(1),
        "everywhere": ink[:, inner, _ON].min(1),
        "between": ink[:, 2 : inner.stop, _HALF].mean(1),
        "lines beyond": lines[:, [0, -1], _ON].max(1),
        "ink beyond": ink[:, [0, -1], _ON].max(1),
        "ink around": ink[:, [0, -1], _ON].min(1),
        "lines beside": lines[:, [1, -1], _HALF].max(1),
        "lopsided": abs(edges[:, inner, _BEFORE] - edges[:, inner, _AFTER]).mean(1),
    }


def _seen(axis: Axis, layer: int, low: Places, end: Places, at: Values) -> Values:
    """The strength of a layer at places along the axis: the stronger of two pixels; 0 beyond the picture."""
    table, one, other = axis.sums[layer], low[:, None, None], end[:, None, None]
    there = at.clip(0, axis.length - 1.001).astype(np.intp)
    found = np.maximum(*(table[other, place] - table[one, place] for place in (there, there + 1)))
    inside = (at >= -0.5) & (at <= axis.length - 0.5)
    return np.asarray(np.where(inside, found, 0) / (other - one), np.float64)


def extents(axis: Axis, across: Combs, count: int, margin: float) -> tuple[Places, Places]:
    """The stretches across an axis that combs with so many teeth cover, with a margin in steps."""
    low = np.rint(across.first - margin * across.step).clip(0, axis.width - 2).astype(np.intp)
    end = np.rint(across.first + (count - 1 + margin) * across.step).astype(np.intp)
    return low, end.clip(low + 1, axis.width)
