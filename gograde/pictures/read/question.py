"""Questions about a picture and the readings that answer them, with reasons; and likely wrong boards.

A board is a tuple of rows of `.` (empty), `X` (black) and `O` (white), of any size, square or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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


class Reason:
    """The reasons for a verdict, for students and staff."""

    AGREES = "the picture shows the expected board"
    NO_BOARD = "no board of the expected size was found in the picture"
    UNCLEAR = "the stones in the picture could not be told apart surely"
    LEFT_OVER = "something on the board is neither a line, a stone of a kind nor a small mark"
    BESIDE = "something like a stone lies beyond the outer lines of the board"
    NO_LATTICE = "where the board lies in the picture could not be told surely"
    NOT_KNOWN = "another board was read, but nothing says that the board lies where it was read"
    DISAGREE = "what was drawn and what is to be seen do not agree"
    MORE = "the board that was read is wrong, but there may be another one in the picture"
    COLOURS = "which stones are black and which are white could not be told"
    EFFORT = "reading the pictures before it and it would take too long"


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


_WORDS = {".": "empty", "X": "black", "O": "white"}
_NAMED = 3  # points named in words, at most
_LISTED = 9  # differing points, at most, that are named; of more only the number is given


def points_in_words(wrong: Sequence[Difference], total: int) -> str:
    """The first differing points, in words; if there are more than `_LISTED`, only their number."""
    if len(wrong) > _LISTED:
        return f"about {len(wrong)} of {total} points are not as expected"
    named = "; ".join(
        f"row {d.row}, column {d.col} is {_WORDS[d.seen]}, not {_WORDS[d.expected]}" for d in wrong[:_NAMED]
    )
    more = len(wrong) - _NAMED
    return f"{named}; and {more} more point{' differs' if more == 1 else 's differ'}" if more > 0 else named


# -- boards drawn instead of the right one -----------------------------------------------------

_SWAP = str.maketrans("XO", "OX")
_SIDES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
_SHIFTS = _SIDES | {
    f"{down} and {right}": (_SIDES[down][0], _SIDES[right][1])
    for down in ("up", "down")
    for right in ("left", "right")
}


def transposed(board: Board) -> Board:
    """Rows and columns exchanged."""
    return tuple("".join(line) for line in zip(*board, strict=True))


def mirrored(board: Board) -> Board:
    """Left and right exchanged."""
    return tuple(line[::-1] for line in board)


def swapped(board: Board) -> Board:
    """Black and white exchanged."""
    return tuple(line.translate(_SWAP) for line in board)


def shifted(board: Board, down: int, right: int) -> Board:
    """The board with every stone moved by so many points; stones that leave the board are lost."""
    rows, cols = len(board), len(board[0])

    def at(row: int, col: int) -> str:
        return board[row][col] if 0 <= row < rows and 0 <= col < cols else "."

    return tuple("".join(at(r - down, c - right) for c in range(cols)) for r in range(rows))


def turned_boards(board: Board) -> Iterator[Rival]:
    """The seven other orientations of the board; only three when it is not square."""
    yield Rival("the board mirrored, left and right exchanged", mirrored(board))
    yield Rival("the board mirrored, top and bottom exchanged", board[::-1])
    yield Rival("the board turned by half a turn", mirrored(board)[::-1])
    if len(board) == len(board[0]):
        flat = transposed(board)
        yield Rival("the board transposed, rows and columns exchanged", flat)
        yield Rival("the board turned by a quarter turn to the left", flat[::-1])
        yield Rival("the board turned by a quarter turn to the right", mirrored(flat))
        yield Rival("the board transposed along the other diagonal", mirrored(flat)[::-1])


def all_rivals(board: Board, given: Sequence[Rival]) -> tuple[Rival, ...]:
    """The given boards first, then every known distortion, without boards equal to `board`."""
    turned = tuple(turned_boards(board))
    shifts = (Rival(f"the board shifted {name}", shifted(board, *by)) for name, by in _SHIFTS.items())
    exchanged = (Rival(f"{rival.name}, and the colours swapped", swapped(rival.board)) for rival in turned)
    colours = Rival("the board with the colours swapped", swapped(board))
    rivals = (*given, colours, *turned, *shifts, *exchanged)
    return tuple(rival for rival in rivals if rival.board != board)
