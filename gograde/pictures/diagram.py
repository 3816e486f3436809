"""The content of a drawing as a value: a board and everything on it; and as text, for terminals and logs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from gograde.errors import DataError
from gograde.go.board import LETTERS, MAX_SIDE, Board

Point = tuple[int, int]
Rows = Sequence[str]

_ALL = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NO_I = _ALL.replace("I", "")


class Mark(Enum):
    """Whether a point is in the reference, in the answer or in both; the value is its sign in text."""

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


class MarkShape(Enum):
    """A mark without a meaning of its own; the value is its sign in text."""

    TRIANGLE = "^"
    SQUARE = "#"
    CIRCLE = "@"
    CROSS = "+"


Sign = Mark | MarkShape


class Holding(Enum):
    """The owner of an empty point, and whether the point is solid; the value is its sign in text."""

    BLACK = "b"
    WHITE = "w"
    BLACK_FIRM = "B"
    WHITE_FIRM = "W"

    @property
    def firm(self) -> bool:
        return self.value.isupper()

    @property
    def black(self) -> bool:
        return self.value in "bB"


class Coordinates(Enum):
    """The labels beside the lines.

    `NUMBERS`: rows and columns from 0 at the top left.  `LETTERS`: the usual board labels, columns from A
    without I, rows from 1 at the bottom.  `STEPS`: the labels of joseki steps, columns and rows from A with
    I.
    """

    NONE = "none"
    NUMBERS = "numbers"
    LETTERS = "letters"
    STEPS = "steps"

    def of_row(self, row: int, rows: int) -> str:
        """The label beside row number `row` of a board with `rows` rows."""
        if self is Coordinates.STEPS:
            return _lettered(row, _ALL)
        return "" if self is Coordinates.NONE else str(rows - row if self is Coordinates.LETTERS else row)

    def of_column(self, column: int) -> str:
        """The label above a column."""
        if self is Coordinates.NUMBERS:
            return str(column)
        return "" if self is Coordinates.NONE else _lettered(column, _ALL if self.value == "steps" else _NO_I)


@dataclass(frozen=True)
class Window:
    """A part of a board: its first row and column, and its numbers of rows and columns."""

    top: int
    left: int
    rows: int
    cols: int

    def __contains__(self, point: Point) -> bool:
        down, right = point[0] - self.top, point[1] - self.left
        return 0 <= down < self.rows and 0 <= right < self.cols

    def points(self) -> Iterator[Point]:
        """The points of the window, row by row."""
        for row in range(self.top, self.top + self.rows):
            for col in range(self.left, self.left + self.cols):
                yield row, col


@dataclass(frozen=True)
class Diagram:
    """A board to draw: rows of `.` (empty), `X` (black) and `O` (white), up to 255 a side.

    `numbers` are move numbers of 1 to 3 digits, on stones or empty points.  `values` are any numbers.  A
    point with both shows its value.  `territory` is for empty points; `last` is the last move.  With a
    `window`, only that part of the board is drawn; lines that continue on the board extend beyond the window.
    Points off the board are not drawn.  Raises `DataError` for rows of unequal length, other letters, sides
    above 255, and a window that leaves the board.
    """

    rows: Rows
    coordinates: Coordinates = Coordinates.NUMBERS
    numbers: Mapping[Point, int] = field(default_factory=dict)
    marks: Mapping[Point, Sign] = field(default_factory=dict)
    values: Mapping[Point, float] = field(default_factory=dict)
    territory: Mapping[Point, Holding] = field(default_factory=dict)
    last: Point | None = None
    window: Window | None = None
    caption: str = ""

    def __post_init__(self) -> None:
        if max(self.size) > MAX_SIDE:
            what = f"{self.size[0]}x{self.size[1]} is too large"
            raise DataError("diagram", what, f"use sides up to {MAX_SIDE}")
        for number, row in enumerate(self.rows):
            if len(row) != self.size[1] or row.strip(LETTERS):
                what = f"row {number} is not {self.size[1]} of {LETTERS}"
                raise DataError("diagram", what, "use . for empty, X for black, O for white")
        if not _within(self.part, *self.size):
            what = f"{self.window} is not on the {self.size[0]}x{self.size[1]} board"
            raise DataError("diagram", what, "show a part of the board")

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of the board."""
        return len(self.rows), len(self.rows[0]) if self.rows else 0

    @property
    def part(self) -> Window:
        """The part that is drawn."""
        return self.window or Window(0, 0, *self.size)

    def stone(self, point: Point) -> str:
        """The letter of a point of the board."""
        return self.rows[point[0]][point[1]]

    def row_label(self, row: int) -> str:
        """The label beside a row; empty without coordinates."""
        return self.coordinates.of_row(row, self.size[0])

    def column_label(self, column: int) -> str:
        """The label above a column; empty without coordinates."""
        return self.coordinates.of_column(column)


def rows_of(board: Board) -> tuple[str, ...]:
    """The rows of a board for a `Diagram`."""
    return tuple(line.replace(" ", "") for line in str(board).splitlines())


def compare(expected: Iterable[Point], answered: Iterable[Point]) -> dict[Point, Mark]:
    """Every point of either set with its mark, in row-major order."""
    wanted, given = frozenset(expected), frozenset(answered)

    def mark(point: Point) -> Mark:
        if point in wanted:
            return Mark.BOTH if point in given else Mark.EXPECTED
        return Mark.ANSWERED

    return {point: mark(point) for point in sorted(wanted | given)}


def value_text(value: float) -> str:
    """A value as text: ints in full, floats to four digits or three decimals; a Unicode minus sign."""
    if math.isinf(value):
        text = "∞" if value > 0 else "-∞"
    elif value == 0:
        text = "0"
    else:
        places = round(value, 3) if abs(value) < 1 else value
        text = str(value) if isinstance(value, int) else f"{places or value:.4g}"
    return text.replace("-", "−")


def _within(part: Window, rows: int, cols: int) -> bool:
    if min(part.top, part.left, part.rows, part.cols) < 0:
        return False
    return part.top + part.rows <= rows and part.left + part.cols <= cols


def _lettered(index: int, alphabet: str) -> str:
    """A, B, …; after the last letter AA, AB, …"""
    above, last = divmod(index, len(alphabet))
    return (_lettered(above - 1, alphabet) if above else "") + alphabet[last]


# -- as text ------------------------------------------------------------------------------------


def board_text(diagram: Diagram) -> tuple[str, ...]:
    """ASCII lines of equal length, with coordinates if the diagram has them.

    A point shows its value, or else its number, its mark, its stone or its territory.  A mark stands before
    its stone (`!X`).  Territory is `b` or `w`; solid territory is a capital.
    """
    part = diagram.part
    columns = range(part.left, part.left + part.cols)
    lines = [_text_row(diagram, row) for row in range(part.top, part.top + part.rows)]
    heads = [diagram.column_label(col) for col in columns]
    beside = max((len(head) for head, _ in lines), default=len(diagram.row_label(0)))
    wide = max(map(len, heads), default=1) + 1
    wide = max((wide, *(len(cell) + (cell[-1] not in "XO") for _, cells in lines for cell in cells)))
    above = " " * beside + "".join(f"{head:>{wide}}" for head in heads)
    body = (f"{head:>{beside}}" + "".join(f"{cell:>{wide}}" for cell in cells) for head, cells in lines)
    return (above, *body) if above.strip() or beside else tuple(body)


def _text_row(diagram: Diagram, row: int) -> tuple[str, list[str]]:
    columns = range(diagram.part.left, diagram.part.left + diagram.part.cols)
    return diagram.row_label(row), [_text_cell(diagram, (row, col)) for col in columns]


def _text_cell(diagram: Diagram, point: Point) -> str:
    stone = diagram.stone(point)
    if point in diagram.values:
        return value_text(diagram.values[point]).replace("−", "-").replace("∞", "inf")
    if point in diagram.numbers:
        return str(diagram.numbers[point])
    if point in diagram.marks:
        return f"{diagram.marks[point].value}{stone.strip('.')}"
    held = diagram.territory.get(point)
    return held.value if held and stone == "." else stone
