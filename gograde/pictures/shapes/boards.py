"""The boards of a scene: each canvas and each lattice on it is one, or a reason says why it cannot be told.

Every shape on a board's ground is a line of the lattice, a cell, the ground itself, or lies on one point and
is part of its look.  What is none of these is unexplained, whatever it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from gograde.pictures.effort import spend
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


# -- lattices from lines: straight pieces joined to whole lines, lines that cross, equal steps -----------

NEAR = 3.0
"""Pixels: lines so close are one line, ends so close touch; borders are drawn two or three pixels thick."""

THIN = 4.0
"""Pixels: a rectangle so thin is a line."""

LONG = 0.5
"""The part of the longest line of a lattice that each of its lines has; shorter ones are marks."""

EVEN = 0.04
"""The part of a step by which a line may lie off its place, beside a pixel for rounding."""

FLAT = 2.5
"""The longer step against the shorter one, at most; labels and buttons are wider than high."""

FRAME = 0.9
"""Steps: the most distance of a frame from a board whose lines reach it; a line of the board is farther."""

MOST_LINES = 200
"""Lines of a group; with more, no lattice is searched for."""


class Line(NamedTuple):
    """A line across or down, from `start` to `end`; `at` is its place on the other axis."""

    at: float
    start: float
    end: float


class Lattice(NamedTuple):
    """Places of points: the first one, the steps, and how many there are.

    In cells, the lines lie around the points, half a step away.
    """

    x: float
    y: float
    across: float
    down: float
    rows: int
    cols: int
    cells: bool

    @property
    def step(self) -> float:
        return min(self.across, self.down)

    def place(self, x: float, y: float) -> tuple[int, int, float]:
        """Row and column of the nearest point, which may lie beyond the board, and the distance in steps."""
        row, col = round((y - self.y) / self.down), round((x - self.x) / self.across)
        off = max(abs(x - self.x - col * self.across), abs(y - self.y - row * self.down))
        return row, col, off / self.step

    def has(self, row: int, col: int) -> bool:
        return 0 <= row < self.rows and 0 <= col < self.cols

    def box(self, beyond: float) -> Box:
        """The box around all points, enlarged by a part of a step."""
        right, bottom = self.x + (self.cols - 1) * self.across, self.y + (self.rows - 1) * self.down
        more = beyond * self.step
        return self.x - more, self.y - more, right + more, bottom + more

    def on_line(self, value: float, axis: int) -> bool:
        """Whether a value on an axis (0 across, 1 down) is the place of a line."""
        first, step, count = ((self.x, self.across, self.cols), (self.y, self.down, self.rows))[axis]
        shift = 0.5 if self.cells else 0.0
        number = (value - first) / step + shift
        last = count - 1 + 2 * shift
        return -0.5 < number < last + 0.5 and abs(number - round(number)) * step <= max(NEAR, 0.08 * step)


def pieces(shape: Shape) -> Iterator[tuple[float, float, float, float]]:
    """The straight pieces of a line or a rectangle."""
    if shape.kind == "line":
        points = list(zip(shape.coords[::2], shape.coords[1::2], strict=True))
        yield from ((*a, *b) for a, b in pairwise(points))
    if shape.kind == "rect":
        left, top, right, bottom = shape.box
        x, y = (left + right) / 2, (top + bottom) / 2
        if right - left <= THIN < bottom - top:
            yield x, top, x, bottom
        elif bottom - top <= THIN < right - left:
            yield left, y, right, y
        else:
            yield from ((left, top, right, top), (left, bottom, right, bottom))
            yield from ((left, top, left, bottom), (right, top, right, bottom))


def is_upright(piece: tuple[float, float, float, float]) -> bool:
    """Whether a piece goes straight across or down; a line drawn by turns of a pen is off by little."""
    wide, high = abs(piece[2] - piece[0]), abs(piece[3] - piece[1])
    return min(wide, high) <= max(0.6, 0.005 * max(wide, high))


def lattices(shapes: Sequence[Shape]) -> Iterator[tuple[list[Line], list[Line]]]:
    """Lines down and lines across that cross one another, of each part that stands apart, from the left."""
    down, across = [], []
    for piece in (one for shape in shapes for one in pieces(shape) if is_upright(one)):
        (x, y, right, bottom) = piece
        if abs(bottom - y) > abs(right - x):
            down.append(Line((x + right) / 2, min(y, bottom), max(y, bottom)))
        elif abs(right - x) > 0:
            across.append(Line((y + bottom) / 2, min(x, right), max(x, right)))
    found = joined(down), joined(across)
    if sum(map(len, found)) > MOST_LINES:
        return
    left = set(range(len(found[0])))
    while left:
        yield _part(left, *found)


def joined(lines: Iterable[Line]) -> list[Line]:
    """Lines whose pieces lie at one place and touch."""
    found: list[Line] = []
    rows: list[list[Line]] = []
    for line in sorted(lines):
        if rows and line.at - rows[-1][0].at <= NEAR:
            rows[-1].append(line)
        else:
            rows.append([line])
    for row in rows:
        whole: list[Line] = []
        for line in sorted(row, key=lambda one: one.start):
            if whole and line.start <= whole[-1].end + NEAR:
                last = whole.pop()
                longer = max(last, line, key=lambda one: one.end - one.start)
                whole.append(Line(longer.at, last.start, max(last.end, line.end)))
            else:
                whole.append(line)
        found += whole
    return found


def _part(left: set[int], down: Sequence[Line], across: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """The lines that hang together with one that is left; takes them from `left`."""
    new, mine, others = [min(left)], set[int](), set[int]()
    left.discard(new[0])
    while new:
        number = new.pop()
        mine.add(number)
        met = {n for n, line in enumerate(across) if n not in others and _cross(down[number], line)}
        others |= met
        more = {n for n in left if any(_cross(down[n], across[m]) for m in met)}
        left -= more
        new += more
    return [down[n] for n in sorted(mine)], [across[n] for n in sorted(others)]


def _cross(one: Line, other: Line) -> bool:
    return other.start - NEAR <= one.at <= other.end + NEAR and one.start - NEAR <= other.at <= one.end + NEAR


def grid_of(down: Sequence[Line], across: Sequence[Line], rows: int, cols: int) -> Lattice | None:
    """The points of a board of a size, on the lines or in cells between them; None without equal steps."""
    axes = [_without_frame(_long(lines)) for lines in (down, across)]
    counts = len(axes[1]) - rows, len(axes[0]) - cols
    if counts not in ((0, 0), (1, 1)):
        return None
    (x, right, wide), (y, bottom, high) = (_steps(lines) for lines in axes)
    if not wide or not high or max(wide, high) > FLAT * min(wide, high):
        return None
    if not (_reach(axes[0], y, bottom, high) and _reach(axes[1], x, right, wide)):
        return None
    half = 0.5 * counts[0]
    return Lattice(x + half * wide, y + half * high, wide, high, rows, cols, bool(counts[0]))


def _long(lines: Sequence[Line]) -> list[Line]:
    longest = max((line.end - line.start for line in lines), default=0.0)
    return [line for line in lines if line.end - line.start >= LONG * longest]


def _without_frame(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines without those of a frame, which lie less than a step beside the others."""
    gaps = [after.at - before.at for before, after in pairwise(lines)]
    if len(gaps) < 4:
        return lines
    step = sorted(gaps)[len(gaps) // 2]
    return lines[gaps[0] < FRAME * step : len(lines) - (gaps[-1] < FRAME * step)]


def _steps(lines: Sequence[Line]) -> tuple[float, float, float]:
    """The first and the last place and the step; the step is 0 when the steps are unequal."""
    first, last = lines[0].at, lines[-1].at
    step = (last - first) / max(1, len(lines) - 1)
    even = all(abs(line.at - first - n * step) <= 1 + EVEN * step for n, line in enumerate(lines))
    return first, last, step if even else 0.0


def _reach(lines: Sequence[Line], first: float, last: float, step: float) -> bool:
    """Whether every line goes from the first to the last line that it crosses, and hardly beyond."""
    near = 0.15 * step + NEAR
    far = FRAME * step + NEAR
    return all(
        first - far <= line.start <= first + near and last - near <= line.end <= last + far for line in lines
    )


def is_many(down: Sequence[Line], across: Sequence[Line]) -> bool:
    """Whether lines are so many that they may be those of a board of another size."""
    return min(len(_long(down)), len(_long(across))) > 3
