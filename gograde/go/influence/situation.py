"""The leading side and the value of a move, by the force model.

Source: the course's paper on influence, its section on measures.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum

from gograde.go.board import Board, Stone
from gograde.go.influence.force import DEFAULT as FORCE
from gograde.go.influence.force import ForceParameters, force_field
from gograde.go.influence.matrices import DEAD, SIGNS, in_order, living_cells, need_at_least, sign
from gograde.go.moves import Illegal, play


@dataclass(frozen=True, slots=True)
class SituationParameters:
    """An empty point counts FB / `clamp`, at most 1; raises `DataError` for a clamp below 1."""

    clamp: float = 32
    force: ForceParameters = FORCE

    def __post_init__(self) -> None:
        need_at_least("situation.clamp", self.clamp, 1)


DEFAULT = SituationParameters()


def situation_value(
    board: Board, dead: Iterable[tuple[int, int]] = (), parameters: SituationParameters = DEFAULT
) -> float:
    """SFB of a board: above 0 black is ahead, below 0 white is; at most the number of points either way.

    An empty point counts FB / `clamp`, at most 1, with the sign of A; it counts 0 where A is 0.  A stone
    counts 1 for its colour, a dead stone 1 against it.  Dead stones send forces like living stones.  The sum
    is rounded once, so that it does not depend on the order of points.  Raises `DataError` when a dead point
    holds no stone.
    """
    field = force_field(board, parameters.force)
    marked = living_cells(board, dead)
    totals, holds = in_order(field.total), in_order(field.hold)
    empty = [
        sign(total) * min(hold / parameters.clamp, 1.0) for total, hold in zip(totals, holds, strict=True)
    ]
    stones = [
        -SIGNS[cell] if mark == DEAD else SIGNS[cell] for cell, mark in zip(board.cells, marked, strict=True)
    ]
    return fsum([*empty, *stones])


def move_value(
    board: Board,
    stone: Stone,
    point: tuple[int, int],
    dead: Iterable[tuple[int, int]] = (),
    parameters: SituationParameters = DEFAULT,
) -> float | Illegal:
    """SFB after a move minus SFB before it, so a good move by white has a negative value.

    Captured stones are no longer dead stones; the other dead stones stay dead.  An illegal move gives
    `Illegal`; ko is ignored.
    """
    move = play(board, stone, point)
    if isinstance(move, Illegal):
        return move
    before = list(dead)
    after = [other for other in before if tuple(other) not in move.captured]
    return situation_value(move.board, after, parameters) - situation_value(board, before, parameters)
