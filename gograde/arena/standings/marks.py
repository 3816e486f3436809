"""Marks from win rates, always with an interval, and which games would settle them.

Two ways: published bands of the win rate against a reference player, and the expected win
rate against classmates.  Never by place, and never by points of a Swiss tournament.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import Protocol

from gograde.arena.rating.bradley_terry import LEVEL, Ratings, differences
from gograde.arena.rating.expected_score import Rate, wilson
from gograde.arena.rating.pairs import PLAIN, Draw, Game, Pair, broken, by_pair
from gograde.arena.schedule.gauntlet import PROBE, Sure, Trial, need_pairs
from gograde.errors import DataError


@dataclass(frozen=True, slots=True)
class Mark:
    """Marks with the interval that the games leave open; settled when all of it is the same."""

    marks: float
    low: float
    high: float

    @property
    def settled(self) -> bool:
        """Would no likely result change the marks?"""
        return self.low == self.high


class Scale(Protocol):
    """Turns a win rate between 0 and 1 into marks, never fewer for a higher rate."""

    def marks(self, rate: float) -> float:
        """Marks for a win rate."""
        ...

    def parts(self, low: float, high: float) -> bool:
        """Does a boundary lie between two win rates?"""
        ...


@dataclass(frozen=True, slots=True)
class Bands:
    """Published bands: (win rate from which on, marks), from the lowest; below all of them 0 marks.

    Raises `DataError` when rates or marks do not rise, or a rate is not between 0 and 1.
    """

    steps: tuple[tuple[float, float], ...]

    def __post_init__(self) -> None:
        _need_rising("bands", self.steps)

    def marks(self, rate: float) -> float:
        """Marks of the highest band that the rate reaches."""
        return max((marks for least, marks in self.steps if rate >= least), default=0.0)

    def parts(self, low: float, high: float) -> bool:
        """Are the two rates in different bands?"""
        return self.marks(low) != self.marks(high)


@dataclass(frozen=True, slots=True)
class Slope:
    """Marks on straight lines between knots (win rate, marks), level outside of them; no boundaries.

    Raises `DataError` as `Bands` does.
    """

    knots: tuple[tuple[float, float], ...] = ((0.0, 0.0), (1.0, 100.0))

    def __post_init__(self) -> None:
        _need_rising("slope", self.knots)

    def marks(self, rate: float) -> float:
        """Marks on the line."""
        for (left, low), (right, high) in pairwise(self.knots):
            if left <= rate <= right:
                return low + (high - low) * (rate - left) / (right - left)
        return self.knots[0][1] if rate < self.knots[0][0] else self.knots[-1][1]

    def parts(self, low: float, high: float) -> bool:
        """Never: a little more is worth a little more."""
        return False


def rate_mark(scale: Scale, rate: Rate) -> Mark:
    """Marks of an expected win rate in a league."""
    return Mark(scale.marks(rate.rate), scale.marks(rate.low), scale.marks(rate.high))


def seen_mark(scale: Scale, wins: int, games: int, level: float = LEVEL) -> Mark:
    """Marks of a win rate seen against one reference player; without games the lowest marks."""
    low, high = wilson(wins, games, level)
    return Mark(scale.marks(wins / games if games else 0.0), scale.marks(low), scale.marks(high))


def trial_mark(trial: Trial, wins: int, losses: int, passed: float, failed: float = 0.0) -> Mark:
    """Marks of a sequential test; an open one counts by where its evidence leans.

    The rate seen when such a test stops is no fair estimate, so the verdict alone counts.
    """
    verdict = trial.verdict(wins, losses)
    marks = passed if trial.evidence(wins, losses) > 0 else failed
    return Mark(marks, failed, passed) if verdict is Sure.OPEN else Mark(marks, marks, marks)


@dataclass(frozen=True, slots=True)
class Settle:
    """Rule of a series against a reference player: play until the marks are settled, or `cap` games.

    Looks after 2 pairs, then `first` games, then twice as many each time: few looks, since each gives
    chance another go at leaving a boundary outside of the interval.  Worked out over all courses of a
    series: a true rate right at a boundary settles in a band it is not sure of in 12 to 14 % of series,
    one that is .05 away settles on the wrong side in fewer than 2 %.
    """

    scale: Scale
    first: int = 10
    cap: int = 80
    level: float = LEVEL

    def __post_init__(self) -> None:
        need_pairs("settle.first", self.first)
        need_pairs("settle.cap", self.cap)

    def pairs_wanted(self, pairs: int, wins: int, games: int) -> int:
        """Twice as many pairs while a boundary is inside of the interval."""
        if pairs < self.first // 2:
            wanted = self.first // 2 if pairs >= PROBE else PROBE
        else:
            wanted = pairs * (2 if self.scale.parts(*wilson(wins, games, self.level)) else 1)
        return min(wanted, self.cap // 2)


# ---------------------------------------------------------------- places


@dataclass(frozen=True, slots=True)
class Place:
    """Places that a bot may have, 1 the best; `ties` are those it cannot be told apart from."""

    name: str
    best: int
    worst: int
    ties: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.best}" if self.best == self.worst else f"{self.best}-{self.worst}"


def places(ratings: Ratings, level: float = LEVEL) -> tuple[Place, ...]:
    """The place of every bot, the best rating first.

    One better for every bot that is surely better, one worse for every bot that is not surely
    worse.  So ties share places, and who is surely better has a better best place.
    """
    surely = Counter[str]()
    worse, ties = Counter[str](), {name: list[str]() for name in ratings.names}
    for pair in differences(ratings, level):
        if pair.sure:
            surely[pair.second] += 1
            worse[pair.first] += 1
        else:
            ties[pair.first].append(pair.second)
            ties[pair.second].append(pair.first)
    order = sorted(ratings.names, key=lambda name: (-ratings.by_name[name], name))
    return tuple(
        Place(name, 1 + surely[name], len(order) - worse[name], tuple(sorted(ties[name]))) for name in order
    )


# ---------------------------------------------------------------- more games


@dataclass(frozen=True, slots=True)
class Extra:
    """How many games a bot may have for a mark to be settled, and what pairs are drawn from."""

    scale: Scale
    cap: int = 40
    draw: Draw = PLAIN

    def __post_init__(self) -> None:
        need_pairs("extra.cap", self.cap)


def more_games(
    extra: Extra, ratings: Ratings, rates: Sequence[Rate], games: Collection[Game]
) -> tuple[Pair, ...]:
    """Pairs to play next in a league, one more round in which nobody plays twice.

    A bot asks for a pair while a boundary of the scale lies inside of its interval and it has played
    fewer than `cap` games.  It gets the opponent that it met least often, then one that asks
    too, then the nearest in rating, from whom one game tells most.  Opponents may come to
    play more than `cap` games; broken bots play none.  Call it when all games of the round
    before are there.
    """
    met = _meetings(games)
    played = {rate.name: 2 * sum(n for bots, n in met.items() if rate.name in bots) for rate in rates}
    asking = [
        rate.name
        for rate in rates
        if extra.scale.parts(rate.low, rate.high) and played[rate.name] < extra.cap
    ]
    free = {rate.name for rate in rates} - broken(games).keys()
    number = 1 + max((game.fixture.pair.round for game in games), default=-1)
    pairs: list[Pair] = []
    for bot in sorted(asking, key=lambda name: (played[name], -ratings.by_name[name], name)):
        partner = _partner(bot, free, asking, ratings.by_name, met) if bot in free else None
        if partner is not None:
            free -= {bot, partner}
            pairs.append(extra.draw.pair(number, (bot, partner), met[frozenset((bot, partner))]))
    return tuple(sorted(pairs))


def _meetings(games: Collection[Game]) -> Counter[frozenset[str]]:
    return Counter(pair.bots for pair in by_pair(games))


def _partner(
    bot: str,
    free: Collection[str],
    asking: Collection[str],
    elo: Mapping[str, float],
    met: Mapping[frozenset[str], int],
) -> str | None:
    def wish(other: str) -> tuple[int, bool, float, str]:
        return met[frozenset((bot, other))], other not in asking, abs(elo[bot] - elo[other]), other

    return min((other for other in free if other != bot), key=wish, default=None)


def _need_rising(where: str, steps: Sequence[tuple[float, float]]) -> None:
    if not steps:
        raise DataError(where, "none given", "give at least one win rate with its marks")
    for rate, marks in steps:
        if not (0 <= rate <= 1 and isfinite(marks)):
            raise DataError(where, f"{rate} -> {marks} cannot be used", "win rates are between 0 and 1")
    for (left, low), (right, high) in pairwise(steps):
        if not (left < right and low <= high):
            raise DataError(
                where,
                f"{left} -> {low} stands before {right} -> {high}",
                "sort by win rate, with no fewer marks for a higher one",
            )
