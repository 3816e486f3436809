"""Mistakes that students make, each the careful program with one step done wrong.

Hidden cases are made so that every one of them fails.  `help` is told to a student who gave just
this answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from gograde.authoring.spec import Mistake

from .student import EMPTY, Place, Student, answer_of


class CountsTwice(Student):
    name = "counts-twice"
    help = "This is the answer of a program that counts a liberty once for every stone beside it."

    def count(self, chain: list[Place]) -> int:
        return sum(self.points[p] == EMPTY for stone in chain for p in self.near(stone))


class StoneAlone(Student):
    name = "stone-alone"
    help = "This is the answer of a program that looks at the stone and forgets the rest of its chain."

    def chain(self, start: Place) -> list[Place]:
        return [start]


class NeighboursOnly(Student):
    name = "neighbours-only"
    help = "This is the answer of a search that takes the stones beside the first one and goes no further."

    def chain(self, start: Place) -> list[Place]:
        return [start, *(p for p in self.near(start) if self.points[p] == self.points[start])]


class EmptyIsAStone(Student):
    name = "empty-is-a-stone"
    help = "There is no stone on this point, so there is no chain to count for."

    def answer(self, point: Place) -> int:
        return self.count(self.chain(point))


PROGRAMS = (CountsTwice, StoneAlone, NeighboursOnly, EmptyIsAStone)


def mistakes_of(parameters: Mapping[str, Any]) -> tuple[Mistake, ...]:
    """All mistakes; `parameters` are those of assignment.yaml, which has none."""
    return tuple(Mistake(p.name, p.help, partial(answer_of, p)) for p in PROGRAMS)
