"""Blind readings: points that look alike form classes, whatever board is expected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import numpy as np

from gograde.pictures.read.stones.classes import Samples
from gograde.pictures.read.stones.fit import Fit, Labels, Values

_SOME = 0.05  # distance from its class from which on a point may belong to a further class
_TRIED = 81  # points that are tried as the middle of a class
_BOXES = 3  # one box in this many is compared
_ROUNDS = 2  # times that each middle moves


def blind_starts(samples: Samples, guess: Fit) -> Iterator[Labels]:
    """Labels of three classes, of two, and with the points far from their class as a further class.

    The names of classes are those most like `guess`. Three classes are found in two ways: the first finds a
    stone that stands alone, the second is not misled by marks on a few stones.
    """
    for groups in (_groups(samples.level, 3), _gathered(samples.level), _groups(samples.level, 2)):
        yield _named(groups, guess.labels, int(groups.max()) + 1)
    missing = [kind for kind in (1, 2) if not np.any(guess.labels == kind)]
    far = guess.distances > max(_SOME, 4 * float(np.median(guess.distances)))
    for kind in missing:
        if np.any(far):
            yield np.where(far, kind, guess.labels).astype(np.int8)


def _groups(features: Values, count: int) -> Labels:
    """Classes around the most usual point, the point least like it, and the point least like both."""
    middle = np.median(features, axis=0)
    seeds = [features[np.argmin(_far(features, middle))]]
    for _ in range(count - 1):
        near = np.min([_far(features, seed) for seed in seeds], axis=0)
        seeds.append(features[np.argmax(near)])
    for _ in range(4):
        groups = np.argmin([_far(features, seed) for seed in seeds], axis=0)
        seeds = [
            np.median(features[groups == g], axis=0) if np.any(groups == g) else seed
            for g, seed in enumerate(seeds)
        ]
    return np.asarray(groups, np.int8)


def _gathered(features: Values) -> Labels:
    """Classes around three points chosen to minimise the sum of distances of all points."""
    every = max(1, len(features) // _TRIED)
    boxes = features.reshape(len(features), -1, 3)[:, ::_BOXES].reshape(len(features), -1)
    far = np.stack([_far(boxes, point) for point in boxes[::every]], axis=1)
    chosen: list[int] = []
    for _ in range(3):
        chosen.append(int(_sums(far, chosen).argmin()))
    for number in [0, 1, 2] * _ROUNDS:
        others = chosen[:number] + chosen[number + 1 :]
        chosen[number] = int(_sums(far, others).argmin())
    return np.asarray(far[:, chosen].argmin(1), np.int8)


def _sums(far: Values, chosen: list[int]) -> Values:
    """The sum of all distances to the nearest middle, with each point in turn as a further middle."""
    if not chosen:
        return np.asarray(far.sum(0))
    return np.asarray(np.minimum(far, far[:, chosen].min(1)[:, None]).sum(0))


def _far(features: Values, look: Values) -> Values:
    return np.asarray(np.minimum(np.abs(features - look), 0.3).sum(1))


def _named(groups: Labels, guess: Labels, count: int) -> Labels:
    names = max(permutations(range(3), count), key=lambda p: int(np.sum(np.array(p)[groups] == guess)))
    return np.array(names, np.int8)[groups]


def best_names(labels: Labels, boards: Sequence[Labels]) -> Labels:
    """The labels with their classes renamed to agree best with one of the boards."""
    counts = [np.bincount(3 * labels + board, minlength=9).reshape(3, 3) for board in boards]
    names = max(
        permutations(range(3)),
        key=lambda names: max(int(count[[0, 1, 2], list(names)].sum()) for count in counts),
    )
    return np.array(names, np.int8)[labels]
