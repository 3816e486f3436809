"""What is asked about a picture and what is answered: values, nothing else.

Boards are rows of `.` (empty), `X` (black) and `O` (white), of any size, also not square.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from gograde.pictures.picture import Picture

Board = tuple[str, ...]


class PictureVerdict(Enum):
    """What a picture is worth; a doubtful one waits for a person and is never a failure.

    Values are the words of records.
    """

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    DOUBTFUL = "review"


@dataclass(frozen=True)
class Rival:
    """A board that is wrong but may well have been drawn, and its name in words for the student.

    The name completes "the picture shows …": `the board before the move`, `the union of the captures`.
    """

    name: str
    board: Board


@dataclass(frozen=True)
class Question:
    """A picture, the position it should show, and known wrong positions.

    Turned, mirrored, shifted and colour-swapped boards need not be given: they are always tried.
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
class Lattice:
    """Where the points of a board lie, in pixels of the picture (x right, y down).

    `right` and `down` are the steps to the next column and row, along no axis when the board is turned.
    """

    rows: int
    cols: int
    origin: tuple[float, float]
    right: tuple[float, float]
    down: tuple[float, float]

    def at(self, row: float, col: float) -> tuple[float, float]:
        """x and y of a point."""
        x = self.origin[0] + col * self.right[0] + row * self.down[0]
        return x, self.origin[1] + col * self.right[1] + row * self.down[1]


@dataclass(frozen=True)
class Reading:
    """What a picture shows, as far as it can be told.

    `differences` is empty unless the picture is rejected. `rival` names the known board that it shows
    instead of the reference. `board` is what was read, also when that is doubtful, and `lattice` where;
    both are None when no board was found. `others` are further boards of the same size with stones that
    an accepted picture shows clearly. `scores` are for staff only.
    """

    verdict: PictureVerdict
    reason: str
    differences: tuple[Difference, ...] = ()
    rival: str | None = None
    board: Board | None = None
    lattice: Lattice | None = None
    others: tuple[Board, ...] = ()
    scores: Mapping[str, float] = field(default_factory=dict)


def check(board: Board) -> None:
    """Raise ValueError for a board that is none."""
    even = len({len(line) for line in board}) == 1 and bool(board[0])
    if not even or set("".join(board)) - set(".XO"):
        raise ValueError("a board is rows of equal length of the signs . X O")


def differences(reference: Board, seen: Board) -> tuple[Difference, ...]:
    """The points where two boards of one size differ, row by row."""
    return tuple(
        Difference(r, c, a, b)
        for r, (line, other) in enumerate(zip(reference, seen, strict=True))
        for c, (a, b) in enumerate(zip(line, other, strict=True))
        if a != b
    )
