"""`python -m benchmarks.perfect [--games N] [--seed N]`: the perfect player as black against many.

White is each reference player in turn, and three more: a random player that sometimes passes, a player that
counts stones, and the perfect player without its book. Each line has the result and black's slowest move in
seconds of CPU.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from functools import partial

from gograde.arena.game.chance import drawn
from gograde.arena.game.five_by_five import PLIES, View
from gograde.arena.players.book import AIM, Book
from gograde.arena.players.perfect import Choice, choose
from gograde.arena.players.reference import NAMES, chooser
from gograde.go import Point, Position, Stone
from gograde.go.solver.exact import GAME_PLIES, Solver, after_move, start

Player = Callable[[Position, int], Choice]


def random_white(rng: random.Random) -> Player:
    """A random legal point; a pass one time in thirty, or if no point is legal."""

    def player(position: Position, plies_left: int) -> Choice:
        points = position.legal_points()
        return rng.choice(points) if points and rng.random() > 1 / 30 else None

    return player


def greedy_white(rng: random.Random) -> Player:
    """The point after which the board is best for white; ties are broken at random."""

    def gain(position: Position, point: Point) -> int:
        cells = after_move(position, point).board.cells
        return cells.count(Stone.WHITE) - cells.count(Stone.BLACK)

    def player(position: Position, plies_left: int) -> Choice:
        points = position.legal_points()
        return max(points, key=lambda point: (gain(position, point), rng.random()), default=None)

    return player


def perfect(solver: Solver, book: Book) -> Player:
    """The perfect player with its own table and book."""
    return lambda position, plies_left: choose(solver, book, position, plies_left)


def reference(name: str, seed: int) -> Player:
    """A reference player with the random choices of real games."""
    choice = chooser(name)

    def player(position: Position, plies_left: int) -> Choice:
        ply = PLIES + 1 - plies_left
        return choice(View(position, ply), drawn(seed, ply))

    return player


def whites(seed: str) -> dict[str, Callable[[], Player]]:
    """The white players by name; each is created when its turn comes."""
    rng, luck = random.Random(seed), drawn(seed)
    others: dict[str, Callable[[], Player]] = {
        "random with passes": lambda: random_white(rng),
        "greedy for stones": lambda: greedy_white(rng),
        "perfect without book": lambda: perfect(Solver(), {}),
    }
    return others | {name: partial(reference, name, luck) for name in NAMES}


def play(black: Player, white: Player) -> tuple[int, float]:
    """Black's stones minus white's at the end of a game, and black's slowest move in CPU seconds."""
    position, slowest = start(), 0.0
    for plies_left in range(GAME_PLIES, 0, -1):
        if position.ended:
            break
        before = time.process_time()
        player = black if position.to_play is Stone.BLACK else white
        point = player(position, plies_left)
        if position.to_play is Stone.BLACK:
            slowest = max(slowest, time.process_time() - before)
        position = after_move(position, point)
    return position.board.cells.count(Stone.BLACK) - position.board.cells.count(Stone.WHITE), slowest


def main(argv: list[str] | None = None) -> None:
    """Play the games and print how many black won."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.perfect", description=__doc__)
    parser.add_argument("--games", type=int, default=39)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    won, slowest = 0, 0.0
    for game in range(options.games):
        kinds = whites(f"{options.seed}/{game}")
        name = list(kinds)[game % len(kinds)]
        stones, seconds = play(reference("perfect", 1), kinds[name]())
        won, slowest = won + (stones >= AIM), max(slowest, seconds)
        print(f"game {game}: white {name:20} black {stones:+d}, slowest move {seconds:.2f} s", flush=True)
    print(f"black won {won} of {options.games}; slowest move {slowest:.2f} s of CPU")


if __name__ == "__main__":
    main()
