"""Confidence intervals."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

from gograde.arena.rating.model import need_usable
from gograde.errors import DataError

LEVEL = 0.95
"""The confidence level: the share of intervals that contain the true value."""


def normal_half(level: float) -> float:
    """Half the width of an interval in standard errors: 1.96 for a level of 0.95."""
    need_usable("level", level, 0 < level < 1, "give a share between 0 and 1, like 0.95")
    return NormalDist().inv_cdf((1 + level) / 2)


def wilson(wins: int, games: int, level: float = LEVEL) -> tuple[float, float]:
    """The interval of a win rate after Wilson (1927); 0 to 1 without games.

    The interval is slightly too wide, since colours alternate and chances therefore differ from game to game.
    Raises `DataError` for more wins than games.
    """
    if not 0 <= wins <= games:
        raise DataError("wins", f"{wins} of {games} games", "wins are between 0 and the games played")
    if games == 0:
        return 0.0, 1.0
    z = normal_half(level)
    rate, weight = wins / games, z * z / games
    middle = (rate + weight / 2) / (1 + weight)
    half = z * sqrt(rate * (1 - rate) / games + weight / games / 4) / (1 + weight)
    return max(middle - half, 0.0), min(middle + half, 1.0)
