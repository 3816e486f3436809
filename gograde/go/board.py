"""Stones, points and boards: immutable values that know no rules.

The project has one coordinate convention: `Point(row, column)`, both from 0, row 0 on top and column 0 on
the left.  `notation` and `sgf` convert from and to other conventions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from gograde.errors import DataError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


MAX_SIDE = 255
LETTERS = ".XO"
_CELLS = b"\0\1\2"
_SWAP = bytes.maketrans(b"\1\2", b"\2\1")


class Stone(IntEnum):
    """What a point holds."""

    EMPTY = 0
    BLACK = 1
    WHITE = 2

    @property
    def opponent(self) -> Stone:
        """The other colour; an empty point stays empty."""
        return Stone(3 - self) if self else self

    @property
    def letter(self) -> str:
        """`.`, `X` or `O`."""
        return LETTERS[self]


STONES = tuple(Stone)
"""Stones by the byte of a cell; a lookup here is faster than `Stone(cell)`."""


class Point(NamedTuple):
    """A place on a board, from 0 at the top left."""

    row: int
    column: int

    def neighbours(self, rows: int, cols: int) -> tuple[Point, ...]:
        """The orthogonally adjacent points on a board of that size: above, left, right, below."""
        row, column = self
        around = (
            Point(row - 1, column),
            Point(row, column - 1),
            Point(row, column + 1),
            Point(row + 1, column),
        )
        return tuple(p for p in around if 0 <= p.row < rows and 0 <= p.column < cols)


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """A rectangle of points, up to 255 a side; a 0x0 board is one too.

    `cells` holds one byte a point (0 empty, 1 black, 2 white), row after row from the top.
    Any colouring is a board; `gograde.go.rules` says whether it obeys the rules.
    Raises `DataError` when `cells` does not fit the size.
    """

    rows: int
    cols: int
    cells: bytes

    def __post_init__(self) -> None:
        if not (0 <= self.rows <= MAX_SIDE and 0 <= self.cols <= MAX_SIDE):
            raise DataError(
                "board", f"{self.rows}x{self.cols} is no board size", f"use sides from 0 to {MAX_SIDE}"
            )
        if len(self.cells) != self.rows * self.cols:
            what = f"{len(self.cells)} points do not fill {self.rows}x{self.cols}"
            raise DataError("board", what, f"give {self.rows * self.cols} points")
        if strange := self.cells.translate(None, _CELLS):
            raise _no_stone(strange[0])

    @classmethod
    def empty(cls, rows: int, cols: int | None = None) -> Board:
        """A board without stones; square when only one side is given."""
        width = rows if cols is None else cols
        return cls(rows, width, bytes(max(rows * width, 0)))

    @classmethod
    def from_rows(cls, rows: Sequence[Sequence[int]]) -> Board:
        """A board from rows of 0, 1 and 2; raises `DataError` for other numbers and unequal rows."""
        width = len(rows[0]) if rows else 0
        for number, row in enumerate(rows):
            if len(row) != width:
                what = f"row {number} has {len(row)} points, row 0 has {width}"
                raise DataError("board", what, "give every row the same length")
        values = [value for row in rows for value in row]
        for value in values:
            if value not in (0, 1, 2):
                raise _no_stone(value)
        return cls(len(rows), width, bytes(int(value) for value in values))

    @classmethod
    def from_array(cls, array: ArrayLike) -> Board:
        """A board from a (rows, cols) array of 0, 1 and 2 of any number type."""
        import numpy as np

        values = np.asarray(array)
        if values.ndim != 2:
            what = f"an array of {values.ndim} dimensions"
            raise DataError("board", what, "give one of shape (rows, cols)")
        strange = values[~np.isin(values, (0, 1, 2))]
        if strange.size:
            raise _no_stone(strange[0])
        rows, cols = values.shape
        return cls(rows, cols, values.astype(np.int8).tobytes())

    def to_array(self) -> NDArray[np.int8]:
        """A new int8 array of shape (rows, cols): 0 empty, 1 black, 2 white."""
        import numpy as np

        return np.frombuffer(self.cells, dtype=np.int8).reshape(self.rows, self.cols).copy()

    def to_rows(self) -> list[list[int]]:
        """Lists of 0, 1 and 2, ready for JSON."""
        return [list(row) for row in self._row_cells()]

    def __contains__(self, point: tuple[int, int]) -> bool:
        """Is the point on the board?"""
        row, column = point
        return 0 <= row < self.rows and 0 <= column < self.cols

    def get(self, point: tuple[int, int]) -> Stone:
        """What the point holds; raises `DataError` off the board."""
        return STONES[self.cells[self.index(point)]]

    def index(self, point: tuple[int, int]) -> int:
        """The index of the point in `cells`; raises `DataError` off the board."""
        if point not in self:
            what = f"({point[0]}, {point[1]}) is off the {self.rows}x{self.cols} board"
            raise DataError("point", what, "count rows and columns from 0 at the top left")
        return point[0] * self.cols + point[1]

    def point(self, index: int) -> Point:
        """The point at an index of `cells`."""
        return all_points(self.rows, self.cols)[index]

    def points(self, stone: Stone | None = None) -> tuple[Point, ...]:
        """All points, or those that hold `stone`, row by row."""
        everywhere = all_points(self.rows, self.cols)
        if stone is None:
            return everywhere
        return tuple(point for point, cell in zip(everywhere, self.cells, strict=True) if cell == stone)

    def with_stones(self, stone: Stone, points: Iterable[tuple[int, int]]) -> Board:
        """The board with `stone` on these points, which may be occupied; EMPTY removes stones."""
        cells = bytearray(self.cells)
        for point in points:
            cells[self.index(point)] = stone
        return Board(self.rows, self.cols, bytes(cells))

    def rotated(self, quarters: int = 1) -> Board:
        """The board turned clockwise by `quarters` quarter turns; negative numbers turn it anticlockwise."""
        board = self
        for _ in range(quarters % 4):
            columns = [board.cells[c :: board.cols][::-1] for c in range(board.cols)]
            board = Board(board.cols, board.rows, b"".join(columns))
        return board

    def mirrored(self) -> Board:
        """The board with left and right exchanged."""
        return Board(self.rows, self.cols, b"".join(row[::-1] for row in self._row_cells()))

    def swapped(self) -> Board:
        """The board with black and white exchanged."""
        return Board(self.rows, self.cols, self.cells.translate(_SWAP))

    def _row_cells(self) -> list[bytes]:
        return [self.cells[r * self.cols : (r + 1) * self.cols] for r in range(self.rows)]

    def __str__(self) -> str:
        """A picture: rows of `.`, `X` and `O` separated by blanks, without a newline at the end."""
        return "\n".join(" ".join(LETTERS[cell] for cell in row) for row in self._row_cells())

    def __repr__(self) -> str:
        if not self.cells:
            return f"Board({self.rows}, {self.cols}, b'')"
        return f'diagram("{" / ".join(str(self).splitlines())}")'


def diagram(picture: str) -> Board:
    """The board of a picture: rows of `.`, `X` (black) and `O` (white), separated by `/` or line ends.

    Blanks inside rows and empty rows are ignored, so `""` is the 0x0 board.  Raises
    `DataError` for other characters and for rows of unequal length.
    """
    lines = ["".join(line.split()) for line in picture.replace("/", "\n").split("\n")]
    rows = [line for line in lines if line]
    for number, row in enumerate(rows):
        if strange := [letter for letter in row if letter not in LETTERS]:
            what = f"row {number} has {strange[0]!a}"
            raise DataError("diagram", what, "use . for empty, X for black, O for white")
    return Board.from_rows([[LETTERS.index(letter) for letter in row] for row in rows])


@lru_cache(maxsize=32)
def all_points(rows: int, cols: int) -> tuple[Point, ...]:
    """The points of a board, row by row, in the order of `Board.cells`."""
    return tuple(Point(row, column) for row in range(rows) for column in range(cols))


@lru_cache(maxsize=32)
def neighbour_indices(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    """For every index of `Board.cells`, the indices of its neighbours, in the order of `Point.neighbours`."""
    return tuple(tuple(_next_to(row, col, rows, cols)) for row in range(rows) for col in range(cols))


def _next_to(row: int, col: int, rows: int, cols: int) -> Iterator[int]:
    """The indices next to a point; makes no `Point`s, since a large board has 65,000 points."""
    place = row * cols + col
    if row:
        yield place - cols
    if col:
        yield place - 1
    if col + 1 < cols:
        yield place + 1
    if row + 1 < rows:
        yield place + cols


def _no_stone(value: object) -> DataError:
    return DataError("board", f"{value} is no stone", "use 0 for empty, 1 for black, 2 for white")


# -- the star points of a board ----------------------------------------------------------------------------


def star_points(rows: int, cols: int) -> tuple[tuple[int, int], ...]:
    """The star points: corners and centre, and on odd boards of at least 13 lines also on the sides."""

    def lines(size: int) -> tuple[int, ...]:
        edge = 2 if size < 13 else 3
        ends = (edge, size - 1 - edge) if size >= 8 else ()
        middle = (size // 2,) if size % 2 and size >= 3 else ()
        return tuple(sorted({*ends, *middle}))

    side = min(rows, cols) >= 13
    corner = [(r, c) for r in lines(rows) for c in lines(cols)]
    return tuple((r, c) for r, c in corner if side or (2 * r == rows - 1) == (2 * c == cols - 1))
