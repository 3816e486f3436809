"""The places that bots may have by their ratings, with ties."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from gograde.arena.rating.bradley_terry import Ratings, differences
from gograde.arena.rating.intervals import LEVEL


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
