"""The reference players that think: greedy, alpha-beta, Monte Carlo tree search, Q-learning, perfect.

They are apart from `reference`, since nobody who has the homework to do is handed them.
"""

from __future__ import annotations

from collections.abc import Sequence

from gograde.arena.game.rules import SIDE, Chooser, View, one_of
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
    from gograde.arena.players.qtable import best, read_table, worths

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
