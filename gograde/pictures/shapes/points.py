"""What lies on the points of a lattice: a board, or the reason why it cannot be told for certain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from gograde.pictures.shapes.colours import Look, UnclearError, classes_of, is_dark, is_same, signs_of_cells
from gograde.pictures.shapes.letters import LETTERS, Letter, are_discs, is_letter, signs_of_letters
from gograde.pictures.shapes.lines import Grid, is_upright, pieces
from gograde.pictures.shapes.scene import Box, Shape

AREA = 0.35
"""Steps beyond the outer points within which everything must be explained; names of lines lie farther out."""

STONE = (0.2, 0.75)
"""Steps: the least and the most radius of a stone."""

LARGE = 0.3
"""Steps: few discs of less radius that lie alike on all sides may be stones or star points."""

DOT = 0.15
"""Steps: the most radius of a disc that is a mark or a star point, whatever the stones."""

MARK = 0.45
"""The most radius of a mark, against that of the stones."""

ALIKE = 0.75
"""The least radius of a stone, against that of the largest one."""

OFF = 0.2
"""Steps: the most distance of a stone from its point."""

SMALL = 0.45
"""Steps: the longest side of a mark that is no disc."""

FEW = 4
"""The most strokes and other small things that are marks at one point."""

STROKE = 0.3
"""Steps: the most length of a stroke that is a mark, and the most width of a line."""

MOST_STAR_POINTS = 9
"""Dots on a board without stones, at most, and they lie alike on all sides."""

SIGNS = frozenset("●○◯⚫⚪⬤XxOo×✕✖◎■□▲△")
"""Signs on a point that may be meant for a stone or for none."""

NO_SIGNS = frozenset((".", "+", "·", "*"))
"""Signs on an empty point that mean nothing."""

UNEXPLAINED = "a shape on the board is neither a line, a stone nor a mark"
SIZES = "the discs on the board have several sizes"
BESIDE = "a disc lies between the points or beyond the outer lines"
CELLS = "the cells of the board have several colours"
SIGN = "signs lie on points without a stone"
UNSEEN = "a disc has the colour of the ground"
COVERED = "something covers a part of a stone"


@dataclass
class Points:
    """What was found on the points; each value has its place in the order of painting."""

    grid: Grid
    ground: tuple[int, str]
    discs: dict[tuple[int, int], list[tuple[int, Shape]]] = field(default_factory=dict)
    cells: dict[tuple[int, int], tuple[int, str]] = field(default_factory=dict)
    texts: list[tuple[int, int, Letter]] = field(default_factory=list)
    marks: dict[tuple[int, int], int] = field(default_factory=dict)

    def mark(self, box: Box) -> None:
        """Note a small thing at the point that is nearest to it."""
        row, col, _ = self.grid.place(*middle(box))
        self.marks[row, col] = self.marks.get((row, col), 0) + 1


class Found(NamedTuple):
    """A board in rows of `.XO`, its place, and whether a person may mean black and white the other way."""

    board: tuple[str, ...]
    grid: Grid
    either: bool


def board_of(grid: Grid, shapes: Sequence[Shape], ground: str) -> Found:
    """The board on a lattice; raises `UnclearError` unless every shape on it is explained."""
    found = Points(grid, (-1, ground))
    for place, shape in enumerate(shapes):
        _take(found, place, shape)
    cells = _stones_of_cells(found)
    if cells:
        return Found(_rows(grid, cells), grid, either=False)
    stones = _stones(found)
    letters = {} if stones else _letters(found)
    for row, col, (text, *_) in () if letters else found.texts:
        if ((row, col) in stones and text in SIGNS) or ((row, col) not in stones and text not in NO_SIGNS):
            raise UnclearError(SIGN)
    if not stones and (found.marks or not _are_star_points(grid, found.discs)):
        raise UnclearError(UNEXPLAINED)
    if letters:
        signs = signs_of_letters(letters, found.ground[1])
        return Found(_rows(grid, signs), grid, either=not are_discs(letters) or is_dark(found.ground[1]))
    signs = classes_of({place: _look(found, place, discs) for place, discs in stones.items()})
    return Found(_rows(grid, signs), grid, either=is_dark(found.ground[1]))


def _rows(grid: Grid, signs: Mapping[tuple[int, int], str]) -> tuple[str, ...]:
    return tuple("".join(signs.get((row, col), ".") for col in range(grid.cols)) for row in range(grid.rows))


def _are_star_points(grid: Grid, places: Iterable[tuple[int, int]]) -> bool:
    """Whether places are few and lie alike on all sides; stones may be as small as star points."""
    found = set(places)
    turned = {(grid.rows - 1 - row, col) for row, col in found}
    return len(found) <= MOST_STAR_POINTS and found == turned


def _take(found: Points, place: int, shape: Shape) -> None:
    """Explain one shape; raises `UnclearError`."""
    grid = found.grid
    if not meet(shape.box, grid.box(AREA if shape.kind != "oval" else 1.0)):
        return
    if shape.kind == "oval" and _side(shape) <= 2 * STONE[1] * grid.step:
        _take_disc(found, place, shape)
    elif shape.kind == "line":
        _check_line(found, shape)
    elif shape.kind == "text":
        _take_text(found, shape)
    elif shape.kind == "rect" and _lies_on_lines(grid, shape.box):
        _take_cells(found, place, shape)
    elif not _is_ground(found, place, shape):
        if _side(shape) > SMALL * grid.step:
            raise UnclearError(UNEXPLAINED)
        found.mark(shape.box)


def _side(shape: Shape) -> float:
    left, top, right, bottom = shape.box
    return max(right - left, bottom - top)


def middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def meet(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1]


def within(inner: Box, outer: Box) -> bool:
    """Whether a box lies in another one, or juts out by a pixel."""
    return (
        inner[0] >= outer[0] - 1
        and inner[1] >= outer[1] - 1
        and inner[2] <= outer[2] + 1
        and inner[3] <= outer[3] + 1
    )


def radius(shape: Shape) -> float:
    left, top, right, bottom = shape.box
    return (right - left + bottom - top) / 4


def _take_disc(found: Points, place: int, shape: Shape) -> None:
    grid = found.grid
    row, col, off = grid.place(*middle(shape.box))
    left, top, right, bottom = shape.box
    size = radius(shape) / grid.step
    if abs((right - left) - (bottom - top)) > 0.15 * (right - left) + 1.5:
        if not meet(shape.box, grid.box(AREA)):
            return
        raise UnclearError(UNEXPLAINED)
    if grid.has(row, col) and off <= OFF:
        found.discs.setdefault((row, col), []).append((place, shape))
    elif size > DOT and (grid.has(row, col) or off <= OFF):
        raise UnclearError(BESIDE)


def _check_line(found: Points, shape: Shape) -> None:
    """Raise `UnclearError` unless every piece is on a line of the lattice or elsewhere, or all are a mark."""
    grid = found.grid
    for piece in pieces(shape):
        x, y, right, bottom = piece
        box = min(x, right), min(y, bottom), max(x, right), max(y, bottom)
        if not meet(box, grid.box(AREA)):
            continue
        upright = box[3] - box[1] > box[2] - box[0]
        on_line = is_upright(piece) and grid.on_line(x if upright else y, 0 if upright else 1)
        if shape.width > STROKE * grid.step or not (on_line or _side(shape) <= STROKE * grid.step):
            raise UnclearError(UNEXPLAINED)
        if not on_line:
            found.mark(box)


def _take_text(found: Points, shape: Shape) -> None:
    grid = found.grid
    x, y = middle(shape.box)
    row, col, off = grid.place(x, y)
    if meet((x, y, x, y), grid.box(AREA)) and grid.has(row, col):
        found.texts.append((row, col, Letter(shape.text.strip(), shape.fill, off)))


def _letters(found: Points) -> dict[tuple[int, int], Letter]:
    """The letters that are the stones of a board without discs; none when other texts lie on its points."""
    letters = [(row, col, letter) for row, col, letter in found.texts if letter.text not in NO_SIGNS]
    points = {(row, col): letter for row, col, letter in letters}
    if len(points) < len(letters) or not all(map(is_letter, points.values())):
        return {}
    if len(points) == found.grid.rows * found.grid.cols:
        raise UnclearError(LETTERS)
    return points


def _lies_on_lines(grid: Grid, box: Box) -> bool:
    thin = box[2] - box[0] <= STROKE * grid.step or box[3] - box[1] <= STROKE * grid.step
    sides = [(box[0], 0), (box[2], 0), (box[1], 1), (box[3], 1)]
    known = [grid.on_line(value, axis) for value, axis in sides]
    return all(known) or (thin and (all(known[:2]) or all(known[2:])))


def _take_cells(found: Points, place: int, shape: Shape) -> None:
    """Note the colour of a cell, or of the whole board."""
    grid = found.grid
    left, top, right, bottom = shape.box
    if not shape.fill or min(right - left, bottom - top) <= STROKE * grid.step:
        return
    if within(grid.box(0.0), shape.box):
        found.ground = (place, shape.fill)
        found.cells.clear()
        return
    wide, high = round((right - left) / grid.across), round((bottom - top) / grid.down)
    if (wide, high) != (1, 1):
        raise UnclearError(UNEXPLAINED)
    shift = 0.0 if grid.cells else 0.5
    x, y = middle(shape.box)
    row, col = (y - grid.y) / grid.down - shift, (x - grid.x) / grid.across - shift
    found.cells[round(row), round(col)] = (place, shape.fill)


def _is_ground(found: Points, place: int, shape: Shape) -> bool:
    """Whether a shape lies around the whole board; its colour is then the ground, an image's is unknown."""
    box = found.grid.box(0.0)
    if not within(box, shape.box):
        return False
    if shape.kind == "polygon" and not all(_is_inside(shape.coords, *corner) for corner in _corners(box)):
        if any(_is_inside(shape.coords, *corner) for corner in (*_corners(box), middle(box))):
            raise UnclearError(UNEXPLAINED)
        return True
    if shape.kind in ("image", "other") or shape.fill:
        found.ground = (place, shape.fill)
        found.cells.clear()
    return True


def _corners(box: Box) -> tuple[tuple[float, float], ...]:
    return (box[0], box[1]), (box[2], box[1]), (box[0], box[3]), (box[2], box[3])


def _is_inside(points: Sequence[float], x: float, y: float) -> bool:
    """Whether a ray from the place to the right crosses the sides of a polygon an odd number of times."""
    ends = list(zip(points[::2], points[1::2], strict=True))
    inside = False
    for (ax, ay), (bx, by) in zip(ends, [*ends[1:], ends[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def _stones_of_cells(found: Points) -> Mapping[tuple[int, int], str]:
    """The stones of a board whose cells are black, white or coloured; none when the cells are its ground.

    Raises `UnclearError` unless the cells are that, have one colour, or two by turns.
    """
    tones: dict[int, set[str]] = {0: set(), 1: set()}
    for (row, col), (_, fill) in found.cells.items():
        tones[(row + col) % 2].add(fill)
    grid, less = found.grid, 0 if found.grid.cells else 1
    whole = len(found.cells) == (grid.rows - less) * (grid.cols - less)
    if not found.cells or (whole and all(len(fills) == 1 for fills in tones.values())):
        return {}
    signs = signs_of_cells({at: fill for at, (_, fill) in found.cells.items()})
    if not (grid.cells and whole and signs) or found.discs or found.texts or found.marks:
        raise UnclearError(CELLS)
    return signs


# -- stones -----------------------------------------------------------------------------------

Discs = list[tuple[int, Shape]]


def _stones(found: Points) -> Mapping[tuple[int, int], Discs]:
    """The discs of each point with a stone, the lowest first; discs of other sizes must be marks."""
    seen = {at: _seen(discs) for at, discs in found.discs.items()}
    sizes = {at: max(radius(disc) for _, disc in discs) / found.grid.step for at, discs in seen.items()}
    stones = {at: size for at, size in sizes.items() if not _is_erased(found, at, seen[at])}
    erased = sizes.keys() - stones.keys()
    if any(number > FEW or at in erased for at, number in found.marks.items()):
        raise UnclearError(UNEXPLAINED)
    if any(len(found.discs[at]) == len(seen[at]) for at in erased):
        raise UnclearError(UNSEEN)
    largest = max(stones.values(), default=0.0)
    marks = {at for at, size in stones.items() if size <= min(DOT, MARK * largest) or largest <= DOT}
    rest = {at: size for at, size in stones.items() if at not in marks}
    if any(not max(STONE[0], ALIKE * largest) <= size <= STONE[1] for size in rest.values()):
        raise UnclearError(SIZES)
    if rest and largest < LARGE and _are_star_points(found.grid, rest):
        raise UnclearError(SIZES)
    for at in rest:
        last = max(found.ground[0], *(found.cells.get(cell, (-1, ""))[0] for cell in _around(found.grid, at)))
        if seen[at][0][0] < last:
            raise UnclearError(COVERED)
    return {at: seen[at] for at in rest}


def _around(grid: Grid, at: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The cells that a stone touches."""
    row, col = at
    return (at,) if grid.cells else (at, (row - 1, col), (row, col - 1), (row - 1, col - 1))


def _seen(discs: Discs) -> Discs:
    """The discs that no later disc covers."""
    kept: Discs = []
    for place, disc in reversed(discs):
        if not any(over.fill and within(disc.box, over.box) for _, over in kept):
            kept.append((place, disc))
    return kept[::-1]


def _is_erased(found: Points, at: tuple[int, int], discs: Discs) -> bool:
    """Whether the point is painted over with the ground: all that is seen has its colour."""
    ground = ground_at(found, at)
    colours = {colour for _, disc in discs for colour in (disc.fill, disc.outline) if colour}
    return bool(ground) and all(is_same(colour, ground) for colour in colours)


def ground_at(found: Points, at: tuple[int, int]) -> str:
    """The colour below a stone; empty when it is not known."""
    return found.cells.get(at, found.ground)[1]


def _look(found: Points, at: tuple[int, int], discs: Discs) -> Look:
    """How a stone looks: by its largest filled disc, and by a smaller one that is no mark."""
    largest = max(radius(disc) for _, disc in discs)
    filled = [disc for _, disc in discs if disc.fill and radius(disc) >= MARK * largest]
    bodies = [disc.fill for disc in filled if radius(disc) >= ALIKE * largest]
    cores = [disc.fill for disc in filled if radius(disc) < ALIKE * largest]
    ground = ground_at(found, at)
    colour = bodies[-1] if bodies else ground
    hollow = not bodies or (bool(ground) and is_same(colour, ground))
    return Look(colour, hollow, ground, cores[-1] if cores else "", discs[-1][1].outline)
