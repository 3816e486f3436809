"""The boards of a scene: each canvas and each lattice on it is one, or a reason says why it cannot be told.

Every shape on a board's ground is a line of the lattice, a cell, the ground itself, or lies on one point and
is part of its look.  What is none of these is unexplained, whatever it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from gograde.pictures.effort import spend
from gograde.pictures.shapes.lines import Lattice, grid_of, is_many, is_upright, lattices, pieces
from gograde.pictures.shapes.looks import (
    LETTERS,
    At,
    StoneLook,
    UnclearError,
    classes_of,
    is_same,
    signs_of_cells,
)
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

TEXT_OFF = 0.25
"""Steps: the most distance of a letter that is a stone; the size of a text is known roughly."""

SMALL = 0.45
"""Steps: the longest side of a mark that is no disc."""

STROKE = 0.3
"""Steps: the most width of a line."""

MOST_STAR_POINTS = 9
"""Dots on a board without stones, at most, and they lie alike on all sides."""

NO_SIGNS = frozenset(".+·*-_─│┼┌┐└┘├┤┬┴")
"""Signs on an empty point that mean nothing."""

UNEXPLAINED = "a shape on the board is neither a line, a stone nor a mark"
SIZES = "the discs on the board have several sizes"
BESIDE = "a disc lies between the points or beyond the outer lines"
CELLS = "the cells of the board have several colours"
SIGN = "signs lie on points without a stone"
UNSEEN = "a disc has the colour of the ground"
COVERED = "something covers a part of a stone"

Placed = list[tuple[int, Shape]]
"""Shapes with their places in the order of painting."""


@dataclass
class Points:
    """What lies on the points."""

    grid: Lattice
    ground: tuple[int, str]
    solids: dict[At, Placed] = field(default_factory=dict)
    cells: dict[At, tuple[int, str]] = field(default_factory=dict)
    texts: dict[At, Shape] = field(default_factory=dict)
    marks: dict[At, list[Shape]] = field(default_factory=dict)


class DrawnBoard(NamedTuple):
    """A board in rows of `.XO`, its place, and whether a person may mean black and white the other way."""

    board: tuple[str, ...]
    grid: Lattice
    either: bool


class Boards(NamedTuple):
    """All boards of a scene; `doubt` says why there may be others, and is empty when all is known."""

    boards: tuple[DrawnBoard, ...]
    doubt: str = ""


def boards_of(scene: Scene, rows: int, cols: int) -> Boards:
    """The boards of a size that a scene shows, in the order in which their canvases were made."""
    drawn: list[DrawnBoard] = []
    try:
        for group in scene.groups:
            drawn += _boards(Group(group.ground, tuple(visible(group.shapes))), rows, cols)
    except UnclearError as error:
        return Boards((), str(error))
    return Boards(tuple(drawn))


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


def _boards(group: Group, rows: int, cols: int) -> Iterator[DrawnBoard]:
    """The boards of a group; raises `UnclearError` when something else in it may be a board."""
    grids: list[Lattice] = []
    for down, across in lattices(group.shapes):
        grid = grid_of(down, across, rows, cols)
        if grid is not None:
            grids.append(grid)
        elif is_many(down, across):
            raise UnclearError(OTHER_LATTICE)
    _check_rest(group.shapes, grids)
    for grid in grids:
        yield board_of(grid, group.shapes, group.ground)


def _check_rest(shapes: Sequence[Shape], grids: Sequence[Lattice]) -> None:
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


# -- one board ----------------------------------------------------------------------------------


def board_of(grid: Lattice, shapes: Sequence[Shape], ground: str) -> DrawnBoard:
    """The board on a lattice; raises `UnclearError` unless every shape on it is explained."""
    points = Points(grid, (-1, ground))
    for place, shape in enumerate(shapes):
        if meet(shape.box, grid.box(AREA if shape.kind != "oval" else 1.0)):
            _take(points, place, shape)
    _take_cursor_away(points)
    cells = _stones_of_cells(points)
    if cells:
        return DrawnBoard(_rows(grid, cells), grid, either=False)
    stones = _stones(points)
    if points.marks.keys() - stones.keys() or (not stones and not _are_star_points(grid, points.solids)):
        raise UnclearError(UNEXPLAINED)
    looks = _looks(points, stones) if stones else _letters(points)
    signs, either = classes_of(looks)
    return DrawnBoard(_rows(grid, signs), grid, either)


def _rows(grid: Lattice, signs: Mapping[At, str]) -> tuple[str, ...]:
    return tuple("".join(signs.get((row, col), ".") for col in range(grid.cols)) for row in range(grid.rows))


def _are_star_points(grid: Lattice, places: Iterable[At]) -> bool:
    """Whether places are few and lie alike on all sides; stones may be as small as star points."""
    dots = set(places)
    turned = {(grid.rows - 1 - row, col) for row, col in dots}
    return len(dots) <= MOST_STAR_POINTS and dots == turned


def longest(box: Box) -> float:
    return max(box[2] - box[0], box[3] - box[1])


def middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def meet(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1]


def within(inner: Box, outer: Box) -> bool:
    """Whether a box lies in another one, or juts out by a pixel."""
    starts = all(a >= b - 1 for a, b in zip(inner[:2], outer[:2], strict=True))
    return starts and all(a <= b + 1 for a, b in zip(inner[2:], outer[2:], strict=True))


def radius(grid: Lattice, shape: Shape) -> float:
    """Half the longer side of a shape, in steps of its direction."""
    left, top, right, bottom = shape.box
    return max((right - left) / grid.across, (bottom - top) / grid.down) / 2


# -- shapes -----------------------------------------------------------------------------------


def _take(points: Points, place: int, shape: Shape) -> None:
    """Explain one shape; raises `UnclearError`."""
    grid, box = points.grid, shape.box
    if shape.kind == "text":
        _take_text(points, shape)
    elif shape.kind == "rect" and shape.fill and within(grid.box(0.0), box):
        if points.solids or points.texts or points.marks:
            raise UnclearError(COVERED)
        points.ground = (place, shape.fill)
        points.cells.clear()
    elif shape.kind == "rect" and _lies_on_lines(grid, box):
        _take_cell(points, place, shape)
    elif shape.kind == "line" or (shape.kind == "rect" and not shape.fill and radius(grid, shape) > STONE[1]):
        _check_line(points, shape)
    elif shape.kind in ("oval", "rect", "polygon"):
        _take_solid(points, place, shape)
    else:
        raise UnclearError(UNEXPLAINED)


def _take_solid(points: Points, place: int, shape: Shape) -> None:
    grid, oval = points.grid, shape.kind == "oval"
    row, col, off = grid.place(*middle(shape.box))
    size = radius(grid, shape)
    if grid.has(row, col) and off <= OFF and size <= STONE[1] and (oval or size > SMALL / 2):
        points.solids.setdefault((row, col), []).append((place, shape))
    elif oval and (grid.has(row, col) or off <= OFF) and size > DOT:
        raise UnclearError(BESIDE)
    elif meet(shape.box, grid.box(AREA)):
        if longest(shape.box) > SMALL * grid.step:
            raise UnclearError(UNEXPLAINED)
        points.marks.setdefault((row, col), []).append(shape)


def _take_cursor_away(points: Points) -> None:
    """Forget the only small polygon of a board: a turtle leaves its cursor where it ended."""
    polygons = [at for at, shapes in points.marks.items() for shape in shapes if shape.kind == "polygon"]
    if len(polygons) == 1 and len(points.marks[polygons[0]]) == 1:
        del points.marks[polygons[0]]


def _check_line(points: Points, shape: Shape) -> None:
    """Raise `UnclearError` unless every piece is on a line of the lattice or elsewhere."""
    grid = points.grid
    for piece in pieces(shape):
        x, y, right, bottom = piece
        box = min(x, right), min(y, bottom), max(x, right), max(y, bottom)
        upright = box[3] - box[1] > box[2] - box[0]
        on_line = is_upright(piece) and grid.on_line(x if upright else y, 0 if upright else 1)
        if meet(box, grid.box(AREA)) and (shape.width > STROKE * grid.step or not on_line):
            raise UnclearError(UNEXPLAINED)


def _take_text(points: Points, shape: Shape) -> None:
    x, y = middle(shape.box)
    row, col, off = points.grid.place(x, y)
    if shape.text.strip() and meet((x, y, x, y), points.grid.box(TEXT_OFF)) and points.grid.has(row, col):
        if (row, col) in points.texts or off > 2 * TEXT_OFF:
            raise UnclearError(SIGN)
        points.texts[row, col] = shape._replace(text=shape.text.strip(), width=off)


def _lies_on_lines(grid: Lattice, box: Box) -> bool:
    thin = min(box[2] - box[0], box[3] - box[1]) <= STROKE * grid.step
    sides = [(box[0], 0), (box[2], 0), (box[1], 1), (box[3], 1)]
    known = [grid.on_line(value, axis) for value, axis in sides]
    return all(known) or (thin and (all(known[:2]) or all(known[2:])))


def _take_cell(points: Points, place: int, shape: Shape) -> None:
    """Note the colour of a cell."""
    grid = points.grid
    left, top, right, bottom = shape.box
    if not shape.fill or min(right - left, bottom - top) <= STROKE * grid.step:
        return
    if (round((right - left) / grid.across), round((bottom - top) / grid.down)) != (1, 1):
        raise UnclearError(UNEXPLAINED)
    shift = 0.0 if grid.cells else 0.5
    x, y = middle(shape.box)
    row, col = (y - grid.y) / grid.down - shift, (x - grid.x) / grid.across - shift
    points.cells[round(row), round(col)] = (place, shape.fill)


def _stones_of_cells(points: Points) -> Mapping[At, str]:
    """The stones of a board whose cells are black, white or coloured; none when the cells are its ground.

    Raises `UnclearError` unless the cells are that, have one colour, or two by turns.
    """
    tones: dict[int, set[str]] = {0: set(), 1: set()}
    for (row, col), (_, fill) in points.cells.items():
        tones[(row + col) % 2].add(fill)
    grid, less = points.grid, 0 if points.grid.cells else 1
    whole = len(points.cells) == (grid.rows - less) * (grid.cols - less)
    if not points.cells or (whole and all(len(fills) == 1 for fills in tones.values())):
        return {}
    signs = signs_of_cells({at: fill for at, (_, fill) in points.cells.items()})
    if not (grid.cells and whole and signs) or points.solids or _signs(points) or points.marks:
        raise UnclearError(CELLS)
    return signs


# -- stones -----------------------------------------------------------------------------------


def _stones(points: Points) -> Mapping[At, Placed]:
    """What is seen of each stone, the lowest first; discs of other sizes must be marks."""
    grid = points.grid
    seen = {at: _seen(shapes) for at, shapes in points.solids.items()}
    sizes = {at: max(radius(grid, shape) for _, shape in shapes) for at, shapes in seen.items()}
    stones = {at: size for at, size in sizes.items() if not _is_erased(points, at, seen[at])}
    erased = sizes.keys() - stones.keys()
    if any(len(points.solids[at]) == len(seen[at]) for at in erased):
        raise UnclearError(UNSEEN)
    most = max(stones.values(), default=0.0)
    rest = {at: size for at, size in stones.items() if size > max(min(DOT, MARK * most), DOT * (most <= DOT))}
    if any(size < max(STONE[0], ALIKE * most) for size in rest.values()):
        raise UnclearError(SIZES)
    if rest and most < LARGE and _are_star_points(grid, rest):
        raise UnclearError(SIZES)
    for at in rest:
        cells = (points.cells.get(cell, (-1, ""))[0] for cell in _around(grid, at))
        if seen[at][0][0] < max(points.ground[0], *cells):
            raise UnclearError(COVERED)
    return {at: seen[at] for at in rest}


def _around(grid: Lattice, at: At) -> tuple[At, ...]:
    """The cells that a stone touches."""
    row, col = at
    return (at,) if grid.cells else (at, (row - 1, col), (row, col - 1), (row - 1, col - 1))


def _seen(shapes: Placed) -> Placed:
    """The shapes that no later one covers."""
    kept: Placed = []
    for place, shape in reversed(shapes):
        over = (
            one for _, one in kept if one.fill and (one.kind == "rect" or one.kind == shape.kind == "oval")
        )
        if not any(within(shape.box, one.box) for one in over):
            kept.append((place, shape))
    return kept[::-1]


def _is_erased(points: Points, at: At, shapes: Placed) -> bool:
    """Whether the point is painted over with the ground: all that is seen has its colour."""
    ground = _ground_at(points, at)
    colours = {colour for _, shape in shapes for colour in (shape.fill, shape.outline) if colour}
    return bool(ground) and all(is_same(colour, ground) for colour in colours)


def _ground_at(points: Points, at: At) -> str:
    """The colour below a stone."""
    return points.cells.get(at, points.ground)[1]


def _looks(points: Points, stones: Mapping[At, Placed]) -> dict[At, StoneLook]:
    """How the stones look; numbers that are all different are those of moves, and no sign."""
    if _signs(points).keys() - stones.keys():
        raise UnclearError(SIGN)
    texts = [shape.text for at, shape in points.texts.items() if at in stones]
    are_moves = all(text.isdigit() for text in texts) and len(set(texts)) == len(texts)
    signs = {} if are_moves else {at: shape.text for at, shape in points.texts.items()}
    return {at: _look(points, at, shapes, signs.get(at, "")) for at, shapes in stones.items()}


def _look(points: Points, at: At, shapes: Placed, sign: str) -> StoneLook:
    """How a stone looks: by its largest filled shape, and by a smaller one that is no mark."""
    sizes = [(shape, radius(points.grid, shape)) for _, shape in shapes]
    most = max(size for _, size in sizes)
    filled = [(shape, size) for shape, size in sizes if shape.fill and size >= MARK * most]
    bodies = [shape.fill for shape, size in filled if size >= ALIKE * most]
    cores = [shape.fill for shape, size in filled if size < ALIKE * most]
    ground = _ground_at(points, at)
    colour = bodies[-1] if bodies else ground
    hollow = not bodies or (bool(ground) and is_same(colour, ground))
    forms = tuple(dict.fromkeys(shape.kind for shape, size in sizes if size >= MARK * most))
    small = [shape for shape, size in sizes if size < MARK * most] + points.marks.get(at, [])
    marks = tuple(shape.fill or shape.outline for shape in small)
    core, outline = cores[-1] if cores else "", shapes[-1][1].outline
    return StoneLook(forms, colour, hollow, ground, core, outline, sign, marks)


def _letters(points: Points) -> dict[At, StoneLook]:
    """How letters look that are the stones of a board without others; one point at least has none."""
    signs = _signs(points)
    if len(signs) == points.grid.rows * points.grid.cols:
        raise UnclearError(LETTERS)
    if any(len(shape.text) > 1 or shape.width > TEXT_OFF for shape in signs.values()):
        raise UnclearError(SIGN)
    return {
        at: StoneLook(("text",), shape.fill, False, _ground_at(points, at), "", "", shape.text)
        for at, shape in signs.items()
    }


def _signs(points: Points) -> dict[At, Shape]:
    """The texts that mean something where no stone is."""
    return {at: shape for at, shape in points.texts.items() if shape.text not in NO_SIGNS}
