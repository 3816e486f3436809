"""The places that bots may have by their ratings, with ties."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from gograde.arena.rating.bradley_terry import Ratings, differences
from gograde.arena.rating.intervals import LEVEL


@dataclass(frozen=True, slots=True)
class Place:
    """The possible places of a bot (1 is the best), and the bots with which it is tied."""

    name: str
    best: int
    worst: int
    ties: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.best}" if self.best == self.worst else f"{self.best}-{self.worst}"


def places(ratings: Ratings, level: float = LEVEL) -> tuple[Place, ...]:
    """The places of every bot, the best rating first.

    Bots that are significantly better decide the best place, bots that are not significantly worse the worst
    place.  So tied bots share places.
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
