"""What is known about a picture before any reference: its pixels, its lattices, its typed boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from gograde.pictures import effort
from gograde.pictures.picture import Picture
from gograde.pictures.read.lattice.grids import Grid, Kind
from gograde.pictures.read.lattice.search import View, first_view, is_whole_board, lattices, lattices_in_rest
from gograde.pictures.read.lattice.support import WELL_SUPPORTED
from gograde.pictures.read.pixels import Floats, Sheet, Sums, sheet_of, summed
from gograde.pictures.read.stones.classes import Samples, samples_of
from gograde.pictures.read.stones.looks import Known
from gograde.pictures.read.stones.patches import patches_of
from gograde.pictures.read.typed.typed_boards import Typed, typed_boards

Points = tuple[Floats, Samples]
"""The patches at the points of a lattice, and the samples made from them."""


@dataclass(frozen=True)
class Survey:
    """A picture searched for lattices of one size.

    `grids` are in pixels of the sheet. The lattices of typed boards (`typed`) come first, then the best
    supported ones. `points` and `rests` cache results across references.
    """

    view: View
    table: Sums
    grids: tuple[Grid, ...]
    typed: tuple[Typed, ...] = ()
    points: dict[tuple[Grid, Known | None], Points] = field(default_factory=dict, repr=False)
    rests: dict[tuple[tuple[Grid, ...], float], Survey | None] = field(
        default_factory=dict, repr=False, init=False
    )

    @property
    def sheet(self) -> Sheet:
        return self.view.sheet


def survey(picture: Picture, rows: int, cols: int) -> Survey:
    """Reduce the picture, rotate it upright and search it for lattices: the slow part, once per picture."""
    effort.spend(effort.SURVEY)
    sheet = sheet_of(picture)
    view, by = first_view(sheet), sheet.width / picture.width
    typed = tuple(replace(one, grid=one.grid.scaled(by)) for one in typed_boards(picture, rows, cols))
    if typed:
        return Survey(view, summed(sheet.rgb), tuple(one.grid for one in typed), typed)
    view, grids = lattices(view, (rows, cols))
    return Survey(view, summed(view.sheet.rgb), tuple(grids))


def rest_of(found: Survey, taken: Sequence[Grid], least: float) -> Survey | None:
    """The survey of the picture without the lattices in `taken`; None when little is left.

    `least` is the smallest step of a further lattice, in pixels. If no typed board allows a further board
    beside it, further lattices of signs are ignored.
    """
    key = tuple(taken), least
    if key not in found.rests:
        found.rests[key] = _rest_of(found, taken, least)
    return found.rests[key]


def _rest_of(found: Survey, taken: Sequence[Grid], least: float) -> Survey | None:
    first = found.grids[0]
    rest = lattices_in_rest(found.view, taken, (first.rows, first.cols), least)
    if rest is None:
        return None
    view, grids = rest
    if found.typed and all(one.lone for one in found.typed):
        grids = [grid for grid in grids if grid.kind is not Kind.SIGNS]
    return replace(found, grids=tuple(grids), view=view)


def points_of(found: Survey, grid: Grid, known: Known | None) -> Points:
    """The patches and samples at the points of a lattice; `known` adds samples from other pictures."""
    key = grid, known
    if key not in found.points:
        patches = patches_of(found.sheet, found.table, grid)
        taught = () if known is None else (known.features, known.labels)
        on_lines = grid.kind is not Kind.SIGNS and grid.support >= WELL_SUPPORTED
        found.points[key] = patches, samples_of(patches, *taught, on_lines=on_lines)
    return found.points[key]


def is_whole(found: Survey, grid: Grid) -> bool:
    """Whether a lattice whose points all look alike is a whole board: a typed one, or one shown by lines."""
    return any(one.grid == grid for one in found.typed) or is_whole_board(found.view, grid)
