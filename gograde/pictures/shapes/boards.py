"""The boards of a scene: each canvas and each lattice on it is a board of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gograde.pictures.effort import spend
from gograde.pictures.shapes.lines import Grid, grid_of, is_many, lattices
from gograde.pictures.shapes.looks import UnclearError
from gograde.pictures.shapes.points import BESIDE, STONE, Found, board_of, longest, meet, within
from gograde.pictures.shapes.scene import Box, Group, Scene, Shape

COMPARISONS = 2000
"""Comparisons of boxes in one step of effort."""

BIG = 60.0
"""Pixels: an image so large on both sides may show a board."""

A_BOARD = 16
"""Texts, rectangles or images in a group without a lattice that may be a board of 4 x 4 or more."""

LEGEND = 4
"""Discs of the size of a stone beside a board, at most: those of a legend, and captures."""

OTHER_LATTICE = "lines or shapes that may be a board of another size or kind"
IMAGE = "an image may show a board"


class Boards(NamedTuple):
    """All boards of a scene; `doubt` says why there may be others, and is empty when all is known."""

    found: tuple[Found, ...]
    doubt: str = ""


def boards_of(scene: Scene, rows: int, cols: int) -> Boards:
    """The boards of a size that a scene shows, in the order in which their canvases were made."""
    found: list[Found] = []
    try:
        for group in scene.groups:
            found += _boards(Group(group.ground, tuple(visible(group.shapes))), rows, cols)
    except UnclearError as error:
        return Boards((), str(error))
    return Boards(tuple(found))


def visible(shapes: Sequence[Shape]) -> list[Shape]:
    """The shapes that no later rectangle covers as a whole."""
    covering = sum(shape.kind == "rect" and bool(shape.fill) for shape in shapes)
    spend(1 + len(shapes) * covering // COMPARISONS)
    covers: list[Box] = []
    kept: list[Shape] = []
    for shape in reversed(shapes):
        left, top, right, bottom = shape.box
        more = shape.width / 2 if shape.outline or shape.kind == "line" else 0.0
        if any(within((left - more, top - more, right + more, bottom + more), cover) for cover in covers):
            continue
        kept.append(shape)
        if shape.kind == "rect" and shape.fill:
            covers.append(shape.box)
    return kept[::-1]


def _boards(group: Group, rows: int, cols: int) -> Iterator[Found]:
    """The boards of a group; raises `UnclearError` when something else in it may be a board."""
    grids: list[Grid] = []
    for down, across in lattices(group.shapes):
        grid = grid_of(down, across, rows, cols)
        if grid is not None:
            grids.append(grid)
        elif is_many(down, across):
            raise UnclearError(OTHER_LATTICE)
    _check_rest(group.shapes, grids)
    for grid in grids:
        yield board_of(grid, group.shapes, group.ground)


def _check_rest(shapes: Sequence[Shape], grids: Sequence[Grid]) -> None:
    """Raise `UnclearError` when what lies beside the boards may be a board."""
    rest = [shape for shape in shapes if not any(meet(shape.box, grid.box(0.5)) for grid in grids)]
    step = max((grid.step for grid in grids), default=0.0)
    least = 2 * STONE[0] * step
    if sum(shape.kind == "oval" and longest(shape.box) >= least for shape in rest) > LEGEND:
        raise UnclearError(BESIDE)
    for kind in ("text", "rect", "other", "polygon", "image"):
        few = A_BOARD + 2 * sum(grid.rows + grid.cols for grid in grids) if kind == "text" else A_BOARD
        if sum(shape.kind == kind for shape in rest) >= few:
            raise UnclearError(OTHER_LATTICE)
    images = [shape.box for shape in rest if shape.kind == "image"]
    if any(min(right - left, bottom - top) >= BIG for left, top, right, bottom in images):
        raise UnclearError(IMAGE)
