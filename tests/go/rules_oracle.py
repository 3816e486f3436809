"""A second implementation of the rules, straight from their definitions.

It uses sets of points and fixpoints instead of flood fills and counters.  It is slow, and shares no code with
`rules`, `area` or `kernels`.  If two programs that differ so much agree on a board, the answer can be
trusted.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from gograde.go.board import Board, Point, Stone

Region = frozenset[Point]


class _World:
    """A board as three sets of points."""

    def __init__(self, board: Board) -> None:
        self.near = _near(board.rows, board.cols)
        self.of = {stone: frozenset(board.points(stone)) for stone in Stone}

    def beside(self, points: Iterable[Point]) -> Region:
        """All neighbours of all points."""
        return _union(self.near[point] for point in points)

    def reach(self, start: Region, within: Region) -> Region:
        """The fixpoint of adding neighbours that lie in `within`."""
        reached = new = start
        while new:
            new = (self.beside(new) & within) - reached
            reached |= new
        return reached

    def chains(self, stone: Stone, seeds: Region) -> frozenset[Region]:
        """The chains of a colour that hold a stone of `seeds`."""
        own = self.of[stone]
        return frozenset(self.reach(frozenset([point]), own) for point in own & seeds)

    def dead(self, stone: Stone, seeds: Region) -> Region:
        """The stones of those chains that have no empty point beside them."""
        return _union(c for c in self.chains(stone, seeds) if not self.beside(c) & self.of[Stone.EMPTY])


def obeys_rule_1(board: Board) -> bool:
    """No chain of either colour is without a liberty."""
    world = _World(board)
    return not any(world.dead(stone, world.of[stone]) for stone in (Stone.BLACK, Stone.WHITE))


def play(board: Board, stone: Stone, point: Point) -> Board | None:
    """The board after a move, or None when it is illegal."""
    if point not in _World(board).of[Stone.EMPTY]:
        return None
    placed = board.with_stones(stone, [point])
    world = _World(placed)
    after = placed.with_stones(Stone.EMPTY, world.dead(stone.opponent, world.near[point]))
    return None if _World(after).dead(stone, frozenset([point])) else after


def legal_points(board: Board, stone: Stone) -> Region:
    """Every point where `play` gives a board."""
    return frozenset(point for point in board.points() if play(board, stone, point) is not None)


def capture_points(board: Board, stone: Stone) -> Region:
    """Every point where `play` leaves the opponent with fewer stones."""
    enemy = len(board.points(stone.opponent))

    def captures(point: Point) -> bool:
        after = play(board, stone, point)
        return after is not None and len(after.points(stone.opponent)) < enemy

    return frozenset(filter(captures, board.points()))


def result_closure(board: Board, stone: Stone) -> Board:
    """Every capturing stone placed, then every opponent's chain without a liberty removed."""
    placed = board.with_stones(stone, capture_points(board, stone))
    world = _World(placed)
    return placed.with_stones(Stone.EMPTY, world.dead(stone.opponent, world.of[stone.opponent]))


def area_score(board: Board) -> tuple[int, int]:
    """Black's and white's points: the points that reach only this colour."""
    world = _World(board)
    empty = world.of[Stone.EMPTY]
    black, white = (world.reach(world.of[stone], empty) for stone in (Stone.BLACK, Stone.WHITE))
    only_black = world.of[Stone.BLACK] | (black - white)
    only_white = world.of[Stone.WHITE] | (white - black)
    return len(only_black), len(only_white)


def _union(regions: Iterable[Iterable[Point]]) -> Region:
    return frozenset().union(*regions)


@lru_cache(maxsize=32)
def _near(rows: int, cols: int) -> dict[Point, Region]:
    """The neighbours of every point."""
    points = (Point(row, column) for row in range(rows) for column in range(cols))
    return {point: frozenset(point.neighbours(rows, cols)) for point in points}
