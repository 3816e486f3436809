"""The strongest player: by the book, exact near the end, and in between exact for a shorter game.

Black's book moves are proved to win.  From `LIVE_PLIES` plies left a won position is never
given away; a lost one is played for the best value and for few replies that still win.
"""

from __future__ import annotations

from gograde.arena.players.book import AIM, Book, from_centre, look_up
from gograde.go import Point, Position, Stone
from gograde.go.solver.exact import Solver, after_move, children

LIVE_PLIES = 16
"""Plies left from which on the player knows whether it wins."""

EXACT_PLIES = 14
"""Plies left from which on a lost position is played for the exact best value."""

TRAP_PLIES = 12
"""Plies left from which on the opponent's winning replies are counted."""

EARLY_PLIES = 12
"""Plies, or one less, that the game is taken to last when its end is out of reach."""

MOST_NODES = 12_000_000
"""Nodes, some six seconds.  A search that takes more is made for a game that is two plies shorter."""

_FARTHEST = 9
"""The squared distance of a pass from the centre, farther than that of any point."""

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
    """At most so many plies, with the last one by the same side."""
    return plies if plies <= most else most - (most - plies) % 2


def wins(solver: Solver, position: Position, plies_left: int) -> bool | None:
    """Does the side to play win?  None when the search takes too long."""
    reached = solver.reaches(position, plies_left, AIM, MOST_NODES)
    return None if reached is None else reached == (position.to_play is Stone.BLACK)


def winning_choice(solver: Solver, position: Position, plies_left: int) -> Choice:
    """The move that keeps a won position won and is cheapest to prove; a point before the pass."""
    black = position.to_play is Stone.BLACK
    after = children(position)
    for most_nodes in (1000, 30_000, 1_000_000, 1 << 62):
        for point, child in after:
            reached = solver.reaches(child, plies_left - 1, AIM, most_nodes)
            if reached is not None and reached == black:
                return point
    raise ValueError(f"no move wins in\n{position.board}")


def best_choice(solver: Solver, position: Position, plies_left: int) -> Choice:
    """Of the moves of the best value one that leaves fewest winning replies, then nearest to the centre.

    A move that ends the game comes last.
    """
    best = [move.point for move in solver.best_moves(position, plies_left)]

    def rank(point: Choice) -> tuple[bool, int, int]:
        after = after_move(position, point)
        counted = plies_left <= TRAP_PLIES and not after.ended
        replies = winning_replies(solver, after, plies_left - 1) if counted else 0
        return after.ended, replies, _FARTHEST if point is None else from_centre(point)

    return min(best, key=rank)


def winning_replies(solver: Solver, position: Position, plies_left: int) -> int:
    """How many moves of the side to play win."""
    if position.ended or plies_left == 0:
        return 0
    black = position.to_play is Stone.BLACK
    return sum(solver.reaches(child, plies_left - 1, AIM) == black for _, child in children(position))
