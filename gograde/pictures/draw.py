"""Boards as SVG and as text, with marks that shape alone tells apart.

Points are `(row, column)`, 0-based from the top left, as everywhere.  A board is rows of
`.` (empty), `X` (black) and `O` (white).  Colours are those of Okabe and Ito (2008), which
colour-blind people can tell apart; in grey print the shapes do it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from html import escape

Point = tuple[int, int]
Rows = Sequence[str]


class Mark(Enum):
    """How a point stands in the reference and in the answer; the value is its sign in text."""

    BOTH = "*"
    EXPECTED = "?"
    ANSWERED = "!"

    @property
    def meaning(self) -> str:
        """The mark in words, for legends."""
        return _MEANINGS[self]


_MEANINGS = {
    Mark.BOTH: "expected and answered",
    Mark.EXPECTED: "expected, not answered",
    Mark.ANSWERED: "answered, not expected",
}


def compare(expected: Iterable[Point], answered: Iterable[Point]) -> dict[Point, Mark]:
    """Every point of either set with its mark, in row-major order."""
    wanted, given = frozenset(expected), frozenset(answered)

    def mark(point: Point) -> Mark:
        if point in wanted:
            return Mark.BOTH if point in given else Mark.EXPECTED
        return Mark.ANSWERED

    return {point: mark(point) for point in sorted(wanted | given)}


def star_points(rows: int, cols: int) -> tuple[Point, ...]:
    """The dotted points: corners and middle, and on odd boards from 13 lines on the sides too."""

    def lines(size: int) -> tuple[int, ...]:
        edge = 2 if size < 13 else 3
        ends = (edge, size - 1 - edge) if size >= 8 else ()
        middle = (size // 2,) if size % 2 and size >= 3 else ()
        return tuple(sorted({*ends, *middle}))

    side = min(rows, cols) >= 13
    corner = [(r, c) for r in lines(rows) for c in lines(cols)]
    return tuple((r, c) for r, c in corner if side or (2 * r == rows - 1) == (2 * c == cols - 1))


# ---------------------------------------------------------------- text


def board_text(board: Rows, marks: Mapping[Point, Mark]) -> tuple[str, ...]:
    """Lines of equal length with coordinates; an empty marked point is its sign.

    A sign on a stone stands before it (`!X`).  Points outside of the board are not drawn.
    """
    cols = len(board[0]) if board else 0
    wide = len(str(max(len(board), cols, 1) - 1))
    head = " " * wide + "".join(f" {col:>{wide}}" for col in range(cols))
    return (head, *(_text_row(r, line, marks, wide) for r, line in enumerate(board)))


def _text_row(row: int, line: str, marks: Mapping[Point, Mark], wide: int) -> str:
    cells = (_text_cell(stone, marks.get((row, col))) for col, stone in enumerate(line))
    return f"{row:>{wide}}" + "".join(f"{cell:>{wide + 1}}" for cell in cells)


def _text_cell(stone: str, mark: Mark | None) -> str:
    if mark is None:
        return stone
    return mark.value if stone == "." else mark.value + stone


# ---------------------------------------------------------------- SVG

CELL = 20
"""Distance of two lines in units of the drawing."""

SHOWN = 1.35
"""Pixels a unit, unless a page says otherwise."""

PAPER, LINE, INK = "#f6e8c8", "#6b5a3a", "#1a1a1a"
GREEN, BLUE, RED = "#00785a", "#0063a6", "#c64600"


@dataclass(frozen=True)
class _Sheet:
    """Size of a board and where its points lie on the drawing."""

    rows: int
    cols: int
    left: int
    top: int

    def at(self, point: Point) -> tuple[int, int]:
        """x and y of a point."""
        return self.left + point[1] * CELL, self.top + point[0] * CELL

    @property
    def width(self) -> int:
        return self.left + (self.cols - 1) * CELL + 14

    @property
    def height(self) -> int:
        return self.top + (self.rows - 1) * CELL + 14


def board_svg(
    board: Rows, marks: Mapping[Point, Mark] | None = None, *, title: str = "", coordinates: bool = True
) -> str:
    """A board as one `<svg>` element that needs nothing else; `title` is read aloud and escaped here.

    Stones of one colour are one path of dots, so that a page can hold a thousand boards.
    Marks outside of the board are left out.
    """
    edge = 26 if coordinates else 14
    sheet = _Sheet(len(board), len(board[0]) if board else 0, edge, edge)
    inside = {p: m for p, m in (marks or {}).items() if _is_on(sheet, p)}
    parts = [_open(sheet, title), _lines(sheet), _stars(sheet)]
    if coordinates:
        parts.append(_coordinates(sheet))
    parts += [_stones(sheet, board), _marks(sheet, inside), "</svg>"]
    return "".join(parts)


def mark_svg(mark: Mark) -> str:
    """One mark alone, for a legend."""
    sheet = _Sheet(1, 1, 9, 9)
    return (
        f'<svg class="mark" viewBox="0 0 18 18" width="18" height="18">{_marks(sheet, {(0, 0): mark})}</svg>'
    )


def _is_on(sheet: _Sheet, point: Point) -> bool:
    return 0 <= point[0] < sheet.rows and 0 <= point[1] < sheet.cols


def _open(sheet: _Sheet, title: str) -> str:
    label = f"<title>{escape(title)}</title>" if title else ""
    shown = f'width="{round(sheet.width * SHOWN)}" height="{round(sheet.height * SHOWN)}"'
    size = f'viewBox="0 0 {sheet.width} {sheet.height}" {shown}'
    paper = f'<rect width="{sheet.width}" height="{sheet.height}" rx="4" fill="{PAPER}"/>'
    return f'<svg class="board" xmlns="http://www.w3.org/2000/svg" role="img" {size}>{label}{paper}'


def _lines(sheet: _Sheet) -> str:
    across, down = (sheet.cols - 1) * CELL, (sheet.rows - 1) * CELL
    rows = "".join(f"M{sheet.left} {sheet.at((r, 0))[1]}h{across}" for r in range(sheet.rows))
    cols = "".join(f"M{sheet.at((0, c))[0]} {sheet.top}v{down}" for c in range(sheet.cols))
    return f'<path d="{rows}{cols}" stroke="{LINE}" fill="none" stroke-linecap="square"/>'


def _stars(sheet: _Sheet) -> str:
    return _dots(sheet, star_points(sheet.rows, sheet.cols), LINE, 5)


def _coordinates(sheet: _Sheet) -> str:
    rows = (_label(9, sheet.at((r, 0))[1] + 3, r) for r in range(sheet.rows))
    cols = (_label(sheet.at((0, c))[0], 12, c) for c in range(sheet.cols))
    font = 'font-family="system-ui,sans-serif" font-size="9" text-anchor="middle"'
    return f'<g {font} fill="{LINE}">{"".join(rows)}{"".join(cols)}</g>'


def _label(x: int, y: int, number: int) -> str:
    return f'<text x="{x}" y="{y}">{number}</text>'


def _stones(sheet: _Sheet, board: Rows) -> str:
    def of(colour: str) -> list[Point]:
        return [(r, c) for r, line in enumerate(board) for c, stone in enumerate(line) if stone == colour]

    white = of("O")
    return _dots(sheet, of("X"), INK, 18) + _dots(sheet, white, INK, 18) + _dots(sheet, white, "#fff", 16)


def _dots(sheet: _Sheet, points: Iterable[Point], colour: str, across: int) -> str:
    """Discs, drawn as lines of no length with round ends."""
    path = "".join(f"M{x} {y}h0" for x, y in map(sheet.at, points))
    return (
        f'<path d="{path}" stroke="{colour}" stroke-width="{across}" stroke-linecap="round"/>' if path else ""
    )


def _marks(sheet: _Sheet, marks: Mapping[Point, Mark]) -> str:
    return "".join(_MARKED[kind](sheet, [p for p, mark in marks.items() if mark is kind]) for kind in Mark)


def _diamonds(sheet: _Sheet, points: Iterable[Point]) -> str:
    path = "".join(f"M{x} {y - 7}l7 7l-7 7l-7-7z" for x, y in map(sheet.at, points))
    return f'<path d="{path}" fill="{GREEN}" stroke="#fff"/>' if path else ""


def _squares(sheet: _Sheet, points: Iterable[Point]) -> str:
    path = "".join(f"M{x - 5} {y - 5}h10v10h-10z" for x, y in map(sheet.at, points))
    return _outlined(path, BLUE)


def _crosses(sheet: _Sheet, points: Iterable[Point]) -> str:
    path = "".join(f"M{x - 5} {y - 5}l10 10m0-10l-10 10" for x, y in map(sheet.at, points))
    return _outlined(path, RED)


def _outlined(path: str, colour: str) -> str:
    """Strokes on a white halo, so that they are seen on black stones as on wood."""
    halo = f'<path d="{path}" fill="none" stroke="#fff" stroke-width="5.5"/>'
    return f'{halo}<path d="{path}" fill="none" stroke="{colour}" stroke-width="3"/>' if path else ""


_MARKED: dict[Mark, Callable[[_Sheet, Iterable[Point]], str]] = {
    Mark.BOTH: _diamonds,
    Mark.EXPECTED: _squares,
    Mark.ANSWERED: _crosses,
}
