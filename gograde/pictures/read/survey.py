"""What is known about a picture before any reference: its lattices of one size, and what is read at each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from gograde.pictures import effort
from gograde.pictures.picture import Picture
from gograde.pictures.read.lattice.grids import Grid, elsewhere, extent, overlap
from gograde.pictures.read.lattice.search import lattices
from gograde.pictures.read.pixels import Sheet, Sums, sheet_of, summed
from gograde.pictures.read.question import Lattice
from gograde.pictures.read.sights import Sight, Style, beside, sights_of

KEPT = 6  # lattices read at a time
BOARDS = 4  # times that lattices of further boards are read
EDGE = 0.06  # difference of brightness between neighbouring pixels that counts as an edge
AROUND = 1.0  # steps around a board that belong to it: coordinates and the frame
EXPECTED = 3.0  # log odds by which a board is likelier at an expected lattice
MORE = 0.28  # share of a picture's edges beside its boards from which on it may hold more
NOWHERE = -3.0  # log odds below which no board lies at a lattice


@dataclass(eq=False)
class Survey:
    """A picture, and the sights of one size in it, those that explain it best first.

    At first only the lattices `expected` are tried: those of the statement and of earlier pictures of the
    program. Where they leave something unexplained, or do not show what is asked, `search` finds others.
    """

    picture: Picture
    size: tuple[int, int]
    sheet: Sheet
    table: Sums
    sights: list[Sight] = field(default_factory=list)
    expected: list[Grid] = field(default_factory=list)
    style: Style | None = None
    left: list[Grid] = field(default_factory=list)
    searches: int = 0

    @property
    def is_searched(self) -> bool:
        """Whether the whole picture was searched."""
        return self.searches > 0

    @property
    def places(self) -> list[list[Sight]]:
        """The sights that overlap each other, as different lattices of one board, best first."""
        found: list[list[Sight]] = []
        for sight in sorted(self.sights, key=lambda one: -one.worth):
            here = [place for place in found if overlap(place[0].grid, sight.grid)]
            if here:
                here[0].append(sight)
            else:
                found.append([sight])
        return found

    def expect(self, lattices: Sequence[Lattice]) -> None:
        """Read the board at lattices in pixels of the picture, unless the sheet had to be rotated."""
        by = self.sheet.width / self.picture.width
        grids = [_grid(one).scaled(by) for one in lattices if (one.rows, one.cols) == self.size]
        new = [grid for grid in grids if grid not in self.expected] if not self.is_turned else []
        self.expected += new
        self.sights += [self._weighed(sight) for sight in sights_of(self.table, new)]

    @property
    def is_turned(self) -> bool:
        """Whether the sheet is the picture rotated."""
        return bool(self.sheet.back[0, 1])

    def _weighed(self, sight: Sight) -> Sight:
        """The sight, likelier to have a board where other pictures of the program have theirs."""
        return replace(sight, valid=sight.valid + EXPECTED) if sight.grid in self.expected else sight

    def _beside(self, sight: Sight, style: Style) -> Sight:
        return self._weighed(beside(sight, style))

    def search(self, boards: Sequence[Sight]) -> bool:
        """Read the likeliest lattices, after the first time those beside `boards`; whether there are any."""
        if self.searches > BOARDS or (self.searches and not boards):
            return False
        self.searches += 1
        if self.searches == 1:
            sheet, self.left = lattices(self.sheet, self.size)
            if sheet is not self.sheet:
                self.sheet, self.table, self.sights = sheet, summed(sheet.rgb), []
            return self._add(self.left)
        return self._add(elsewhere(self.left, [one.grid for one in boards]))

    def _add(self, grids: Sequence[Grid]) -> bool:
        new, self.left = sights_of(self.table, grids[:KEPT]), list(grids[KEPT:])
        self.sights += new if self.style is None else [self._beside(one, self.style) for one in new]
        return bool(new)

    def read_beside(self, style: Style) -> Survey:
        """The survey with its sights, and those still to come, read beside other boards of the program."""
        some = [one for one in self.sights if one.valid >= NOWHERE]
        return replace(self, sights=[self._beside(one, style) for one in some], style=style)

    def unexplained(self, boards: Sequence[Sight]) -> float:
        """The share of the picture's edges that lie beside some boards."""
        light = self.sheet.luma
        edges = np.zeros(light.shape, np.bool_)
        edges[1:] |= np.abs(np.diff(light, axis=0)) > EDGE
        edges[:, 1:] |= np.abs(np.diff(light, axis=1)) > EDGE
        total = int(edges.sum())
        for one in boards:
            edges[extent(one.grid, AROUND)] = False
        return float(edges.sum() / max(total, 1))


def survey(picture: Picture, size: tuple[int, int], expected: Sequence[Lattice]) -> Survey:
    """The picture with the sights at the lattices that are expected in it; places are in its own pixels."""
    effort.spend(effort.SURVEY)
    sheet = sheet_of(picture)
    table = summed(sheet.rgb)
    found = Survey(picture, size, sheet, table)
    found.expect(expected)
    return found


def _grid(one: Lattice) -> Grid:
    (x, y), right, down = one.origin, one.right[0], one.down[1]
    return Grid(one.rows, one.cols, x, right, y, down)
