"""Mistakes that students make in board-control, as pure functions from a board to a wrong answer.

Each class solves the homework with one mistake.  The mistakes guide the generator, and the scorer
names the mistake that explains a wrong answer.  The first block holds mistakes of a published program.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from gograde.assignments.board_control.careful_program import (
    BLACK,
    EMPTY,
    WHITE,
    CarefulProgram,
    Chain,
    Colours,
    CrashError,
    Place,
    answer_of,
    around,
)
from gograde.authoring.spec import Mistake

DEEPEST = 500
"""The most stones on a path of recursive calls: two calls each reach Python's limit of 1000."""


# -- seen in the program that is handed out -------------------------------------------------


class StackTestInverted(CarefulProgram):
    name = "stack-test-inverted"
    help = "This is the answer of a search that stops at its first dead end instead of going back."

    def chain(self, start: Place, seen: Collection[Place]) -> Chain:
        path = [start]
        while new := [p for p in self.friends(path[-1]) if p not in path and p not in seen]:
            path.append(new[0])
        return path


class NeighboursComputedOnce(CarefulProgram):
    name = "neighbours-computed-once"
    help = "This is the answer of a search that looks at the neighbours of its first stone and no further."

    def chain(self, start: Place, seen: Collection[Place]) -> Chain:
        return [start, *(place for place in self.friends(start) if place not in seen)]


class PairLoopsForEver(CarefulProgram):
    name = "pair-loops-for-ever"
    help = "The program never comes back when two stones of one colour are side by side."

    def chain(self, start: Place, seen: Collection[Place]) -> Chain:
        if self.friends(start):
            raise CrashError
        return [start]


class FirstStoneOnly(CarefulProgram):
    name = "marks-first-stone-only"
    help = "This is the answer of a program that keeps one stone of every chain and forgets the others."

    def marked(self, chain: Chain) -> Chain:
        return chain[:1]


class WrongColourCompared(CarefulProgram):
    name = "wrong-colour-compared"
    help = "This is the answer of a program that counts the empty points beside other chains of the colour."

    def __init__(self, rows: Sequence[Sequence[int]], mover: int | None) -> None:
        super().__init__(rows, mover)
        of = {colour: [p for p in self.places() if self.at(p) == colour] for colour in (BLACK, WHITE)}
        self.beside = {colour: CarefulProgram.liberties(self, places) for colour, places in of.items()}

    def liberties(self, chain: Chain) -> set[Place]:
        """The empty points beside other stones of the colour; those only beside this chain do not count."""
        own = {*chain}
        unshared = {p for p in super().liberties(chain) if own.issuperset(self._coloured(p, chain[0]))}
        return self.beside[self.at(chain[0])] - unshared

    def _coloured(self, place: Place, stone: Place) -> Iterator[Place]:
        return (other for other in self.near(place) if self.at(other) == self.at(stone))


class ChainOnceAStone(CarefulProgram):
    name = "chain-once-a-stone"
    help = "Every chain is listed as often as it has stones; remember which stones you have visited."

    def listed(self) -> list[dict[str, Any]]:
        return [entry for entry in super().listed() for _ in entry["stones"]]


class RunsInCircles(CarefulProgram):
    name = "runs-in-circles"
    help = "The program never comes back on a chain that closes a ring, such as a block of four stones."

    def chain(self, start: Place, seen: Collection[Place]) -> Chain:
        found = super().chain(start, seen)
        pairs = sum(len(self.friends(place)) for place in found) // 2
        if pairs >= len(found):
            raise CrashError
        return found


class EdgesSwapped(CarefulProgram):
    name = "edges-swapped"
    help = "The program compares rows with the width and columns with the height."

    def near(self, place: Place) -> list[Place]:
        up, down, left, right = around(place)
        found = [up] * (place[0] != 0) + [down] * (place[0] != self.cols - 1)
        found += [left] * (place[1] != 0) + [right] * (place[1] != self.rows - 1)
        if any(row >= self.rows or col >= self.cols for row, col in found):
            raise CrashError
        return found


# -- who is taken off, and when -------------------------------------------------------------


class BlackFirst(CarefulProgram):
    name = "black-first"
    help = "This is the answer of a program that takes black off and then judges white on what is left."

    def steps(self) -> Sequence[Colours]:
        return [(BLACK,), (WHITE,)] if self.mover is None else super().steps()


class WhiteFirst(CarefulProgram):
    name = "white-first"
    help = "This is the answer of a program that takes white off and then judges black on what is left."

    def steps(self) -> Sequence[Colours]:
        return [(WHITE,), (BLACK,)] if self.mover is None else super().steps()


class OneAtATime(CarefulProgram):
    name = "one-at-a-time"
    help = "This is the answer of a program that takes off chain by chain until nothing changes."

    def legal(self) -> list[list[int]]:
        for colours in self.steps():
            while dead := [chain for chain in self.dead() if self.at(chain[0]) in colours][:1]:
                self.remove(dead)
        return self.grid


class MoverIgnored(CarefulProgram):
    name = "mover-ignored"
    help = "This is the answer of a program that does not look at who has just moved."

    def steps(self) -> Sequence[Colours]:
        return [(BLACK, WHITE)]


class MoverFirst(CarefulProgram):
    name = "movers-own-first"
    help = "This is the answer of a program that takes the mover's own stones off first."

    def steps(self) -> Sequence[Colours]:
        return super().steps()[::-1]


class SuicideKept(CarefulProgram):
    name = "movers-suicide-kept"
    help = (
        "This is the answer of a program that leaves the mover's own stones without a liberty on the board."
    )

    def steps(self) -> Sequence[Colours]:
        return super().steps()[:1]


class OnlyBlackRemoved(CarefulProgram):
    name = "only-black-removed"
    help = "This is the answer of a program that takes off black stones only."

    def dead(self) -> list[Chain]:
        return [chain for chain in super().dead() if self.at(chain[0]) == BLACK]


class OnlyWhiteRemoved(CarefulProgram):
    name = "only-white-removed"
    help = "This is the answer of a program that takes off white stones only."

    def dead(self) -> list[Chain]:
        return [chain for chain in super().dead() if self.at(chain[0]) == WHITE]


class FirstChainOnly(CarefulProgram):
    name = "first-chain-only"
    help = "This is the answer of a program that stops after the first chain it takes off."

    def dead(self) -> list[Chain]:
        return super().dead()[:1]


class SinglesOnly(CarefulProgram):
    name = "single-stones-only"
    help = "This is the answer of a program that takes off single stones only."

    def dead(self) -> list[Chain]:
        return [chain for chain in super().dead() if len(chain) == 1]


class NothingRemoved(CarefulProgram):
    name = "nothing-removed"
    help = "The board came back as it was."

    def dead(self) -> list[Chain]:
        return []


class BoardChanged(CarefulProgram):
    name = "board-changed"
    help = "The board that was passed in is changed; make a new one."

    def remove(self, chains: Sequence[Chain]) -> None:
        """Raises `CrashError`, since changing the input counts as wrong although the answer is right."""
        if chains:
            raise CrashError


class DeadNotListed(CarefulProgram):
    name = "dead-not-listed"
    help = "Chains without a liberty are missing; the list is of the board as it is given."

    def listed(self) -> list[dict[str, Any]]:
        return [entry for entry in super().listed() if entry["liberties"]]


# -- chains and liberties misunderstood -----------------------------------------------------


class StonesOneByOne(CarefulProgram):
    name = "stones-one-by-one"
    help = "This is the answer of a program that judges every stone alone; a chain shares its liberties."

    def chain(self, start: Place, seen: Collection[Place]) -> Chain:
        return [start]


class LibertiesNotDistinct(CarefulProgram):
    name = "liberties-not-distinct"
    help = "A liberty that touches two stones of a chain is counted twice."

    def count(self, chain: Chain) -> int:
        return sum(self.at(other) == EMPTY for place in chain for other in self.near(place))


class LastLibertyLost(CarefulProgram):
    name = "last-liberty-lost"
    help = "This is the answer of a program that takes off chains with a single liberty too."

    def is_dead(self, chain: Chain) -> bool:
        return self.count(chain) <= 1


class Diagonals(CarefulProgram):
    name = "diagonals"
    help = "This is the answer of a program for which diagonal points are neighbours."

    def near(self, place: Place) -> list[Place]:
        corners = [(place[0] + y, place[1] + x) for y in (-1, 1) for x in (-1, 1)]
        return super().near(place) + [(r, c) for r, c in corners if 0 <= r < self.rows and 0 <= c < self.cols]


# -- edges and sizes ------------------------------------------------------------------------


class WrapAround(CarefulProgram):
    name = "wrap-around"
    help = "This is the answer of a program that reads index -1, which is the other edge in Python."

    def near(self, place: Place) -> list[Place]:
        inside = [(row, col) for row, col in around(place) if row < self.rows and col < self.cols]
        return list(dict.fromkeys((row % self.rows, col % self.cols) for row, col in inside))


class EdgeBreathes(CarefulProgram):
    name = "edge-breathes"
    help = "This is the answer of a program that counts the outside of the board as liberties."

    def count(self, chain: Chain) -> int:
        beside = {other for place in chain for other in around(place)}
        outside = beside - {other for place in chain for other in self.near(place)}
        return super().count(chain) + len(outside)


class EdgeLibertiesMissed(CarefulProgram):
    name = "edge-liberties-missed"
    help = "This is the answer of a program that does not see empty points on the edge of the board."

    def liberties(self, chain: Chain) -> set[Place]:
        found = super().liberties(chain)
        return {(r, c) for r, c in found if 0 < r < self.rows - 1 and 0 < c < self.cols - 1}


class LastLineSkipped(CarefulProgram):
    name = "last-line-skipped"
    help = "This is the answer of a program whose loops stop one short: they miss the last row and column."

    def places(self) -> list[Place]:
        return [(row, col) for row, col in super().places() if row < self.rows - 1 and col < self.cols - 1]


class SquareAssumed(CarefulProgram):
    name = "square-assumed"
    help = "This is the answer of a program that takes the board for a square."

    def __init__(self, rows: Sequence[Sequence[int]], mover: int | None) -> None:
        super().__init__(rows, mover)
        if self.rows > self.cols:
            raise CrashError
        self.cols = self.rows


class Transposed(CarefulProgram):
    name = "transposed"
    help = "Rows and columns are exchanged: the row comes first."

    def legal(self) -> list[list[int]]:
        return [list(column) for column in zip(*super().legal(), strict=True)]

    def entry(self, chain: Chain) -> dict[str, Any]:
        entry = super().entry(chain)
        return {**entry, "stones": sorted([col, row] for row, col in entry["stones"])}


class RecursionLimit(CarefulProgram):
    name = "recursion-limit"
    help = "The program dies on a long chain, since it calls itself for every stone."

    def chain(self, start: Place, seen: Collection[Place]) -> Chain:
        if max(self._depths(start)) > DEEPEST:
            raise CrashError
        return super().chain(start, seen)

    def _depths(self, start: Place) -> Iterator[int]:
        """The number of stones on the path at each step of a depth-first search."""
        path, known = [start], {start}
        while path:
            yield len(path)
            new = next((place for place in self.friends(path[-1]) if place not in known), None)
            if new is None:
                path.pop()
            else:
                path.append(new)
                known.add(new)


class EmptyListCrash(CarefulProgram):
    name = "empty-list-crash"
    help = "The program dies on the board without rows, []."

    def __init__(self, rows: Sequence[Sequence[int]], mover: int | None) -> None:
        super().__init__(rows, mover)
        if not rows:
            raise CrashError


class EmptyRowsCrash(CarefulProgram):
    name = "empty-rows-crash"
    help = "The program dies on a board whose rows are empty, [[]]."

    def __init__(self, rows: Sequence[Sequence[int]], mover: int | None) -> None:
        super().__init__(rows, mover)
        if rows and not rows[0]:
            raise CrashError


class OneColourCrash(CarefulProgram):
    name = "one-colour-crash"
    help = "The program dies on a board without stones of one colour."

    def __init__(self, rows: Sequence[Sequence[int]], mover: int | None) -> None:
        super().__init__(rows, mover)
        if not {BLACK, WHITE} <= {cell for row in rows for cell in row}:
            raise CrashError


STUDENTS: tuple[type[CarefulProgram], ...] = (
    StackTestInverted, NeighboursComputedOnce, PairLoopsForEver, FirstStoneOnly, WrongColourCompared,
    ChainOnceAStone, RunsInCircles, EdgesSwapped, BlackFirst, WhiteFirst, OneAtATime, MoverIgnored,
    MoverFirst, SuicideKept, OnlyBlackRemoved, OnlyWhiteRemoved, FirstChainOnly, SinglesOnly, NothingRemoved,
    BoardChanged, DeadNotListed, StonesOneByOne, LibertiesNotDistinct, LastLibertyLost, Diagonals, WrapAround,
    EdgeBreathes, EdgeLibertiesMissed, LastLineSkipped, SquareAssumed, Transposed, RecursionLimit,
    EmptyListCrash, EmptyRowsCrash, OneColourCrash,
)  # fmt: skip


def mistakes_of(_parameters: Mapping[str, Any]) -> tuple[Mistake, ...]:
    """All mistakes; the assignment has no parameters."""
    return tuple(Mistake(s.name, s.help, partial(answer_of, s)) for s in STUDENTS)
