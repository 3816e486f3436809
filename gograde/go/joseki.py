"""Joseki as text: the four corners, the eight symmetric forms of a sequence, a library of paths.

The 19x19 board has four corner areas of 10x10.  The middle lines belong to two areas, the centre to all
four.  In its area a point is two letters from A to J (0 to 9, I is not skipped): x, then y, counted from the
corner.  Rotation maps the areas to each other, so a path is the same text in all four.  The mirror of a path
swaps the two letters of every step.  `XX` is a tenuki.  Source: the course's paper on Go programs, the
section on joseki.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from gograde.errors import DataError
from gograde.go.board import Board, Point, Stone
from gograde.go.moves import Illegal, play
from gograde.go.position import Move

SIDE = 19
TENUKI = "XX"
LETTERS = "ABCDEFGHIJ"
_LAST = SIDE - 1
_STEP = re.compile(f"[{LETTERS}]{{2}}|{TENUKI}")


class Corner(StrEnum):
    """An area of the board, by its corner."""

    TL = "TL"
    TR = "TR"
    BL = "BL"
    BR = "BR"


class AreaState(StrEnum):
    """The state of an area; see `replay`."""

    FRESH = "fresh"
    RUNNING = "running"
    INTERRUPTED = "interrupted"
    ENDED = "ended"


class AreaPoint(NamedTuple):
    """The name of a point in one area."""

    corner: Corner
    step: str


@dataclass(frozen=True, slots=True)
class Area:
    """The steps played in an area, as text, and its state."""

    steps: str = ""
    state: AreaState = AreaState.FRESH


@dataclass(frozen=True, slots=True)
class JosekiPath:
    """One way through the forest of joseki, from root to leaf.

    The side that chose the path won `wins` of `games` games.  Raises `DataError` as `play_out` does, when
    there are no steps, and unless 0 <= wins <= games.
    """

    steps: str
    wins: int = 0
    games: int = 0

    def __post_init__(self) -> None:
        where = f"joseki {self.steps}"
        if not self.steps:
            raise DataError(where, "no steps", "give two letters for every step")
        if not 0 <= self.wins <= self.games:
            what = f"{self.wins} wins of {self.games} games"
            raise DataError(where, what, "count from 0, no more wins than games")
        play_out(self.steps, where=where)

    @property
    def priority(self) -> Fraction:
        """See `priority_of`."""
        return priority_of(self.wins, self.games)


def priority_of(wins: int, games: int) -> Fraction:
    """(wins + 1) / (games + 2), by Laplace's rule: 1/2 before the first game."""
    return Fraction(wins + 1, games + 2)


def to_area(row: int, col: int) -> tuple[AreaPoint, ...]:
    """The 1, 2 or 4 names of a point of the 19x19 board, one for each of its areas, in the order of `Corner`.

    Raises `DataError` off the board.
    """
    if not (0 <= row < SIDE and 0 <= col < SIDE):
        what = f"({row}, {col}) is off the {SIDE}x{SIDE} board"
        raise DataError("point", what, "count rows and columns from 0 at the top left")
    inside = {
        Corner.TL: (col, row),
        Corner.TR: (row, _LAST - col),
        Corner.BL: (_LAST - row, col),
        Corner.BR: (_LAST - col, _LAST - row),
    }
    reach = len(LETTERS)
    return tuple(
        AreaPoint(c, LETTERS[x] + LETTERS[y]) for c, (x, y) in inside.items() if x < reach and y < reach
    )


def to_board(corner: Corner, step: str) -> Point:
    """The point of a step in an area; raises `DataError` unless the text is one step on the board."""
    if split_steps(step) != (step,) or step == TENUKI:
        raise DataError("step", f"{step!a} names no point", "give two letters from A to J")
    x, y = (LETTERS.index(letter) for letter in step)
    points = {
        Corner.TL: (y, x),
        Corner.TR: (x, _LAST - y),
        Corner.BL: (_LAST - x, y),
        Corner.BR: (_LAST - y, _LAST - x),
    }
    return Point(*points[corner])


def split_steps(steps: str, where: str = "joseki") -> tuple[str, ...]:
    """The steps of a text, one by one; raises `DataError` for an odd length and for other letters."""
    if len(steps) % 2:
        raise DataError(where, f"{len(steps)} letters are no whole steps", "give two letters for every step")
    parts = tuple(steps[i : i + 2] for i in range(0, len(steps), 2))
    for number, step in enumerate(parts, start=1):
        if not _STEP.fullmatch(step):
            what = f"step {number} is {step!a}"
            raise DataError(where, what, "use two letters from A to J, or XX for a tenuki")
    return parts


def mirror(steps: str) -> str:
    """The steps on the other side of the corner's diagonal; raises `DataError` as `split_steps` does."""
    return "".join(step[::-1] for step in split_steps(steps))


@lru_cache(maxsize=1024)
def play_out(
    steps: str, corner: Corner = Corner.TL, first: Stone = Stone.BLACK, where: str = "joseki"
) -> Board:
    """The 19x19 board after the steps, played in turn on an empty board; XX passes the turn.

    Raises `DataError` as `split_steps` does, for an XX that is not between two other steps, for a point
    played twice (so no ko can arise), and for an illegal move.
    """
    parts = split_steps(steps, where)
    _check_order(parts, where)
    board, stone = Board.empty(SIDE), first
    for number, step in enumerate(parts, start=1):
        if step != TENUKI:
            move = play(board, stone, to_board(corner, step))
            if isinstance(move, Illegal):
                raise DataError(where, f"step {number}, {step}: {move}", "play by the rules")
            board = move.board
        stone = stone.opponent
    return board


def check_forest(library: Iterable[JosekiPath]) -> None:
    """Raise `DataError` when a path, or its mirror, equals or begins another path."""
    paths = tuple(library)
    texts = {(t, number) for number, path in enumerate(paths) for t in (path.steps, mirror(path.steps))}
    for (text, number), (longer, other) in pairwise(sorted(texts)):
        if longer.startswith(text):
            what = f"it is {'the same as' if longer == text else 'the beginning of'} {paths[other].steps}"
            fix = "keep whole paths only, each once and one way round"
            raise DataError(f"joseki {paths[number].steps}", what, fix)


def is_joseki(steps: str, library: Iterable[JosekiPath]) -> bool:
    """Does a path, or its mirror, begin with the steps?  No steps begin every path.

    Raises `DataError` as `split_steps` does.
    """
    return any(True for _ in _ahead(steps, library))


def next_steps(steps: str, library: Iterable[JosekiPath]) -> tuple[str, ...]:
    """The possible next steps: each once, the best first, ties in text order.

    The rank of a step is the best priority of the paths that continue with it.  XX is a step too.  Conditions
    are ignored, so omit paths that do not apply from `library`.  Raises `DataError` as `split_steps` does.
    """
    best: dict[str, Fraction] = {}
    for path, rest in _ahead(steps, library):
        if rest:
            best[rest[:2]] = max(path.priority, best.get(rest[:2], path.priority))
    return tuple(sorted(best, key=lambda step: (-best[step], step)))


def replay(moves: Iterable[Move], library: Iterable[JosekiPath]) -> dict[Corner, Area]:
    """The four areas after the moves of a game on 19x19, in the order of `Corner`.

    An area's steps are all moves in it, to the end of the game.  An XX is inserted between two consecutive
    moves of one colour.  Moves elsewhere and passes leave no other trace, so there is no XX when both sides
    played elsewhere.  The states are:

    - fresh: no move was played in the area;
    - ended: the library knows no next step, because a path is complete or was left;
    - running: there is a next step, and the last move of the game is in the area;
    - interrupted: there is a next step, but the last move is elsewhere or a pass.

    Stones set up before the game are no moves.  Whether moves are legal `LiveGame.from_record` says.  A point
    off the board raises `DataError`.
    """
    paths, places = tuple(library), tuple((move.stone, _places(move)) for move in moves)
    here = places[-1][1] if places else {}
    areas = {corner: _with_tenuki((s, at[corner]) for s, at in places if corner in at) for corner in Corner}
    return {corner: Area(steps, _state(steps, corner in here, paths)) for corner, steps in areas.items()}


def _places(move: Move) -> dict[Corner, str]:
    """The step of a move in each of its areas."""
    return {} if move.point is None else dict(to_area(*move.point))


def _with_tenuki(moves: Iterable[tuple[Stone, str]]) -> str:
    """The steps as text, with XX where a colour follows itself."""
    text, last = "", None
    for stone, step in moves:
        text += TENUKI + step if stone == last else step
        last = stone
    return text


def _state(steps: str, here: bool, library: tuple[JosekiPath, ...]) -> AreaState:
    if not steps:
        return AreaState.FRESH
    if not next_steps(steps, library):
        return AreaState.ENDED
    return AreaState.RUNNING if here else AreaState.INTERRUPTED


def _ahead(steps: str, library: Iterable[JosekiPath]) -> Iterator[tuple[JosekiPath, str]]:
    """The paths that begin with the steps, directly or mirrored, and their remaining steps."""
    mirrored = mirror(steps)
    for path in library:
        if path.steps.startswith(steps):
            yield path, path.steps[len(steps) :]
        if path.steps.startswith(mirrored):
            yield path, mirror(path.steps[len(steps) :])


def _check_order(parts: tuple[str, ...], where: str) -> None:
    """Raise `DataError` for an XX that is not between two steps, and for a point played twice."""
    seen: dict[str, int] = {}
    for number, step in enumerate(parts, start=1):
        if step == TENUKI and number in (1, len(parts)):
            raise DataError(where, f"step {number} is XX", "put a tenuki between two steps")
        if step == TENUKI == parts[number - 2]:
            what = f"steps {number - 1} and {number} are XX"
            raise DataError(where, what, "leave both out: each side played elsewhere once")
        if step != TENUKI and step in seen:
            what = f"step {number}, {step}, is step {seen[step]} already"
            raise DataError(where, what, "play every point once")
        seen[step] = number
