"""Pairs of games whose result is unlikely by the ratings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gograde.arena.rating.bradley_terry import Ratings
from gograde.arena.rating.model import chance
from gograde.arena.rating.pairs import Game, by_pair, unique
from gograde.arena.standings.table import Standings

MOST = 5
"""The most pairs that are reported."""

RARE = 0.05
"""A probability; only less likely pairs are reported."""


@dataclass(frozen=True, slots=True)
class Upset:
    """A pair whose games `winner` both won, with the chance of this result by the ratings, 0 to 1.

    `pairs` is the number of all pairs of the league; among many pairs, some upsets are luck.
    """

    winner: str
    loser: str
    chance: float
    pairs: int


def upsets(found: Standings, most: int = MOST) -> tuple[Upset, ...]:
    """The least likely pairs in which one bot won both games, the least likely pair first.

    An upset may mean that a student lost on purpose, or may be luck, so a person must judge it.  Pairs with a
    forfeit or with an unrated bot are left out.
    """
    kept = by_pair(game for game in unique(found.games) if found.ratings.by_name.keys() >= _bots(game))
    rated = found.ratings
    whole = [both for both in kept.values() if both[0].winner == both[1].winner and not _faulty(both)]
    told = [Upset(both[0].winner, both[0].loser, _chance(both, rated), len(kept)) for both in whole]
    rare = [upset for upset in told if upset.chance < RARE]
    return tuple(sorted(rare, key=lambda upset: (upset.chance, upset.winner, upset.loser))[:most])


def _bots(game: Game) -> frozenset[str]:
    return game.fixture.pair.bots


def _faulty(games: Iterable[Game]) -> bool:
    return any(game.fault for game in games)


def _chance(games: Iterable[Game], rated: Ratings) -> float:
    """The probability of these results."""
    product = 1.0
    for game in games:
        white = rated.white if game.winner == game.fixture.white else -rated.white
        ahead = rated.by_name[game.winner] - rated.by_name[game.loser] + white
        product *= chance(ahead)
    return product
