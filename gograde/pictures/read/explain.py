"""Whether a board explains what lies on a lattice: by this alone pictures are accepted and rejected.

Every point looks like the others of its kind and unlike those of the other kinds, the kinds have the colours
of black and white, nothing else lies on the board or like a stone beside it, and the board ends where the
lattice ends.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from gograde.pictures import effort
from gograde.pictures.picture import Picture
from gograde.pictures.read.question import Board, Place, Reason
from gograde.pictures.shapes.looks import APART, COLOURED_APART, DARK, GREY, LIGHT

Floats = NDArray[np.float32]
Sums = NDArray[np.int32]

LARGEST = 1000  # pixels per side; larger pictures are reduced, which bounds memory and time
_LUMA = np.array([0.299, 0.587, 0.114], np.float32)

SIDE = 11  # boxes a side of a point's square; odd, so that a line lies in the middle ones
HALF = SIDE // 2
NEARER = 0.5  # difference from the own kind, at most, against that from each other kind
LEFT = 0.25  # difference from the own kind, against that of the kinds, from which on a box is left over
LEFT_EMPTY = 0.12  # share of an empty point's boxes that may be left over: a star point, a little dot
FAINT = 0.06  # difference from other empty points, at least, that may be a pale stone
LEFT_STONE = 0.4  # share of a stone's boxes that may be left over: a number, the sign of the last move
LEAST = 0.06  # difference of two kinds in some box, at least
BARE = 0.4  # what is left over on a board without stones is held against this difference
BESIDE = 0.4  # difference of what lies beyond the board from a stone, against that from an empty point
ENDS = 0.012  # difference from an empty point by which the outside of a board is seen, at least
GRAIN = 3.0  # multiple of the usual difference of empty points by which it must be seen
WHOLE = 3  # points of a kind within the outer lines, at least, that alone say how the kind looks

SIGNS = ".XO"
Labels = NDArray[np.intp]


# -- pixels --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pixels:
    """A picture reduced by the factor `scale`: bytes of colour (height, width, 3)."""

    rgb: NDArray[np.uint8]
    scale: float

    @cached_property
    def luma(self) -> Floats:
        """Brightness from 0 to 1."""
        return np.asarray(self.rgb.astype(np.float32) @ (_LUMA / np.float32(255)), np.float32)

    @cached_property
    def table(self) -> Sums:
        """The summed-area table of the colours, one row and one column larger than the picture."""
        height, width, colours = self.rgb.shape
        table = np.zeros((height + 1, width + 1, colours), np.int32)
        table[1:, 1:] = self.rgb
        for row in range(1, len(table)):  # numpy's own sum along this axis takes twice as long
            table[row] += table[row - 1]
        return np.cumsum(table, axis=1, out=table)


def sheet_of(picture: Picture) -> Pixels:
    """The picture reduced to at most `LARGEST` pixels a side."""
    whole = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3)
    scale = max(picture.width, picture.height) / LARGEST
    if scale <= 1:
        return Pixels(whole, 1.0)
    from PIL import Image

    size = (max(1, round(picture.width / scale)), max(1, round(picture.height / scale)))
    return Pixels(np.asarray(Image.fromarray(whole).resize(size, Image.Resampling.BOX)), scale)


def scaled(place: Place, by: float) -> Place:
    """A place in a picture that is enlarged by a factor, with the centres of pixels as places."""
    x, right, y, down = place
    more = (by - 1) / 2
    return x * by + more, right * by, y * by + more, down * by


def sums_at(table: Sums, ys: NDArray[np.float64], xs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums of values from 0 to 1 at fractional places, on the grid that `ys` and `xs` span.

    With several grids, `ys` and `xs` are (grids, places) and the result is (grids, places down, places
    across).  Beyond the picture, the pixels at its edge repeat without end.
    """
    height, width = table.shape[:2]
    y0 = np.minimum(np.maximum(ys.astype(np.intp), 0), height - 2)
    x0 = np.minimum(np.maximum(xs.astype(np.intp), 0), width - 2)
    extra = (1,) * (table.ndim - 2)
    fy = (ys - y0).reshape(*ys.shape, 1, *extra)
    fx = ((xs - x0) / 255).reshape(*xs.shape[:-1], 1, xs.shape[-1], *extra)
    rest = 1 / 255 - fx
    flat = table.reshape(-1, *table.shape[2:])
    at = (y0 * width)[..., None] + x0[..., None, :]
    above = flat.take(at, 0) * rest + flat.take(at + 1, 0) * fx
    below = flat.take(at + width, 0) * rest + flat.take(at + width + 1, 0) * fx
    return np.asarray(above + fy * (below - above))


def means(table: Sums, ys: NDArray[np.float64], xs: NDArray[np.float64]) -> Floats:
    """The mean colours, from 0 to 1, of the boxes between places, as `sums_at` has them."""
    sums = sums_at(table, ys, xs)
    sums = np.diff(np.diff(sums, axis=-3), axis=-2)
    areas = np.diff(ys)[..., :, None, None] * np.diff(xs)[..., None, :, None]
    return np.clip(sums / areas, 0, 1).astype(np.float32)


# -- views ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Squares:
    """What a picture shows at a lattice: squares of SIDE x SIDE boxes around the points, colours from 0 to 1.

    `inside` (points, SIDE, SIDE, 3) has NaN beyond the outer lines.  `around` (rows + 2, cols + 2, SIDE,
    SIDE, 3) has a ring of points around the board, too.  `cut` says whether this ring lies beyond the
    picture, to the left, to the right, above and below.
    """

    inside: Floats
    around: Floats
    cut: tuple[bool, bool, bool, bool]

    @cached_property
    def beyond(self) -> tuple[Floats, Floats, Floats, Floats]:
        """The squares of the ring to the left, to the right, above and below."""
        around = self.around
        return around[1:-1, 0], around[1:-1, -1], around[0, 1:-1], around[-1, 1:-1]

    @cached_property
    def levelled(self) -> Squares:
        """The view with the ground around each point and its neighbours taken as that of the whole board."""
        rows, cols = (length - 2 for length in self.around.shape[:2])
        corners = _median(self.inside[:, _CORNERS], 1).reshape(rows, cols, 3)
        wide = np.pad(corners, ((1, 1), (1, 1), (0, 0)), mode="edge")
        ground = np.median(sliding_window_view(wide, (3, 3), axis=(0, 1)), axis=(-2, -1))
        less = np.median(ground, axis=(0, 1)) - ground
        inside = self.inside + less.reshape(-1, 1, 1, 3)
        around = self.around + np.pad(less, ((1, 1), (1, 1), (0, 0)), mode="edge")[:, :, None, None]
        return replace(self, inside=inside, around=around)


_AT = np.abs(np.arange(SIDE) - HALF) / SIDE
_CORNERS = np.hypot(_AT[:, None], _AT) > 0.56  # boxes of a square that no stone covers


def view(table: Sums, place: Place, rows: int, cols: int) -> Squares:
    """The squares at a lattice of a picture; `table` holds the sums of its colours."""
    effort.spend_points((rows + 2) * (cols + 2))
    x, right, y, down = place
    ys = y + 0.5 + down * (np.arange((rows + 2) * SIDE + 1) / SIDE - 1.5)
    xs = x + 0.5 + right * (np.arange((cols + 2) * SIDE + 1) / SIDE - 1.5)
    board = means(table, ys, xs)
    around = board.reshape(rows + 2, SIDE, cols + 2, SIDE, 3).transpose(0, 2, 1, 3, 4)
    inside = around[1:-1, 1:-1].copy()
    inside[0, :, : HALF + 1] = np.nan  # with the outer line, which may be wider than the others
    inside[-1, :, HALF:] = np.nan
    inside[:, 0, :, : HALF + 1] = np.nan
    inside[:, -1, :, HALF:] = np.nan
    height, width = (length - 1.5 for length in table.shape[:2])
    cut = (x - right < -0.5, x + cols * right > width, y - down < -0.5, y + rows * down > height)
    return Squares(inside.reshape(rows * cols, SIDE, SIDE, 3), around, cut)


def _median(values: Floats, axis: int | tuple[int, ...]) -> Floats:
    """The median of what is known; NaN where nothing is."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return np.asarray(np.nanmedian(values, axis=axis))


def labels_of(board: Board) -> Labels:
    """The kind of each point, row by row: 0 empty, 1 black, 2 white."""
    return np.array([SIGNS.index(sign) for sign in "".join(board)], np.intp)


def board_of(labels: Labels, cols: int) -> Board:
    """The board with these kinds of points."""
    signs = "".join(SIGNS[kind] for kind in labels)
    return tuple(signs[start : start + cols] for start in range(0, len(signs), cols))


# -- kinds ------------------------------------------------------------------------------------

Kinds = Floats
"""The look of empty, black and white points: (3, SIDE, SIDE, 3), NaN where it is not known."""


def kinds_of(samples: Sequence[tuple[Floats, Labels]]) -> Kinds:
    """The usual look of each kind in some squares with their labels."""
    squares, labels = (np.concatenate(part) for part in zip(*samples, strict=True))
    found = np.full((3, SIDE, SIDE, 3), np.nan, np.float32)
    whole = np.isfinite(squares[:, [0, -1], [0, -1], 0]).all(axis=1)
    for kind in range(3):
        mine = labels == kind
        if (mine & whole).sum() >= WHOLE:
            found[kind] = np.median(squares[mine & whole], axis=0)
        elif mine.any():
            found[kind] = _median(squares[mine], 0)
        for axes in ((0,), (1,), (0, 1)):  # stones at the edge: what is not seen is as on the other side
            found[kind] = np.where(np.isfinite(found[kind]), found[kind], np.flip(found[kind], axes))
    return found


def known(kinds: Kinds) -> list[int]:
    """The kinds whose look is known."""
    return [kind for kind in range(3) if np.isfinite(kinds[kind]).any()]


def off(squares: Floats, look: Floats) -> Floats:
    """The difference of squares from a look in each box, by the colour that differs most."""
    return np.asarray(np.abs(squares - look).max(axis=-1))


def distances(squares: Floats, kinds: Kinds) -> Floats:
    """The mean difference of each square from each kind: (points, 3); infinite where a kind is unknown."""
    found = np.full((len(squares), 3), np.inf, np.float32)
    for kind in known(kinds):
        apart = off(squares, kinds[kind])
        seen = np.isfinite(apart)
        found[:, kind] = np.where(seen, apart, 0).sum(axis=(1, 2)) / seen.sum(axis=(1, 2))
    return found


def explained(
    seen: Squares, labels: Labels, kinds: Kinds, *, anchored: bool = False, named: bool = False
) -> str:
    """Why a board does not explain what is seen, as one of `Reason`; "" when it does.

    `anchored` says that a board is known to lie at this lattice, `named` that the kinds are known to be
    empty, black and white.
    """
    here, apart = set(labels.tolist()), distances(seen.inside, kinds)
    own = apart[np.arange(len(labels)), labels]
    if not np.isfinite(own).all() or any(
        (own > NEARER * apart[:, kind])[labels != kind].any() for kind in known(kinds)
    ):
        return Reason.UNCLEAR
    contrast = BARE if known(kinds) == [0] else _contrast(kinds, here)
    if contrast < LEAST:
        return Reason.UNCLEAR
    if _is_left(off(seen.inside, kinds[labels]), labels, kinds, LEFT * contrast):
        return Reason.LEFT_OVER
    if not named and not _are_colours(kinds, here):
        return Reason.COLOURS
    if _stones_beside(seen, kinds):
        return Reason.BESIDE
    bare = known(kinds) == [0]  # only its lines say that it is a board
    return "" if (anchored and not bare) or _ends(seen, labels, kinds) else Reason.NO_LATTICE


def _is_left(left: Floats, labels: Labels, kinds: Kinds, most: float) -> bool:
    """Whether something is left over at a point, by its differences from its kind.

    On an empty point it is less than half a stone, and hardly above the grain of the paper.
    """
    boxes, empty = np.isfinite(left).sum(axis=(1, 2)), labels == 0
    sizes = [int((off(kinds[kind], kinds[0]) > most).sum()) / SIDE**2 for kind in known(kinds)[1:]]
    little = min([LEFT_EMPTY, *(size / 2 for size in sizes)])
    if ((left > most).sum(axis=(1, 2)) > np.where(empty, little, LEFT_STONE) * boxes).any():
        return True
    faint = left[empty, 1:-1, 1:-1]  # without what neighbours leave at the borders
    whole = faint[np.isfinite(faint).all(axis=(1, 2))].reshape(-1, (SIDE - 2) ** 2)
    grain = float(np.median(np.quantile(whole, 1 - little, axis=1))) if len(whole) else 0.0
    return bool(((faint > max(FAINT, GRAIN * grain)).sum(axis=(1, 2)) > little * boxes[empty]).any())


def _contrast(kinds: Kinds, here: set[int]) -> float:
    """The least difference between two kinds, each by the box that differs most."""
    pairs = [(a, b) for a, b in combinations(known(kinds), 2) if {a, b} & here]
    return min((float(np.nanmax(off(kinds[a], kinds[b]))) for a, b in pairs), default=0.0)


# -- colours ----------------------------------------------------------------------------------

HOLLOW = 0.12  # difference of the middle of a stone from the paper, below which it may be an outline alone
_MIDDLE = slice(HALF - 1, HALF + 2)


def cores(kinds: Kinds) -> Floats:
    """The colours of the middles of the kinds: (3, 3)."""
    return _median(kinds[:, _MIDDLE, _MIDDLE], (1, 2))


def is_dark(kinds: Kinds) -> bool:
    """Whether the paper is dark, so that light stones may be meant as black."""
    return bool(cores(kinds)[0] @ _LUMA < DARK)


def _are_colours(kinds: Kinds, here: set[int]) -> bool:
    """Whether the kinds are surely black and white by their colours."""
    middles = cores(kinds)
    empty, black, white = (float(one) for one in middles @ _LUMA)
    if empty < DARK and 1 in here and float(np.max(abs(middles[1] - middles[0]))) < HOLLOW:
        return False
    if {1, 2} <= here:
        grey = bool((np.ptp(middles[1:], axis=1) <= GREY).all())
        return white - black >= (APART if grey else COLOURED_APART)
    if 1 in here:
        return black < DARK and black < empty - APART
    return 2 not in here or (white > LIGHT and empty > DARK)


# -- beyond the board -------------------------------------------------------------------------


def _stones_beside(seen: Squares, kinds: Kinds) -> bool:
    """Whether something like a stone lies beyond the outer lines; along a whole side it is paper."""
    for side in (side for side, cut in zip(seen.beyond, seen.cut, strict=True) if not cut):
        apart, usual = distances(side, kinds), off(side, np.median(side, axis=0)).mean(axis=(1, 2))
        for kind in known(kinds)[1:]:
            wide = float(np.nanmean(off(kinds[kind], kinds[0])))
            if (apart[:, kind] < BESIDE * np.minimum(np.minimum(wide, apart[:, 0]), usual)).any():
                return True
    return False


def _ends(seen: Squares, labels: Labels, kinds: Kinds) -> bool:
    """Whether the board is seen to end where the lattice ends, along both axes.

    One side is enough, where what lies beyond is no empty point; or the ends of the picture on both sides.
    """
    if 0 not in known(kinds):
        return False
    inner = seen.inside[(labels == 0) & np.isfinite(seen.inside).all(axis=(1, 2, 3))]
    some = [_unlike(inner[start::4], kinds[0]) for start in range(4)] if len(inner) >= 8 else []
    grain = np.median(np.stack(some), axis=0) if some else np.zeros((SIDE, SIDE), np.float32)
    least = np.maximum(ENDS, GRAIN * grain)
    left, right, top, bottom = ((_unlike(side, kinds[0]) >= least).any() for side in seen.beyond)
    cut = seen.cut
    return bool((left or right or (cut[0] and cut[1])) and (top or bottom or (cut[2] and cut[3])))


def _unlike(squares: Floats, look: Floats) -> Floats:
    """How much the usual one of some squares differs from a look, in each box."""
    return off(np.median(squares, axis=0), look)
