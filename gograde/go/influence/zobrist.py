"""Zobrist's influence: points pass on the sign of their values to their neighbours, pass after pass.

Source: the course's paper on influence, its section on the first Go programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gograde.go.board import Board, neighbour_indices
from gograde.go.influence.matrices import SIGNS, IntGrid, by_rows, need_at_least, sign


@dataclass(frozen=True, slots=True)
class ZobristParameters:
    """The start value of a stone (at least 1), and the number of passes (at least 0); else `DataError`."""

    start: int = 50
    passes: int = 4

    def __post_init__(self) -> None:
        need_at_least("zobrist.start", self.start, 1)
        need_at_least("zobrist.passes", self.passes, 0)


DEFAULT = ZobristParameters()


def zobrist_influence(board: Board, parameters: ZobristParameters = DEFAULT) -> IntGrid:
    """The value of every point, exact; any board, up to 255 a side.

    In a pass, every point adds the sign of its value at the start of the pass to each orthogonal neighbour,
    including stones.  So the order of points does not matter.  The model is no sum over stones: a point that
    two stones reach still passes on 1.
    """
    values = [SIGNS[cell] * parameters.start for cell in board.cells]
    around = neighbour_indices(board.rows, board.cols)
    for _ in range(parameters.passes):
        values = _after_pass(values, around)
    return by_rows(board, values)


def _after_pass(values: list[int], around: Sequence[Sequence[int]]) -> list[int]:
    sent = [sign(value) for value in values]
    return [value + sum(sent[other] for other in around[i]) for i, value in enumerate(values)]
