"""The places of everything in a drawing; all writers (SVG, PNG, PDF) use them.

Neighbouring lines are 20 units apart.  The first line lies 26 units from the edge with coordinates and 14
without; the last line lies 14 units from the edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil

from gograde.go.board import star_points
from gograde.pictures.diagram import (
    Coordinates,
    Diagram,
    Holding,
    Mark,
    MarkShape,
    Point,
    Sign,
    value_text,
)
from gograde.pictures.draw.parts import (
    RISE,
    WOOD,
    XY,
    Areas,
    Discs,
    Drawing,
    Part,
    Rings,
    Strokes,
    Style,
    Words,
    box,
    fitting,
    square,
    text_width,
)

# All lengths are units.
CELL = 20  # from line to line
STONE = 9  # radius of a stone
RIM = 1  # width of the rim of a stone
LABELLED = 26  # from the edge of a board with coordinates to its first line
BARE = 14  # from the edge of a board without coordinates to its first line
GAP = 16  # between two boards
CAPTION = 10  # size of a caption
BELOW = 18  # height of the room for a caption

_BEYOND = 8  # how far lines extend beyond a window
_TICK = 4  # how far lines extend on both sides of the only crossing line
_LABEL = 9  # largest size of a label
_LABEL_ROOM = 16  # width of the room for a label
_NUMBER = 10.5  # largest size of a move number
_NUMBER_ROOM = 13.6  # width of the room for a move number
_VALUE = 9  # largest size of a value
_VALUE_ROOM = 17.5  # width of the room for a value on an empty point
_STONE_ROOM = 14.4  # width of the room for a value on a stone
_RING = 6.9  # radius of the ring of the last move
_RING_ROOM = 10.6  # width of the room inside the ring of the last move
_SMALLEST = 4.5  # smallest common size of all values of a board; longer values shrink alone
_CIRCLE = 4.8  # radius of a circle
_PEN = 1.8  # width of the stroke of a shape
_HALO = 4.4  # width of the stroke behind it
_BROAD = 3.0  # width of the stroke of a comparison mark
_BROAD_HALO = 4.8  # width of the stroke behind it
_HALF = 4.6  # half the side of a comparison square

Diagrams = Diagram | Sequence[Diagram]


@dataclass(frozen=True)
class Panel:
    """A diagram in its place; `x` and `y` are the coordinates of its upper left corner, in units."""

    diagram: Diagram
    style: Style
    x: float = 0
    y: float = 0

    @property
    def edge(self) -> int:
        """Units from the left and the upper edge to the first lines."""
        return BARE if self.diagram.coordinates is Coordinates.NONE else LABELLED

    @property
    def width(self) -> int:
        return self.edge + max(self.diagram.part.cols - 1, 0) * CELL + BARE

    @property
    def height(self) -> int:
        return self.edge + max(self.diagram.part.rows - 1, 0) * CELL + BARE

    def at(self, point: Point) -> XY:
        """x and y of a point."""
        part = self.diagram.part
        right, down = (point[1] - part.left) * CELL, (point[0] - part.top) * CELL
        return self.x + self.edge + right, self.y + self.edge + down

    def visible(self, points: Iterable[Point]) -> list[Point]:
        """The points inside the drawn part of the board."""
        part = self.diagram.part
        return [point for point in points if point in part]


def scene(diagrams: Diagrams, style: Style, columns: int | None = None) -> Drawing:
    """Boards side by side, `columns` in a row, all in one row when None."""
    several = [diagrams] if isinstance(diagrams, Diagram) else list(diagrams)
    sheets = _placed([Panel(diagram, style) for diagram in several], columns or max(len(several), 1))
    width = max((_right(sheet) for sheet in sheets), default=0)
    height = max((sheet.y + _tall(sheet) for sheet in sheets), default=0)
    page = Areas((box(0, 0, ceil(width), ceil(height)),), style.page)
    boards = ((*_ground(sheet), *_upon(sheet)) for sheet in sheets)
    return Drawing(ceil(width), ceil(height), (page, *chain.from_iterable(boards)))


def ground_name(diagram: Diagram, style: Style = WOOD) -> str:
    """A name for the empty board of a diagram: equal ones have the same name, in one style."""
    part, faint = diagram.part, _line_colour(Panel(diagram, style)) == style.faint
    shown = (*diagram.size, part.top, part.left, part.rows, part.cols, diagram.coordinates.value)
    return f"ground-{'-'.join(map(str, shown))}{'-faint' if faint else ''}"


def ground_scene(diagram: Diagram, style: Style) -> Drawing:
    """The empty board of a diagram alone."""
    sheet = Panel(diagram, style)
    return Drawing(sheet.width, sheet.height, tuple(_ground(sheet)))


def upon_scene(diagram: Diagram, style: Style) -> Drawing:
    """What lies upon the empty board of a diagram without a caption."""
    sheet = Panel(diagram, style)
    return Drawing(sheet.width, sheet.height, tuple(_upon(sheet)))


def sign_scene(sign: Sign, style: Style) -> Drawing:
    """One mark alone, for a legend."""
    return Drawing(18, 18, tuple(_legend(sign, (9, 9), style)))


# ---------------------------------------------------------------- places of boards


def _placed(sheets: list[Panel], columns: int) -> list[Panel]:
    """Boards in rows and columns; a column is as wide and a row as high as its largest board."""
    lines = [sheets[start : start + columns] for start in range(0, len(sheets), columns)]
    wides = [max(map(_wide, column)) for column in (sheets[c::columns] for c in range(columns)) if column]
    placed, y = [], 0.0
    for line in lines:
        x = 0.0
        for sheet, wide in zip(line, wides, strict=False):
            placed.append(Panel(sheet.diagram, sheet.style, x + (wide - sheet.width) // 2, y))
            x += wide + GAP
        y += max(map(_tall, line)) + GAP
    return placed


def _wide(sheet: Panel) -> float:
    caption = _one_line(sheet.diagram.caption)
    return max(sheet.width, ceil(text_width(caption, CAPTION)) + 4 if caption else 0)


def _tall(sheet: Panel) -> int:
    return sheet.height + (BELOW if sheet.diagram.caption else 0)


def _right(sheet: Panel) -> float:
    return sheet.x + sheet.width + (_wide(sheet) - sheet.width + 1) // 2


def _one_line(text: str) -> str:
    return " ".join(text.split())


# ---------------------------------------------------------------- one board, from the ground up


def _ground(sheet: Panel) -> list[Part]:
    wood = Areas((box(sheet.x, sheet.y, sheet.width, sheet.height),), sheet.style.board)
    return [wood, *_lines(sheet), *_stars(sheet), *_labels(sheet)]


def _upon(sheet: Panel) -> list[Part]:
    layers = (_territory, _stones, _last, _marks, _numbers, _values, _caption)
    return [part for layer in layers for part in layer(sheet)]


def _lines(sheet: Panel) -> list[Part]:
    part, (rows, cols) = sheet.diagram.part, sheet.diagram.size
    if not (part.rows and part.cols):
        return []
    left, top = sheet.at((part.top, part.left))
    across = _ends(left, part.left, part.cols, cols)
    down = _ends(top, part.top, part.rows, rows)
    levels = ((across[0], y, across[1], y) for y in range(int(top), int(top) + part.rows * CELL, CELL))
    uprights = ((x, down[0], x, down[1]) for x in range(int(left), int(left) + part.cols * CELL, CELL))
    lines = tuple(((x0, y0), (x1, y1)) for x0, y0, x1, y1 in (*levels, *uprights))
    return [Strokes(lines, _line_colour(sheet), 1)]


def _line_colour(sheet: Panel) -> str:
    return sheet.style.faint if sheet.visible(sheet.diagram.values) else sheet.style.line


def _ends(first: float, start: int, crossed: int, whole: int) -> tuple[float, float]:
    """Start and end of lines that cross `crossed` of `whole` other lines, the first at coordinate `first`."""
    if whole == 1:
        return first - _TICK, first + _TICK
    last = first + (crossed - 1) * CELL
    return first - _BEYOND * (start > 0), last + _BEYOND * (start + crossed < whole)


def _stars(sheet: Panel) -> list[Part]:
    return _discs(sheet, sheet.visible(star_points(*sheet.diagram.size)), 2.5, _line_colour(sheet))


def _labels(sheet: Panel) -> list[Part]:
    diagram, part = sheet.diagram, sheet.diagram.part
    if diagram.coordinates is Coordinates.NONE or not (part.rows and part.cols):
        return []
    rows = [(diagram.row_label(row), row) for row in range(part.top, part.top + part.rows)]
    cols = [(diagram.column_label(col), col) for col in range(part.left, part.left + part.cols)]
    size = min(fitting(text, _LABEL_ROOM, _LABEL) for text, _ in (*rows, *cols))
    beside = [(sheet.x + 9, sheet.at((row, part.left))[1] + RISE * size, text) for text, row in rows]
    above = [(sheet.at((part.top, col))[0], sheet.y + 9 + RISE * size, text) for text, col in cols]
    return [Words((*beside, *above), size, sheet.style.line)]


def _stones(sheet: Panel) -> list[Part]:
    style = sheet.style
    held = {colour: _holding(sheet, colour) for colour in "XO"}
    black = _stone(sheet, held["X"], style.black, style.black_rim)
    return black + _stone(sheet, held["O"], style.white, style.white_rim)


def _holding(sheet: Panel, colour: str) -> list[Point]:
    return [point for point in sheet.diagram.part.points() if sheet.diagram.stone(point) == colour]


def _stone(sheet: Panel, points: list[Point], fill: str, rim: str) -> list[Part]:
    whole = _discs(sheet, points, STONE, rim)
    return whole if fill == rim else whole + _discs(sheet, points, STONE - RIM, fill)


def _discs(sheet: Panel, points: Sequence[Point], radius: float, colour: str) -> list[Part]:
    return [Discs(tuple(map(sheet.at, points)), radius, colour)] if points else []


def _territory(sheet: Panel) -> list[Part]:
    """Squares in the colour of the owner's stones; large squares mark solid territory."""
    given = sheet.diagram.territory
    empty = [point for point in sheet.visible(given) if sheet.diagram.stone(point) == "."]
    kinds = ((kind, [point for point in empty if given[point] is kind]) for kind in Holding)
    return [part for kind, points in kinds if points for part in _dots(sheet, kind, points)]


def _dots(sheet: Panel, kind: Holding, points: list[Point]) -> list[Part]:
    half, style = 4.2 if kind.firm else 2.2, sheet.style
    fill, rim = (style.black, style.black_rim) if kind.black else (style.white, style.white_rim)
    squares = tuple(square(sheet.at(point), half) for point in points)
    return [Areas(squares, fill), Strokes(squares, rim, 1, closed=True)]


def _last(sheet: Panel) -> list[Part]:
    """A ring inside the stone of the last move, or on the point when the stone is gone."""
    points = sheet.visible([sheet.diagram.last] if sheet.diagram.last else [])
    return [Rings((sheet.at(point),), _RING, _ink(sheet, point), 1.2) for point in points]


def _marks(sheet: Panel) -> list[Part]:
    given = sheet.diagram.marks
    points = [point for point in sheet.visible(given) if not _has_text(sheet, point)]
    parts: list[Part] = []
    for mark in Mark:
        alike = [point for point in points if given[point] is mark]
        empty = [sheet.at(point) for point in alike if sheet.diagram.stone(point) == "."]
        parts += _backgrounds(mark, empty, sheet.style.board) if empty else []
        parts += _comparison_marks(mark, list(map(sheet.at, alike)), sheet.style) if alike else []
    for shape in MarkShape:
        for stone in ".XO":
            alike = [p for p in points if given[p] is shape and sheet.diagram.stone(p) == stone]
            ink, ground = _inks(sheet.style)[stone]
            parts += _shape_marks(shape, list(map(sheet.at, alike)), ink, ground) if alike else []
    return parts


def _has_text(sheet: Panel, point: Point) -> bool:
    return point in sheet.diagram.numbers or point in sheet.diagram.values


def _numbers(sheet: Panel) -> list[Part]:
    given = sheet.diagram.numbers
    points = [point for point in sheet.visible(given) if point not in sheet.diagram.values]
    texts = {point: str(given[point]) for point in points}
    sizes = {p: fitting(text, _ringed(sheet, p, _NUMBER_ROOM), _NUMBER) for p, text in texts.items()}
    return _texts(sheet, texts, sizes, {point: (_ink(sheet, point), False) for point in points})


def _values(sheet: Panel) -> list[Part]:
    """Values: bold above 0, with a minus sign below 0, small at 0; the longest value sets the size of all."""
    given = {point: sheet.diagram.values[point] for point in sheet.visible(sheet.diagram.values)}
    texts = {point: value_text(value) for point, value in given.items()}
    looks = {point: _value_look(sheet, point, value) for point, value in given.items()}
    fits = {
        point: fitting(text, _room(sheet, point), _VALUE, bold=looks[point][1])
        for point, text in texts.items()
    }
    common = max(min(fits.values(), default=_VALUE), _SMALLEST)
    sizes = {point: min(fit, common if given[point] else 0.85 * common) for point, fit in fits.items()}
    return _texts(sheet, texts, sizes, looks)


def _room(sheet: Panel, point: Point) -> float:
    return _ringed(sheet, point, _VALUE_ROOM if sheet.diagram.stone(point) == "." else _STONE_ROOM)


def _ringed(sheet: Panel, point: Point, room: float) -> float:
    """The width in units for a text on a point; smaller inside the ring of the last move."""
    return min(room, _RING_ROOM) if point == sheet.diagram.last else room


def _value_look(sheet: Panel, point: Point, value: float) -> tuple[str, bool]:
    """The colour of a value, and whether it is bold."""
    style = sheet.style
    if sheet.diagram.stone(point) != ".":
        return _ink(sheet, point), value > 0
    return (style.positive if value > 0 else style.negative if value < 0 else style.zero), value > 0


def _texts(
    sheet: Panel,
    texts: Mapping[Point, str],
    sizes: Mapping[Point, float],
    looks: Mapping[Point, tuple[str, bool]],
) -> list[Part]:
    """Texts on points; on empty points a background hides the lines."""
    heaps: dict[tuple[float, str, bool], list[Point]] = {}
    for point in texts:
        heaps.setdefault((sizes[point], *looks[point]), []).append(point)
    empty = [point for point in texts if sheet.diagram.stone(point) == "."]
    gaps = tuple(_gap(sheet.at(p), texts[p], sizes[p], looks[p][1]) for p in empty)
    ground: list[Part] = [Areas(gaps, sheet.style.board)] if gaps else []
    return ground + [
        Words(tuple(_word(sheet.at(p), texts[p], size) for p in heap), size, colour, bold)
        for (size, colour, bold), heap in heaps.items()
    ]


def _gap(centre: XY, text: str, size: float, bold: bool) -> tuple[XY, ...]:
    wide, tall = min(text_width(text, size, bold=bold) + 1.6, CELL - 1), 0.73 * size + 2.4
    return box(centre[0] - wide / 2, centre[1] - tall / 2, wide, tall)


def _word(centre: XY, text: str, size: float) -> tuple[float, float, str]:
    return centre[0], centre[1] + RISE * size, text


def _caption(sheet: Panel) -> list[Part]:
    text = _one_line(sheet.diagram.caption)
    place = sheet.x + sheet.width / 2, sheet.y + sheet.height + 0.7 * BELOW, text
    return [Words((place,), CAPTION, sheet.style.ink)] if text else []


def _ink(sheet: Panel, point: Point) -> str:
    return _inks(sheet.style)[sheet.diagram.stone(point)][0]


def _inks(style: Style) -> dict[str, tuple[str, str]]:
    """For `.`, `X` and `O`: the colour to write in, and the colour behind it."""
    return {
        ".": (style.ink, style.board),
        "X": (style.white, style.black),
        "O": (style.black, style.white),
    }


# ---------------------------------------------------------------- marks, each with a shape of its own


def _comparison_marks(mark: Mark, centres: Sequence[XY], style: Style) -> list[Part]:
    """Comparison marks in colours on a halo, so that they are visible on stones and on the board."""
    if mark is Mark.BOTH:
        diamonds = tuple(map(_diamond, centres))
        return [Areas(diamonds, style.both), Strokes(diamonds, style.halo, 1, closed=True)]
    if mark is Mark.EXPECTED:
        boxes = tuple(square(centre, _HALF) for centre in centres)
        return _haloed(boxes, style.expected, style.halo, closed=True)
    strokes = tuple(line for centre in centres for line in _cross(centre))
    return _haloed(strokes, style.answered, style.halo, closed=False)


def _backgrounds(mark: Mark, centres: Sequence[XY], colour: str) -> list[Part]:
    """Areas that hide the lines inside a mark on empty points."""
    boxes = tuple(square(centre, _HALF) for centre in centres)
    return [Areas(boxes, colour)] if mark is Mark.EXPECTED else []


def _haloed(outlines: tuple[tuple[XY, ...], ...], colour: str, halo: str, *, closed: bool) -> list[Part]:
    broad = Strokes(outlines, halo, _BROAD_HALO, closed)
    return [broad, Strokes(outlines, colour, _BROAD, closed)]


def _shape_marks(shape: MarkShape, centres: Sequence[XY], colour: str, ground: str) -> list[Part]:
    """Marks of one colour on a background of another colour, which hides the lines."""
    if shape is MarkShape.CIRCLE:
        places = tuple(centres)
        return [Discs(places, _CIRCLE + _PEN, ground), Rings(places, _CIRCLE, colour, _PEN)]
    if shape is MarkShape.CROSS:
        strokes = tuple(line for centre in centres for line in _cross(centre))
        return [Strokes(strokes, ground, _HALO), Strokes(strokes, colour, _PEN)]
    outlines = tuple(map(_triangle if shape is MarkShape.TRIANGLE else _box, centres))
    return [Areas(outlines, ground), Strokes(outlines, colour, _PEN, closed=True)]


def _legend(sign: Sign, centre: XY, style: Style) -> list[Part]:
    """One sign alone, as on an empty point."""
    if isinstance(sign, Mark):
        return _comparison_marks(sign, [centre], style)
    return _shape_marks(sign, [centre], style.ink, style.board)


def _diamond(centre: XY) -> tuple[XY, ...]:
    x, y = centre
    return (x, y - 7), (x + 7, y), (x, y + 7), (x - 7, y)


def _triangle(centre: XY) -> tuple[XY, ...]:
    x, y = centre
    return (x, y - 6), (x + 5.2, y + 3), (x - 5.2, y + 3)


def _box(centre: XY) -> tuple[XY, ...]:
    return square(centre, 4.2)


def _cross(centre: XY) -> tuple[tuple[XY, XY], tuple[XY, XY]]:
    x, y = centre
    return ((x - 4, y - 4), (x + 4, y + 4)), ((x + 4, y - 4), (x - 4, y + 4))
