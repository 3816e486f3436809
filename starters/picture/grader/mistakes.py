"""Mistakes that students make, each the careful program with one step done wrong.

Hidden cases are made so that every one of them fails, and pictures are compared with its board too.
`help` is told to a student who drew just this board.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from gograde.authoring.spec import Mistake

from .student import EMPTY, Place, Student, answer_of


class TakesNothing(Student):
    name = "takes-nothing"
    help = "This is the board of a program that puts the stone and takes nothing off."

    def taken(self, point: Place) -> list[list[Place]]:
        super().taken(point)
        return []


class OneStone(Student):
    name = "one-stone"
    help = "This is the board of a program that takes the stone beside the move, not the whole of its chain."

    def taken(self, point: Place) -> list[list[Place]]:
        return [[p for p in chain if p in self.near(point)] for chain in super().taken(point)]


class OneChain(Student):
    name = "one-chain"
    help = "This is the board of a program that takes one chain, though the move takes more."

    def taken(self, point: Place) -> list[list[Place]]:
        return super().taken(point)[:1]


class TakesInAtari(Student):
    name = "takes-in-atari"
    help = "This is the board of a program that takes chains which have a liberty left."

    def liberties(self, chain: list[Place]) -> int:
        return max(0, super().liberties(chain) - 1)


class ForgetsTheStone(Student):
    name = "forgets-the-stone"
    help = "The stone that was played is missing."

    def answer(self, point: Place) -> list[list[int]]:
        super().answer(point)
        self.points[point] = EMPTY
        return self.board()


PROGRAMS = (TakesNothing, OneStone, OneChain, TakesInAtari, ForgetsTheStone)


def mistakes_of(parameters: Mapping[str, Any]) -> tuple[Mistake, ...]:
    """All mistakes; `parameters` are those of assignment.yaml, which has none."""
    return tuple(Mistake(p.name, p.help, partial(answer_of, p)) for p in PROGRAMS)
