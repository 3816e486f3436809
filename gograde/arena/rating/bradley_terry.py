"""Ratings of bots: a Bradley-Terry fit of all games at once, with frozen ratings of the anchors.

Black, rated r, beats white, rated s, with probability 1 / (1 + 10 ** ((s + white - r) / 400)).  The unit is
Elo's: 400 points for odds of ten to one.  Every game has the same weight, whenever it was played.

Source: Bradley and Terry (1952); Hunter (2004) on the fit; Davidson and Beaver (1977) on the colour term.
The interval is Laplace's: normal, with the inverse curvature at the maximum as covariance.  If white's
advantage is frozen, one more win never lowers a rating.  If it is estimated, a win may change the estimate,
and so lower a rating by a small part of its error.
Unchecked assumptions: one number describes the strength of a bot; the anchors' ratings are exact.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import exp, fsum, log, sqrt, tanh
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING

from gograde.errors import DataError, JudgeError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.intp]

UNIT = 400 / log(10)
"""Elo points in one natural unit of log odds: 173.7."""

WIDEST = 1e5
"""Elo points; the spread of the widest prior, which has almost no effect but is not lost in 64 bits."""

LEVEL = 0.95
"""The confidence level: the share of intervals that contain the true value."""

HALF = NormalDist().inv_cdf((1 + LEVEL) / 2)
"""Half the width of an interval, in standard errors: 1.96."""


def chance(ahead: float) -> float:
    """The chance to win with a lead in Elo points, colour included."""
    return (1 + tanh(ahead / UNIT / 2)) / 2


@dataclass(frozen=True, slots=True, order=True)
class Tally:
    """Games of one bot as black against another one as white; games may count in part."""

    black: str
    white: str
    black_wins: float
    white_wins: float


def merged(tallies: Iterable[Tally]) -> tuple[Tally, ...]:
    """One tally for every black and white, sorted; tallies without games are left out."""
    wins = defaultdict[tuple[str, str], list[float]](lambda: [0.0, 0.0])
    for tally in tallies:
        both = wins[tally.black, tally.white]
        both[0] += tally.black_wins
        both[1] += tally.white_wins
    return tuple(Tally(*players, *both) for players, both in sorted(wins.items()) if any(both))


@dataclass(frozen=True, slots=True)
class Prior:
    """The expected strength of a bot before it plays: normal, in Elo points.

    `spread` is the standard deviation.  The default `mean` is the anchors' mean rating, or 0 without anchors,
    so that a shift of all anchors shifts all bots.  `white` and `white_spread` are mean and standard
    deviation of white's advantage; a spread of 0 freezes it.  No spread is above `WIDEST`.
    """

    mean: float | None = None
    spread: float = 400
    white: float = 0
    white_spread: float = 400


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings in Elo points, on the anchors' scale (random play is 0).

    `names` are the bots that are not anchors, sorted; `elo` has their ratings; `white` is white's advantage.
    `covariance` has a row for every name and a last row for `white`, in squared Elo points.  `groups` are the
    names that games connect; all anchors are in one group.  Only the prior compares two groups.  `styles` is
    the spread of the styles of pairs by which games were discounted (see `gograde.arena.rating.styles`).
    """

    names: tuple[str, ...]
    elo: tuple[float, ...]
    white: float
    covariance: tuple[tuple[float, ...], ...]
    anchors: tuple[tuple[str, float], ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    styles: float = 0.0

    @property
    def by_name(self) -> dict[str, float]:
        """Rating of every bot and anchor."""
        return {**dict(zip(self.names, self.elo, strict=True)), **dict(self.anchors)}

    @property
    def errors(self) -> dict[str, float]:
        """Standard error of every bot and anchor; frozen ratings have none."""
        own = {name: sqrt(self.covariance[at][at]) for at, name in enumerate(self.names)}
        return {**own, **{name: 0.0 for name, _ in self.anchors}}

    @property
    def white_error(self) -> float:
        """Standard error of white's advantage."""
        return sqrt(self.covariance[-1][-1])

    @property
    def connected(self) -> bool:
        """Do games connect all bots?"""
        return len(self.groups) <= 1


def rate(
    tallies: Iterable[Tally],
    anchors: Mapping[str, float] | None = None,
    bots: Collection[str] = (),
    prior: Prior | None = None,
) -> Ratings:
    """Ratings of all bots in `tallies` and `bots`, given the anchors' ratings in Elo points.

    These are the most probable ratings under the prior.  So a bot that won or lost all its games, or
    played none, has a finite rating with a wide interval.  The result does not depend on the order of games.
    """
    anchors, prior = dict(sorted((anchors or {}).items())), prior or Prior()
    games = merged(tallies)
    played = {name for tally in games for name in (tally.black, tally.white)}
    names = tuple(sorted((played | set(bots)) - anchors.keys()))
    elo, white, covariance = _solve(games, names, anchors, prior)
    groups = connected_groups(games, names, tuple(anchors))
    return Ratings(names, elo, white, covariance, tuple(anchors.items()), groups)


def connected_groups(
    games: Iterable[Tally], names: Sequence[str], anchors: Sequence[str]
) -> tuple[tuple[str, ...], ...]:
    """Groups of names that games connect; names are sorted, the group of the anchors is first."""
    connected = set(anchors)
    group = {name: {name} for name in names} | dict.fromkeys(anchors, connected)
    for game in games:
        ours, theirs = group[game.black], group[game.white]
        if ours is not theirs:
            ours |= theirs
            group.update(dict.fromkeys(theirs, ours))
    groups = {tuple(sorted(members)) for members in group.values()}
    return tuple(sorted(groups, key=lambda members: (not set(members) & set(anchors), members)))


# -- the fit: Newton's method in natural units of log odds ---------------------------------------------------

STEPS = 200
"""The most Newton steps; a fit needs fewer, since the function is strictly concave."""

NEAR = 1e-14
"""The climb stops when a step would add less than this to the log posterior."""

SLACK = 1e-9
"""The largest drop of the log posterior in one step that counts as rounding."""

Solution = tuple[tuple[float, ...], float, tuple[tuple[float, ...], ...]]


@dataclass(frozen=True, slots=True)
class _Posterior:
    """The function to maximise.  Its parameters are one vector: bots, white's advantage, anchors.

    Only the first `free` parameters vary.  `black` and `white` are indices into the vector, one per tally.
    """

    black: Ints
    white: Ints
    black_wins: Floats
    games: Floats
    centre: Floats
    precision: Floats
    bots: int
    free: int

    def odds(self, at: Floats) -> Floats:
        """The log odds of black in every tally."""
        odds: Floats = at[self.black] - at[self.white] - at[self.bots]
        return odds

    def value(self, at: Floats) -> float:
        """The log of likelihood times prior, up to a constant."""
        import numpy as np

        odds, away = self.odds(at), at - self.centre
        likelihood = self.black_wins * odds - self.games * np.logaddexp(0, odds)
        return float(likelihood.sum() - (self.precision * away * away).sum() / 2)

    def slope(self, at: Floats) -> Floats:
        """First derivatives by the free parameters."""
        import numpy as np

        surprise = self.black_wins - self.games * _chances(self.odds(at))
        slope = -self.precision * (at - self.centre)
        np.add.at(slope, self.black, surprise)
        np.add.at(slope, self.white, -surprise)
        slope[self.bots] -= surprise.sum()
        return slope[: self.free]

    def curvature(self, at: Floats) -> Floats:
        """Negative second derivatives by the free parameters: positive definite."""
        import numpy as np

        likely = _chances(self.odds(at))
        weight = self.games * likely * (1 - likely)
        signs = ((self.black, 1), (self.white, -1), (np.full_like(self.black, self.bots), -1))
        matrix = np.diag(self.precision)
        for row, left in signs:
            for column, right in signs:
                np.add.at(matrix, (row, column), left * right * weight)
        return matrix[: self.free, : self.free]

    def top(self) -> Floats:
        """The maximum, by Newton steps; a step is halved until the function does not decrease.

        Raises `JudgeError` when it is not reached, which would be a bug.
        """
        import numpy as np

        at = self.centre.copy()
        for _ in range(STEPS):
            step, slope = np.zeros_like(at), self.slope(at)
            step[: self.free] = np.linalg.solve(self.curvature(at), slope)
            if slope @ step[: self.free] < NEAR:
                return at + step
            while self.value(at + step) < self.value(at) - SLACK:
                step /= 2
            at = at + step
        what = f"the fit did not settle in {STEPS} steps"
        raise JudgeError("rating", what, "report this with the log of games")


def _solve(
    games: Sequence[Tally], names: Sequence[str], anchors: Mapping[str, float], prior: Prior
) -> Solution:
    """Ratings and white's advantage in Elo points, and the covariance in squared Elo points."""
    import numpy as np

    bots, place = len(names), {name: at for at, name in enumerate([*names, None, *anchors])}
    mean = prior.mean if prior.mean is not None else fsum(anchors.values()) / max(len(anchors), 1)
    spreads = np.array([prior.spread] * bots + [prior.white_spread or 1.0])
    posterior = _Posterior(
        black=np.array([place[game.black] for game in games], dtype=np.intp),
        white=np.array([place[game.white] for game in games], dtype=np.intp),
        black_wins=np.array([game.black_wins for game in games], dtype=np.float64),
        games=np.array([game.black_wins + game.white_wins for game in games], dtype=np.float64),
        centre=np.array([*[mean] * bots, prior.white, *anchors.values()], dtype=np.float64) / UNIT,
        precision=np.append((UNIT / spreads) ** 2, np.zeros(len(anchors))),
        bots=bots,
        free=bots + (prior.white_spread > 0),
    )
    top, covariance = posterior.top(), np.zeros((bots + 1, bots + 1))
    inverse = np.linalg.inv(posterior.curvature(top))
    covariance[: posterior.free, : posterior.free] = (inverse + inverse.T) / 2 * UNIT**2
    elo = tuple((top[:bots] * UNIT).tolist())
    return elo, float(top[bots] * UNIT), tuple(map(tuple, covariance.tolist()))


def _chances(odds: Floats) -> Floats:
    import numpy as np

    return np.exp(-np.logaddexp(0, -odds))


# -- differences and intervals -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RatingDifference:
    """How far `first` is above `second`, in Elo points, with its interval.

    `compared` is false when no chain of games connects the two, so that only the prior compares them.
    """

    first: str
    second: str
    elo: float
    low: float
    high: float
    compared: bool

    @property
    def significant(self) -> int:
        """1 when the whole interval is above 0, -1 when it is below 0, 0 for a tie."""
        if not self.compared:
            return 0
        return (self.low > 0) - (self.high < 0)


def difference(ratings: Ratings, first: str, second: str) -> RatingDifference:
    """How far one bot or anchor is above another; raises `KeyError` for a name that is not rated."""
    [one] = _between(ratings, [(first, second)])
    return one


def differences(ratings: Ratings) -> tuple[RatingDifference, ...]:
    """The difference of every two bots, the better bot first; equal ratings are ordered by name."""
    elo = ratings.by_name
    order = sorted(ratings.names, key=lambda name: (-elo[name], name))
    return tuple(_between(ratings, list(combinations(order, 2))))


def _between(ratings: Ratings, couples: Sequence[tuple[str, str]]) -> Iterable[RatingDifference]:
    elo = ratings.by_name
    group = {name: at for at, members in enumerate(ratings.groups) for name in members}
    for (first, second), variance in zip(couples, variances(ratings, couples), strict=True):
        ahead, reach = elo[first] - elo[second], HALF * sqrt(variance)
        yield RatingDifference(
            first, second, ahead, ahead - reach, ahead + reach, group[first] == group[second]
        )


def variances(ratings: Ratings, couples: Iterable[tuple[str, str]]) -> list[float]:
    """The variance of the difference of every two of these, in squared Elo points; an anchor has none."""
    at, covariance = {name: row for row, name in enumerate(ratings.names)}, ratings.covariance

    def variance(couple: tuple[str, str]) -> float:
        rows = [at[name] for name in couple if name in at]
        own = sum(covariance[row][row] for row in rows)
        return max(own - 2 * covariance[rows[0]][rows[1]] if len(rows) == 2 else own, 0.0)

    return list(map(variance, couples))


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The interval of a win rate after Wilson (1927); 0 to 1 without games.

    The interval is slightly too wide, since colours alternate and chances therefore differ from game to game.
    Raises `DataError` for more wins than games.
    """
    if not 0 <= wins <= games:
        raise DataError("wins", f"{wins} of {games} games", "wins are between 0 and the games played")
    if games == 0:
        return 0.0, 1.0
    share, weight = wins / games, HALF * HALF / games
    middle = (share + weight / 2) / (1 + weight)
    half = HALF * sqrt(share * (1 - share) / games + weight / games / 4) / (1 + weight)
    return max(middle - half, 0.0), min(middle + half, 1.0)


# -- the expected win rate against a field of other bots, half as black and half as white -------------------


@dataclass(frozen=True, slots=True)
class Rate:
    """Expected win rate of a bot with its interval; all between 0 and 1."""

    name: str
    rate: float
    low: float
    high: float


def expected_rates(ratings: Ratings, field: Collection[str] | None = None) -> tuple[Rate, ...]:
    """The expected win rate of every bot against all others of the field, with equal weights.

    `field` names bots and anchors; the default is all rated bots without anchors.  Bots without an opponent
    are left out.  The interval comes from the delta method on the log odds of the rate, so that it stays
    between 0 and 1.  Raises `DataError` for a name that is not rated.
    """
    import numpy as np

    chosen = set(ratings.names if field is None else field)
    if unknown := sorted(chosen - ratings.by_name.keys()):
        raise DataError("field", f"{', '.join(unknown)} has no rating", "name bots that were rated")
    everyone = [*ratings.names, *(name for name, _ in ratings.anchors)]
    plays = np.array([[b in chosen and a != b for b in everyone] for a in ratings.names], dtype=np.float64)
    plays = plays.reshape(len(ratings.names), len(everyone))
    columns = _shares(ratings, plays / np.maximum(plays.sum(1, keepdims=True), 1))
    rows = zip(ratings.names, *(column.tolist() for column in columns), plays, strict=True)
    return tuple(_rate(name, won, lost, HALF * error) for name, won, lost, error, met in rows if met.any())


def _shares(ratings: Ratings, share: Floats) -> tuple[Floats, Floats, Floats]:
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
