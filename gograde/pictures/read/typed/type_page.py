"""Pages of type: a picture divided into the cells of its letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.stones.colours import LUMA
from gograde.pictures.read.stones.fit import Values
from gograde.pictures.read.typed.glyphs import Mask, Sign, sign_of

LEAST = 4  # cells a side of a page, and points a side of a board, at least
_GROUND = 0.5  # share of ground in a page of type, at least
_LONG = 0.6  # share of ink in a row or column of pixels from which on it is a border
_COLOURS = 6  # frequent colours that may be grounds
_AREA = 3  # pixels between the corners of a square of one colour
_FLAT = 0.3  # share of a ground's pixels that lie in squares of one colour, at least
_DARK = 0.5 * 255  # brightness, of 255, below which a ground is dark

_WIDE = range(4, 33)
"""The width of a cell, in pixels."""

_HIGH = range(7, 49)
"""The height of a cell, in pixels."""

_PITCHES = 3  # sizes of cells tried along each axis
_BETWEEN = 0.5  # ink in gaps between columns, against the mean, at most: some letters fill their cells
_BELOW = 0.1  # ink in gaps between rows, against the mean, at most
_FINE = 50  # tried sizes per pixel when the size of a cell is no whole number
_PARTS = 8  # parts of a cell that are compared
_UNEVEN = 4  # fractional sizes kept along each axis
_APART = 0.2  # pixels between two fractional sizes, at least
_SIGNS = 300  # distinct signs of a page, and places tried for a cursor, at most
_SIDE = 0.5  # share of each side of its cell that a cursor covers, at least
_OFTEN = 12  # most frequent signs, which are tested first for being signs of boards
_NEARLY = 0.8  # share of the points that the frequent signs must cover


@dataclass(frozen=True)
class Page:
    """The cells of a page: (rows, columns) of numbers of signs, and the pixels of each sign.

    `first` is the x and y of the first cell, `pitch` the size of a cell. If the pitch is no whole number of
    pixels, each sign is moved to the left end of its cell, and `lefts` holds its original left end.
    """

    cells: NDArray[np.int64]
    pixels: Values
    first: tuple[float, float]
    pitch: tuple[float, float]
    dark: bool = False
    lefts: NDArray[np.intp] | None = None
    told: dict[int, Sign] = field(default_factory=dict, init=False, repr=False)

    def sign(self, number: int) -> Sign:
        """The shape of the sign with that number."""
        if number not in self.told:
            self.told[number] = sign_of(self.pixels[number])
        return self.told[number]

    @cached_property
    def signs(self) -> list[Sign]:
        """The shape of each sign, by its number."""
        return [self.sign(number) for number in range(len(self.pixels))]

    @cached_property
    def often(self) -> dict[int, int]:
        """The most frequent signs, and the number of cells with each."""
        counts = np.bincount(self.cells.ravel())
        most = np.argsort(-counts, kind="stable")[:_OFTEN]
        return dict(zip(most.tolist(), counts[most].tolist(), strict=True))

    def without(self, *signs: Sign) -> Mask:
        """The cells without the given signs, as far as these are among the most frequent signs."""
        return ~np.isin(self.cells, [number for number in self.often if self.sign(number) in signs])

    @cached_property
    def kinds(self) -> dict[Sign, Mask]:
        """The cells with each shape of sign."""
        of = np.array([list(Sign).index(sign) for sign in self.signs])[self.cells]
        return {sign: of == number for number, sign in enumerate(Sign)}


def pages(pixels: Values, points: int) -> Iterator[Page]:
    """The picture divided into cells in likely ways, if it has about `points` signs of boards."""
    wide = pixels.astype(np.uint32)
    codes = wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2]
    grounds = _grounds(codes)
    ink = ~np.isin(codes, grounds)
    if not len(grounds) or float(ink.mean()) > 1 - _GROUND:
        return
    paper = int(grounds[0])
    dark = float(np.array([paper >> 16, paper >> 8 & 255, paper & 255]) @ LUMA) < _DARK
    long_down, long_across = ink.mean(0) > _LONG, ink.mean(1) > _LONG
    ink[:, long_down] = False
    ink[long_across] = False
    widths, heights = _pitches(ink.sum(0), _WIDE, _BETWEEN), _pitches(ink.sum(1), _HIGH, _BELOW)
    codes[:, long_down] = paper
    codes[long_across] = paper
    for width, x in widths:
        for height, y in heights:
            best = _simplest(codes, [((x + by) % width, y) for by in (0, 1, -1)], (width, height))
            if best and _has_room(best, points):
                if len(grounds) > 1:  # With several grounds no gap shows where a cell begins.
                    firsts = [(int(best.first[0]), (y + by) % height) for by in (0, 1, -1)]
                    best = _simplest(codes, firsts, (width, height)) or best
                yield replace(best, dark=dark)
                under = _without_cursor(codes, ~np.isin(codes, grounds), (width, height))
                if under:
                    yield replace(under, dark=dark)
    if len(grounds) == 1:
        yield from (
            replace(page, dark=dark) for page in _uneven_pages(codes, ink, heights) if _has_room(page, points)
        )


def _simplest(codes: Values, firsts: Sequence[tuple[int, int]], pitch: tuple[int, int]) -> Page | None:
    """The page with the fewest distinct signs among those that begin at the given pixels."""
    cut = [_page(codes, first, pitch) for first in firsts]
    return min((page for page in cut if page), key=lambda page: len(page.pixels), default=None)


def _has_room(page: Page, points: int) -> bool:
    """Whether the signs of boards among the most frequent signs nearly suffice for the points."""
    known, left = 0, sum(page.often.values())
    for number, n in page.often.items():
        # Recognising a sign is slow.
        if known + left < _NEARLY * points:
            return False
        known, left = known + n * (page.sign(number) not in (Sign.BLANK, Sign.OTHER)), left - n
    return known >= _NEARLY * points


def _grounds(codes: Values) -> Values:
    """The frequent colours that fill areas rather than strokes, the most frequent first."""
    kinds, counts = np.unique(codes[::5, ::5], return_counts=True)
    frequent = kinds[np.argsort(-counts, kind="stable")[:_COLOURS]]
    near = codes[:-_AREA, :-_AREA]
    others = (codes[_AREA:, _AREA:], codes[:-_AREA, _AREA:], codes[_AREA:, :-_AREA])
    flat = np.all([near == other for other in others], axis=0)
    share = [float(flat[near == kind].mean()) if np.any(near == kind) else 0.0 for kind in frequent]
    return np.asarray(frequent[np.array(share) >= _FLAT])


def _pitches(profile: Values, sizes: range, most: float) -> list[tuple[int, int]]:
    """The sizes of cells with hardly any ink between them, and the first cell's begin; smallest first."""
    found: list[tuple[int, int]] = []
    for size in sizes:
        if len(profile) < LEAST * size or len(found) == _PITCHES:
            break
        padded = np.pad(profile, (0, -len(profile) % size)).reshape(-1, size).sum(0)
        low, usual = float(padded.min()), float(padded.mean())
        if usual > 0 and low <= most * usual:
            found.append((size, _middle_of_gap(padded <= low + 0.05 * usual)))
    return found


def _middle_of_gap(gap: Mask) -> int:
    """The middle of the longest stretch without ink; the stretch may wrap around the end."""
    size, best = len(gap), (0, 0)
    for start in np.nonzero(gap & ~np.roll(gap, 1))[0].tolist():
        length = next((k for k in range(size) if not gap[(start + k) % size]), size)
        best = max(best, (length, (start + length // 2) % size))
    return best[1]


def _page(codes: Values, first: tuple[int, int], pitch: tuple[int, int]) -> Page | None:
    """The page of the whole cells of a picture; None when there are too few or they differ too much."""
    (x, y), (width, height) = first, pitch
    across, down = (codes.shape[1] - x) // width, (codes.shape[0] - y) // height
    if min(across, down) < LEAST:
        return None
    there = codes[y : y + down * height, x : x + across * width]
    return _of_cells(there.reshape(down, height, across, width).swapaxes(1, 2), first, pitch)


def _of_cells(cells: Values, first: tuple[float, float], pitch: tuple[float, float]) -> Page | None:
    """The page of cells (rows, columns, pixels down, pixels across); None when too many differ."""
    flat = cells.reshape(cells.shape[0] * cells.shape[1], -1)
    _, places, numbers = np.unique(_mixed(flat), return_index=True, return_inverse=True)
    if len(places) > _SIGNS or not np.array_equal(flat, flat[places][numbers]):
        return None
    looks = flat[places].reshape(-1, *cells.shape[2:])
    pixels = np.stack([looks >> 16, looks >> 8 & 255, looks & 255], -1).astype(np.uint8)
    return Page(numbers.reshape(cells.shape[:2]), pixels, first, pitch)


def _uneven_pages(codes: Values, ink: Mask, whole: Sequence[tuple[int, int]]) -> Iterator[Page]:
    """The picture divided into cells of fractional width; most heights are whole pixels."""
    widths, heights = _uneven_pitches(ink.sum(0), _WIDE), _uneven_pitches(ink.sum(1), _HIGH)
    for height, y in (*whole, *heights):
        for width, x in widths:
            high, wide = int(np.ceil(height)), int(np.ceil(width))
            xs, ys = _starts(x, width, codes.shape[1] - wide), _starts(y, height, codes.shape[0] - high)
            if min(len(xs), len(ys)) < LEAST:
                continue
            down, across = (ys[:, None] + np.arange(high)).ravel(), xs[:, None] + np.arange(wide)
            there, drawn = (
                values[down][:, across].reshape(len(ys), high, *across.shape).swapaxes(1, 2)
                for values in (codes, ink)
            )
            off = drawn.any(2).argmax(-1)
            moved = (np.arange(wide) + off[..., None]) % wide
            page = _of_cells(np.take_along_axis(there, moved[:, :, None], -1), (x, y), (width, height))
            if page:
                yield replace(page, lefts=off + xs)


def _starts(first: float, pitch: float, last: int) -> NDArray[np.intp]:
    """The pixels at which the whole cells begin."""
    count = int((last - first) / pitch) + 1 if last >= first else 0
    return np.asarray(np.rint(first + pitch * np.arange(count)), np.intp)


def _uneven_pitches(profile: Values, sizes: range) -> list[tuple[float, float]]:
    """The fractional sizes of cells with the least ink between them, and the first cell's begin."""
    found: list[tuple[float, float, float]] = []
    for whole in range(sizes.start, min(sizes.stop, len(profile) // LEAST)):
        tried = whole + np.arange(_FINE) / _FINE
        folded = _folded(profile, tried, min(_PARTS, whole))
        usual, least = folded.mean(1), folded.argmin(1)
        gap = folded[np.arange(_FINE), least]
        some = (usual > 0) & (gap <= _BETWEEN * usual)
        first = (least + 0.5) * tried / folded.shape[1]
        found += np.transpose([gap[some] / usual[some], tried[some], first[some]]).tolist()
    kept: list[tuple[float, float]] = []
    # Many sizes near the right one leave the same gap; a whole number is usually right.
    for _, size, first in sorted(found, key=lambda one: (round(one[0], 2), abs(one[1] - round(one[1])))):
        if len(kept) < _UNEVEN and all(abs(size - other) > _APART for other, _ in kept):
            kept.append((size, first))
    return kept


def _folded(profile: Values, sizes: Values, parts: int) -> Values:
    """(sizes, parts): the mean ink in each part of all cells of a size."""
    cells = int(np.ceil(len(profile) / sizes[0]))
    ends = np.ceil(sizes[:, None] / parts * np.arange(cells * parts + 1)).astype(np.intp)
    ends = np.minimum(ends, len(profile))
    sums = np.concatenate([[0], np.cumsum(profile)])[ends]
    ink, pixels = (np.diff(one).reshape(len(sizes), cells, parts).sum(1) for one in (sums, ends))
    return np.asarray(ink / np.maximum(pixels, 1))


def _without_cursor(codes: Values, ink: Mask, pitch: tuple[int, int]) -> Page | None:
    """The page with its only cursor replaced by the sign under it; None unless there is one cursor."""
    places = _covered_cells(codes, ink, pitch)
    if len(places) != 1:
        return None
    (y, x), (width, height) = places[0], pitch
    page = _page(codes, (x % width, y % height), pitch)
    row, col = y // height, x // width
    if page is None or row >= page.cells.shape[0] or col >= page.cells.shape[1]:
        return None
    number, often = int(page.cells[row, col]), int(np.bincount(page.cells.ravel()).argmax())
    cells, pixels = page.cells.copy(), page.pixels.copy()
    uncovered = _uncovered(pixels[number], pixels[often])
    for look in uncovered:
        alike = [n for n, sign in enumerate(pixels) if np.array_equal(_within(sign), _within(look))]
        same = [n for n in alike if n != number and sign_of(pixels[n]) is not Sign.OTHER]
        if len(same) == 1:
            cells[row, col] = same[0]
            break
    pixels[number] = uncovered[0]
    return replace(page, cells=cells, pixels=pixels)


def _covered_cells(codes: Values, ink: Mask, pitch: tuple[int, int]) -> list[tuple[int, int]]:
    """Where cells have one colour along top and bottom and half of each side, as under a cursor."""
    width, height = pitch
    like = np.zeros(codes.shape, np.int32)
    like[:, 1:] = np.cumsum(ink[:, 1:] & (codes[:, 1:] == codes[:, :-1]), axis=1)
    runs = ink[:, : 1 - width] & (like[:, width - 1 :] - like[:, : 1 - width] == width - 1)
    found = []
    for y, x in np.argwhere(runs[: 1 - height] & runs[height - 1 :])[:_SIGNS].tolist():
        cell = codes[y : y + height, x : x + width] == codes[y, x]
        if cell[-1].all() and cell[:, [0, -1]].mean(0).min() >= _SIDE:
            found.append((y, x))
    return found


def _uncovered(cell: Values, usual: Values) -> tuple[Values, Values]:
    """What a cell may show without its cursor, the likelier first: no frame, or ink and ground exchanged."""
    paper, cursor = usual[0, 0].astype(np.int16), cell[0, 0].astype(np.int16)
    both = cell.copy(), np.clip(paper + cursor - cell, 0, 255).astype(np.uint8)
    filled = float((_within(cell) == cell[0, 0]).all(-1).mean()) >= _SIDE
    both[0][[0, -1]] = paper
    both[0][:, [0, -1]] = paper
    return both[::-1] if filled else both


def _within(cell: Values) -> Values:
    return cell[1:-1, 1:-1]


def _mixed(cells: Values) -> NDArray[np.uint64]:
    """A hash of each cell's pixels; different cells may share one."""
    weights = np.random.default_rng(0).integers(1, 2**63, cells.shape[1], dtype=np.uint64)
    return np.asarray((cells.astype(np.uint64) * weights).sum(1, dtype=np.uint64))
