"""Combs: equal steps along one axis that fit the peaks of a profile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
Peaks = tuple[Values, Values]
"""The places of peaks in ascending order, and their weights."""

_PEAKS = 56  # highest peaks of a profile that are used; the time grows with their square
_KEPT = 18  # combs kept per axis
_IN_BAND = 5  # combs kept per factor 1.4 of the step, so that no size crowds out another
_SMALLEST = 5.0  # pixels of a step; boards with closer lines are not read
_LEAST = 0.25  # score that a comb must exceed
_BESIDE = 0.1  # loss of a peak's weight at the edge of a tooth, where edges lie beside the line


@dataclass(frozen=True)
class Comb:
    """The place of the first tooth, the step, and how well peaks support the teeth (at most 1)."""

    first: float
    step: float
    score: float


def peaks_of(profile: Values) -> Peaks:
    """The highest peaks of a profile; a wide peak counts once."""
    if len(profile) < 3 or profile.max() <= 0:
        return np.zeros(0), np.zeros(0)
    smooth = np.convolve(profile, [0.25, 0.5, 0.25], "same")
    before, after = np.r_[-1.0, smooth[:-1]], np.r_[smooth[1:], -1.0]
    tops = np.nonzero((smooth > before) & (smooth >= after) & (smooth > 0.03 * smooth.max()))[0]
    tops = np.sort(tops[np.argsort(-smooth[tops], kind="stable")[:_PEAKS]])
    around = np.pad(smooth, 2)[tops[:, None] + np.arange(5)]
    return tops + around @ np.arange(-2.0, 3.0) / around.sum(1), around[:, 1:4].sum(1)


def runs_of(ink: Values) -> Peaks:
    """The middles of stretches with ink, as of lines of text; at most 120, each of weight 1."""
    there = np.r_[False, ink > 0, False]
    starts = np.nonzero(there[1:] & ~there[:-1])[0]
    stops = np.nonzero(~there[1:] & there[:-1])[0]
    middles = (starts + stops - 1) / 2
    return middles[:120], np.ones(len(middles))[:120]


def combs_of(places: Values, weights: Values, steps: int, slack: float = 0.06) -> list[Comb]:
    """The best combs whose two ends lie on peaks, best first.

    A tooth counts by the peak within `slack` steps (or 1.5 pixels) of it. Peaks between teeth count against
    the comb.
    """
    if len(places) < 2 or steps < 1:
        return []
    first, last = np.triu_indices(len(places), 1)
    step = (places[last] - places[first]) / steps
    wide = step >= _SMALLEST
    start, step = places[first[wide]], step[wide]
    if not len(start):
        return []
    scores = _scores(places, weights, start, step, (steps, slack))
    order = np.argsort(-scores, kind="stable")[:400]
    order = order[scores[order] > _LEAST]
    return _distinct(start[order], step[order], scores[order], steps)


def _scores(places: Values, weights: Values, start: Values, step: Values, form: tuple[int, float]) -> Values:
    steps, slack = form
    offset = (places[None, :] - start[:, None]) / step[:, None]
    nearest = np.rint(offset)
    inside = (offset > -0.3) & (offset < steps + 0.3)
    reach = np.maximum(slack, 1.5 / step)[:, None]
    apart = np.abs(offset - nearest) / np.minimum(reach, 0.25)
    near = inside & (apart <= 1)
    cap = np.median(np.sort(weights)[::-1][: steps + 1]) * 0.7 + 1e-9
    worth = np.minimum(weights / cap, 1.0)
    teeth = np.zeros((len(start), steps + 1))
    rows, peaks = np.nonzero(near)
    held = worth[peaks] * (1 - _BESIDE * apart[rows, peaks] ** 2)
    np.maximum.at(teeth, (rows, np.clip(nearest[rows, peaks], 0, steps).astype(np.intp)), held)
    stray = np.where(inside & ~near, worth[None, :], 0).sum(1) / (steps + 1)
    return np.asarray(teeth.mean(1) - 0.1 * np.minimum(stray, 2))


def _distinct(first: Values, step: Values, scores: Values, steps: int) -> list[Comb]:
    """The best few combs of each size; `scores` must descend."""
    kept: dict[int, list[Comb]] = {}
    bands = np.rint(2 * np.log2(step)).astype(np.intp)
    for band, *comb in zip(bands.tolist(), first.tolist(), step.tolist(), scores.tolist(), strict=True):
        there = kept.setdefault(band, [])
        if len(there) < _IN_BAND:
            tried = Comb(*comb)
            if not any(_alike(tried, other, steps) for other in there):
                there.append(tried)
    found = sorted((comb for there in kept.values() for comb in there), key=lambda c: -c.score * c.step**0.5)
    return found[:_KEPT]


def _alike(one: Comb, other: Comb, steps: int) -> bool:
    """Whether the ends of two combs nearly coincide."""
    first = one.first - other.first
    last = first + steps * (one.step - other.step)
    return max(abs(first), abs(last)) < 0.07 * other.step


def merged(combs: list[Comb], steps: int) -> list[Comb]:
    """The best distinct combs, at most `_KEPT`."""
    kept: list[Comb] = []
    for comb in sorted(combs, key=lambda c: -c.score * c.step**0.5):
        if not any(_alike(comb, other, steps) for other in kept):
            kept.append(comb)
        if len(kept) == _KEPT:
            break
    return kept


_FEWEST = 3  # teeth that must have a peak for a comb to move

LINES = (0.08, 0.04, 0.03)
"""The distances from a tooth, in steps, within which a peak of a line moves it, one per round."""

SIGNS = (0.2, 0.1, 0.05)
"""The same distances for the middles of signs."""


def refined(
    combs: Sequence[Comb], places: Values, weights: Values, steps: int, looks: tuple[float, ...] = LINES
) -> list[Comb]:
    """Each comb moved and stretched to the peaks near its teeth, by weighted least squares.

    `places` must ascend. Each round of `looks` uses a smaller distance. A comb stays where it is when fewer
    than three of its teeth have a peak.
    """
    first, step = (np.array([getattr(comb, name) for comb in combs]) for name in ("first", "step"))
    going = np.arange(len(combs))
    for slack in looks:
        offset = (places - first[going, None]) / step[going, None]
        nearest = np.rint(offset)
        near = np.abs(offset - nearest) < np.maximum(slack, 1.5 / step[going])[:, None]
        near &= (nearest >= 0) & (nearest <= steps)
        held = _distinct_teeth(nearest, near) >= _FEWEST
        going, nearest = going[held], nearest[held]
        weight = np.where(near[held], weights, 0)
        weight /= weight.sum(1, keepdims=True)
        tooth, place = (weight * nearest).sum(1), weight @ places
        away = nearest - tooth[:, None]
        pull = weight * away
        step[going] = (pull * (places - place[:, None])).sum(1) / (pull * away).sum(1)
        first[going] = place - step[going] * tooth
    return [
        replace(comb, first=float(a), step=float(b)) for comb, a, b in zip(combs, first, step, strict=True)
    ]


def _distinct_teeth(nearest: Values, near: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The number of teeth of each comb with a peak near them.

    The arguments are (combs, peaks), and `nearest` ascends along each row.
    """
    highest = np.maximum.accumulate(np.where(near, nearest, -1), axis=1)
    return np.asarray(np.count_nonzero(np.diff(highest, axis=1, prepend=-1), axis=1), np.intp)
