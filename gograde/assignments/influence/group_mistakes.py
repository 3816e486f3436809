"""Mistakes that students make in links, blocks, layers and dead stones; see `mistakes`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gograde.assignments.influence.board_program import EMPTY, CarefulProgram, CrashError, Place
from gograde.assignments.influence.group_program import GroupProgram

_DEAD = ("situation_dead", "move_value_dead")


class CutsIgnored(GroupProgram):
    name = "links-cut-ignored"
    help = "Two diagonal stones, or two with a point between, are linked only by an empty point beside both."
    questions = ("links",)

    def is_bridge(self, place: Place) -> bool:
        return True


class TouchingOnly(GroupProgram):
    name = "links-touching-only"
    help = "Stones that do not touch may be linked too: over an empty point beside both."
    questions = ("links",)

    def is_bridge(self, place: Place) -> bool:
        return False


class StonesOnly(GroupProgram):
    name = "blocks-stones-only"
    help = "Connected and semi-connected empty points belong to a block too."
    questions = ("blocks",)

    def told(self, colour: int, block: Sequence[Place]) -> list[Any]:
        return super().told(colour, [place for place in block if self.at(place)])


class ContestedTaken(GroupProgram):
    name = "blocks-contested-taken"
    help = "An empty point beside an opponent's stone needs two stones of the block's side beside it."
    questions = ("blocks",)

    def counts(self, own: int, others: int) -> bool:
        return own > 0


class SemiForgotten(GroupProgram):
    name = "blocks-semi-connected-forgotten"
    help = "An empty point beside two stones of a side belongs to its block, even beside an opponent's stone."
    questions = ("blocks",)

    def counts(self, own: int, others: int) -> bool:
        return own > 0 and not others


class EmptyPointsJoin(GroupProgram):
    name = "blocks-empty-points-join"
    help = "Two empty points do not link: an empty point links with the stones beside it."
    questions = ("blocks",)

    def joins(self, place: Place, other: Place) -> bool:
        return True


class AnyoneWays(GroupProgram):
    name = "layers-any-colour"
    help = "A path joins blocks only over points where A has the sign of their colour."
    questions = ("layers",)

    def way(self, total: float, hold: float, limit: float) -> int:
        return super().way(1, hold, limit)

    def joined(self, colour: int, ways: Mapping[Place, int]) -> Iterator[list[Any]]:
        return super().joined(colour, {place: colour for place, way in ways.items() if way})


class NeverLast(GroupProgram):
    name = "layers-never-stop"
    help = "There is no further level when each colour has one block at most."
    questions = ("layers",)

    def is_last(self, level: Sequence[Sequence[Any]]) -> bool:
        return False


class ByTotal(GroupProgram):
    name = "layers-by-total"
    help = "The FB of a point must exceed the threshold, not its A."
    questions = ("layers",)

    def way(self, total: float, hold: float, limit: float) -> int:
        return super().way(total, abs(total), limit)


class DeadLive(GroupProgram):
    name = "dead-ignored"
    help = "A dead stone counts 1 against its colour."
    questions = _DEAD

    def worth(self, place: Place, four: Sequence[Any]) -> float:
        self.dead = set()
        return super().worth(place, four)


class DeadCountNothing(GroupProgram):
    name = "dead-count-nothing"
    help = "A dead stone counts 1 against its colour, not 0."
    questions = _DEAD

    def worth(self, place: Place, four: Sequence[Any]) -> float:
        return 0.0 if place in self.dead else super().worth(place, four)


class DeadRemoved(GroupProgram):
    name = "dead-removed"
    help = "Dead stones stay on the board: they send and stop forces like living ones."
    questions = _DEAD

    def situation(self) -> float:
        for row, col in self.dead:
            self.grid[row][col] = EMPTY
        self.dead = set()
        return super().situation()


class DeadNotForgotten(GroupProgram):
    name = "dead-not-forgotten"
    help = "A captured stone is dead no more; its point is an empty one like any other."
    questions = ("move_value_dead",)

    def still_dead(self) -> set[Place]:
        return self.dead


class OneLevel(GroupProgram):
    name = "layers-one-level"
    help = "Levels 0 and 1 are always there, also when no stones are left to join."
    questions = ("layers",)

    def layers(self) -> list[list[Any]]:
        levels = super().layers()
        return levels[:1] if self.is_last(levels[0]) else levels


class NoneDeadCrash(GroupProgram):
    name = "dead-none-crash"
    help = "The program dies when no stone is dead."
    questions = _DEAD

    def situation(self) -> float:
        if not self.value["dead"]:
            raise CrashError
        return super().situation()


PROGRAMS: tuple[type[CarefulProgram], ...] = (
    CutsIgnored, TouchingOnly, StonesOnly, ContestedTaken, SemiForgotten, EmptyPointsJoin,
    AnyoneWays, NeverLast, ByTotal,
    DeadLive, DeadCountNothing, DeadRemoved, DeadNotForgotten, OneLevel, NoneDeadCrash,
)  # fmt: skip
