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

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum, isfinite, sqrt

from gograde.arena.rating.model import LEVEL, Prior, Tally, merged, need_usable, normal_half


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
        found = {name: sqrt(self.covariance[at][at]) for at, name in enumerate(self.names)}
        return {**found, **{name: 0.0 for name, _ in self.anchors}}

    @property
    def white_error(self) -> float:
        """Standard error of white's advantage."""
        return sqrt(self.covariance[-1][-1])

    @property
    def connected(self) -> bool:
        """Do games connect all bots?"""
        return len(self.groups) <= 1


@dataclass(frozen=True, slots=True)
class Difference:
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


def rate(
    tallies: Iterable[Tally],
    anchors: Mapping[str, float] | None = None,
    bots: Collection[str] = (),
    prior: Prior | None = None,
) -> Ratings:
    """Ratings of all bots in `tallies` and `bots`, given the anchors' ratings in Elo points.

    These are the most probable ratings under the prior.  So a bot that won or lost all its games, or
    played none, has a finite rating with a wide interval.  The result does not depend on the order of games.
    Raises `DataError` for an anchor whose rating is not finite.
    """
    from gograde.arena.rating.newton import Problem, solve

    anchors, prior = dict(sorted((anchors or {}).items())), prior or Prior()
    for name, given in anchors.items():
        need_usable(f"anchors.{name}", given, isfinite(given), "give the anchor's rating as a number")
    games = merged(tallies)
    played = {name for tally in games for name in (tally.black, tally.white)}
    names = tuple(sorted((played | set(bots)) - anchors.keys()))
    mean = prior.mean if prior.mean is not None else fsum(anchors.values()) / max(len(anchors), 1)
    elo, white, covariance = solve(Problem(games, names, tuple(anchors.items()), mean, prior))
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
    found = {tuple(sorted(members)) for members in group.values()}
    return tuple(sorted(found, key=lambda members: (not set(members) & set(anchors), members)))


def difference(ratings: Ratings, first: str, second: str, level: float = LEVEL) -> Difference:
    """How far one bot or anchor is above another; raises `KeyError` for a name that is not rated."""
    return _between(_indexed(ratings), normal_half(level), first, second)


def differences(ratings: Ratings, level: float = LEVEL) -> tuple[Difference, ...]:
    """The difference of every two bots, the better bot first; equal ratings are ordered by name."""
    index, half = _indexed(ratings), normal_half(level)
    order = sorted(ratings.names, key=lambda name: (-index.elo[name], name))
    return tuple(_between(index, half, a, b) for a, b in combinations(order, 2))


def variances(ratings: Ratings, couples: Iterable[tuple[str, str]]) -> list[float]:
    """The variance of the difference of every two of these, in squared Elo points."""
    index = _indexed(ratings)
    return [max(_variance(index, first, second), 0.0) for first, second in couples]


@dataclass(frozen=True, slots=True)
class _Index:
    """Maps names to the rating, the row of the covariance (not for anchors) and the group."""

    elo: Mapping[str, float]
    row: Mapping[str, int]
    group: Mapping[str, int]
    covariance: Sequence[Sequence[float]]


def _indexed(ratings: Ratings) -> _Index:
    group = {name: at for at, members in enumerate(ratings.groups) for name in members}
    row = {name: at for at, name in enumerate(ratings.names)}
    return _Index(ratings.by_name, row, group, ratings.covariance)


def _between(index: _Index, half: float, first: str, second: str) -> Difference:
    """The difference of two names; `half` is half the width of its interval in standard errors."""
    elo = index.elo[first] - index.elo[second]
    reach = half * sqrt(max(_variance(index, first, second), 0.0))
    return Difference(first, second, elo, elo - reach, elo + reach, index.group[first] == index.group[second])


def _variance(index: _Index, first: str, second: str) -> float:
    rows = [index.row[name] for name in (first, second) if name in index.row]
    own = sum(index.covariance[row][row] for row in rows)
    return own - 2 * index.covariance[rows[0]][rows[1]] if len(rows) == 2 else own
