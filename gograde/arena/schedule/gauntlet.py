"""Games against frozen reference players, and when enough of them were played.

Source: Wald (1945) on sequential tests of a probability.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from math import log
from typing import Protocol

from gograde.arena.rating.pairs import PLAIN, Draw, Fixture, Game, Pair, broken, by_pair, missing, unique
from gograde.errors import DataError

PROBE = 2
"""Pairs after which a bot that forfeits every game is known."""

REPEATS = 2
"""So many pairs in a row that told nothing new, and no more are asked for."""


class Sure(Enum):
    """What a sequential test says of a win rate."""

    ABOVE = "above"
    BELOW = "below"
    OPEN = "open"


class Rule(Protocol):
    """Says when enough games were played."""

    def pairs_wanted(self, pairs: int, wins: int, games: int) -> int:
        """How many pairs to have played before looking again, at most `pairs` when it is enough.

        `pairs` were played, and `games` of them counted, repeated ones only once.
        """
        ...


@dataclass(frozen=True, slots=True)
class Trial:
    """Wald's sequential test: is the win rate at least `high` rather than at most `low`?

    A bot at either rate is judged wrongly with probability `error` at most; between them either
    answer may come.  After `cap` games the test ends open.  Raises `DataError` for rates out of order.
    """

    low: float = 0.8
    high: float = 0.95
    error: float = 0.05
    cap: int = 100

    def __post_init__(self) -> None:
        if not 0 < self.low < self.high < 1:
            raise DataError(
                "trial", f"rates {self.low} and {self.high}", "give low below high, both between 0 and 1"
            )
        if not 0 < self.error < 0.5:
            raise DataError(
                "trial.error", f"{self.error} cannot be used", "give a share below 0.5, like 0.05"
            )
        need_pairs("trial.cap", self.cap)

    def evidence(self, wins: int, losses: int) -> float:
        """Log of how much likelier the games are at `high` than at `low`."""
        return wins * log(self.high / self.low) + losses * log((1 - self.high) / (1 - self.low))

    def verdict(self, wins: int, losses: int) -> Sure:
        """Sure as soon as the evidence reaches log((1 - error) / error) either way."""
        bound, evidence = log((1 - self.error) / self.error), self.evidence(wins, losses)
        if abs(evidence) < bound:
            return Sure.OPEN
        return Sure.ABOVE if evidence > 0 else Sure.BELOW

    def pairs_wanted(self, pairs: int, wins: int, games: int) -> int:
        """One pair more while the test is open."""
        is_open = self.verdict(wins, games - wins) is Sure.OPEN
        return min(pairs + is_open, self.cap // 2)


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """Reference players that each bot meets, and the rule that ends each series.

    Raises `DataError` without reference players, or with one that is there twice.
    """

    anchors: tuple[str, ...]
    rule: Rule
    draw: Draw = PLAIN

    def __post_init__(self) -> None:
        if not self.anchors or len(set(self.anchors)) < len(self.anchors):
            raise DataError(
                "gauntlet.anchors", f"{list(self.anchors)} cannot be used", "name each reference player once"
            )


def gauntlet_fixtures(gauntlet: Gauntlet, bot: str, games: Collection[Game]) -> tuple[Fixture, ...]:
    """Games that this bot must play next, of all its series; empty when every series is decided.

    A series looks at its games only when all pairs up to a look are there, so that nothing
    depends on the order of arrival.  A bot that broke down in a series plays no more of it, nor
    does one whose last pairs were repeats.
    """
    series = (_series(gauntlet, bot, anchor, games) for anchor in gauntlet.anchors if anchor != bot)
    return tuple(fixture for fixtures in series for fixture in fixtures)


def _series(gauntlet: Gauntlet, bot: str, anchor: str, games: Collection[Game]) -> tuple[Fixture, ...]:
    own = [game for game in games if game.fixture.pair.bots == {bot, anchor}]
    for number in _looks(gauntlet.rule, bot, own):
        pairs = [gauntlet.draw.pair(meeting, (bot, anchor), meeting) for meeting in range(number)]
        left = missing(pairs, own)
        if left:
            return left
    return ()


def _looks(rule: Rule, bot: str, games: Sequence[Game]) -> Iterator[int]:
    """How many pairs each look needs; the caller goes on only when they are all there."""
    done = 0
    while True:
        seen = [game for game in games if game.fixture.pair.round < done]
        if bot in broken(seen) or _told_nothing(seen):
            return
        kept = unique(seen)
        wanted = rule.pairs_wanted(done, sum(game.winner == bot for game in kept), len(kept))
        if wanted <= done:
            return
        done = wanted
        yield done


def _told_nothing(games: Sequence[Game]) -> bool:
    """Are the last pairs all repeats of earlier ones?"""
    kept: set[Pair] = {game.fixture.pair for game in unique(games)}
    last = list(by_pair(games))[-REPEATS:]
    return len(last) == REPEATS and not kept & set(last)


def need_pairs(where: str, games: int) -> None:
    """Raises `DataError` unless the games make whole pairs."""
    if games < 2 or games % 2:
        raise DataError(where, f"{games} games", "give an even number from 2 on: games come in pairs")
