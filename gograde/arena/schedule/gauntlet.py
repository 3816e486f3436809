"""Series of games against frozen reference players, and the rule that ends a series."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from gograde.arena.rating.model import LEVEL
from gograde.arena.rating.pairs import (
    EMPTY_BOARD,
    Draw,
    Fixture,
    Game,
    Pair,
    broken,
    by_pair,
    missing,
    unique,
)
from gograde.arena.standings.marks import Slope, seen_mark
from gograde.errors import DataError

PROBE = 2
"""Pairs of games in the first look, which finds bots that forfeit every game."""

REPEATS = 2
"""A series ends after so many repeated pairs in a row."""


@dataclass(frozen=True, slots=True)
class StoppingRule:
    """A series against a reference player ends when its marks are settled, or after `cap` games.

    Marks are settled when the whole interval of the win rate has the same marks: none, or all.  The rule
    looks at the series after `PROBE` pairs, after `first` games, and whenever the number of games has
    doubled.  Looks are rare, since each look is one more chance that an interval misses a knot by luck.  A
    computation over all courses of a series gave: a bot whose true rate is the end of a steep slope settles
    in 12 to 14 % of series; a bot 0.05 away settles on the wrong side in less than 2 %.
    """

    scale: Slope
    first: int = 10
    cap: int = 80
    level: float = LEVEL

    def __post_init__(self) -> None:
        need_pairs("rule.first", self.first)
        need_pairs("rule.cap", self.cap)

    def pairs_wanted(self, pairs: int, wins: int, games: int) -> int:
        """The number of pairs before the next look; not more than `pairs` when the series is over.

        `pairs` pairs were played; `wins` and `games` count without repeated pairs.  The number of pairs
        doubles while the marks are not settled.
        """
        if pairs < self.first // 2:
            wanted = self.first // 2 if pairs >= PROBE else PROBE
        else:
            wanted = pairs * (1 if seen_mark(self.scale, wins, games, self.level).settled else 2)
        return min(wanted, self.cap // 2)


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """The reference players that a bot meets, and the rule that ends each series.

    Raises `DataError` without reference players, or for a reference player that occurs twice.
    """

    anchors: tuple[str, ...]
    rule: StoppingRule
    draw: Draw = EMPTY_BOARD

    def __post_init__(self) -> None:
        if not self.anchors or len(set(self.anchors)) < len(self.anchors):
            raise DataError(
                "gauntlet.anchors", f"{list(self.anchors)} cannot be used", "name each reference player once"
            )


def gauntlet_fixtures(gauntlet: Gauntlet, bot: str, games: Collection[Game]) -> tuple[Fixture, ...]:
    """The games that a bot must play next in all its series; empty when every series has ended.

    A look waits for all earlier pairs, so that the result does not depend on the order of arrival.  A series
    also ends when the bot is broken in it, and when its last pairs are repeats.
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


def _looks(rule: StoppingRule, bot: str, games: Sequence[Game]) -> Iterator[int]:
    """The number of pairs that each look needs; the caller continues only when all of them are played."""
    done = 0
    while True:
        seen = [game for game in games if game.fixture.pair.round < done]
        if bot in broken(seen) or _only_repeats(seen):
            return
        kept = unique(seen)
        wanted = rule.pairs_wanted(done, sum(game.winner == bot for game in kept), len(kept))
        if wanted <= done:
            return
        done = wanted
        yield done


def _only_repeats(games: Sequence[Game]) -> bool:
    """Are the last `REPEATS` pairs all repeats?"""
    kept: set[Pair] = {game.fixture.pair for game in unique(games)}
    last = list(by_pair(games))[-REPEATS:]
    return len(last) == REPEATS and not kept & set(last)


def need_pairs(where: str, games: int) -> None:
    """Raises `DataError` for games that do not make whole pairs."""
    if games < 2 or games % 2:
        raise DataError(where, f"{games} games", "give an even number from 2 on: games come in pairs")
