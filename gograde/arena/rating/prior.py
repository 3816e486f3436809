"""The prior of a bot's strength, learnt from its class.

A fixed prior is wrong for a class of equally strong bots: it takes luck for strength, above all in a Swiss
league, where winners meet winners.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from math import sqrt
from statistics import fmean

from gograde.arena.rating.bradley_terry import Ratings, rate
from gograde.arena.rating.model import WIDEST, Prior, Tally, merged

WEIGHT = 2
"""The weight of the start prior in bots; it keeps a small class from deciding alone."""

NEAR = 1.0
"""Elo points; the fits stop when mean and spread change by less."""

STEPS = 50
"""The most fits."""


def learnt_prior(
    tallies: Iterable[Tally],
    anchors: Mapping[str, float] | None = None,
    bots: Collection[str] = (),
    start: Prior | None = None,
) -> Prior:
    """The prior whose mean and spread fit the class, for `rate` with the same games.

    Each step fits ratings, then takes their mean and their spread (including the variance of each rating) as
    the next prior, until mean and spread change by less than `NEAR`.  White's part stays as in `start`.
    Source: the EM algorithm of Dempster, Laird and Rubin (1977), with Laplace's interval for a bot.
    Raises what `rate` raises.
    """
    games, prior = merged(tallies), start or Prior()
    first = prior
    for _ in range(STEPS):
        ratings = rate(games, anchors, bots, prior)
        if not ratings.names:
            return prior
        before, prior = prior, _of(ratings, first)
        if _near(before, prior):
            break
    return prior


def _of(ratings: Ratings, first: Prior) -> Prior:
    """Mean and spread of the bots, `first` counting as `WEIGHT` bots at their mean."""
    mean = fmean(ratings.elo)
    squares = [(elo - mean) ** 2 + ratings.covariance[at][at] for at, elo in enumerate(ratings.elo)]
    spread = sqrt((WEIGHT * first.spread**2 + sum(squares)) / (WEIGHT + len(squares)))
    return replace(first, mean=mean, spread=min(spread, WIDEST))


def _near(before: Prior, after: Prior) -> bool:
    if before.mean is None or after.mean is None:
        return False
    return abs(after.mean - before.mean) < NEAR and abs(after.spread - before.spread) < NEAR
