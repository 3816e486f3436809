"""Conditions of lines on the whole board, as data: a few words that a machine can check.

A condition is a list of terms with `;` between them; all must hold.  A term, with `not` before it or without:

- `corner x SIDE`: the next corner along x (7x7 points) has more stones of SIDE than of the other side; with
  `empty` as SIDE it has no stone.  `corner y SIDE` asks about the next corner along y.
- `side x SIDE`: the same about the middle of the side along x (the five lines around its star, from the
  second to the fifth); `side y SIDE` likewise.
- `point STEP SIDE`: what lies on one point of the area.
- `ladder SIDE STEP NUMBER`: when the line has been played to step NUMBER, SIDE captures the chain at STEP in
  a ladder, however it runs.  Steps that lie behind are not asked again.

SIDE is `first` or `second`: the player of the line's first step, or the other.  x and y are the two letters
of a step; in a mirrored line they change places, and so do the letters of STEP.  Source: the paper's joseki
library records the conditions on which a variation depends ("ladder at ...", "the corner to the left is
..."); the language is ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gograde.errors import DataError
from gograde.go.board import Board, Point, Stone, neighbour_indices
from gograde.go.joseki import LETTERS, SIDE, TENUKI, Corner, mirror, split_steps, to_board
from gograde.go.moves import ChainPlaces, Illegal, Played, group_at, play

MOST_MOVES = 400
"""Moves that are tried before a chain counts as escaped; the longest plain ladder on 19x19 takes 70."""


class _Chase:
    """One chase; it counts the moves that it tries."""

    def __init__(self, prey: Point, stone: Stone) -> None:
        self.prey, self.stone, self.tried = prey, stone, 0

    def falls(self, board: Board) -> bool:
        """Is the prey caught with the hunter to move?"""
        liberties = _liberties(board, self.prey)
        if len(liberties) > 2:
            return False
        if len(liberties) < 2:
            return True
        return any(self.taken(after) for after in self._after(board, self.stone.opponent, liberties))

    def taken(self, board: Board) -> bool:
        """Is the prey, which has one liberty, caught with itself to move?"""
        liberties = _liberties(board, self.prey)
        if len(liberties) != 1:
            return False
        ways = self._after(board, self.stone, liberties | _takes(board, self.prey))
        return self.tried < MOST_MOVES and all(self.falls(after) for after in ways)

    def _after(self, board: Board, stone: Stone, places: set[int]) -> list[Board]:
        """The boards after each of these moves that is legal."""
        self.tried += len(places)
        if self.tried >= MOST_MOVES:
            return []
        moves = [play(board, stone, board.point(place)) for place in sorted(places)]
        return [move.board for move in moves if isinstance(move, Played)]


CORNER_LINES = 7
"""Lines of a neighbour's corner that `corner` looks at: all usual first moves and their enclosures."""

SIDE_MIDDLE = range(7, 12)
"""Lines of a side that `side` looks at, counted from 0 at the corner."""

SIDE_HEIGHT = range(1, 5)
"""Lines above a side that `side` looks at, counted from 0 at the edge."""

FIRST, SECOND, EMPTY = SIDES = ("first", "second", "empty")
_AXES = ("x", "y")
_FIX = "see the list of terms in gograde/engine/formulary/terms.py"


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a condition: its predicate, the predicate's words, and whether it must not hold."""

    predicate: str
    words: tuple[str, ...]
    negated: bool = False

    def __str__(self) -> str:
        return " ".join((*(["not"] if self.negated else []), self.predicate, *self.words))


@dataclass(frozen=True, slots=True)
class CornerView:
    """A corner of a board as a line sees it: mirrored or not, and which colour played its first step."""

    board: Board
    corner: Corner
    mirrored: bool
    first: Stone

    def point(self, step: str) -> Point:
        """The board's point of a step of the line."""
        return to_board(self.corner, mirror(step) if self.mirrored else step)

    def stone(self, side: str) -> Stone:
        """The colour of a side of the line."""
        return {FIRST: self.first, SECOND: self.first.opponent, EMPTY: Stone.EMPTY}[side]

    def turned(self) -> Board:
        """The board with the corner at the top left, and the line's x to the right."""
        quarters = {Corner.TL: 0, Corner.TR: 3, Corner.BR: 2, Corner.BL: 1}[self.corner]
        board = self.board.rotated(quarters)
        return board.rotated().mirrored() if self.mirrored else board


def read_terms(text: str, where: str = "condition") -> tuple[Term, ...]:
    """The terms of a condition, none of an empty text; raises `DataError` for what is no term."""
    return tuple(_read_term(part.split(), where) for part in text.split(";") if part.strip())


def holds(term: Term, view: CornerView, steps: str, played: int) -> bool:
    """Does a term of a line with these steps hold, `played` of which were played?"""
    return _ASK[term.predicate](term.words, view, split_steps(steps), played) is not term.negated


def _read_term(words: list[str], where: str) -> Term:
    negated = words[:1] == ["not"]
    predicate, *rest = words[negated:] or [""]
    if predicate not in _FORM:
        raise DataError(where, f"{predicate!a} is no predicate", f"use one of {', '.join(_FORM)}")
    fits = [_WORDS[kind] for kind in _FORM[predicate]]
    if len(rest) != len(fits) or not all(fit(word) for fit, word in zip(fits, rest, strict=True)):
        what = f"{' '.join(words)!a} is not {predicate} {' '.join(_FORM[predicate])}"
        raise DataError(where, what, _FIX)
    return Term(predicate, tuple(rest), negated)


def _is_step(word: str) -> bool:
    return len(word) == 2 and set(word) <= set(LETTERS)


_FORM: Mapping[str, tuple[str, ...]] = {
    "corner": ("AXIS", "SIDE"),
    "side": ("AXIS", "SIDE"),
    "point": ("STEP", "SIDE"),
    "ladder": ("PLAYER", "STEP", "NUMBER"),
}
_WORDS: Mapping[str, Callable[[str], bool]] = {
    "AXIS": _AXES.__contains__,
    "SIDE": SIDES.__contains__,
    "PLAYER": (FIRST, SECOND).__contains__,
    "STEP": _is_step,
    "NUMBER": lambda word: word.isascii() and word.isdigit() and 1 <= int(word) <= len(LETTERS) ** 2,
}


# -- what the predicates ask ----------------------------------------------------------------


def _corner(words: Sequence[str], view: CornerView, steps: Sequence[str], played: int) -> bool:
    near, far = range(CORNER_LINES), range(SIDE - CORNER_LINES, SIDE)
    rows, columns = (near, far) if words[0] == "x" else (far, near)
    return _more(view, words[1], ((row, column) for row in rows for column in columns))


def _side(words: Sequence[str], view: CornerView, steps: Sequence[str], played: int) -> bool:
    rows, columns = (SIDE_HEIGHT, SIDE_MIDDLE) if words[0] == "x" else (SIDE_MIDDLE, SIDE_HEIGHT)
    return _more(view, words[1], ((row, column) for row in rows for column in columns))


def _more(view: CornerView, side: str, points: Iterator[tuple[int, int]]) -> bool:
    """Have these points of the turned board more stones of the side than of the other, or no stone?"""
    board = view.turned()
    held = [board.get(point) for point in points]
    if side == EMPTY:
        return not any(held)
    own = view.stone(side)
    return held.count(own) > held.count(own.opponent)


def _point(words: Sequence[str], view: CornerView, steps: Sequence[str], played: int) -> bool:
    return view.board.get(view.point(words[0])) is view.stone(words[1])


def _ladder(words: Sequence[str], view: CornerView, steps: Sequence[str], played: int) -> bool:
    side, step, number = words[0], words[1], int(words[2])
    if played > number:
        return True
    board = _played_on(view, steps[played:number], view.first if played % 2 == 0 else view.first.opponent)
    if board is None:
        return False
    prey = board.get(view.point(step))
    return prey is not view.stone(side) and caught_in_ladder(board, view.point(step))


def _played_on(view: CornerView, steps: Sequence[str], stone: Stone) -> Board | None:
    """The board after more steps of the line, or None when one of them is illegal on it."""
    board = view.board
    for step in steps:
        if step != TENUKI:
            move = play(board, stone, view.point(step))
            if isinstance(move, Illegal):
                return None
            board = move.board
        stone = stone.opponent
    return board


_ASK: Mapping[str, Callable[[Sequence[str], CornerView, Sequence[str], int], bool]] = {
    "corner": _corner,
    "side": _side,
    "point": _point,
    "ladder": _ladder,
}


def caught_in_ladder(board: Board, point: Point) -> bool:
    """Is the chain at a point captured though it runs, by nothing but moves that threaten to take it?

    A chain with one liberty is to move, one with two liberties waits for its hunter; one with more is not
    caught.  It may extend, or take a chain of its hunter that it touches.  Ko is ignored.  An empty point has
    been taken already: caught.
    """
    stone = board.get(point)
    if not stone:
        return True
    chase = _Chase(point, stone)
    return chase.taken(board) if len(_liberties(board, point)) == 1 else chase.falls(board)


def _liberties(board: Board, point: Point) -> set[int]:
    """The places of the liberties of the chain at a point."""
    return _chain(board, board.index(point)).liberties


def _takes(board: Board, point: Point) -> set[int]:
    """Where chains that touch the chain at a point can be taken, since they have one liberty."""
    cells, around = board.cells, neighbour_indices(board.rows, board.cols)
    other = board.get(point).opponent
    beside = {
        n for stone in _chain(board, board.index(point)).stones for n in around[stone] if cells[n] == other
    }
    lasts = (_chain(board, place).liberties for place in beside)
    return {place for last in lasts if len(last) == 1 for place in last}


def _chain(board: Board, place: int) -> ChainPlaces:
    return group_at(board, place, bytearray(len(board.cells)))
