"""What a position is worth when chains that cannot be saved are counted as lost."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gograde.engine.choice.grid import set_board
from gograde.engine.choice.kernels import (
    ATTACK,
    BOARD,
    CRITICAL,
    DEAD,
    DEFENCE,
    KO,
    REGISTERS,
    STATUS,
    Cells,
    new_work,
    put,
    read_all,
    situation,
)

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Judged:
    """A position with the side `to_play`; all arrays are padded.

    `status` is that of each stone by reading, `attack` and `defence` are the moves that decide a critical
    chain.  `lifted` is the board without the stones counted as lost, which are `lost`.  `worth` is SFB of
    `lifted`, black positive, with every lost stone counted against its side.
    """

    cells: Cells
    to_play: int
    status: Cells
    attack: Cells
    defence: Cells
    lost: Mask
    lifted: Cells
    worth: float


class Judge:
    """Judges positions of one size; holds the memory that the kernels need."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.stride = side + 2
        self.size = self.stride * self.stride
        self._work = new_work(side)
        self._shares = np.zeros(self.size)

    def judged(self, cells: Cells, to_play: int, ko: int = 0, dead: Mask | None = None) -> Judged:
        """Read every chain, and weigh what is left; stones in `dead` are known to be lost.

        Of the critical chains of the side that has just played, the largest is lost, since its opponent is to
        play; of those of the side to play, the largest is saved.  The others count nothing.
        """
        work, size = self._work, self.size
        set_board(work, cells, to_play, ko)
        read_all(work)
        status, attack, defence = (work[row, :size].copy() for row in (STATUS, ATTACK, DEFENCE))
        lost = status == DEAD
        if dead is not None:
            lost |= dead
        critical = (status == CRITICAL) & ~lost
        hanging, even_out = _hanging(critical & (cells != to_play), attack)
        _, spared = _hanging(critical & (cells == to_play), defence)
        lost |= hanging
        lifted = np.where(lost, 0, cells).astype(np.int64)
        worth = self._weighed(cells, lost, lifted)
        even = _signs()[cells[even_out | spared]].sum()
        return Judged(cells, to_play, status, attack, defence, lost, lifted, worth - float(even))

    def after(self, cells: Cells, index: int, colour: int) -> tuple[Cells, int] | None:
        """The board after a move and the point that ko then forbids; None for suicide."""
        work, row = self._work, BOARD
        work[row, : self.size] = cells
        if put(work, row, index, colour) < 0:
            return None
        return work[row, : self.size].copy(), int(work[REGISTERS, KO])

    def _weighed(self, cells: Cells, lost: Mask, lifted: Cells) -> float:
        total = situation(lifted, self.stride, self._shares)
        gone = _signs()[cells[lost]]
        return float(total - gone.sum() - self._shares[lost].sum())


def _hanging(stones: Mask, moves: Cells) -> tuple[Mask, Mask]:
    """Critical stones that one move decides, the most of them, and the other critical stones."""
    if not stones.any():
        return stones, stones
    counts = np.bincount(moves[stones])
    most = stones & (moves == counts.argmax())
    return most, stones & ~most


@lru_cache(maxsize=1)
def _signs() -> NDArray[np.int64]:
    """What a stone counts by its colour."""
    return np.array([0, 1, -1, 0])
