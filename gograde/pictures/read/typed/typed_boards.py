"""Boards in fixed-pitch type, as in a terminal, where equal signs have equal pixels.

A board is a lattice of cells with few distinct signs. Identical pixels identify its points; classes of
points that look alike are not needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gograde.go.stars import star_points
from gograde.pictures.picture import Picture
from gograde.pictures.read.lattice.grids import Grid, Kind
from gograde.pictures.read.stones.colours import LUMA
from gograde.pictures.read.stones.fit import Labels, Values
from gograde.pictures.read.typed.glyphs import STONES, Mask, Sign, box_of
from gograde.pictures.read.typed.type_page import LEAST, Page, pages

_LARGEST = 2000  # pixels a side of a picture, at most

_ACROSS = range(1, 7)
"""The cells from one point to the next in a row."""

_DOWN = range(1, 4)
"""The cells from one point to the next in a column."""

_MARKS = 2  # cells between the points that may bear a mark, at most
_BEYOND = 4  # one in this many cells beyond a side may bear a sign of boards
_HALF = 0.5  # share of the points of a further board with signs of boards, at least
_DRAWN = 64  # difference of an inked pixel from the ground, of 255
_FULL = 0.8  # share of a filled cell's pixels that are inked
_SHADE = 0.1  # brightness by which the ink or the ground of black may exceed that of white
_INSIDE = 4  # distinct signs inside the sides of a board: two stones, empty points, star points

_EMPTY = (Sign.DOT, Sign.PLUS, Sign.DASH)
_POINTS = (Sign.DOT, Sign.PLUS, *STONES)

_Spots = tuple[slice, slice]
"""The cells of a page on which the points of a board lie."""


@dataclass(frozen=True)
class Typed:
    """A typed board: its lattice in pixels of the picture, and the labels of its points.

    `told` says whether the signs determine the colours; rings alone on dark paper may be black stones. `lone`
    says that no further board of that size, typed or drawn, may stand beside it.
    """

    grid: Grid
    labels: Labels
    told: bool
    lone: bool = False


def typed_boards(picture: Picture, rows: int, cols: int) -> tuple[Typed, ...]:
    """The whole boards of that size in fixed-pitch type in a picture."""
    if min(rows, cols) < LEAST or max(picture.width, picture.height) > _LARGEST:
        return ()
    pixels = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3)
    for page in pages(pixels, rows * cols):
        found = tuple(_boards(page, rows, cols))
        if found:
            return found
    return ()


def _boards(page: Page, rows: int, cols: int) -> Iterator[Typed]:
    """The boards of a page on which every point is recognised."""
    likely = _likely_spots(page, (rows, cols))
    if not likely:
        return
    kinds, found = page.kinds, []
    usual = np.any([kinds[sign] for sign in Sign if sign not in (Sign.BLANK, Sign.OTHER)], axis=0)
    drawn, stars = ~kinds[Sign.BLANK], _stars(rows, cols)
    for spots in likely:
        full = bool(np.where(stars, drawn[spots], usual[spots]).all())
        if full and _is_whole(page, kinds, spots) and _is_apart(page, kinds, spots):
            labels = _labels(page, page.cells[spots])
            if labels is not None:
                found.append((spots, labels))
    lone = bool(found) and not _has_more(page, kinds, [spots for spots, _ in found])
    for spots, labels in found:
        rings = 2 in labels and 1 not in labels
        yield Typed(_grid(page, spots, labels), labels, not (rings and page.dark), lone)


def _likely_spots(page: Page, size: tuple[int, int]) -> list[_Spots]:
    """The lattices of a page that may show a board, judged by the most frequent signs."""
    usual, drawn = page.without(Sign.BLANK, Sign.OTHER), page.without(Sign.BLANK)
    stars, found = _stars(*size), []
    for across in _ACROSS:
        for down in _DOWN:
            for row, col in _places((usual, drawn), size, (down, across), stars):
                spots = (
                    slice(row, row + (size[0] - 1) * down + 1, down),
                    slice(col, col + (size[1] - 1) * across + 1, across),
                )
                if len(np.unique(page.cells[spots][1:-1, 1:-1])) <= _INSIDE:
                    found.append(spots)
    return found


def _stars(rows: int, cols: int) -> Mask:
    """The star points of a board."""
    there = np.zeros((rows, cols), np.bool_)
    for point in star_points(rows, cols):
        there[point] = True
    return there


def _has_more(page: Page, kinds: dict[Sign, Mask], taken: Sequence[_Spots]) -> bool:
    """Whether half a lattice of the same signs, or filled areas, may be a further board."""
    there = np.isin(page.cells, [page.cells[spots] for spots in taken])
    there |= np.any([kinds[sign] for sign in _POINTS], axis=0)
    usual = page.pixels[np.bincount(page.cells.ravel()).argmax()].astype(np.int16)
    filled = (np.abs(page.pixels - usual).max(-1) > _DRAWN).mean((1, 2)) > _FULL
    filled = filled[page.cells]
    for rows, cols in taken:
        there[rows.start : rows.stop, cols.start : cols.stop] = False
        filled[_about(rows), _about(cols)] = False
    size = page.cells[taken[0]].shape
    steps = ((down, across) for across in _ACROSS for down in _DOWN)
    return int(filled.sum()) > _MARKS or any(
        _most(there, size, by) >= _HALF * size[0] * size[1] for by in steps
    )


def _about(spots: slice) -> slice:
    """The cells from the first to the last point, with a margin too narrow for a further board."""
    return slice(max(0, spots.start - spots.step + 1), spots.stop + spots.step - 1)


def _most(there: Mask, size: tuple[int, int], steps: tuple[int, int]) -> int:
    """The largest number of true points on a lattice, wherever it begins."""
    high, wide = (there.shape[axis] - (size[axis] - 1) * steps[axis] for axis in (0, 1))
    if min(high, wide) <= 0:
        return 0
    count = np.zeros((high, there.shape[1]), np.int16)
    for row in range(size[0]):
        count += there[row * steps[0] :][:high]
    return int(np.sum([count[:, col * steps[1] :][:, :wide] for col in range(size[1])], axis=0).max())


def _places(
    masks: tuple[Mask, Mask], size: tuple[int, int], steps: tuple[int, int], stars: Mask
) -> list[tuple[int, int]]:
    """The possible first cells of a lattice: signs of boards on all points, any sign on star points."""
    usual, drawn = masks
    high, wide = (usual.shape[axis] - (size[axis] - 1) * steps[axis] for axis in (0, 1))
    if min(high, wide) <= 0:
        return []
    good = np.ones((high, wide), np.bool_)
    for row in range(size[0]):
        for col in range(size[1]):
            y, x = row * steps[0], col * steps[1]
            good &= (drawn if stars[row, col] else usual)[y : y + high, x : x + wide]
        if not good.any():
            return []
    return [(int(row), int(col)) for row, col in np.argwhere(good)]


def _is_whole(page: Page, kinds: dict[Sign, Mask], spots: _Spots) -> bool:
    """Whether hardly any signs of boards stand one step beyond any side."""
    there = _like_inner(page, kinds, spots) | np.any([kinds[sign] for sign in _POINTS], axis=0)
    lines = []
    for mask, (along, cross) in ((there, spots), (there.T, spots[::-1])):
        for end in (along.start - along.step, along.stop - 1 + along.step):
            lines.append(mask[end, cross] if 0 <= end < mask.shape[0] else np.zeros(1, np.bool_))
    return all(float(line.mean()) <= 1 / _BEYOND for line in lines)


def _like_inner(page: Page, kinds: dict[Sign, Mask], spots: _Spots) -> Mask:
    """The cells with a sign that occurs inside the board, or with any dash or bar if one occurs there."""
    there = np.isin(page.cells, page.cells[spots][1:-1, 1:-1])
    for stroke in (Sign.DASH, Sign.BAR):
        if kinds[stroke][spots][1:-1, 1:-1].any():
            there |= kinds[stroke]
    return np.asarray(there)


def _is_apart(page: Page, kinds: dict[Sign, Mask], spots: _Spots) -> bool:
    """Whether only blanks, strokes of a frame and at most `_MARKS` marks lie between the points."""
    rows, cols = spots
    within = slice(rows.start, rows.stop), slice(cols.start, cols.stop)
    strokes = (kinds[Sign.DASH] | kinds[Sign.BAR]) & ~_like_inner(page, kinds, spots)
    free = (kinds[Sign.BLANK] | strokes)[within]
    free[:: rows.step, :: cols.step] = True
    stones = np.any([kinds[sign] for sign in _POINTS], axis=0)[within].copy()
    stones[:: rows.step, :: cols.step] = False
    return int((~free).sum()) <= _MARKS and not stones.any()


def _labels(page: Page, cells: NDArray[np.int64]) -> Labels | None:
    """The labels of the points; None unless each sign has one meaning. A hash is black only beside a ring."""
    numbers = np.unique(cells).tolist()
    stones = [number for number in numbers if page.signs[number] in STONES]
    classes = [STONES[page.signs[number]] for number in stones]
    if len(set(classes)) < len(classes):
        return None
    if len(stones) == 1 and page.signs[stones[0]] is Sign.HASH:
        return None
    if len(stones) == 2 and not _in_order(page, dict(zip(classes, stones, strict=True))):
        return None
    board = np.zeros(cells.shape, np.int8)
    for number, kind in zip(stones, classes, strict=True):
        board[cells == number] = kind
    rest = [number for number in numbers if number not in stones]
    return board.ravel() if rest and _are_empty(page, cells, rest, board) else None


def _are_empty(page: Page, cells: NDArray[np.int64], rest: list[int], board: Values) -> bool:
    """Whether the other signs are empty points: one sign, one on free star points, strokes on the sides."""
    stars = _stars(*board.shape) & (board == 0)
    sides = np.ones(board.shape, np.bool_)
    sides[1:-1, 1:-1] = False
    usual = [n for n in rest if not _is_edge(page.signs[n], cells == n) and np.any((cells == n) & ~stars)]
    starred = [n for n in rest if np.any(cells == n) and not np.any((cells == n) & ~stars)]
    edges = [n for n in rest if n not in usual and n not in starred]
    if len(usual) != 1 or len(starred) > 1 or page.signs[usual[0]] not in _EMPTY:
        return False
    if starred and not (_are_stars(cells == starred[0], stars) and _may_star(page, starred[0], cells, board)):
        return False
    return not edges or (bool(board[sides].any()) and page.signs[usual[0]] is Sign.PLUS)


def _are_stars(there: Mask, stars: Mask) -> bool:
    """Whether a sign is on all free star points, or on all of them but the middle of the board."""
    outer = stars.copy()
    outer[stars.shape[0] // 2, stars.shape[1] // 2] = False
    return np.array_equal(there, stars) or np.array_equal(there, outer)


def _may_star(page: Page, number: int, cells: NDArray[np.int64], board: Values) -> bool:
    """Whether a sign only on star points is no stone: a plus, or one of several beside both colours."""
    several = int((cells == number).sum()) > 1
    return page.signs[number] is Sign.PLUS or (several and {1, 2} <= set(board.ravel().tolist()))


def _is_edge(sign: Sign, there: Mask) -> bool:
    """Whether a sign is a stroke of a frame that lies only on the sides along which it runs."""
    other = there.copy()
    if sign is Sign.DASH:
        other[[0, -1]] = False
    if sign is Sign.BAR:
        other[:, [0, -1]] = False
    return sign in (Sign.DASH, Sign.BAR) and not other.any()


def _in_order(page: Page, stones: dict[int, int]) -> bool:
    """Whether the brightness of black and white signs does not contradict their shapes."""
    light = [float((page.pixels[stones[kind]] / 255 @ LUMA).max()) for kind in (1, 2)]
    dark = [float((page.pixels[stones[kind]] / 255 @ LUMA).min()) for kind in (1, 2)]
    return max(light[0] - light[1], dark[0] - dark[1]) < _SHADE


def _grid(page: Page, spots: _Spots, labels: Labels) -> Grid:
    """The lattice of the middles of the signs, of the stones if there are any."""
    cells = page.cells[spots].ravel()
    signs = np.unique(cells[labels > 0] if np.any(labels) else cells)
    looks = page.pixels[signs].astype(np.int32)
    ink = np.abs(looks - looks[:, :1, :1]).max((0, 3)) > 64
    box = box_of(ink) if ink.any() else (slice(0, page.pitch[1]), slice(0, page.pitch[0]))
    middle = [(side.start + side.stop - 1) / 2 for side in box]
    (rows, cols), (width, height) = spots, page.pitch
    x, y = page.first[0] + cols.start * width + middle[1], page.first[1] + rows.start * height + middle[0]
    count = len(range(rows.start, rows.stop, rows.step)), len(range(cols.start, cols.stop, cols.step))
    dx, dy = float(cols.step * width), float(rows.step * height)
    if page.lefts is not None:
        x, dx = _columns(page, spots)
    return Grid(Kind.SIGNS, *count, float(x), dx, float(y), dy, 1.0)


def _columns(page: Page, spots: _Spots) -> tuple[float, float]:
    """The x of the middle of the first column of signs, and the step to the next column."""
    assert page.lefts is not None
    looks = page.pixels.astype(np.int32)
    ink = (np.abs(looks - looks[:, :1, -1:]).max(3) > _DRAWN).any(1)
    wide = np.array([int(np.flatnonzero(one)[-1]) if one.any() else 0 for one in ink])
    middles = page.lefts[spots] + wide[page.cells[spots]] / 2
    step, first = np.polyfit(np.arange(middles.shape[1]), middles.mean(0), 1)
    return float(first), float(step)
