"""The strongest player: first the book, then exact search of a shortened game, then exact search.

Black's book moves are proved to win.  With at most `LIVE_PLIES` plies left, the player keeps every won
position.  In a lost position it plays for the best value, then for the fewest winning replies.
"""

from __future__ import annotations

from gograde.arena.players.book import AIM, Book, from_centre, look_up
from gograde.go.board import Point, Stone
from gograde.go.position import Position
from gograde.go.solver.exact import Solver, after_move, children

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
