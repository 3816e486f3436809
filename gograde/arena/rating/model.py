"""The input of the rating fit: game counts by black and white, a prior, and the unit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite, log, sqrt, tanh
from statistics import NormalDist

from gograde.errors import DataError

UNIT = 400 / log(10)
"""Elo points in one natural unit of log odds: 173.7."""

WIDEST = 1e5
"""Elo points; the spread of the widest prior, which has almost no effect but is not lost in 64 bits."""


def chance(ahead: float) -> float:
    """The chance to win with a lead in Elo points, colour included."""
    return (1 + tanh(ahead / UNIT / 2)) / 2


@dataclass(frozen=True, slots=True, order=True)
class Tally:
    """Games of one bot as black against one as white; games may count in part.

    Raises `DataError` for negative counts and for a bot that plays itself.
    """

    black: str
    white: str
    black_wins: float
    white_wins: float

    def __post_init__(self) -> None:
        where = f"games {self.black} - {self.white}"
        if self.black == self.white:
            raise DataError(where, "a bot does not play itself", "give the two players different names")
        if min(self.black_wins, self.white_wins) < 0:
            raise DataError(where, "wins below 0", "count again")


@dataclass(frozen=True, slots=True)
class Prior:
    """The expected strength of a bot before it plays: normal, in Elo points.

    `spread` is the standard deviation.  The default `mean` is the anchors' mean rating, or 0 without anchors,
    so that a shift of all anchors shifts all bots.  `white` and `white_spread` are mean and standard
    deviation of white's advantage; a spread of 0 freezes it.  Raises `DataError` for unusable values.
    """

    mean: float | None = None
    spread: float = 400
    white: float = 0
    white_spread: float = 400

    def __post_init__(self) -> None:
        need_usable(
            "prior.spread",
            self.spread,
            0 < self.spread <= WIDEST,
            f"give a number above 0, at most {WIDEST:.0f}",
        )
        need_usable(
            "prior.white_spread",
            self.white_spread,
            0 <= self.white_spread <= WIDEST,
            f"give 0 to {WIDEST:.0f}",
        )
        need_usable("prior.white", self.white, isfinite(self.white), "give a number")
        mean = self.mean or 0.0
        need_usable("prior.mean", mean, isfinite(mean), "give a number")


def merged(tallies: Iterable[Tally]) -> tuple[Tally, ...]:
    """One tally for every black and white, sorted; tallies without games are left out."""
    black, white = defaultdict[tuple[str, str], float](float), defaultdict[tuple[str, str], float](float)
    for tally in tallies:
        black[tally.black, tally.white] += tally.black_wins
        white[tally.black, tally.white] += tally.white_wins
    return tuple(Tally(*key, black[key], white[key]) for key in sorted(black) if black[key] + white[key])


def need_usable(where: str, value: float, holds: bool, fix: str) -> None:
    if not holds:
        raise DataError(where, f"{value} cannot be used", fix)


# -- confidence intervals ----------------------------------------------------------------------------------


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
