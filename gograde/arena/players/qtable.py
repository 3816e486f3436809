"""The table of the Q-learning player, and the worths of moves by the table.

The key of a move encodes the board after the move as the mover sees it: the least of eight symmetric images.
`python -m tools.qlearning` makes the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from operator import itemgetter
from pathlib import Path

from gograde.arena.game.rules import PLIES, SIDE, View, by_points
from gograde.errors import DataError
from gograde.go.board import Board, Point, Stone
from gograde.go.moves import Illegal

TABLE = Path(__file__).parent / "qtable.npz"
UNSEEN = 0.5
"""The expected worth of the first move."""

MARGIN = 0.02
"""A move outside the table is worth this much less than the player's last move."""

STEPS = 255
"""Worths in the file are whole numbers from 0 (lost) to this (won)."""


def _image(turned: bool, down: bool, right: bool) -> tuple[int, ...]:
    """The place on the board of each place of an image."""
    last = SIDE - 1

    def place(row: int, column: int) -> int:
        row, column = (column, row) if turned else (row, column)
        return (last - row if down else row) * SIDE + (last - column if right else column)

    return tuple(place(row, column) for row, column in product(range(SIDE), repeat=2))


IMAGES = tuple(_image(*sides) for sides in product((False, True), repeat=3))
_GETTERS = tuple(itemgetter(*image) for image in IMAGES)
_DIGITS = {Stone.BLACK: bytes.maketrans(b"\0\1\2", b"012"), Stone.WHITE: bytes.maketrans(b"\0\1\2", b"021")}


def key_of(board: Board, mover: Stone, passed: bool) -> int:
    """The key of a move: the board after it, the mover's colour, and whether it was a pass."""
    digits = board.cells.translate(_DIGITS[mover])
    code = int(min(bytes(image(digits)) for image in _GETTERS), 3)
    return code * 4 + 2 * (mover is Stone.BLACK) + passed


def worths(view: View, table: Mapping[int, float]) -> dict[Point | None, float]:
    """The worth of each legal move and the pass: how likely it wins, 0 to 1."""
    unknown = _expected(view, table) - MARGIN
    points: list[Point | None] = [*view.position.legal_points(), None]
    return {point: _worth(view, point, table, unknown) for point in points}


def _expected(view: View, table: Mapping[int, float]) -> float:
    """The worth of the player's last move."""
    before = view.position.previous
    if before is None or not any(before.cells):
        return UNSEEN
    known = (table.get(key_of(before, view.stone, passed)) for passed in (False, True))
    return next((worth for worth in known if worth is not None), UNSEEN)


def _worth(view: View, point: Point | None, table: Mapping[int, float], unknown: float) -> float:
    after = view.position.step(point)
    if isinstance(after, Illegal):
        raise ValueError(str(after))
    if after.ended or view.ply == PLIES:
        return float(by_points(after.board).winner is view.stone)
    return table.get(key_of(after.board, view.stone, point is None), unknown)


@lru_cache(maxsize=4)
def read_table(path: Path = TABLE) -> Mapping[int, float]:
    """Read a table; raises DataError for a file that is no table."""
    import numpy as np

    try:
        with np.load(path, allow_pickle=False) as arrays:
            keys, steps = arrays["keys"].tolist(), arrays["steps"].tolist()
    except (OSError, ValueError, KeyError) as error:
        raise DataError(str(path), f"no table ({error})", "make it with python -m tools.qlearning") from None
    return {key: step / STEPS for key, step in zip(keys, steps, strict=True)}


def best(found: Mapping[Point | None, float]) -> Sequence[Point]:
    """The points of the greatest worth; empty when only the pass has the greatest worth."""
    most = max(found.values())
    return [point for point, worth in found.items() if worth == most and point is not None]
