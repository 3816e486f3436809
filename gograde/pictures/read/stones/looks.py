"""What the points of each class usually look like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.stones.fit import Labels, Values

_LIKE = 0.5  # distance from a usual look, against the distance between stones and empty points, at most


@dataclass(frozen=True, eq=False)
class Known:
    """The looks of points of each class in other pictures of one program; equal only to itself."""

    features: Values
    labels: Labels


def looks_of(labels: Labels, boxes: Values) -> dict[int, Values]:
    """The median look (boxes, 3) of each class that has points; `boxes` is (points, boxes, 3)."""
    return {kind: np.median(boxes[labels == kind], axis=0) for kind in range(3) if np.any(labels == kind)}


def like_stones(points: Values, looks: Mapping[int, Values]) -> NDArray[np.bool_]:
    """(points): which points look about like stones of either colour."""
    flat, empty = points.reshape(len(points), -1), looks[0].ravel()
    stones = [look.ravel() for kind, look in looks.items() if kind]
    far = [np.abs(flat - look).mean(1) / np.abs(look - empty).mean() for look in stones]
    return np.asarray(np.min(far, axis=0) < _LIKE)


def like_empty(points: Values, looks: Mapping[int, Values]) -> NDArray[np.bool_]:
    """(points): which points look about like empty points."""
    flat, empty = points.reshape(len(points), -1), looks[0].ravel()
    least = min(float(np.abs(look.ravel() - empty).mean()) for kind, look in looks.items() if kind)
    return np.asarray(np.abs(flat - empty).mean(1) < _LIKE * least)
