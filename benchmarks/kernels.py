"""Our kernels beside open_spiel, sgfmill and sweeps in C.

Rules: every engine lists all legal moves and plays one, in random games of its own, passes included, to two
passes or 2 n² plies.  Area: `sweeps.c` works like the course's own program, raster sweeps until nothing
changes, built by the system's compiler at -O2; both must find the same margin.
"""

from __future__ import annotations

import ctypes
import random
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import called, in_turn, run
from benchmarks.table import Row, Settings, of_rows
from gograde.engine.choice.playout_kernels import draw
from gograde.go import Board, Position, kernels

GAMES = {5: 2000, 9: 500, 19: 80}
"""Games of the kernels that are timed together, by lines of the board."""

PEERS = {"open_spiel (C++)": "pyspiel", "sgfmill": "sgfmill"}
"""The module of each peer."""

PAIRS = (("kernels", "open_spiel (C++)"), ("kernels", "sgfmill"), ("pure Python", "sgfmill"))
"""Engines of ours, and what they are compared with."""

SLOWER = {"kernels": 1, "open_spiel (C++)": 1, "pure Python": 50, "sgfmill": 500}
"""How many times fewer games of an engine are timed."""

SIDE = 255
SOURCE = Path(__file__).with_name("sweeps.c")
CALLS = {"kernels": 40, "sweeps in C": 8}
"""How many scores of a board are timed together."""


def text(settings: Settings) -> str:
    """The table."""
    return of_rows(chain(_rules(settings), _area(settings)))


# -- rules ------------------------------------------------------------------------------------


def _rules(settings: Settings) -> Iterator[Row]:
    engines: dict[str, Callable[[int, range], int]] = {"kernels": kernel_games, "pure Python": python_games}
    players = {"open_spiel (C++)": open_spiel_games, "sgfmill": sgfmill_games}
    engines |= {name: players[name] for name, module in PEERS.items() if find_spec(module)}
    for side, most in GAMES.items():
        plies: dict[str, int] = {}

        def play(name: str, side: int, seeds: range, plies: dict[str, int]) -> None:
            plies[name] = engines[name](side, seeds)

        games = {name: range(max(1, most // SLOWER[name])) for name in engines}
        calls = {name: called(partial(play, name, side, games[name], plies)) for name in engines}
        rates = {name: plies[name] / used.cpu_s for name, used in in_turn(calls, settings.repeats).items()}
        for ours, theirs in PAIRS:
            what = f"legal moves and a move, {side}x{side}, {ours}"
            yield Row(what, "positions a second", rates[ours], theirs, rates.get(theirs))


def kernel_games(side: int, seeds: range) -> int:
    """The plies of games by the kernels with which the engine plays games out."""
    start = kernels.new_rings(kernels.padded(Board.empty(side)), side + 2)
    return sum(kernel_game(start.copy(), seed, 2 * side * side) for seed in seeds)


@kernels.compiled
def kernel_game(table: kernels.Cells, seed: int, plies: int) -> int:
    table[kernels.REGISTERS, kernels.DICE] = seed * 7919 + 1
    moves, colour, passes = np.empty(table.shape[1], np.int64), 1, 0
    for ply in range(plies):
        if passes == 2:
            return ply
        found = 0
        for i in range(table[kernels.REGISTERS, kernels.COUNT]):
            moves[found] = table[kernels.EMPTY, i]
            found += kernels.is_legal(table, table[kernels.EMPTY, i], colour)
        moves[found] = 0
        point = moves[draw(table, found + 1)]
        table[kernels.REGISTERS, kernels.KO] = 0
        passes += 1
        if point:
            kernels.place(table, point, colour)
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
    from sgfmill.boards import Board as MillBoard

    def allows(point: tuple[int, int]) -> bool:
        if board.get(*point) or point == ko:
            return False
        trial = board.copy()
        trial.play(*point, colour)
        return trial.get(*point) is not None

    board, ko, passes, colour = MillBoard(side), None, 0, "b"
    for ply in range(2 * side * side):
        if passes == 2:
            return ply
        point = rng.choice([*filter(allows, board.board_points), None])
        passes = 0 if point else passes + 1
        ko = board.play(*point, colour) if point else None
        colour = "w" if colour == "b" else "b"
    return 2 * side * side


# -- area -------------------------------------------------------------------------------------

Stones = NDArray[np.int8]


def _area(settings: Settings) -> Iterator[Row]:
    engines = {"kernels": our_margin} | peer_margin(settings.room)
    for name, board in boards().items():
        margins = {margin(board) for margin in engines.values()}
        assert len(margins) == 1, (name, margins)
        calls = {one: called(_often(margin, board, CALLS[one])) for one, margin in engines.items()}
        seen = {one: used.cpu_s / CALLS[one] for one, used in in_turn(calls, settings.repeats).items()}
        theirs = 1000 * seen["sweeps in C"] if "sweeps in C" in seen else None
        yield Row(
            f"area of {SIDE}x{SIDE}, {name}", "ms of CPU", 1000 * seen["kernels"], "sweeps in C", theirs
        )


def boards() -> dict[str, Stones]:
    """A board of stones drawn by lot, and a path between walls with a stone at its far end."""
    lots = random.Random(1).choices((0, 1, 2), (1, 1, 1), k=SIDE * SIDE)
    path = np.zeros((SIDE, SIDE), np.int8)
    path[1::2] = 1
    path[1::4, -1] = 0
    path[3::4, 0] = 0
    path[-1, 0] = 2
    return {"two thirds stones": np.array(lots, np.int8).reshape(SIDE, SIDE), "a corridor": path}


def our_margin(board: Stones) -> int:
    """Black's score minus white's."""
    black, white = kernels.area_score(board)
    return int(black - white)


def peer_margin(folder: Path) -> dict[str, Callable[[Stones], int]]:
    """The compiled peer by name; none without a C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return {}
    library = folder / "sweeps.so"
    run([compiler, "-O2", "-shared", "-fPIC", "-o", library, SOURCE])
    margin, reached = ctypes.CDLL(str(library)).margin, np.empty(SIDE * SIDE, np.int8)
    place_of = ctypes.c_void_p
    return {
        "sweeps in C": lambda board: int(
            margin(place_of(board.ctypes.data), place_of(reached.ctypes.data), SIDE)
        )
    }


def _often(margin: Callable[[Stones], int], board: Stones, times: int) -> Callable[[], None]:
    def often() -> None:
        for _ in range(times):
            margin(board)

    return often
