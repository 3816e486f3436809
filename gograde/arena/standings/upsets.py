"""Pairs of games that went far from what the ratings of all games together expect."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp

from gograde.arena.rating.bradley_terry import Ratings
from gograde.arena.rating.model import UNIT
from gograde.arena.rating.pairs import Game, by_pair, unique
from gograde.arena.standings.table import Standings

MOST = 5
RARE = 0.05
"""Pairs with a smaller chance are told."""


@dataclass(frozen=True, slots=True)
class Upset:
    """Both games of a pair were won by `winner`; `chance` is how likely that was by the ratings, 0 to 1.

    `pairs` counts the pairs of the league: among many, some go so by chance.
    """

    winner: str
    loser: str
    chance: float
    pairs: int


def upsets(found: Standings, most: int = MOST) -> tuple[Upset, ...]:
    """The least likely pairs that one bot won whole, from the least likely on.

    Two students of whom one loses on purpose show here, and so does mere luck: it is advice to a person.
    Pairs with a forfeit or with a bot that has no rating are left out, since there something else is why.
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
    """How likely it was that just these won."""
    product = 1.0
    for game in games:
        white = rated.white if game.winner == game.fixture.white else -rated.white
        ahead = rated.by_name[game.winner] - rated.by_name[game.loser] + white
        product *= 1 / (1 + exp(-ahead / UNIT))
    return product
