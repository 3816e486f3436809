"""The strongest player: by the book, exact near the end, and in between exact for a shorter game.

Black's book moves are proved to win.  From `LIVE_PLIES` plies left a won position is never
given away; a lost one is played for the best value and for few replies that still win.
"""

from __future__ import annotations

from gograde.arena.players.book import AIM, Book, from_centre, look_up
from gograde.go import Point, Position, Stone
from gograde.go.solver.exact import Solver, after_move, children

LIVE_PLIES = 16
EXACT_PLIES = 14
TRAP_PLIES = 12
EARLY_PLIES = 12
"""Where the end is out of reach the game is taken to last so long, or a ply less."""

MOST_NODES = 12_000_000
"""A question that takes more, some six seconds, is asked of a game that is two plies shorter."""

_FARTHEST = 9
"""How far a pass is from the centre, squared: farther than any point."""

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
    """So many plies, or as few less as it takes, the same side having the last one."""
    return plies if plies <= most else most - (most - plies) % 2


def wins(solver: Solver, position: Position, plies_left: int) -> bool | None:
    """Does the side to play win?  None when that takes too long."""
    reached = solver.reaches(position, plies_left, AIM, MOST_NODES)
    return None if reached is None else reached == (position.to_play is Stone.BLACK)


def winning_choice(solver: Solver, position: Position, plies_left: int) -> Choice:
    """A move that keeps a won position won, the cheapest to prove; a point before the pass."""
    black = position.to_play is Stone.BLACK
    after = children(position)
    for most_nodes in (1000, 30_000, 1_000_000, 1 << 62):
        for point, child in after:
            reached = solver.reaches(child, plies_left - 1, AIM, most_nodes)
            if reached is not None and reached == black:
                return point
    raise ValueError(f"no move wins in\n{position.board}")


def best_choice(solver: Solver, position: Position, plies_left: int) -> Choice:
    """A move of the best value: one that leaves fewest replies that win, then nearest to the centre.

    A pass that ends a game that is not won comes last.
    """
    best = [move.point for move in solver.best_moves(position, plies_left)]

    def rank(point: Choice) -> tuple[bool, int, int]:
        after = after_move(position, point)
        counted = plies_left <= TRAP_PLIES and not after.ended
        replies = winning_replies(solver, after, plies_left - 1) if counted else 0
        return after.ended, replies, _FARTHEST if point is None else from_centre(point)

    return min(best, key=rank)


def winning_replies(solver: Solver, position: Position, plies_left: int) -> int:
    """After how many of its moves the side to play still wins."""
    if position.ended or plies_left == 0:
        return 0
    black = position.to_play is Stone.BLACK
    return sum(solver.reaches(child, plies_left - 1, AIM) == black for _, child in children(position))
