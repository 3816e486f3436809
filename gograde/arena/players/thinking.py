"""The reference players that think: greedy, alpha-beta, Monte Carlo tree search, Q-learning, perfect.

They are apart from `reference`, since nobody who has the homework to do is handed them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from operator import itemgetter
from pathlib import Path

from gograde.arena.game.rules import PLIES, SIDE, Chooser, View, by_points, one_of
from gograde.errors import DataError
from gograde.go.board import Board, Point, Stone
from gograde.go.moves import Illegal, group_at
from gograde.go.position import Position

_TABLE_BITS = 18
"""The binary logarithm of the number of buckets in the solver's table."""


def thinker(family: str, strength: int) -> Chooser:
    """The player of a family; `strength` are plies of alpha-beta, or playouts of tree search."""
    if family == "alphabeta":
        return lambda view, seed: _alpha_beta(view, strength, seed)
    if family == "mcts":
        return lambda view, seed: _tree_search(view, strength, seed)
    return {"greedy": play_greedy, "qlearning": play_learned, "perfect": play_perfect}[family]


def play_greedy(view: View, seed: int) -> Point | None:
    """A point that captures most stones; among equals, one whose chain then has most liberties."""
    points = view.position.legal_points()
    return _most_gained(view.position, points, seed) if points else None


def _most_gained(position: Position, points: Sequence[Point], seed: int) -> Point:
    gains = {point: _gain(position, point) for point in points}
    most = max(gains.values())
    return one_of([point for point in points if gains[point] == most], seed)


def play_learned(view: View, seed: int) -> Point | None:
    """The best point by the table of Q-learning; among equals, the choice of the greedy player."""

    points = best(worths(view, read_table()))
    return _most_gained(view.position, points, seed) if points else None


def play_perfect(view: View, _: int) -> Point | None:
    """The choice of book and exact search; the seed changes nothing.

    The solver's table is new for each move, so that the choice depends only on the position and the ply.
    """
    from gograde.arena.players.book import choose, shipped_book
    from gograde.go.solver.exact import Solver

    return choose(Solver(_TABLE_BITS), shipped_book(), view.position, max(view.plies_left, 1))


def _gain(position: Position, point: Point) -> tuple[int, int]:
    """Stones captured by a legal move, and liberties of the chain it makes."""
    after = position.play(point)
    if isinstance(after, Illegal):
        raise ValueError(str(after))
    other = after.to_play
    captured = position.board.cells.count(other) - after.board.cells.count(other)
    made = group_at(after.board, after.board.index(point), bytearray(len(after.board.cells)))
    return captured, len(made.liberties)


def _alpha_beta(view: View, depth: int, seed: int) -> Point | None:
    from gograde.arena.players.search_kernels import alpha_beta

    return _point(alpha_beta(situation(view), depth, seed >> 1))


def _tree_search(view: View, playouts: int, seed: int) -> Point | None:
    from gograde.arena.players.search_kernels import tree_search

    return _point(tree_search(situation(view), playouts, seed >> 1))


def situation(view: View) -> tuple[int, int, int, int, bool, int]:
    """The view as arguments of the kernels."""
    position, ko = view.position, view.position.ko_point
    own, other = bits(position.board, view.stone), bits(position.board, view.stone.opponent)
    forbidden = 0 if ko is None else 1 << position.board.index(ko)
    return own, other, forbidden, position.passes, view.stone is Stone.BLACK, view.plies_left


def bits(board: Board, stone: Stone) -> int:
    """The points that hold `stone`, bit 5 * row + column for each."""
    return sum(1 << place for place, cell in enumerate(board.cells) if cell == stone)


def _point(move: int) -> Point | None:
    return None if move == SIDE * SIDE else Point(*divmod(int(move), SIDE))


# -- the table of the Q-learning player, and the worths of moves by the table ----------------------------
# The key of a move encodes the board after the move as the mover sees it: the least of eight symmetric
# images.  `python -m tools.qlearning` makes the table.

TABLE = Path(__file__).parent / "qtable.npz"
UNSEEN = 0.5
"""The expected worth of the first move."""

MARGIN = 0.02
"""A move outside the table is worth this much less than the player's last move."""

STEPS = 255
"""Worths in the file are whole numbers from 0 (lost) to this (won)."""


def _image(turned: bool, down: bool, right: bool) -> tuple[int, ...]:
    """The place on the board of each place of an image."""
    last = SIDE - 1

    def place(row: int, column: int) -> int:
        row, column = (column, row) if turned else (row, column)
        return (last - row if down else row) * SIDE + (last - column if right else column)

    return tuple(place(row, column) for row, column in product(range(SIDE), repeat=2))


IMAGES = tuple(_image(*sides) for sides in product((False, True), repeat=3))
_GETTERS = tuple(itemgetter(*image) for image in IMAGES)
_DIGITS = {Stone.BLACK: bytes.maketrans(b"\0\1\2", b"012"), Stone.WHITE: bytes.maketrans(b"\0\1\2", b"021")}


def key_of(board: Board, mover: Stone, passed: bool) -> int:
    """The key of a move: the board after it, the mover's colour, and whether it was a pass."""
    digits = board.cells.translate(_DIGITS[mover])
    code = int(min(bytes(image(digits)) for image in _GETTERS), 3)
    return code * 4 + 2 * (mover is Stone.BLACK) + passed


def worths(view: View, table: Mapping[int, float]) -> dict[Point | None, float]:
    """The worth of each legal move and the pass: how likely it wins, 0 to 1."""
    unknown = _expected(view, table) - MARGIN
    points: list[Point | None] = [*view.position.legal_points(), None]
    return {point: _worth(view, point, table, unknown) for point in points}


def _expected(view: View, table: Mapping[int, float]) -> float:
    """The worth of the player's last move."""
    before = view.position.previous
    if before is None or not any(before.cells):
        return UNSEEN
    known = (table.get(key_of(before, view.stone, passed)) for passed in (False, True))
    return next((worth for worth in known if worth is not None), UNSEEN)


def _worth(view: View, point: Point | None, table: Mapping[int, float], unknown: float) -> float:
    after = view.position.step(point)
    if isinstance(after, Illegal):
        raise ValueError(str(after))
    if after.ended or view.ply == PLIES:
        return float(by_points(after.board).winner is view.stone)
    return table.get(key_of(after.board, view.stone, point is None), unknown)


@lru_cache(maxsize=4)
def read_table(path: Path = TABLE) -> Mapping[int, float]:
    """Read a table; raises DataError for a file that is no table."""
    import numpy as np

    try:
        with np.load(path, allow_pickle=False) as arrays:
            keys, steps = arrays["keys"].tolist(), arrays["steps"].tolist()
    except (OSError, ValueError, KeyError) as error:
        raise DataError(str(path), f"no table ({error})", "make it with python -m tools.qlearning") from None
    return {key: step / STEPS for key, step in zip(keys, steps, strict=True)}


def best(found: Mapping[Point | None, float]) -> Sequence[Point]:
    """The points of the greatest worth; empty when only the pass has the greatest worth."""
    most = max(found.values())
    return [point for point, worth in found.items() if worth == most and point is not None]
