"""What is asked about a picture and what is answered: values, nothing else.

Boards are rows of `.` (empty), `X` (black) and `O` (white), of any size, also not square.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from gograde.pictures.picture import Picture

Board = tuple[str, ...]


class Outcome(Enum):
    """What a picture is worth; `REVIEW` means that a person must look, and is never a failure."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    REVIEW = "review"


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

    Turned, mirrored, shifted and colour-swapped boards need not be given: they are tried always.
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
    """Where the points of a board lie in a picture, in pixels of that picture (x right, y down).

    A step to the next column is the vector `right`, one to the next row is `down`; on a board
    that is drawn a little turned neither is along an axis.
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

    @property
    def spacing(self) -> float:
        """The smaller distance of two neighbouring points."""
        return min(math.hypot(*step) for step in (self.right, self.down))


@dataclass(frozen=True)
class Reading:
    """What a picture shows, as far as it could be told.

    `differences` is empty unless the picture is rejected.  `rival` names the known board that the
    picture shows instead of the reference.  `board` is what was read, also when it is doubtful, and
    `lattice` where; both are None when no board was found.  `others` are further boards of the same size
    that an accepted picture shows clearly, without those of no stone.  `scores` are for staff only.
    """

    outcome: Outcome
    reason: str
    differences: tuple[Difference, ...] = ()
    rival: str | None = None
    board: Board | None = None
    lattice: Lattice | None = None
    others: tuple[Board, ...] = ()
    scores: Mapping[str, float] = field(default_factory=dict)
