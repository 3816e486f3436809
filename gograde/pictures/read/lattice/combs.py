"""Combs: equal steps along one axis that fit the peaks of a profile."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
Places = NDArray[np.intp]

SMALLEST = 5.0  # pixels of a step; boards with closer lines are not read
_PEAKS = 32  # highest peaks of a profile that are used; the time grows with their square
_LOW = 0.03  # height of a peak against the highest, at least
_LEAST = 0.15  # score of a comb, at least
_TRIED = 80  # best combs among which distinct ones are looked for
_FAINT = 0.03  # height of teeth that halves the score of a comb
_APART = 0.1  # steps between an end of a comb and that of another one, at least
_LARGER = 0.25  # power of the step by which a comb counts more: large ones hold small ones
_MOVES = (0.08, 0.03)
"""The moves of the ends of a comb, in steps, tried in this order."""


@dataclass(frozen=True)
class Combs:
    """Several combs: the place of the first tooth, the step, and how much higher teeth are than the rest."""

    first: Values
    step: Values
    score: Values

    def __len__(self) -> int:
        return len(self.first)

    def __getitem__(self, which: Places) -> Combs:
        return Combs(self.first[which], self.step[which], self.score[which])

    def moved(self, steps: float, pixels: float = 0.0) -> Combs:
        """The combs moved by so many of their steps, and by so many pixels."""
        return Combs(self.first + steps * self.step + pixels, self.step, self.score)


def combs_of(profile: Values, spaces: int, kept: int) -> Combs:
    """The best distinct combs with so many spaces whose two ends lie on peaks, best first."""
    peaks = _peaks(profile)
    one, other = np.triu_indices(len(peaks), 1)
    step = (peaks[other] - peaks[one]) / spaces
    wide = step >= SMALLEST
    found = Combs(peaks[one][wide], step[wide], step[wide])
    if not len(found):
        return found
    found = Combs(found.first, found.step, _scores(profile, found, spaces))
    order = np.argsort(-found.score * found.step**_LARGER, kind="stable")
    found = found[order[found.score[order] > _LEAST][:_TRIED]]
    return found[_distinct(found, spaces, kept)]


def _peaks(profile: Values) -> Values:
    """The places of the highest peaks, in ascending order."""
    up, down = np.r_[True, profile[1:] > profile[:-1]], np.r_[profile[:-1] >= profile[1:], True]
    tops = np.flatnonzero(up & down & (profile > _LOW * profile.max()))
    tops = np.sort(tops[np.argsort(-profile[tops], kind="stable")[:_PEAKS]])
    around = np.pad(profile, 1)[tops[:, None] + np.arange(3)]
    return np.asarray(tops + (around[:, 2] - around[:, 0]) / np.maximum(around.sum(1), 1e-9))


def _scores(profile: Values, combs: Combs, spaces: int) -> Values:
    """How much the usual tooth is higher than the places halfway between teeth, and than the mean."""
    high = profile.copy()
    np.maximum(high[1:], profile[:-1], out=high[1:])
    np.maximum(high[:-1], profile[1:], out=high[:-1])
    at = combs.first[:, None] + combs.step[:, None] * np.arange(spaces + 1)
    teeth = high[np.rint(at).astype(np.intp)]
    between = profile[np.rint(at[:, :-1] + combs.step[:, None] / 2).astype(np.intp)]
    usual = np.median(teeth, axis=1)
    low, end = np.rint(at[:, 0]).astype(np.intp), np.rint(at[:, -1]).astype(np.intp) + 1
    sums = np.r_[0, np.cumsum(profile)]
    mean = np.minimum((sums[end] - sums[low]) / (end - low), usual)
    held, stray = (np.minimum(part, usual[:, None]).mean(1) for part in (teeth, between))
    return np.asarray((held - 0.5 * stray - 0.5 * mean) / (usual + _FAINT))


def _distinct(combs: Combs, spaces: int, kept: int) -> Places:
    """The first few combs that differ from all before them."""
    last, left = combs.first + spaces * combs.step, np.arange(len(combs))
    found: list[int] = []
    while len(left) and len(found) < kept:
        best = int(left[0])
        found.append(best)
        apart = np.maximum(abs(combs.first[left] - combs.first[best]), abs(last[left] - last[best]))
        left = left[apart > _APART * combs.step[best]]
    return np.array(found, np.intp)


def fitted(profiles: Values, combs: Combs, spaces: int) -> Combs:
    """Each comb with its ends moved a little to where the teeth in its own profile are highest."""
    share, index = np.arange(spaces + 1) / spaces, np.arange(len(combs))
    first, last = combs.first, combs.first + spaces * combs.step
    ways = np.array([(one, other) for one in (-1, 0, 1) for other in (-1, 0, 1)])
    for size in _MOVES:
        starts = first[:, None] + size * combs.step[:, None] * ways[:, 0]
        stops = last[:, None] + size * combs.step[:, None] * ways[:, 1]
        at = starts[..., None] * (1 - share) + stops[..., None] * share
        best = values_at(profiles, at).sum(2).argmax(1)
        first, last = starts[index, best], stops[index, best]
    return Combs(first, (last - first) / spaces, combs.score)


def values_at(profiles: Values, at: Values) -> Values:
    """The values of each profile at fractional places; (combs, pixels) and (combs, ...) give (combs, ...)."""
    at = at.clip(0, profiles.shape[1] - 1.001)
    low = at.astype(np.intp)
    index = np.arange(len(profiles)).reshape(-1, *[1] * (at.ndim - 1))
    part = at - low
    return np.asarray(profiles[index, low] * (1 - part) + profiles[index, low + 1] * part)
