"""The places that bots may have by their ratings, with ties."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from gograde.arena.rating.bradley_terry import Ratings, differences
from gograde.arena.rating.intervals import LEVEL


@dataclass(frozen=True, slots=True)
class Place:
    """The places that a bot may have, 1 being the best, and the bots that it is tied with."""

    name: str
    best: int
    worst: int
    ties: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.best}" if self.best == self.worst else f"{self.best}-{self.worst}"


def places(ratings: Ratings, level: float = LEVEL) -> tuple[Place, ...]:
    """The places of every bot, the best rating first.

    The best place counts the bots that are significantly better, the worst those that are not significantly
    worse.  So tied bots share places.
    """
    better, worse = Counter[str](), Counter[str]()
    ties = {name: list[str]() for name in ratings.names}
    for pair in differences(ratings, level):
        if pair.significant:
            better[pair.second] += 1
            worse[pair.first] += 1
        else:
            ties[pair.first].append(pair.second)
            ties[pair.second].append(pair.first)
    order = sorted(ratings.names, key=lambda name: (-ratings.by_name[name], name))
    return tuple(
        Place(name, 1 + better[name], len(order) - worse[name], tuple(sorted(ties[name]))) for name in order
    )
