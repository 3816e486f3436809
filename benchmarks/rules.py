"""Rules engines compared: positions per second, each with all legal moves listed and one played.

Every engine plays its own uniformly random games, passes included, to two passes or 2 n² plies. The printed
mean lengths show that the games are alike. Peers that are not installed are named and left out.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib.util import find_spec

import numpy as np
from sgfmill.boards import Board as MillBoard

from benchmarks.measure import in_turn
from gograde.engine.choice.grid import padded
from gograde.engine.choice.playout_kernels import COUNT, DICE, EMPTY, KO, REGISTERS, Cells
from gograde.engine.choice.playout_kernels import _draw as draw
from gograde.engine.choice.playout_kernels import _is_legal as is_legal
from gograde.engine.choice.playout_kernels import _place as place
from gograde.engine.choice.playout_kernels import _table as table_of
from gograde.go import Board, Position
from gograde.go.machine_code import compiled

Players = Callable[[int, range], int]
GAMES = {5: 4000, 9: 1000, 19: 150}
SLOWER = {"kernels": 1, "open_spiel (C++)": 1, "pure Python": 50, "sgfmill": 500}
REPEATS = 7


def kernel_games(side: int, seeds: range) -> int:
    """The plies of games by the kernels with which the engine plays games out."""
    start = table_of(padded(Board.empty(side)), side + 2)
    return sum(kernel_game(start.copy(), seed, 2 * side * side) for seed in seeds)


@compiled
def kernel_game(table: Cells, seed: int, plies: int) -> int:
    table[REGISTERS, DICE] = seed * 7919 + 1
    moves, colour, passes = np.empty(table.shape[1], np.int64), 1, 0
    for ply in range(plies):
        if passes == 2:
            return ply
        found = 0
        for i in range(table[REGISTERS, COUNT]):
            moves[found] = table[EMPTY, i]
            found += is_legal(table, table[EMPTY, i], colour)
        moves[found] = 0
        point = moves[draw(table, found + 1)]
        table[REGISTERS, KO] = 0
        passes += 1
        if point:
            place(table, point, colour)
            passes = 0
        colour = 3 - colour
    return plies


def open_spiel_games(side: int, seeds: range) -> int:
    """The plies of games between open_spiel's own random players; C++ lists and plays the moves."""
    import pyspiel

    game, plies = pyspiel.load_game(f"go(board_size={side})"), 0
    for seed in seeds:
        state = game.new_initial_state()
        players = [pyspiel.make_uniform_random_bot(colour, 2 * seed + colour) for colour in range(2)]
        pyspiel.evaluate_bots(state, players, seed)
        plies += state.move_number()
    return plies


def python_games(side: int, seeds: range) -> int:
    """The plies of games by our rules in pure Python."""
    return sum(python_game(side, random.Random(seed)) for seed in seeds)


def python_game(side: int, rng: random.Random) -> int:
    position = Position(Board.empty(side))
    for ply in range(2 * side * side):
        if position.ended:
            return ply
        point = rng.choice((*position.legal_points(), None))
        after = position.pass_turn() if point is None else position.play(point)
        assert isinstance(after, Position)
        position = after
    return 2 * side * side


def sgfmill_games(side: int, seeds: range) -> int:
    """The plies of games on sgfmill's board, which lists no moves: each point is tried on a copy."""
    return sum(sgfmill_game(side, random.Random(seed)) for seed in seeds)


def sgfmill_game(side: int, rng: random.Random) -> int:
    board, ko, passes, colour = MillBoard(side), None, 0, "b"
    for ply in range(2 * side * side):
        if passes == 2:
            return ply
        legal = [point for point in board.board_points if point != ko and mill_allows(board, point, colour)]
        point = rng.choice([*legal, None])
        passes = 0 if point else passes + 1
        ko = board.play(*point, colour) if point else None
        colour = "w" if colour == "b" else "b"
    return 2 * side * side


def mill_allows(board: MillBoard, point: tuple[int, int], colour: str) -> bool:
    """Whether a stone played there stays."""
    if board.get(*point):
        return False
    trial = board.copy()
    trial.play(*point, colour)
    return trial.get(*point) is not None


def engines() -> dict[str, Players]:
    """The engines of this machine, ours first."""
    peer = {"open_spiel (C++)": open_spiel_games} if find_spec("pyspiel") else {}
    return {"kernels": kernel_games, **peer, "pure Python": python_games, "sgfmill": sgfmill_games}


def rates(side: int) -> dict[str, tuple[float, float]]:
    """Positions per second and plies per game of every engine; medians of alternating repeats."""
    found = engines()
    games = {name: max(1, GAMES[side] // SLOWER[name]) for name in found}
    plies: dict[str, int] = {}

    def playing(name: str) -> Callable[[], None]:
        return lambda: plies.update({name: found[name](side, range(games[name]))})

    seconds = in_turn({name: playing(name) for name in found}, REPEATS)
    return {name: (plies[name] / seconds[name], plies[name] / games[name]) for name in found}


def main() -> None:
    """Print a table of rates by board size and engine, with the ratio of the kernels' rate."""
    print("rules: positions a second (all legal moves listed, one played; CPU time)")
    for side in GAMES:
        results = rates(side)
        ours = results["kernels"][0]
        for name, (rate, length) in results.items():
            times = f"kernels x{ours / rate:,.1f}"
            print(f"  {side:2}x{side:<2}  {name:17} {rate:11,.0f}/s  {times:17} {length:6.1f} plies a game")
    if not find_spec("pyspiel"):
        print("  open_spiel is not installed (extra: bench)")
