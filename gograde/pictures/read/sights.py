"""Sights: what the network reads at a lattice of a picture, alone or beside other boards of the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gograde.pictures import effort
from gograde.pictures.read.lattice.grids import Grid
from gograde.pictures.read.network import Floats, Plain, Points, features, kinds, softmax
from gograde.pictures.read.patches import Bytes, patches_of, straightened, tone_of
from gograde.pictures.read.pixels import Sums

WEIGHTS = Path(__file__).with_name("weights.npz")
LATTICE = 5.0  # weight of whether a board lies at a lattice, against how sure its points are
LEAST = 1e-3  # probability, at least, of any kind of a point: no single point may decide alone


@dataclass(frozen=True, eq=False)
class Sight:
    """A lattice of a picture and what is read there.

    `seen` (points, features) is what the network sees of each point. `logs` (points, 3) are the logarithms of
    the probabilities that it is empty, black and white. `valid` is the logarithm of the odds that a board
    lies at the lattice.
    """

    grid: Grid
    board: Bytes
    seen: Floats
    logs: Floats
    valid: float

    @property
    def labels(self) -> NDArray[np.intp]:
        """The likeliest kind of each point."""
        return np.asarray(self.logs.argmax(axis=1))

    @property
    def worth(self) -> float:
        """How well the lattice explains its place: that a board lies there, and how sure its points are."""
        return float(self.logs.max(axis=1).sum()) - LATTICE * float(np.logaddexp(0, -self.valid))


@cache
def weights() -> Mapping[str, Floats]:
    """The layers of the network, read once in a process."""
    with np.load(WEIGHTS) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def sights_of(table: Sums, grids: Sequence[Grid]) -> list[Sight]:
    """What is read at each lattice of a picture, each alone; `table` holds the sums of the picture."""
    if not grids:
        return []
    boards = [straightened(table, (one.x, one.dx, one.y, one.dy), one.rows, one.cols) for one in grids]
    effort.spend_points(sum(one.rows * one.cols for one in grids))
    tones = [tone_of([board]) for board in boards]
    patches = [_colours(board, tone) for board, tone in zip(boards, tones, strict=True)]
    seen = features(Plain(), weights(), np.concatenate(patches))
    sizes = [(one.rows, one.cols) for one in grids]
    points = Points(np.array(tones), sizes, [1] * len(grids))
    logs, valid = _kinds(seen, points)
    ends = np.cumsum(points.points)[:-1]
    parts = zip(grids, boards, np.split(seen, ends), np.split(logs, ends), valid, strict=True)
    return [Sight(*part[:4], float(part[4])) for part in parts]


@dataclass(frozen=True, eq=False)
class Style:
    """Boards of a program that others are read beside: their tone, sizes and what is seen of each point."""

    tone: Floats
    sizes: Sequence[tuple[int, int]]
    seen: Floats


def style_of(anchors: Sequence[Sight]) -> Style:
    """The style of some boards of a program."""
    tone = tone_of([one.board for one in anchors])
    patches = np.concatenate([_colours(one.board, tone) for one in anchors])
    effort.spend_points(len(patches))
    seen = features(Plain(), weights(), patches)
    return Style(tone, [(one.grid.rows, one.grid.cols) for one in anchors], seen)


def beside(sight: Sight, style: Style) -> Sight:
    """The sight read again beside other boards of the program."""
    effort.spend_points(len(sight.logs))
    seen = features(Plain(), weights(), _colours(sight.board, style.tone))
    sizes = [(sight.grid.rows, sight.grid.cols), *style.sizes]
    points = Points(style.tone[None], sizes, [len(sizes)])
    logs, valid = _kinds(np.concatenate([seen, style.seen]), points)
    return replace(sight, seen=seen, logs=logs[: len(sight.logs)], valid=float(valid[0]))


def _colours(board: Bytes, tone: Floats) -> Floats:
    return np.asarray(patches_of(board).astype(np.float32) / np.float32(255) - tone)


def _kinds(seen: Floats, points: Points) -> tuple[Floats, Floats]:
    _, scores, valid = kinds(Plain(), weights(), seen, points)
    shares = softmax(scores)
    return np.log(np.asarray(shares * (1 - 3 * LEAST) + LEAST, np.float32)), valid[:, 0]
