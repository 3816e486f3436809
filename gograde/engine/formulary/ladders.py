"""Ladders, read out to their end on the whole board."""

from __future__ import annotations

from gograde.go.board import Board, Point, Stone, neighbour_indices
from gograde.go.moves import Played, play

MOST_MOVES = 400
"""Moves that are tried before a chain counts as escaped; the longest plain ladder on 19x19 takes 70."""


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


def _liberties(board: Board, point: Point) -> set[int]:
    """The places of the liberties of the chain at a point."""
    return _reach(board, board.index(point))[1]


def _takes(board: Board, point: Point) -> set[int]:
    """Where chains that touch the chain at a point can be taken, since they have one liberty."""
    cells, around = board.cells, neighbour_indices(board.rows, board.cols)
    stones, _ = _reach(board, board.index(point))
    other = board.get(point).opponent
    beside = {n for stone in stones for n in around[stone] if cells[n] == other}
    lasts = (_reach(board, place)[1] for place in beside)
    return {place for last in lasts if len(last) == 1 for place in last}


def _reach(board: Board, place: int) -> tuple[set[int], set[int]]:
    """The stones and the liberties of the chain at a place."""
    cells, around = board.cells, neighbour_indices(board.rows, board.cols)
    stones, liberties, walk = {place}, set(), [place]
    for stone in walk:  # grows while it is walked
        for other in around[stone]:
            if not cells[other]:
                liberties.add(other)
            elif cells[other] == cells[place] and other not in stones:
                stones.add(other)
                walk.append(other)
    return stones, liberties
