"""What a position is worth when what cannot be saved is counted as lost."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gograde.engine.choice.reading_kernels import (
    ATTACK,
    CRITICAL,
    DEAD,
    DEFENCE,
    STATUS,
    new_work,
    play_all,
    read_all,
    set_board,
)
from gograde.engine.choice.worth_kernels import glance, glances
from gograde.go.kernels import KO, REGISTERS, Cells

Mask = NDArray[np.bool_]
Worths = NDArray[np.float64]

SIGNS = np.array([0, 1, -1, 0])
"""What a stone counts by its colour."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A position with the side `to_play`; all arrays are padded.

    `status` is that of each stone by reading, `attack` and `defence` are the moves that decide a critical
    chain.  `lost` are the stones counted as lost, by reading or with a dragon that cannot live.  `worth` is
    SFB without them, black positive, with every lost stone counted against its side.
    """

    cells: Cells
    to_play: int
    status: Cells
    attack: Cells
    defence: Cells
    lost: Mask
    worth: float

    @property
    def dead(self) -> Mask:
        """The stones that are taken whoever plays first."""
        return np.equal(self.status, DEAD)


class Judge:
    """Judges positions of one size; holds the memory that the kernels need."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.stride = side + 2
        self.size = self.stride * self.stride
        self._work = new_work(side)
        self._shares = np.zeros(self.size)

    def judged(self, cells: Cells, to_play: int, ko: int = 0) -> Judged:
        """Read every chain, and weigh what is left.

        Of the critical chains of the side that has just played, the largest is lost, since its opponent is to
        play; of those of the side to play, the largest is saved.  The others count nothing.
        """
        work, size = self._work, self.size
        set_board(work, cells, to_play, ko)
        read_all(work)
        status, attack, defence = (work[row, :size].copy() for row in (STATUS, ATTACK, DEFENCE))
        critical = status == CRITICAL
        hanging, even_out = _most(critical & (cells != to_play), attack)
        _, spared = _most(critical & (cells == to_play), defence)
        lost = (status == DEAD) | hanging
        worth = glance(cells, self.stride, to_play, lost, self._shares)
        even = SIGNS[cells[(even_out | spared) & ~lost]].sum()
        return Judged(cells, to_play, status, attack, defence, lost, worth - float(even))

    def after(self, cells: Cells, points: Cells, colour: int) -> tuple[Cells, Cells]:
        """For each point the board after a move there, and the stones it takes, -1 where it is illegal."""
        set_board(self._work, cells, colour, 0)
        boards, facts = np.empty((points.size, self.size), np.int64), np.empty((points.size, 2), np.int64)
        play_all(self._work, points, colour, boards, facts)
        return boards, facts[:, 0]

    def ko_after(self) -> int:
        """The point that the last move of the last call of `after` forbids, 0 for none."""
        return int(self._work[REGISTERS, KO])

    def glances(self, boards: Cells, to_play: int, dead: Mask) -> Worths:
        """The worth of boards without reading; stones in `dead` are lost, and so are dragons without life."""
        found = np.empty(len(boards))
        glances(boards, self.stride, to_play, dead, found)
        return found


def _most(stones: Mask, moves: Cells) -> tuple[Mask, Mask]:
    """Critical stones that one move decides, the most of them, and the other critical stones."""
    if not stones.any():
        return stones, stones
    most = stones & (moves == np.bincount(moves[stones]).argmax())
    return most, stones & ~most
