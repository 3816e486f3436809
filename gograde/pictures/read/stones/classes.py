"""Points sorted into classes that look alike, and how well each point fits its class.

The look of a class is the mean of its patches; it may change slowly over the board. A point is compared with
the mean of the other points of its class. Distances are clipped, so that a mark or a number, far from every
class, favours none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gograde.pictures import effort
from gograde.pictures.read.stones.fit import Fit, Labels, Values
from gograde.pictures.read.stones.patches import BANDS, EDGE, INNER, INSIDE, OUTER, RADIUS, SECTORS

CLIP = np.float32(16)
"""The largest squared deviation of a feature, in variances."""
_FLOOR = 0.035  # deviation allowed to every feature, for anti-aliasing and lossy compression
_FAR_OFF = 0.15  # deviation of a feature above which its contribution to the spread stays constant
_TWO_COLOURS = 0.04  # difference of colour from which on squares count as chequered
_SLOPE = 3.0  # weight of the prior against a slope over the board, in points
_ALONE = 0.10  # difference of the only stone of a class from other classes, at least
_USUAL = 6.0  # distance of an empty point that is unlike its class, against the median distance
_UNLIKE_EMPTY = (0.22, 0.32)  # bounds of the distance of an empty point that is unlike its class
_UNLIKE_MIDDLE = 0.5  # distance in the middle of an empty point that is unlike its class
_UNLIKE_STONE = 0.4  # distance around the middle of a stone that is unlike its class
_SEEN = 3  # stones of each colour from which on their extent is known
_REACHES = 0.35  # difference of classes outside of marks, in `OUTER`, against the largest distance
_FULL = 0.85  # the limit in the middle of an empty point when the stones' extent is known
_MARKED = 0.6  # the limit around the middle of a stone when the stones' extent is known

_PAIRS = ((0, 1), (0, 2), (1, 2))

_RUNS_ON = 0.4  # distance of a frame beside the middle of a point, against the distance in the middle
_ROUNDS = 6  # times that points move to their nearest class

_RADII = RADIUS.ravel()[INSIDE]
_MIDDLE = _RADII < 0.13
_RIM = [(_RADII > 0.38) & sector[INSIDE] for sector in SECTORS]
_BETWEEN = (_RADII > 0.15) & (_RADII <= 0.42)

_OWN = 0.2  # distance of a box from its class, at most, to look like that class
_OTHERS = 0.4  # distance between two classes in a box, at least, to differ there
_THICK = 0.55  # share of the space between middle and rim of a stone that a ring covers, at most


@dataclass(frozen=True)
class Samples:
    """Points to sort, as (points, features), their places, and labelled points of other pictures.

    `places` has columns for down and across, from -1 to 1, and one for the tone of the square if the board
    is chequered. `level` are the features as if all squares had one tone. `on_lines` says whether points lie
    on lines, where stones stand, with squares of one tone. `steps` and `fits` cache results by labels.
    """

    features: Values
    level: Values
    places: Values
    known: Values
    known_labels: Labels
    on_lines: bool = False
    steps: dict[bytes, Labels] = field(default_factory=dict, repr=False)
    fits: dict[bytes, Fit] = field(default_factory=dict, repr=False)

    @cached_property
    def design(self) -> Values:
        """(points, 1 + columns of `places`): the design matrix of the regression of looks on places."""
        return np.column_stack([np.ones(len(self.places)), self.places]).astype(np.float32)


def samples_of(
    patches: NDArray[np.float32],
    known: Values | None = None,
    labels: Labels | None = None,
    *,
    on_lines: bool = False,
) -> Samples:
    """The patches (rows, cols, boxes, 3) of a board as samples."""
    rows, cols = patches.shape[:2]
    down, across = np.mgrid[: max(rows, 1), : max(cols, 1)]
    place = np.stack([2 * down / max(rows - 1, 1) - 1, 2 * across / max(cols - 1, 1) - 1], -1).reshape(-1, 2)
    features = patches.reshape(rows * cols, -1)
    squares = ((down + across) % 2 * 2 - 1).reshape(-1, 1)
    tones = _tones(patches.reshape(rows * cols, -1, 3), squares[:, 0] > 0)
    if tones is not None:
        place = np.hstack([place, squares])
    level = features if tones is None else features - squares * np.tile(tones / 2, features.shape[1] // 3)
    none = np.zeros((0, features.shape[1]), np.float32)
    return Samples(
        features,
        level.astype(np.float32),
        place,
        none if known is None else known,
        np.zeros(0, np.int8) if labels is None else labels,
        on_lines and tones is None,
    )


def _tones(boxes: Values, second: NDArray[np.bool_]) -> Values | None:
    """The difference of colour between neighbouring squares; None when all squares are alike."""
    edges = np.median(boxes[:, EDGE], axis=1)
    if second.all() or not second.any():
        return None
    one, other = np.median(edges[second], axis=0), np.median(edges[~second], axis=0)
    usual = np.median(np.abs(edges - np.where(second[:, None], one, other)), axis=0)
    chequered = (np.abs(one - other) > _TWO_COLOURS + 4 * usual).any()
    return np.asarray(one - other) if chequered else None


@dataclass(frozen=True)
class _Models:
    """The classes with points, their sizes, and their looks at every point, estimated without that point."""

    kinds: list[int]
    members: Values
    means: Values
    lone_points: Values
    spread: Values


def _models(samples: Samples, labels: Labels) -> _Models:
    effort.spend_points(len(labels))
    kinds = [kind for kind in range(3) if np.any(labels == kind) or np.any(samples.known_labels == kind)]
    means = np.zeros((len(kinds), *samples.features.shape), np.float32)
    lone_points = np.zeros(len(labels), bool)
    design = samples.design
    ridge = np.diag([1e-6] + [_SLOPE] * (design.shape[1] - 1))
    for index, kind in enumerate(kinds):
        mine = labels == kind
        known = samples.known[samples.known_labels == kind]
        x, features = design[mine], samples.features[mine]
        gram, sums = x.T @ x, x.T @ features
        gram[0, 0] += len(known)
        sums[0] += known.sum(0)
        inverse = np.linalg.inv(gram + ridge).astype(np.float32)
        means[index] = design @ (inverse @ sums)
        if len(x) + len(known) == 1:
            lone_points |= mine
            continue
        leverage = ((x @ inverse) * x).sum(1)
        rest = features - means[index][mine]
        means[index][mine] = features - rest / np.maximum(1 - leverage, 1e-3)[:, None]
    members = np.bincount(labels, minlength=3)[kinds]
    return _Models(kinds, members, means, lone_points, _spread(samples, labels, (kinds, means, lone_points)))


def _spread(samples: Samples, labels: Labels, models: tuple[list[int], Values, Values]) -> Values:
    """The variance of each feature within the classes; the contribution of a far point is limited."""
    kinds, means, lone_points = models
    index = np.searchsorted(kinds, labels)
    rest = (samples.features - means[index, np.arange(len(labels))])[~lone_points]
    squares = np.minimum(rest * rest, _FAR_OFF**2)
    return np.asarray(_FLOOR**2 + (squares.mean(0) if len(squares) else 0.0), samples.features.dtype)


def _clipped(difference: Values, spread: Values) -> Values:
    return np.minimum(difference * difference / spread, CLIP)


def distances(samples: Samples, models: _Models) -> Values:
    """(classes, points): the clipped distance of every point from every class, from 0 to 1."""
    rest = samples.features[None] - models.means
    return np.asarray(_clipped(rest, models.spread).mean(-1) / CLIP)


def sort(samples: Samples, labels: Labels) -> Fit:
    """The fit after points have moved to their nearest class, until nothing changes or `_ROUNDS` times."""
    for _ in range(_ROUNDS):
        key = labels.tobytes()
        if key not in samples.steps:
            models = _models(samples, labels)
            samples.steps[key] = _assign(distances(samples, models), models, labels)
        new = samples.steps[key]
        if np.array_equal(new, labels):
            break
        labels = new
    return judged(samples, labels)


def _assign(far: Values, models: _Models, labels: Labels) -> Labels:
    kinds = np.array(models.kinds, np.int8)
    index = np.searchsorted(kinds, labels)
    points = np.arange(len(labels))
    own = far[index, points]
    far = far.copy()
    far[index[models.lone_points], points[models.lone_points]] = _typical(own, models.lone_points)
    best = far.argmin(0)
    better = far[best, points] < 0.9 * far[index, points]
    return np.where(better, kinds[best], labels).astype(np.int8)


def _framed(samples: Samples, own: Values, far: Values) -> NDArray[np.bool_]:
    """(points, features): the boxes along a frame at the sides, which is clearer than the usual line."""
    found = np.zeros(far.shape, np.bool_)
    for axis, band in enumerate(BANDS):
        line, beside = band & OUTER, ~band & OUTER
        seen, usual = (np.abs(of[:, line].mean(1) - of[:, beside].mean(1)) for of in (samples.features, own))
        runs = far[:, line].mean(1) >= _RUNS_ON * far[:, band & INNER].mean(1)
        found |= ((np.abs(samples.places[:, axis]) == 1) & runs & (seen > usual))[:, None] & band
    return found


def _unlike(samples: Samples, models: _Models, labels: Labels) -> NDArray[np.bool_]:
    """The points unlike their class; a mark in the middle is normal for a stone, not for an empty point."""
    index, points = np.searchsorted(models.kinds, labels), np.arange(len(labels))
    own = models.means[index, points]
    far = _clipped(samples.features - own, models.spread) / CLIP
    asked = ~_framed(samples, own, far) | (labels != 0)[:, None]
    inner, outer = (
        np.where(asked, far, 0)[:, part].sum(1) / np.maximum(asked[:, part].sum(1), 1)
        for part in (INNER, OUTER)
    )
    usual = float(np.median(outer[labels == 0])) if np.any(labels == 0) else 0.0
    seen = samples.on_lines and _reach_out(models)
    empty = (outer > np.clip(_USUAL * usual, *_UNLIKE_EMPTY)) | (inner > (_FULL if seen else _UNLIKE_MIDDLE))
    if seen:
        empty |= (inner > _UNLIKE_MIDDLE) & (_to_stones(samples, models) < inner)
    return np.asarray(np.where(labels == 0, empty, outer > (_MARKED if seen else _UNLIKE_STONE)))


def _to_stones(samples: Samples, models: _Models) -> Values:
    """(points): the distance of the middle of each point from the middle of the nearest stone class."""
    rest = samples.features[None, :, INNER] - models.means[1:][:, :, INNER]
    return np.asarray(_clipped(rest, models.spread[INNER]).mean(2).min(0) / CLIP)


def _reach_out(models: _Models) -> bool:
    """Whether all three classes differ beyond the middle of a point, where marks end."""
    if models.kinds != [0, 1, 2] or int(models.members.min()) < _SEEN:
        return False
    looks = models.means[:, :, OUTER]
    far = (_clipped(looks[one] - looks[other], models.spread[OUTER]) for one, other in _PAIRS)
    return min(float(gap.mean()) for gap in far) >= _REACHES * float(CLIP)


def _but_a_ring(
    samples: Samples, models: _Models, labels: Labels, unlike: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """The unlike points, without a lone stone that is unlike because it bears the ring of the last move.

    That exception needs stones of both colours among the other points.
    """
    alone = np.flatnonzero(unlike)
    if len(alone) != 1 or not {1, 2} <= set(labels[~unlike].tolist()) or not labels[alone[0]]:
        return unlike
    point = alone[0]
    looks = {kind: models.means[index, point] for index, kind in enumerate(models.kinds)}
    own = looks.pop(int(labels[point]))
    far, *apart = (
        _of_boxes(_clipped(look - own, models.spread) / CLIP)
        for look in (samples.features[point], *looks.values())
    )
    differs = _of_boxes(np.abs(samples.features[point] - own))
    covered = differs / (_of_boxes(np.abs(looks[3 - int(labels[point])] - own)) + 1e-6)
    ring = _bears_ring(far, np.stack(apart), covered.clip(0, 1))
    return np.zeros_like(unlike) if ring else unlike


def _bears_ring(far: NDArray[np.float32], apart: NDArray[np.float32], covered: NDArray[np.float32]) -> bool:
    """Whether a stone looks like its class in the middle and along the whole rim, with a ring between.

    `far` (boxes) is the stone's distance from its class. `apart` (other classes, boxes) is its class's
    distance from the others. `covered` (boxes) is the stone's difference from its class against that of the
    two colours. A stone of the other colour with an outline and a dot has a thicker ring.
    """
    own = (far <= _OWN) & (apart >= _OTHERS).all(0)
    whole = bool(own[_MIDDLE].all()) and all(bool(own[part].any()) for part in _RIM)
    return whole and float(covered[_BETWEEN].mean()) <= _THICK


def _of_boxes(features: Values) -> Values:
    """The mean of the three channels in each box."""
    return np.asarray(features.reshape(-1, 3).mean(1))


def _typical(own: Values, lone_points: Values) -> float:
    others = own[~lone_points]
    if not len(others):
        return 0.02
    return float(np.interp(0.95 * (len(others) - 1), np.arange(len(others)), np.sort(others))) + 0.02


def judged(samples: Samples, labels: Labels) -> Fit:
    """The fit of the labels as given; no point moves."""
    key = labels.tobytes()
    if key not in samples.fits:
        samples.fits[key] = _judged(samples, labels)
    return samples.fits[key]


def _judged(samples: Samples, labels: Labels) -> Fit:
    models = _models(samples, labels)
    far = distances(samples, models)
    index = np.searchsorted(models.kinds, labels)
    points = np.arange(len(labels))
    lone_points = models.lone_points
    own = far[index, points]
    typical = _typical(own, models.lone_points)
    margins, gaps = np.ones(len(labels)), np.full((3, 3), np.inf)
    for other in range(len(models.kinds)):
        rivals = index != other
        gap = _clipped(models.means[other] - models.means[index, points], models.spread).mean(-1) / CLIP
        ratio = (far[other] - own) / np.maximum(gap, 0.02)
        alone = (far[other] - typical) / _ALONE
        margins = np.where(rivals, np.minimum(margins, np.where(lone_points, alone, ratio)), margins)
        lone = lone_points & bool(lone_points[index == other].all())
        for kind in set(index[rivals].tolist()):
            some = (index == kind) & (~lone_points | lone)
            usual = float(np.median(gap[some])) if some.any() else 1.0
            pair = [models.kinds[kind], models.kinds[other]]
            gaps[pair, pair[::-1]] = np.minimum(gaps[pair, pair[::-1]], usual)
    apart = min(1.0, float(gaps.min()))
    unlike = _but_a_ring(samples, models, labels, _unlike(samples, models, labels) & ~lone_points)
    margins = np.where(unlike, np.minimum(margins, 0), margins)
    cost = float(np.where(lone_points, typical + _ALONE / 2, own).sum())
    return Fit(
        labels,
        np.clip(margins, -1, 1),
        np.where(lone_points, typical, own),
        cost,
        apart,
        np.where(np.isinf(gaps), apart, gaps),
    )
