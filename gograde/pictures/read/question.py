"""Questions about a picture and the readings that answer them.

A board is a tuple of rows of `.` (empty), `X` (black) and `O` (white), of any size, square or not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from gograde.pictures.picture import Picture

Board = tuple[str, ...]

Size = tuple[int, int]
"""Rows and columns of a board, or width and height of a picture."""

Place = tuple[float, float, float, float]
"""Where a board lies: the x of its first column and the step right, the y of its first row and the step down,
in pixels of the picture."""


class PictureVerdict(Enum):
    """The verdict on a picture; the values are the words in records.

    A doubtful picture waits for a person and never counts as a failure.
    """

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    DOUBTFUL = "review"


@dataclass(frozen=True)
class Rival:
    """A wrong board that a program may well have drawn, and its name for the student.

    The name completes "the picture shows …": `the board before the move`, `the union of the captures`.
    """

    name: str
    board: Board


@dataclass(frozen=True)
class Question:
    """A picture, the position it should show, and known wrong positions.

    `rivals` need not contain the turned, mirrored, shifted and colour-swapped boards, which are always
    tried.
    """

    picture: Picture
    reference: Board
    rivals: tuple[Rival, ...] = ()


@dataclass(frozen=True)
class Difference:
    """A point (0-based from the top left) where the picture shows `seen`, not `expected`."""

    row: int
    col: int
    expected: str
    seen: str


@dataclass(frozen=True)
class Look:
    """What a person showed of a picture: where its board lies, and points (row, col) of some kinds.

    `points` maps a sign of `.XO` to a point (0-based, from the top left) that looks so.  Where a board is
    given beside it, a person said that the picture shows it.
    """

    size: Size
    place: Place
    points: Mapping[str, tuple[int, int]]


@dataclass(frozen=True)
class Example:
    """A picture of the program that a person looked at: its look, and the board that it shows, if known."""

    picture: Picture
    look: Look | None = None
    board: Board | None = None


@dataclass(frozen=True)
class Reading:
    """What a picture shows.

    `differences` is empty unless the picture is rejected. `rival` names the known wrong board that the
    picture shows. `board` is what was read, even if doubtful, and `place` is where; both are None when no
    board was found. `others` are further boards with stones that the picture clearly shows, of the
    same size. `scores` are for staff only.
    """

    verdict: PictureVerdict
    reason: str
    differences: tuple[Difference, ...] = ()
    rival: str | None = None
    board: Board | None = None
    place: Place | None = None
    others: tuple[Board, ...] = ()
    scores: Mapping[str, float] = field(default_factory=dict)


SHAPES = {"shapes": 1.0}
"""Scores that say to staff that shapes were read, and confirmed on the pixels."""


def is_exact(reading: Reading) -> bool:
    """Whether a reading comes from shapes, and so knows all boards of its picture."""
    return reading.scores == SHAPES


def check(board: Board) -> None:
    """Raise ValueError unless the rows are not empty, of equal length, and of the signs `.`, `X` and `O`."""
    even = len({len(line) for line in board}) == 1 and bool(board[0])
    if not even or set("".join(board)) - set(".XO"):
        raise ValueError("a board is rows of equal length of the signs . X O")


def differences(reference: Board, seen: Board) -> tuple[Difference, ...]:
    """The points where two boards of equal size differ, row by row."""
    return tuple(
        Difference(r, c, a, b)
        for r, (line, other) in enumerate(zip(reference, seen, strict=True))
        for c, (a, b) in enumerate(zip(line, other, strict=True))
        if a != b
    )
