"""The search for lattices of one size in a picture: equal steps right and down, the likeliest first.

It only proposes.  Whether a board lies at a lattice, `explain` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from gograde.pictures import effort
from gograde.pictures.read.explain import Floats
from gograde.pictures.read.question import Place

Values = NDArray[np.float64]
Places = NDArray[np.intp]

SMALLEST = 5.0  # pixels of a step; boards with closer lines are not read
KEPT = 8  # combs kept of each axis, by one kind of marks
PAIRS = 24  # pairs of combs kept, by one kind of marks
SLIMMEST = 0.55  # smaller step of a board against the larger, at least
SAME = 0.05  # steps by which the ends of a lattice differ from those of another one, at least

# -- layers -----------------------------------------------------------------------------------

FAINT = 0.012  # difference of brightness from both sides at which a line begins to count
FULL = 0.06  # difference of brightness from both sides at which a line counts fully
STEEP = 0.1  # step of brightness at which an edge counts fully
GRAIN = 3.0  # a line must exceed this multiple of the median over all pixels, as grain does not
INKED = 0.15  # difference from the median brightness that counts as ink
ALONG = 9  # pixels along a line over which it is averaged: text and noise fade, lines stay
LINES, EDGES, INK = range(3)


def layers(luma: Floats) -> tuple[Floats, Floats, Floats]:
    """Strengths from 0 to 1 of lines that run down, of edges that run down, and of ink."""
    best = np.zeros_like(luma)
    wide, width = np.pad(luma, ((0, 0), (4, 4)), mode="edge"), luma.shape[1]
    for reach in (2, 4):  # darker or lighter than what lies to both sides
        left = luma - wide[:, 4 - reach : 4 - reach + width]
        right = luma - wide[:, 4 + reach : 4 + reach + width]
        same = np.where(left * right > 0, np.sign(left) * np.minimum(abs(left), abs(right)), 0)
        np.maximum(best, abs(_along(same)), out=best)
    step = np.zeros_like(luma)
    step[:, 1:-1] = luma[:, 2:] - luma[:, :-2]
    lines, edges = _clear(best, FAINT, FULL - FAINT), _clear(abs(_along(step)), FAINT * 2, STEEP)
    edges[:, [0, -1]] = 1  # the outermost cells of a board may end with the picture
    ink = np.asarray(abs(luma - np.median(luma[::2, ::2])) > INKED, np.float32)
    return lines, np.maximum(edges, lines), ink


def _along(values: Floats) -> Floats:
    """The mean over `ALONG` rows, with zeros beyond the first and the last row."""
    sums = np.cumsum(np.pad(values, ((ALONG // 2 + 1, ALONG // 2), (0, 0))), axis=0)
    return np.asarray((sums[ALONG:] - sums[:-ALONG]) / ALONG, np.float32)


def _clear(strength: Floats, least: float, full: float) -> Floats:
    grain = GRAIN * float(np.median(strength[::4, ::4]))
    return np.asarray(np.clip((strength - max(least, grain)) / full, 0, 1), np.float32)


@dataclass(frozen=True)
class Axis:
    """Sums of the layers from the first row to each row, for an axis that runs along the rows."""

    sums: Sequence[Floats]

    @property
    def length(self) -> int:
        """Pixels along the axis."""
        return int(self.sums[0].shape[1])

    @property
    def width(self) -> int:
        """Pixels across the axis."""
        return len(self.sums[0]) - 1

    def means(self, layer: int, low: Places, end: Places, blur: int = 1) -> Values:
        """The profiles of a layer from each row to the row before another: (stretches, pixels)."""
        table = self.sums[layer]
        found = ((table[end] - table[low]) / (end - low)[:, None]).astype(np.float64)
        for _ in range(2 if blur > 1 else 0):
            wide = np.pad(found, ((0, 0), (blur // 2, blur // 2)), mode="edge")
            found = sliding_window_view(wide, blur, axis=1).mean(-1)
        return found


def axis_of(luma: Floats) -> Axis:
    """The axis to the right of a picture; that down is the axis of the transposed picture."""
    return Axis([np.pad(np.cumsum(part, axis=0), ((1, 0), (0, 0))) for part in layers(luma)])


# -- combs ------------------------------------------------------------------------------------

PEAKS = 32  # highest peaks of a profile that are used; the time grows with their square
LOW = 0.03  # height of a peak against the highest, at least
LEAST = 0.15  # score of a comb, at least
TRIED = 80  # best combs among which distinct ones are looked for
FAINT_TEETH = 0.03  # height of teeth that halves the score of a comb
APART = 0.1  # steps between an end of a comb and that of another one, at least
LARGER = 0.25  # power of the step by which a comb counts more: large ones hold small ones
MOVES = (0.08, 0.03)
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
    order = np.argsort(-found.score * found.step**LARGER, kind="stable")
    found = found[order[found.score[order] > LEAST][:TRIED]]
    last, left = found.first + spaces * found.step, np.arange(len(found))
    chosen: list[int] = []
    while len(left) and len(chosen) < kept:
        best = int(left[0])
        chosen.append(best)
        apart = np.maximum(abs(found.first[left] - found.first[best]), abs(last[left] - last[best]))
        left = left[apart > APART * found.step[best]]
    return found[np.array(chosen, np.intp)]


def _peaks(profile: Values) -> Values:
    """The places of the highest peaks, in ascending order."""
    up, down = np.r_[True, profile[1:] > profile[:-1]], np.r_[profile[:-1] >= profile[1:], True]
    tops = np.flatnonzero(up & down & (profile > LOW * profile.max()))
    tops = np.sort(tops[np.argsort(-profile[tops], kind="stable")[:PEAKS]])
    around = np.pad(profile, 1)[tops[:, None] + np.arange(3)]
    return np.asarray(tops + (around[:, 2] - around[:, 0]) / np.maximum(around.sum(1), 1e-9))


def _scores(profile: Values, combs: Combs, spaces: int) -> Values:
    """How much the usual tooth is higher than the places halfway between teeth, and than the mean."""
    high = sliding_window_view(np.pad(profile, 1), 3).max(-1)
    at = combs.first[:, None] + combs.step[:, None] * np.arange(spaces + 1)
    teeth = high[np.rint(at).astype(np.intp)]
    between = profile[np.rint(at[:, :-1] + combs.step[:, None] / 2).astype(np.intp)]
    usual = np.median(teeth, axis=1)
    low, end = np.rint(at[:, 0]).astype(np.intp), np.rint(at[:, -1]).astype(np.intp) + 1
    sums = np.r_[0, np.cumsum(profile)]
    mean = np.minimum((sums[end] - sums[low]) / (end - low), usual)
    held, stray = (np.minimum(part, usual[:, None]).mean(1) for part in (teeth, between))
    return np.asarray((held - 0.5 * stray - 0.5 * mean) / (usual + FAINT_TEETH))


def fitted(profiles: Values, combs: Combs, spaces: int) -> Combs:
    """Each comb with its ends moved a little to where the teeth in its own profile are highest."""
    share, index = np.arange(spaces + 1) / spaces, np.arange(len(combs))
    first, last = combs.first, combs.first + spaces * combs.step
    ways = np.array([(one, other) for one in (-1, 0, 1) for other in (-1, 0, 1)])
    for size in MOVES:
        starts = first[:, None] + size * combs.step[:, None] * ways[:, 0]
        stops = last[:, None] + size * combs.step[:, None] * ways[:, 1]
        at = (starts[..., None] * (1 - share) + stops[..., None] * share).clip(0, profiles.shape[1] - 1.001)
        low = at.astype(np.intp)
        rows, part = index[:, None, None], at - low
        best = (profiles[rows, low] * (1 - part) + profiles[rows, low + 1] * part).sum(2).argmax(1)
        first, last = starts[index, best], stops[index, best]
    return Combs(first, (last - first) / spaces, combs.score)


# -- lattices ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Marks:
    """What teeth of a comb lie on: a layer, blurred, with so many spaces more than between the points.

    Points lie `shift` steps behind the teeth.
    """

    layer: int
    blur: int
    more: int = 0
    shift: float = 0.0


MARKS = (Marks(LINES, 1), Marks(EDGES, 1, 1, 0.5), Marks(INK, 3), Marks(INK, 7))
"""Lines through points, walls of cells, small signs, large signs."""


def lattices(luma: Floats, size: tuple[int, int]) -> list[Place]:
    """The places of lattices of `size` (rows, cols) in a picture's brightness, the likeliest first."""
    effort.spend(effort.SEARCH)
    axes = axis_of(luma), axis_of(np.ascontiguousarray(luma.T))
    if axes[1].length < SMALLEST * size[0] or axes[0].length < SMALLEST * size[1]:
        return []
    found = [one for marks in MARKS for one in _by_marks(axes, size, marks)]
    kept: list[Place] = []
    for _, place in sorted(found, key=lambda one: -one[0]):
        if not any(_is_same(place, other, size) for other in kept):
            kept.append(place)
    return kept


def _is_same(one: Place, other: Place, size: tuple[int, int]) -> bool:
    (rows, cols), (x, right, y, down), (u, along, v, below) = size, one, other
    ends = (x - u) / right, (x - u) / right + (cols - 1) * (1 - along / right)
    more = (y - v) / down, (y - v) / down + (rows - 1) * (1 - below / down)
    return max(map(abs, (*ends, *more))) <= SAME


def _by_marks(axes: tuple[Axis, Axis], size: tuple[int, int], marks: Marks) -> Iterator[tuple[float, Place]]:
    """The likeliest pairs of combs by some marks, with their scores."""
    right, down = (
        combs_of(
            axis.means(marks.layer, np.array([0]), np.array([axis.width]), marks.blur)[0],
            count - 1 + marks.more,
            KEPT,
        )
        for axis, count in zip(axes, size[::-1], strict=True)
    )
    one, other = np.divmod(np.arange(len(right) * len(down)), max(len(down), 1))
    a, d = right[one], down[other]
    smaller, larger = np.minimum(a.step, d.step), np.maximum(a.step, d.step)
    scores = a.score * d.score * smaller**1.5 / np.maximum(larger, 1e-9)
    order = np.argsort(-scores, kind="stable")
    order = order[(smaller >= SLIMMEST * larger)[order]][:PAIRS]
    if not len(order):
        return
    a, d = _fitted(axes, (a[order], d[order]), size, marks)
    yield from (
        (float(score), (float(x), float(step), float(y), float(below)))
        for score, x, step, y, below in zip(scores[order], a.first, a.step, d.first, d.step, strict=True)
    )


def _fitted(
    axes: tuple[Axis, Axis], combs: tuple[Combs, Combs], size: tuple[int, int], marks: Marks
) -> tuple[Combs, Combs]:
    """Pairs of combs fitted to the profiles within their own extents; at their points."""
    found = []
    for which in (0, 1):
        mine, other = combs[which], combs[1 - which]
        mine_count, other_count = size[1 - which], size[which]
        low, end = _extents(axes[which], other, other_count + marks.more, 0.5 - marks.shift)
        profiles = axes[which].means(marks.layer, low, end, marks.blur)
        found.append(fitted(profiles, mine, mine_count - 1 + marks.more).moved(marks.shift))
    return found[0], found[1]


def _extents(axis: Axis, across: Combs, count: int, margin: float) -> tuple[Places, Places]:
    """The stretches across an axis that combs with so many teeth cover, with a margin in steps."""
    low = np.rint(across.first - margin * across.step).clip(0, axis.width - 2).astype(np.intp)
    end = np.rint(across.first + (count - 1 + margin) * across.step).astype(np.intp)
    return low, end.clip(low + 1, axis.width)
