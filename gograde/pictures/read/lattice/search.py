"""The search for lattices of one size: combs to the right and down in every region, the likeliest first.

It only proposes: whether a board lies at a lattice, the network says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gograde.pictures import effort
from gograde.pictures.read.lattice.combs import SMALLEST, Combs, Values, combs_of, fitted
from gograde.pictures.read.lattice.grids import Grid
from gograde.pictures.read.lattice.layers import EDGES, INK, LINES, Axis, axes_of
from gograde.pictures.read.lattice.lines import Maps, maps_of, tilt
from gograde.pictures.read.lattice.regions import Region, regions_of
from gograde.pictures.read.lattice.worth import WEIGHTS, Lattices, extents, features, worths
from gograde.pictures.read.pixels import Floats, Sheet, turned

_KEPT = 6  # combs kept of each axis of a region
_PAIRS = 24  # pairs of combs of one kind kept of a region
_SLIMMEST = 0.55  # smaller step of a board against the larger, at least
_MARGIN = 4  # pixels around a region that are searched with it: its walls
_SAME = 0.05  # steps by which the ends of a lattice differ from those of another one, at least


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

Axes = tuple[Axis, Axis]


def lattices(
    sheet: Sheet, size: tuple[int, int], weights: Mapping[str, float] = WEIGHTS
) -> tuple[Sheet, list[Grid]]:
    """The sheet, rotated upright, and the lattices of `size` (rows, cols) in it, the likeliest first."""
    sheet, many = proposals(sheet, size)
    return sheet, _distinct(many, worths(many, weights)) if many else []


def proposals(sheet: Sheet, size: tuple[int, int]) -> tuple[Sheet, Lattices | None]:
    """The sheet, rotated upright, and all lattices found in it, many of them several times."""
    effort.spend(effort.SEARCH)
    maps = maps_of(sheet.luma)
    degrees = tilt(maps)
    if degrees:
        sheet = turned(sheet, degrees)
        maps = maps_of(sheet.luma)
    for one in maps:
        one.edges[:, [0, -1]] = 1  # the outermost cells of a board may end with the picture
    found = [many for region in regions_of(sheet.luma) for many in _inside(sheet.luma, maps, region, size)]
    return sheet, _joined(found) if found else None


def _inside(
    luma: Floats, maps: tuple[Maps, Maps], region: Region, size: tuple[int, int]
) -> Iterator[Lattices]:
    """The lattices of a region, in pixels of the picture; nothing when a board has no room."""
    top, end, left, right = region
    rows = slice(max(0, top - _MARGIN), end + _MARGIN)
    cols = slice(max(0, left - _MARGIN), right + _MARGIN)
    axes = axes_of((maps[0].part(rows, cols), maps[1].part(cols, rows)), luma[rows, cols])
    if axes[1].length >= SMALLEST * size[0] and axes[0].length >= SMALLEST * size[1]:
        many = _joined([_by_marks(axes, size, number) for number in range(len(MARKS))])
        many = replace(many, seen=features(axes, many)) if len(many) else many
        yield replace(many, right=many.right.moved(0, cols.start), down=many.down.moved(0, rows.start))


def _by_marks(axes: Axes, size: tuple[int, int], number: int) -> Lattices:
    """The likeliest pairs of combs by the marks of a number."""
    marks, (rows, cols) = MARKS[number], size
    right, down = _combs(axes[0], marks, cols), _combs(axes[1], marks, rows)
    one, other = np.divmod(np.arange(len(right) * len(down)), max(len(down), 1))
    a, d = right[one], down[other]
    smaller, larger = np.minimum(a.step, d.step), np.maximum(a.step, d.step)
    order = np.argsort(-a.score * d.score * smaller**1.5 / larger, kind="stable")
    order = order[(smaller >= _SLIMMEST * larger)[order]][:_PAIRS]
    found = Lattices(
        size, a[order], d[order], np.full(len(order), number), np.zeros((len(order), len(WEIGHTS)))
    )
    return _fitted(axes, found, marks) if len(order) else found


def _combs(axis: Axis, marks: Marks, count: int) -> Combs:
    whole = np.array([0]), np.array([axis.width])
    return combs_of(axis.means(marks.layer, *whole, marks.blur)[0], count - 1 + marks.more, _KEPT)


def _fitted(axes: Axes, many: Lattices, marks: Marks) -> Lattices:
    """The lattices with their combs fitted to the profiles within their own extents; at their points."""
    (rows, cols), margin = many.size, 0.5 - marks.shift
    over = extents(axes[0], many.down, rows + marks.more, margin)
    beside = extents(axes[1], many.right, cols + marks.more, margin)
    right = fitted(axes[0].means(marks.layer, *over, marks.blur), many.right, cols - 1 + marks.more)
    down = fitted(axes[1].means(marks.layer, *beside, marks.blur), many.down, rows - 1 + marks.more)
    return replace(many, right=right.moved(marks.shift), down=down.moved(marks.shift))


def _joined(parts: Sequence[Lattices]) -> Lattices:
    right, down = (_all([getattr(one, name) for one in parts]) for name in ("right", "down"))
    marks, seen = (np.concatenate([getattr(one, name) for one in parts]) for name in ("marks", "seen"))
    return Lattices(parts[0].size, right, down, marks, seen)


def _all(parts: Sequence[Combs]) -> Combs:
    names = "first", "step", "score"
    return Combs(*(np.concatenate([getattr(one, name) for one in parts]) for name in names))


def _distinct(many: Lattices, worth: Values) -> list[Grid]:
    """Distinct lattices, those of the highest worth first."""
    many = many[np.argsort(-worth, kind="stable")]
    rows, cols = many.size
    left = np.arange(len(many))
    found: list[Grid] = []
    while len(left):
        one = many[left[:1]]
        (x,), (dx,), (y,), (dy,) = one.right.first, one.right.step, one.down.first, one.down.step
        found.append(Grid(rows, cols, float(x), float(dx), float(y), float(dy)))
        rest = many[left]
        apart = np.maximum(_apart(rest.right, one.right, cols - 1), _apart(rest.down, one.down, rows - 1))
        left = left[apart > _SAME]
    return found


def _apart(combs: Combs, one: Combs, spaces: int) -> Values:
    """The steps between the ends of combs and those of one, whichever end is farther off."""
    first = combs.first - one.first
    return np.asarray(np.maximum(abs(first), abs(first + spaces * (combs.step - one.step))) / one.step)
