"""Signs much smaller than their cells, cut out and examined at their own size."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gograde.pictures.read.lattice.grids import Grid
from gograde.pictures.read.pixels import Floats, Sums, sums_at
from gograde.pictures.read.stones.colours import LUMA, Order, is_solid, order_of
from gograde.pictures.read.stones.fit import Labels, Values
from gograde.pictures.read.stones.looks import looks_of
from gograde.pictures.read.stones.patches import CELLS, INSIDE, RADIUS, SECTORS

_SMALL = 0.95  # share of a step that the frame of a small sign covers, at most
_AROUND = 1.4  # size of the frame against the sign; the sign then fills it as a stone fills its square
_INKED = 0.25  # ink of a box that belongs to a sign, against the maximum, at least
_LOOKS = 4  # times that the frame is fitted
_DRAWN = 0.2  # ink of a sign, at least
_FULL = 0.35  # ink of an arm or a middle, against the maximum, at least
_BARE = 0.3  # ink of a gap between arms, against the maximum, at most
_HOLE = 0.15  # ink in the middle of a ring, against the maximum, at most

_MID = CELLS // 2
_NEAR = 1  # boxes from the middle: the arms of a cross
_FAR = 2  # boxes from the middle: the gaps between the arms
_END = 3  # boxes from the middle: the line of a ring

_SQUARE = 0.8  # ratio of the sides of a small stone, at least

_AROUND_HOLE = [sector & (RADIUS.ravel() > 0.1) for sector in SECTORS]

_WAYS = [(down, across) for down in (-1, 0, 1) for across in (-1, 0, 1) if down or across]


@dataclass(frozen=True)
class _Frame:
    """A rectangle around every point, in steps: the offset of its middle from the point, and its size."""

    x: float = 0.0
    y: float = 0.0
    wide: float = 1.0
    high: float = 1.0


def order_of_small_signs(table: Sums, grid: Grid, labels: Labels, order: Order) -> Order:
    """The order of small signs, examined at their own size; `order` is the order found without that.

    A cross is black and a ring is white; rings without crosses count only on light paper. Other letters give
    `Order.UNKNOWN`. Small stones are judged like large ones.
    """
    frame = _closest(table, grid, labels)
    if frame is None:
        return order
    boxes = _boxes(table, grid, frame)
    looks = looks_of(labels, boxes)
    if is_solid({kind: look[INSIDE] for kind, look in looks.items()}):
        near = boxes[:, INSIDE].reshape(len(labels), -1)
        round_ = _SQUARE < frame.wide * grid.dx / (frame.high * grid.dy) < 1 / _SQUARE
        return order_of(near, labels) if order is Order.UNKNOWN and round_ else order
    return Order.RIGHT if _are_signs(looks) else Order.UNKNOWN


def _are_signs(looks: dict[int, Values]) -> bool:
    """Whether black is a cross and white a ring; light rings alone on dark paper may be black stones."""
    paper = np.median(looks[0], axis=0)
    inks = {kind: _inks(looks[kind], looks[0], paper) for kind in looks if kind}
    told = 1 in inks or float(paper @ LUMA) > 0.5
    return told and (1 not in inks or _is_cross(*inks[1])) and (2 not in inks or _is_ring(inks[2][0]))


def _inks(look: Values, ground: Values, paper: Values) -> tuple[Values, Values]:
    """(boxes down, boxes across): the ink of a sign on the paper, and its ink that an empty point lacks."""
    drawn = np.abs(look - paper).max(-1)
    return drawn.reshape(CELLS, CELLS), np.minimum(drawn, np.abs(look - ground).max(-1)).reshape(CELLS, CELLS)


def _is_cross(drawn: Values, own: Values) -> bool:
    """Whether ink lies along four arms and not between them, unlike in K, M, W, # and *.

    A cross half a box aside of the middle counts too.
    """
    most = float(drawn.max())
    beside = [(np.roll(drawn, by, 1), np.roll(own, by, 1)) for by in (1, -1)]
    looks = [(drawn, own), *(((drawn + one) / 2, (own + other) / 2) for one, other in beside)]
    return most > _DRAWN and any(_crossed(one, other, most) for one, other in looks)


def _crossed(drawn: Values, own: Values, most: float) -> bool:
    arms = [float(own[_MID + a * k, _MID + b * k]) for a, b in _WAYS if a and b for k in (_NEAR, _FAR)]
    gaps = [float(own[_MID + a * k, _MID + b * k]) for a, b in _WAYS if not (a and b) for k in (_FAR, _END)]
    return min(float(drawn[_MID, _MID]), *arms) > _FULL * most and max(gaps) < _BARE * most


def _is_ring(drawn: Values) -> bool:
    """Whether ink lies in every direction and none in the middle."""
    most = float(drawn.max())
    hole = float(drawn[_MID - 1 : _MID + 2, _MID - 1 : _MID + 2].mean())
    around = [float(drawn.ravel()[part].max()) for part in _AROUND_HOLE]
    return most > _DRAWN and hole < _HOLE * most and min(around) > _FULL * most


def _closest(table: Sums, grid: Grid, labels: Labels) -> _Frame | None:
    """The frame that signs fill; None when they are not small, or when no point or every point bears one."""
    if not (np.any(labels == 0) and np.any(labels)):
        return None
    frame = _Frame()
    for _ in range(_LOOKS):
        frame = _around(_ink(_boxes(table, grid, frame), labels), frame)
    small = max(frame.wide, frame.high) <= _SMALL
    return frame if small and not _leaves(frame, grid, table) else None


def _leaves(frame: _Frame, grid: Grid, table: Sums) -> bool:
    """Whether a frame extends beyond the picture."""
    off_x, off_y = grid.dx * (frame.wide / 2 + abs(frame.x)), grid.dy * (frame.high / 2 + abs(frame.y))
    height, width = table.shape[0] - 1, table.shape[1] - 1
    beyond = min(grid.xs[0] - off_x, grid.ys[0] - off_y) < 0
    return bool(beyond or grid.xs[-1] + off_x > width or grid.ys[-1] + off_y > height)


def _boxes(table: Sums, grid: Grid, frame: _Frame) -> Floats:
    """(points, boxes, 3): the mean colours of the boxes in the frames."""
    cuts = np.arange(CELLS + 1) / CELLS - 0.5
    xs = (grid.xs[:, None] + 0.5 + grid.dx * (frame.x + frame.wide * cuts)).ravel()
    ys = (grid.ys[:, None] + 0.5 + grid.dy * (frame.y + frame.high * cuts)).ravel()
    sums = sums_at(table, ys, xs).reshape(grid.rows, CELLS + 1, grid.cols, CELLS + 1, 3)
    rows = sums[:, 1:] - sums[:, :-1]
    means = (rows[:, :, :, 1:] - rows[:, :, :, :-1]) * (
        CELLS**2 / (grid.dx * frame.wide * grid.dy * frame.high)
    )
    return np.asarray(means.transpose(0, 2, 1, 3, 4).reshape(grid.rows * grid.cols, -1, 3), np.float32)


def _ink(boxes: Floats, labels: Labels) -> Values:
    """(boxes down, boxes across): the largest difference between the stones' looks and the empty points'."""
    ground, *looks = looks_of(labels, boxes).values()
    ink = np.max([np.abs(look - ground).max(-1) for look in looks], axis=0)
    return np.asarray(ink.reshape(CELLS, CELLS))


def _around(ink: Values, frame: _Frame) -> _Frame:
    """The frame moved and resized to the ink in it, with a margin."""
    there = ink > _INKED * ink.max()
    (x, wide), (y, high) = _stretch(there.any(0)), _stretch(there.any(1))
    return _Frame(
        frame.x + x * frame.wide,
        frame.y + y * frame.high,
        min(1.0, frame.wide * wide * _AROUND),
        min(1.0, frame.high * high * _AROUND),
    )


def _stretch(there: Values) -> tuple[float, float]:
    """The middle, from -0.5 to 0.5, and the length of the true stretch, as shares of the whole."""
    places = np.nonzero(there)[0]
    if not len(places):
        return 0.0, 1.0
    low, high = places[0] / CELLS, (places[-1] + 1) / CELLS
    return float((low + high) / 2 - 0.5), float(high - low)
