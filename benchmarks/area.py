"""The area score of 255x255 boards: our kernels against sweeps to a fixpoint in C.

The peer (`sweeps.c`) works like the course's own program: raster sweeps until nothing changes. The system's
C compiler builds it at -O2; without a compiler the peer is left out. Both score the same boards in the same
process and must agree.
"""

from __future__ import annotations

import ctypes
import random
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import in_turn
from gograde.go import area_kernel

Cells = NDArray[np.int8]
Margin = Callable[[Cells], int]
SIDE = 255
SOURCE = Path(__file__).with_name("sweeps.c")
REPEATS = 7
OURS, PEER = "kernels", "sweeps in C"
CALLS = {OURS: 40, PEER: 8}
"""The number of calls timed together."""


def random_board(seed: int, stones: float) -> Cells:
    """A random board with stones on about the share `stones` of its points, half of each colour."""
    rng = random.Random(seed)
    weights = (1 - stones, stones / 2, stones / 2)
    return np.array(rng.choices((0, 1, 2), weights, k=SIDE * SIDE), np.int8).reshape(SIDE, SIDE)


def lone_stone() -> Cells:
    """A board with one stone in the last corner, from which information travels against every sweep."""
    board = np.zeros((SIDE, SIDE), np.int8)
    board[-1, -1] = 2
    return board


def corridor() -> Cells:
    """A path one point wide that winds between black walls, with a white stone at its far end."""
    board = np.zeros((SIDE, SIDE), np.int8)
    board[1::2] = 1
    board[1::4, -1] = 0
    board[3::4, 0] = 0
    board[-1, 0] = 2
    return board


BOARDS = {
    "random, two thirds stones": random_board(1, 2 / 3),
    "random, a third stones": random_board(2, 1 / 3),
    "random, one stone in twenty": random_board(3, 1 / 20),
    "one stone in the last corner": lone_stone(),
    "corridor, one stone at its far end": corridor(),
}


def our_margin(board: Cells) -> int:
    """Black's score minus white's."""
    black, white = area_kernel.area_score(board)
    return int(black - white)


def peer_margin(folder: Path) -> Margin | None:
    """The compiled peer, built in `folder`; None without a C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    library = folder / "sweeps.so"
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", str(library), str(SOURCE)], check=True)
    called = ctypes.CDLL(str(library)).margin
    reached = np.empty(SIDE * SIDE, np.int8)
    return lambda board: int(
        called(ctypes.c_void_p(board.ctypes.data), ctypes.c_void_p(reached.ctypes.data), SIDE)
    )


def many(margin: Margin, board: Cells, times: int) -> Callable[[], None]:
    """A call that scores the board `times` times."""

    def run() -> None:
        for _ in range(times):
            margin(board)

    return run


def milliseconds(board: Cells, engines: dict[str, Margin]) -> dict[str, float]:
    """Milliseconds of CPU time per score, by engine."""
    times = {name: CALLS[name] for name in engines}
    seconds = in_turn({name: many(engines[name], board, times[name]) for name in engines}, REPEATS)
    return {name: 1000 * seconds[name] / times[name] for name in engines}


def main() -> None:
    """Print a table of times by board and engine, with the ratio of the peer's time to ours."""
    print(f"area: score of a {SIDE}x{SIDE} board (CPU time, medians)")
    with tempfile.TemporaryDirectory() as folder:
        peer = peer_margin(Path(folder))
        engines = {OURS: our_margin} | ({PEER: peer} if peer else {})
        for name, board in BOARDS.items():
            margins = {engine: margin(board) for engine, margin in engines.items()}
            assert len(set(margins.values())) == 1, (name, margins)
            took = milliseconds(board, engines)
            print(f"  {name:36}" + "".join(f"{engine} {took[engine]:9.3f} ms   " for engine in took), end="")
            print(f"x{took[PEER] / took[OURS]:,.1f}" if peer else "")
    if not peer:
        print("  there is no C compiler here: no peer")
