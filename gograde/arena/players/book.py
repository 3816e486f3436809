"""The book of the perfect player: proved winning moves for black.

A book has lines `plies cells mark move`: plies left, 25 cells of `.XO` row by row, the mark of the last ply
(`pass`, the point that ko forbids, or `-`), and black's move.  A point is two digits, row and column.  Black
is to play in every position.  The book lists one of eight symmetric positions: the first by cells and mark.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from gograde.go.board import Point, Stone
from gograde.go.position import Position
from gograde.go.solver.exact import Solver, after_move, children, has_passed

Key = tuple[int, str, str]
Book = Mapping[Key, Point]
AIM = 3
"""Stones; the smallest lead with which black wins against a komi of 2.5."""

_SIDE = 5


def read_book(text: str) -> dict[Key, Point]:
    """The moves of a book by position.  The text ships with gograde and is not checked."""
    rows = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return {(int(plies), cells, mark): Point(*map(int, move)) for plies, cells, mark, move in rows}


@lru_cache(maxsize=1)
def shipped_book() -> Book:
    """The book that comes with the package."""
    return read_book((files("gograde.arena.players") / "book.txt").read_text(encoding="ascii"))


def look_up(book: Book, position: Position, plies_left: int) -> Point | None:
    """Black's move in a position; None when the position is not listed."""
    key, way = key_of(position, plies_left)
    move = book.get(key)
    return None if move is None else turn_back(move, way)


def key_of(position: Position, plies_left: int) -> tuple[Key, int]:
    """The key of a 5x5 position and which of the eight symmetries made it."""
    ko = position.ko_point
    cells = str(position.board).replace(" ", "").replace("\n", "")

    def turned(way: int) -> tuple[str, str, int]:
        order = [turn_back(Point(*divmod(i, _SIDE)), way) for i in range(_SIDE * _SIDE)]
        text = "".join(cells[row * _SIDE + column] for row, column in order)
        if ko is None:
            return text, "pass" if has_passed(position) else "-", way
        return text, "".join(map(str, turn(ko, way))), way

    text, mark, way = min(turned(way) for way in range(8))
    return (plies_left, text, mark), way


def turn(point: Point, way: int) -> Point:
    """The image of a point under a symmetry: transposed, then mirrored, then flipped."""
    row, column = (point.column, point.row) if way & 4 else point
    return Point(_SIDE - 1 - row if way & 2 else row, _SIDE - 1 - column if way & 1 else column)


def turn_back(point: Point, way: int) -> Point:
    row = _SIDE - 1 - point.row if way & 2 else point.row
    column = _SIDE - 1 - point.column if way & 1 else point.column
    return Point(column, row) if way & 4 else Point(row, column)


def from_centre(point: Point) -> int:
    """The squared distance from the centre."""
    return (point.row - _SIDE // 2) ** 2 + (point.column - _SIDE // 2) ** 2


# -- the strongest player: first the book, then exact search of a shortened game, then exact search --------
# Black's book moves are proved to win.  With at most `LIVE_PLIES` plies left, the player keeps every won
# position.  In a lost position it plays for the best value, then for the fewest winning replies.

LIVE_PLIES = 16
"""Plies left; with at most so many, the player searches whether it wins."""

EXACT_PLIES = 14
"""Plies left; with at most so many, a lost position is played for the exact best value."""

TRAP_PLIES = 12
"""Plies left; with at most so many, the opponent's winning replies are counted."""

EARLY_PLIES = 12
"""Plies (or one fewer) to which a game is shortened while its end is too far to search."""

MOST_NODES = 12_000_000
"""Nodes, about six seconds.  A longer search is repeated for a game that is two plies shorter."""

_FARTHEST = 9
"""The rank of a pass among squared distances from the centre: farther than any point."""

Choice = Point | None


def choose(solver: Solver, book: Book, position: Position, plies_left: int) -> Choice:
    """The move in a position of the 5x5 game, None for a pass; at least one ply is left."""
    if position.to_play is Stone.BLACK:
        known = look_up(book, position, plies_left)
        if known is not None:
            return known
    if plies_left > LIVE_PLIES:
        return best_choice(solver, position, within(plies_left, EARLY_PLIES))
    won, horizon = wins(solver, position, plies_left), plies_left
    while won is None:
        horizon -= 2
        won = wins(solver, position, horizon)
    if won:
        return winning_choice(solver, position, horizon)
    return best_choice(solver, position, within(horizon, EXACT_PLIES))


def within(plies: int, most: int) -> int:
    """The largest number up to `most` with the parity of `plies`, so that the same side plays last."""
    return plies if plies <= most else most - (most - plies) % 2


def wins(solver: Solver, position: Position, plies_left: int) -> bool | None:
    """Does the side to play win?  None when the search takes more than `MOST_NODES` nodes."""
    reached = solver.reaches(position, plies_left, AIM, MOST_NODES)
    return None if reached is None else reached == (position.to_play is Stone.BLACK)


def winning_choice(solver: Solver, position: Position, plies_left: int) -> Choice:
    """The winning move that is cheapest to prove; points come before the pass."""
    black = position.to_play is Stone.BLACK
    after = children(position)
    for most_nodes in (1000, 30_000, 1_000_000, 1 << 62):
        for point, child in after:
            reached = solver.reaches(child, plies_left - 1, AIM, most_nodes)
            if reached is not None and reached == black:
                return point
    raise ValueError(f"no move wins in\n{position.board}")


def best_choice(solver: Solver, position: Position, plies_left: int) -> Choice:
    """The best move by value, then by fewest winning replies, then by distance from the centre.

    Among moves of the best value, a move that ends the game comes last.
    """
    best = [move.point for move in solver.best_moves(position, plies_left)]

    def rank(point: Choice) -> tuple[bool, int, int]:
        after = after_move(position, point)
        counted = plies_left <= TRAP_PLIES and not after.ended
        replies = winning_replies(solver, after, plies_left - 1) if counted else 0
        return after.ended, replies, _FARTHEST if point is None else from_centre(point)

    return min(best, key=rank)


def winning_replies(solver: Solver, position: Position, plies_left: int) -> int:
    """The number of winning moves of the side to play."""
    if position.ended or plies_left == 0:
        return 0
    black = position.to_play is Stone.BLACK
    return sum(solver.reaches(child, plies_left - 1, AIM) == black for _, child in children(position))
