"""Ratings where pairs of players have styles: one number a bot does not say all.

Two bots may do better or worse against each other than their ratings say, in all games that they play.  So
forty games against one opponent tell less of a bot's strength than forty games against forty.  Taken for
independent, they make ratings that lean to a few opponents, and intervals that are too narrow.

The styles of pairs are taken for normal, with one spread for all pairs.  The spread is found from the misfit
of the ratings, and the games of a pair count so much less as it says.
Source: the moments of DerSimonian and Laird (1986), on the log odds of pairs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import sqrt
from statistics import fmean

from gograde.arena.rating.bradley_terry import (
    UNIT,
    WIDEST,
    Prior,
    Ratings,
    Tally,
    chance,
    merged,
    rate,
    variances,
)

WEIGHT = 2
"""The weight of the start prior in bots; it keeps a small class from deciding alone."""

NEAR_STRENGTH = 1.0
"""Elo points; the fits stop when mean and spread change by less."""

PRIOR_STEPS = 50
"""The most fits."""

NEAR = 1.0
"""Elo points; the fits stop when the spread of styles changes by less."""

STEPS = 10
"""The most fits."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """Two names, how many more games the first won than expected, and the variance of that by luck alone."""

    first: str
    second: str
    surplus: float
    luck: float


def class_ratings(
    tallies: Iterable[Tally], anchors: Mapping[str, float], bots: Collection[str] = ()
) -> Ratings:
    """The ratings of a class from its games: `rate` with a prior and a spread of styles learnt from them.

    When all bots met each other and nothing is frozen, styles are left out: who met everyone has met every
    style that counts.  Raises what `rate` raises.
    """
    games = merged(tallies)
    found = _fit(games, anchors, bots)
    if not anchors and all_met(games, found.names):
        return found
    spread = 0.0
    for _ in range(STEPS):
        before, spread = spread, style_spread(games, found, spread)
        if abs(spread - before) < NEAR:
            break
        found = _fit(discounted(games, found, spread), anchors, bots)
    return replace(found, styles=spread)


def all_met(tallies: Iterable[Tally], names: Sequence[str]) -> bool:
    """Did every two of these bots play?"""
    met = {frozenset((game.black, game.white)) for game in tallies}
    return all(frozenset(couple) in met for couple in combinations(names, 2))


def style_spread(games: Sequence[Tally], ratings: Ratings, before: float) -> float:
    """The standard deviation of the styles of pairs, in Elo points.

    `before` is the spread by which games were discounted in the fit: it says how much of each pair's misfit
    the fit has taken up.
    """
    pairs = misfits(games, ratings)
    doubts = variances(ratings, ((pair.first, pair.second) for pair in pairs))
    left = [
        max(0.0, 1 - _info(pair, before) * doubt / UNIT**2) for pair, doubt in zip(pairs, doubts, strict=True)
    ]
    more = sum(pair.surplus**2 - pair.luck * part for pair, part in zip(pairs, left, strict=True))
    most = sum(pair.luck**2 * part for pair, part in zip(pairs, left, strict=True))
    return UNIT * sqrt(max(0.0, more / most)) if most else 0.0


def discounted(games: Sequence[Tally], ratings: Ratings, spread: float) -> tuple[Tally, ...]:
    """The games of each pair, counted by as much as they tell when styles have this spread in Elo points."""
    share = {
        frozenset((pair.first, pair.second)): _info(pair, spread) / pair.luck
        for pair in misfits(games, ratings)
        if pair.luck
    }
    return tuple(_less(game, share.get(frozenset((game.black, game.white)), 1.0)) for game in games)


def misfits(games: Iterable[Tally], ratings: Ratings) -> list[Misfit]:
    """The misfit of every two bots that played, in both colours together."""
    elo = ratings.by_name
    found: dict[tuple[str, str], tuple[float, float]] = {}
    for game in games:
        likely = chance(elo[game.black] - elo[game.white] - ratings.white)
        played = game.black_wins + game.white_wins
        pair = (min(game.black, game.white), max(game.black, game.white))
        surplus, luck = found.get(pair, (0.0, 0.0))
        more = game.black_wins - played * likely
        signed = more if game.black == pair[0] else -more
        found[pair] = surplus + signed, luck + played * likely * (1 - likely)
    return [Misfit(*pair, *sums) for pair, sums in sorted(found.items())]


def _fit(games: Sequence[Tally], anchors: Mapping[str, float], bots: Collection[str]) -> Ratings:
    return rate(games, anchors, bots, learnt_prior(games, anchors, bots))


def _info(pair: Misfit, spread: float) -> float:
    """What the games of a pair tell of the difference of two ratings, in natural units."""
    return pair.luck / (1 + (spread / UNIT) ** 2 * pair.luck)


def _less(game: Tally, share: float) -> Tally:
    return replace(game, black_wins=game.black_wins * share, white_wins=game.white_wins * share)


def learnt_prior(
    tallies: Iterable[Tally],
    anchors: Mapping[str, float] | None = None,
    bots: Collection[str] = (),
    start: Prior | None = None,
) -> Prior:
    """The prior whose mean and spread fit the class, for `rate` with the same games.

    Each step fits ratings, then takes their mean and their spread (including the variance of each rating) as
    the next prior, until both change by less than `NEAR_STRENGTH`.  White's part stays as in `start`.
    Source: the EM algorithm of Dempster, Laird and Rubin (1977), with Laplace's interval for a bot.
    Raises what `rate` raises.

    A fixed prior is wrong for a class of equally strong bots: it takes luck for strength, above all in a
    Swiss league, where winners meet winners.
    """
    games, prior = merged(tallies), start or Prior()
    first = prior
    for _ in range(PRIOR_STEPS):
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
    return abs(after.mean - before.mean) < NEAR_STRENGTH and abs(after.spread - before.spread) < NEAR_STRENGTH
