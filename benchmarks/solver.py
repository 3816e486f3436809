"""Exact values of the 5x5 game: CPU seconds by plies left, with a new table for each question.

The other figures are from a study with a solver in C++ on a similar machine. Its load and its positions were
different, so only the order of magnitude is comparable.
"""

from __future__ import annotations

import random
import statistics
import time

from gograde.go import Board, Position, Stone
from gograde.go.solver.exact import GAME_PLIES, Solver, after_move, start

COUNTS = {8: 100, 10: 100, 12: 100, 14: 40, 16: 10}
"""Positions by plies left."""

STUDY = {8: "0.4 / 0.7", 10: "3 / 6", 12: "28 / 60", 14: "150 / 360", 16: "1200 / 4000"}
"""The study's milliseconds by plies left, median and ninetieth percentile."""

STUDY_REACHES = {14: "", 16: "0.5 s", 18: "11.4 M nodes, 2.6 s", 20: ""}
"""The study's cost by the length of the game in plies."""

KNOWN = {**{n: n % 2 for n in range(19)}, 17: 2}
"""The value of the game by its number of plies, from the study."""

MIDGAME_BITS = 18
"""The binary logarithm of the number of entries in the table."""

START_BITS = 22
"""The same for games from the empty board."""


def midgame(rng: random.Random, plies_left: int) -> Position:
    """The position after random legal moves from the empty board; passes only where no point is legal."""
    position = Position(Board.empty(5), Stone.BLACK, Board.empty(5))
    for _ in range(GAME_PLIES - plies_left):
        points = position.legal_points()
        position = after_move(position, rng.choice(points) if points else None)
    return position


def seconds_of(solver: Solver, position: Position, plies: int) -> tuple[int, float]:
    """The value, and the CPU seconds that it took."""
    before = time.process_time()
    value = solver.value(position, plies)
    return value, time.process_time() - before


def midgames() -> None:
    """Print the median and the ninetieth percentile of the time of an exact value."""
    rng = random.Random(1)
    print("solver: exact value of random mid-game positions, new table each, ms of CPU (median / p90)")
    for plies, count in COUNTS.items():
        seconds = sorted(
            seconds_of(Solver(MIDGAME_BITS), midgame(rng, plies), plies)[1] for _ in range(count)
        )
        ours = f"{1e3 * statistics.median(seconds):.1f} / {1e3 * seconds[int(0.9 * count)]:.1f}"
        print(f"  {plies:2} plies left  {ours:>15}  study {STUDY[plies]:>11}  ({count} positions)")


def from_the_start() -> None:
    """Check the known values of shorter games from the empty board, and print their times."""
    print("solver: exact value of the N-ply game from the empty board, new table each")
    for plies, known in KNOWN.items():
        solver = Solver(START_BITS)
        value, seconds = seconds_of(solver, start(), plies)
        assert value == known, (plies, value)
        if plies >= 12:
            print(f"  N = {plies}  {value:+d}  {seconds:6.2f} s  {solver.nodes:12,} nodes")


def thresholds() -> None:
    """Print whether black wins the N-ply game, and the time of the answer."""
    print("solver: does black reach +3 in the N-ply game from the empty board, new table each")
    for plies, study in STUDY_REACHES.items():
        solver, before = Solver(START_BITS), time.process_time()
        answer = solver.reaches(start(), plies, 3)
        seconds = time.process_time() - before
        print(f"  N = {plies}  {answer}  {seconds:6.2f} s  {solver.nodes:12,} nodes  study: {study or '-'}")


def main() -> None:
    """Print all three tables."""
    Solver(10).value(start(), 8)
    midgames()
    from_the_start()
    thresholds()
