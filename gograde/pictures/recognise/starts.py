"""Readings that know no board: points that look alike are put together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import numpy as np

from gograde.pictures.recognise.classes import Fit, Labels, Samples, Values

_SOME = 0.05


def blind_starts(samples: Samples, guess: Fit) -> Iterator[Labels]:
    """Three classes, then two, named as like the guess as can be; then odd points as a class."""
    for count in (3, 2):
        groups = _groups(samples.level, count)
        yield _named(groups, guess.labels, count)
    missing = [kind for kind in (1, 2) if not np.any(guess.labels == kind)]
    odd = guess.own > max(_SOME, 4 * float(np.median(guess.own)))
    for kind in missing:
        if np.any(odd):
            yield np.where(odd, kind, guess.labels).astype(np.int8)


def _groups(features: Values, count: int) -> Labels:
    """Around the most usual point, the one least like it, and the one least like both."""
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


def _far(features: Values, look: Values) -> Values:
    return np.asarray(np.minimum(np.abs(features - look), 0.3).sum(1))


def _named(groups: Labels, guess: Labels, count: int) -> Labels:
    names = max(permutations(range(3), count), key=lambda p: int(np.sum(np.array(p)[groups] == guess)))
    return np.array(names, np.int8)[groups]


def best_names(labels: Labels, boards: Sequence[Labels]) -> Labels:
    """The classes named so that the labels agree with one of the boards as far as they can."""
    counts = [np.bincount(3 * labels + board, minlength=9).reshape(3, 3) for board in boards]
    names = max(
        permutations(range(3)),
        key=lambda names: max(int(count[[0, 1, 2], list(names)].sum()) for count in counts),
    )
    return np.array(names, np.int8)[labels]
