"""Which of some moves is best when games are played out by chance."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gograde.engine.cancelled import Cancelling, check
from gograde.engine.choice.judge import SIGNS, Worths
from gograde.engine.choice.playout_kernels import GAMES, MARGINS, play_out_all
from gograde.engine.choice.reading_kernels import Cells

_GAMES = 2000
"""Games of a round: a choice on 19x19 then takes below a second, and 2000 margins differ from chance by 1."""

_BATCH = 64
"""Games between two looks whether the choice is cancelled: some 5 ms on 19x19."""

_KEPT = 2
"""Moves that are left for the last round."""

_SEEDS = 1 << 31


class PlayingOut:
    """Plays out games after moves of the side that holds `stone`."""

    def __init__(self, stride: int, stone: int, seed: int, cancelled: Cancelling) -> None:
        self._stride = stride
        self._stone = stone
        self._sign = int(SIGNS[stone])
        self._seed = seed
        self._cancelled = cancelled
        self._sums = np.zeros((2, stride * stride))

    def margins(self, cells: Cells) -> Worths:
        """For each point the mean margin of the games in which the side was first to play there."""
        self._played(cells, self._stone, _GAMES)
        means: Worths = self._sums[MARGINS] / np.maximum(self._sums[GAMES], 1.0)
        return self._sign * means

    def best(self, boards: Mapping[int, Cells], values: Mapping[int, float]) -> int:
        """The move with the best sum of its value and the mean margin of games played out after it.

        Each round plays as many games in all, and leaves the better half of the moves for the next.
        """
        left, margins, played = list(boards), dict.fromkeys(boards, 0.0), 0
        while True:
            each = _GAMES // len(left)
            played += each
            for move in left:
                margins[move] += self._played(boards[move], 3 - self._stone, each)
            left.sort(key=lambda move: -values[move] - margins[move] / played)
            if len(left) <= _KEPT:
                return left[0]
            left = left[: (len(left) + 1) // 2]

    def _played(self, cells: Cells, to_play: int, games: int) -> float:
        """The sum of the margins of games played out."""
        total = 0.0
        for start in range(0, games, _BATCH):
            check(self._cancelled)
            self._seed = (self._seed * 69069 + 1) % _SEEDS
            count = min(_BATCH, games - start)
            total += play_out_all(cells, self._stride, to_play, (self._seed, count, self._stone), self._sums)
        return self._sign * total
