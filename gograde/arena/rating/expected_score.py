"""The expected win rate of a bot against a field of other bots, half as black and half as white."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log
from pathlib import Path
from typing import TYPE_CHECKING

from gograde.arena.rating.bradley_terry import Ratings
from gograde.arena.rating.model import LEVEL, UNIT, normal_half
from gograde.errors import DataError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Rate:
    """Expected win rate of a bot with its interval; all between 0 and 1."""

    name: str
    rate: float
    low: float
    high: float


def expected_rates(
    ratings: Ratings, field: Collection[str] | None = None, level: float = LEVEL
) -> tuple[Rate, ...]:
    """The expected win rate of every bot against all others of the field, with equal weights.

    `field` names bots and anchors; the default is all rated bots without anchors.  Bots without an opponent
    are left out.  The interval comes from the delta method on the log odds of the rate, so that it stays
    between 0 and 1.  Raises `DataError` for a name that is not rated.
    """
    import numpy as np

    chosen = set(ratings.names if field is None else field)
    unknown = sorted(chosen - ratings.by_name.keys())
    if unknown:
        raise DataError("field", f"{', '.join(unknown)} has no rating", "name bots that were rated")
    everyone = [*ratings.names, *(name for name, _ in ratings.anchors)]
    plays = np.array([[b in chosen and a != b for b in everyone] for a in ratings.names], dtype=np.float64)
    plays = plays.reshape(len(ratings.names), len(everyone))
    share = plays / np.maximum(plays.sum(axis=1, keepdims=True), 1)
    half = normal_half(level)
    return tuple(
        _rate(name, float(won), float(lost), half * float(error))
        for name, won, lost, error, opponents in zip(
            ratings.names, *_rates(ratings, share), plays, strict=True
        )
        if opponents.any()
    )


def _rates(ratings: Ratings, share: Floats) -> tuple[Floats, Floats, Floats]:
    """Shares won and lost, and their standard error; `share` holds weights of shape (bots, opponents)."""
    import numpy as np

    bots, white = len(ratings.names), ratings.white / UNIT
    elo = np.array([*ratings.elo, *(elo for _, elo in ratings.anchors)]) / UNIT
    ahead = elo[:bots, None] - elo[None, :]
    odds = (ahead - white, ahead + white)
    won, lost = ([share * np.exp(-np.logaddexp(0, sign * x)) / 2 for x in odds] for sign in (-1, 1))
    as_black, as_white = (share * np.exp(-np.logaddexp(0, x) - np.logaddexp(0, -x)) / 2 for x in odds)
    steps = as_black + as_white
    slope = np.zeros((bots, bots + 1))
    slope[:, :bots] = np.diag(steps.sum(axis=1)) - steps[:, :bots]
    slope[:, bots] = (as_white - as_black).sum(axis=1)
    covariance = np.array(ratings.covariance) / UNIT**2
    variance = ((slope @ covariance) * slope).sum(axis=1)
    return (won[0] + won[1]).sum(axis=1), (lost[0] + lost[1]).sum(axis=1), np.sqrt(np.maximum(variance, 0))


def _rate(name: str, won: float, lost: float, half: float) -> Rate:
    """A rate with its interval; the width is 0 when the rate rounds to 0 or 1 in 64 bits."""
    if not (won and lost):
        return Rate(name, won, won, won)
    odds, reach = log(won / lost), half / (won * lost)
    return Rate(name, won, _share(odds - reach), _share(odds + reach))


def _share(odds: float) -> float:
    """The share with these log odds."""
    return 1 / (1 + exp(-odds)) if odds > -700 else 0.0


FILE = Path(__file__).parent / "frozen.json"
"""The ratings of the reference players, which were measured once (`python -m tools.reference_ratings`)."""


@lru_cache(maxsize=1)
def frozen_ratings() -> Mapping[str, float]:
    """The measured ratings by player, in Elo points above random play."""
    return {name: player["elo"] for name, player in json.loads(FILE.read_bytes())["players"].items()}
