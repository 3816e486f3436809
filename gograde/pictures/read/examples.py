"""Boards read by the example of other boards of the program, where the network alone cannot say.

Stones in red and blue are black and white by the program's choice, and the pictures of the program must only
agree among themselves.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.decide import Labels
from gograde.pictures.read.network import CLASSES, Floats
from gograde.pictures.read.patches import RIM, STEP, patches_of
from gograde.pictures.read.sights import Sight

COARSE = 5  # boxes a side of the squares that are held against each other; strokes of numbers blur
MEMBERS = 3  # points of a kind, at least, that show how it looks
NEARER = 0.5  # squared distance of a point to its own kind against that to the nearest other, at most
FEWEST = 3  # pictures, at least, that must agree where no person has said anything


def agree(sights: Sequence[Sight], labels: Sequence[Labels]) -> list[bool]:
    """Whether the stones of each board are as the other boards would have them.

    All False for fewer than `FEWEST` boards.
    """
    if len(sights) < FEWEST:
        return [False] * len(sights)
    looks = [_looks(sight) for sight in sights]
    sums = [_sums(one, kinds) for one, kinds in zip(looks, labels, strict=True)]
    total, count = (np.sum([one[part] for one in sums], axis=0) for part in (0, 1))
    stones = np.array([[0.0], [1.0], [1.0]], np.float32)
    return [
        _fits(one[kinds > 0], kinds[kinds > 0], total - own, (count - members) * stones)
        for one, kinds, (own, members) in zip(looks, labels, sums, strict=True)
    ]


def _looks(sight: Sight) -> Floats:
    """(points, numbers): the square of each point without its neighbours', in coarse boxes."""
    inner = patches_of(sight.board)[:, RIM : RIM + STEP, RIM : RIM + STEP].astype(np.float32) / 255
    many, by = len(inner), STEP // COARSE
    return np.asarray(inner.reshape(many, COARSE, by, COARSE, by, 3).mean(axis=(2, 4)).reshape(many, -1))


def _sums(looks: Floats, kinds: Labels) -> tuple[Floats, Floats]:
    """The sums of the looks of each kind (CLASSES, numbers), and the numbers of points (CLASSES, 1)."""
    member = np.eye(CLASSES, dtype=np.float32)[kinds].T
    return np.asarray(member @ looks), member.sum(axis=1, keepdims=True)


def _fits(looks: Floats, kinds: Labels, sums: Floats, counts: Floats) -> bool:
    """Whether every point is far nearer to the mean of its kind than to that of another kind."""
    known: NDArray[np.intp] = np.flatnonzero(counts[:, 0] >= MEMBERS)
    if len(known) < 2 or not np.isin(kinds, known).all():
        return False
    means = sums[known] / counts[known]
    far = np.square(looks[:, None] - means[None]).sum(axis=2)
    own = kinds[:, None] == known[None]
    return bool((far[own] <= NEARER * np.where(own, np.inf, far).min(axis=1)).all())
