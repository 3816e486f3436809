"""The network that reads points: from patches to what lies on each point, and whether a board lies there.

A patch is read by two convolutions (`_seen`). Then every point is compared with the other points of the
same program: with their mean and their extremes, with its neighbours, and with the mean of the points that
look empty, black and white. Programs differ in style, and one program does not.

The operations are handed in, so that training (`gograde.pictures.training`) records them for its gradients
and reading computes plain arrays (`Plain`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol, TypeVar

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Counts = Sequence[int]
T = TypeVar("T")

FIRST = 24  # channels of the first convolution
SECOND = 48  # channels of the second
WIDE = 96  # features of a point
CLASSES = 3  # empty, black, white

SHAPES = {
    "conv1": (4 * 4 * 3, FIRST),
    "conv2": (3 * 3 * FIRST, SECOND),
    "seen": (4 * 4 * SECOND, WIDE),
    "style": (2 * WIDE + 3, WIDE),
    "point": (3 * WIDE, WIDE),
    "guess": (WIDE, CLASSES),
    "again": (2 * WIDE + 2 * CLASSES, WIDE),
    "kind": (WIDE, CLASSES),
    "board": (7 * WIDE, WIDE),
    "valid": (WIDE, 1),
}
"""Each layer's inputs and outputs; its bias has the same name with `-bias`."""


class Operations(Protocol[T]):
    """What the network needs; `counts` are the numbers of consecutive rows that belong together."""

    def given(self, values: Floats) -> T: ...
    def affine(self, rows: T, weight: T, bias: T) -> T: ...
    def relu(self, rows: T) -> T: ...
    def conv(self, images: T, weight: T, bias: T, window: tuple[int, int]) -> T: ...
    def flat(self, images: T) -> T: ...
    def beside(self, *parts: T) -> T: ...
    def mean(self, rows: T, counts: Counts) -> T: ...
    def highest(self, rows: T, counts: Counts) -> T: ...
    def spread(self, rows: T, counts: Counts) -> T: ...
    def taken(self, rows: T, numbers: NDArray[np.intp]) -> T: ...
    def around(self, rows: T, boards: Sequence[tuple[int, int]]) -> T: ...
    def apart(self, rows: T, guesses: T, counts: Counts) -> T: ...


@dataclass(frozen=True)
class Points:
    """How points lie on boards; consecutive boards of one program form a group.

    `tones` are (groups, 3) colours; `boards` are (rows, cols) of each board; `groups` are numbers of boards.
    """

    tones: Floats
    boards: Sequence[tuple[int, int]]
    groups: Counts

    @property
    def points(self) -> list[int]:
        """The number of points of each board."""
        return [rows * cols for rows, cols in self.boards]

    @property
    def grouped(self) -> list[int]:
        """The number of points of each group."""
        ends = np.cumsum([0, *self.groups])
        return [sum(self.points[a:b]) for a, b in pairwise(ends)]


def features(do: Operations[T], layers: Mapping[str, T], patches: Floats) -> T:
    """(points, WIDE): what is seen in each patch, whatever lies around it.

    `patches` are (points, SIDE, SIDE, 3) colours from 0 to 1, less the tone of their group.
    """
    one = do.relu(do.conv(do.given(patches), layers["conv1"], layers["conv1-bias"], (4, 2)))
    two = do.relu(do.conv(one, layers["conv2"], layers["conv2-bias"], (3, 2)))
    return do.relu(_layer(do, layers, "seen", do.flat(two)))


def kinds(do: Operations[T], layers: Mapping[str, T], seen: T, points: Points) -> tuple[T, T, T]:
    """First and final scores of each point's classes (points, CLASSES), and of each board (boards, 1).

    The softmax of a point's scores are the probabilities of empty, black and white. The logistic of a
    board's score is the probability that a board lies there.
    """
    grouped = points.grouped
    pooled = do.beside(do.mean(seen, grouped), do.highest(seen, grouped), do.given(points.tones))
    style = do.spread(do.relu(_layer(do, layers, "style", pooled)), grouped)
    beside = do.beside(seen, style, do.around(seen, points.boards))
    point = do.relu(_layer(do, layers, "point", beside))
    guess = _layer(do, layers, "guess", point)
    likeness = do.apart(point, guess, grouped)
    whole = do.spread(do.mean(point, grouped), grouped)
    again = do.relu(_layer(do, layers, "again", do.beside(point, whole, likeness, guess)))
    return guess, _layer(do, layers, "kind", again), _valid(do, layers, (seen, again), points)


def _valid(do: Operations[T], layers: Mapping[str, T], rows: tuple[T, T], points: Points) -> T:
    """The score of each board, from its sides, its points and the highest of them."""
    seen, again = rows
    sides, counts = _sides(points.boards)
    ends = do.mean(do.taken(seen, sides), counts)
    four = [do.taken(ends, np.arange(side, 4 * len(points.boards), 4)) for side in range(4)]
    whole = do.mean(seen, points.points), do.mean(again, points.points), do.highest(again, points.points)
    return _layer(do, layers, "valid", do.relu(_layer(do, layers, "board", do.beside(*four, *whole))))


def _sides(boards: Sequence[tuple[int, int]]) -> tuple[NDArray[np.intp], list[int]]:
    """The numbers of the points on the four sides of each board, and how many lie on each side."""
    numbers: list[NDArray[np.intp]] = []
    start = 0
    for rows, cols in boards:
        every = np.arange(start, start + rows * cols).reshape(rows, cols)
        numbers += [every[0], every[-1], every[:, 0], every[:, -1]]
        start += rows * cols
    return np.concatenate(numbers), [len(side) for side in numbers]


def _layer(do: Operations[T], layers: Mapping[str, T], name: str, rows: T) -> T:
    return do.affine(rows, layers[name], layers[f"{name}-bias"])


def starts_of(counts: Counts) -> NDArray[np.intp]:
    """The first row of each group of rows."""
    return np.cumsum([0, *counts[:-1]])


def columns_of(images: Floats, window: tuple[int, int]) -> Floats:
    """The windows of padded images, as (images, down, across, channels * side * side)."""
    side, step = window
    padded = np.pad(images, ((0, 0), (1, 1), (1, 1), (0, 0)))
    views = sliding_window_view(padded, (side, side), axis=(1, 2))[:, ::step, ::step]
    return np.ascontiguousarray(views).reshape(*views.shape[:3], -1)


def mean_around(rows: Floats, boards: Sequence[tuple[int, int]]) -> Floats:
    """A quarter of the sum of the up to four neighbours of each point."""
    out, start = np.zeros_like(rows), 0
    for height, width in boards:
        here = rows[start : start + height * width].reshape(height, width, -1)
        to = out[start : start + height * width].reshape(height, width, -1)
        to[1:] += here[:-1]
        to[:-1] += here[1:]
        to[:, 1:] += here[:, :-1]
        to[:, :-1] += here[:, 1:]
        start += height * width
    return np.asarray(out * np.float32(0.25))


def softmax(scores: Floats) -> Floats:
    """The probabilities of each row of scores."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


class Plain:
    """The operations on plain arrays."""

    def given(self, values: Floats) -> Floats:
        return values

    def affine(self, rows: Floats, weight: Floats, bias: Floats) -> Floats:
        return np.asarray(rows @ weight + bias)

    def relu(self, rows: Floats) -> Floats:
        return np.maximum(rows, 0)

    def conv(self, images: Floats, weight: Floats, bias: Floats, window: tuple[int, int]) -> Floats:
        return np.asarray(columns_of(images, window) @ weight + bias)

    def flat(self, images: Floats) -> Floats:
        return images.reshape(len(images), -1)

    def beside(self, *parts: Floats) -> Floats:
        return np.concatenate(parts, axis=-1)

    def mean(self, rows: Floats, counts: Counts) -> Floats:
        sums = np.add.reduceat(rows, starts_of(counts), axis=0)
        return np.asarray(sums / np.asarray(counts, np.float32)[:, None])

    def highest(self, rows: Floats, counts: Counts) -> Floats:
        return np.asarray(np.maximum.reduceat(rows, starts_of(counts), axis=0))

    def spread(self, rows: Floats, counts: Counts) -> Floats:
        return np.repeat(rows, counts, axis=0)

    def taken(self, rows: Floats, numbers: NDArray[np.intp]) -> Floats:
        return np.asarray(rows[numbers])

    def around(self, rows: Floats, boards: Sequence[tuple[int, int]]) -> Floats:
        return mean_around(rows, boards)

    def apart(self, rows: Floats, guesses: Floats, counts: Counts) -> Floats:
        """(points, CLASSES): the mean squared distance to the mean of each class, as guessed."""
        return distances(rows, softmax(guesses), counts)[0]


def distances(rows: Floats, shares: Floats, counts: Counts) -> tuple[Floats, list[Floats], list[Floats]]:
    """The distance of each row to the mean of each class, those means a group, and the shares' sums."""
    starts = starts_of(counts)
    means: list[Floats] = []
    totals: list[Floats] = []
    far = np.empty((len(rows), CLASSES), np.float32)
    for kind in range(CLASSES):
        share = shares[:, kind : kind + 1]
        total = np.add.reduceat(share, starts, axis=0) + np.float32(0.1)
        mean = np.add.reduceat(rows * share, starts, axis=0) / total
        means.append(np.asarray(mean, np.float32))
        totals.append(np.asarray(total, np.float32))
        far[:, kind] = np.square(rows - np.repeat(mean, counts, axis=0)).mean(axis=1)
    return far, means, totals
