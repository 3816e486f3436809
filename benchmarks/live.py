"""A move on 19x19: chains, forces and situation kept up to date, against the whole computation."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

from gograde.go import Board, Point, Position, Stone
from gograde.go.influence.force import force_field
from gograde.go.influence.situation import move_value, situation_value
from gograde.go.live.tracked import TrackedBoard
from gograde.go.rules import chains

SIDE = 19
MOVES = 240
"""Moves of the game, about as many as in a game that is played to its end."""

VALUED = 20
"""Moves that the whole computation values; it is slow."""


def random_game(seed: int) -> list[Point]:
    """Random legal moves."""
    rng, position, moves = random.Random(seed), Position(Board.empty(SIDE)), []
    while len(moves) < MOVES:
        after = position.play(rng.choice(position.board.points()))
        if isinstance(after, Position):
            moves.append(after_point(position, after))
            position = after
    return moves


def after_point(before: Position, after: Position) -> Point:
    """The point that was played."""
    return next(p for p in after.board.points(before.to_play) if not before.board.get(p))


def seconds(call: Callable[[], object]) -> float:
    """CPU seconds of a call."""
    before = time.process_time()
    call()
    return time.process_time() - before


def kept_up(moves: list[Point]) -> tuple[list[float], list[float], TrackedBoard]:
    """The seconds of each move, and of each move with the situation after it."""
    board, plain, valued = TrackedBoard(Position(Board.empty(SIDE))), [], []
    for move in moves:
        plain.append(seconds(lambda move=move: board.play(move)))  # type: ignore[misc]
        valued.append(plain[-1] + seconds(board.situation))
    return plain, valued, board


def whole(moves: list[Point]) -> tuple[list[float], list[float]]:
    """The same by the whole computation."""
    position, plain, valued = Position(Board.empty(SIDE)), [], []
    for move in moves:
        after = position.play(move)
        assert isinstance(after, Position)
        position = after
        board = position.board
        plain.append(seconds(lambda board=board: (chains(board), force_field(board))))  # type: ignore[misc]
        valued.append(seconds(lambda board=board: (chains(board), situation_value(board))))  # type: ignore[misc]
    return plain, valued


def main() -> None:
    """Print medians and their ratio, of moves and of the value of every move."""
    moves = random_game(1)
    kept_up(moves)
    ours, whole_ones = kept_up(moves), whole(moves)
    print(f"live: a move on {SIDE}x{SIDE}, median of {MOVES}, us of CPU")
    for kind, name in enumerate(("chains and forces", "and situation")):
        show(name, *(statistics.median(times[kind]) for times in (ours, whole_ones)))
    board = ours[2]
    values = board.move_values(Stone.BLACK)
    fast = seconds(lambda: board.move_values(Stone.BLACK)) / len(values)
    tried = [point for point, _ in values[:VALUED]]
    slow = seconds(lambda: [move_value(board.board, Stone.BLACK, point) for point in tried]) / len(tried)
    show("value of a move", fast, slow)


def show(name: str, fast: float, slow: float) -> None:
    """A line of the table."""
    print(f"  {name:18} kept up {1e6 * fast:7.1f}   whole {1e6 * slow:7.0f}   ratio {slow / fast:5.0f}")


if __name__ == "__main__":
    main()
