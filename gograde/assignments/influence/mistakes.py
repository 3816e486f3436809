"""Mistakes that students make in influence, as pure functions from an input to a wrong answer.

Each class solves the homework with one mistake.  The mistakes guide the generator, and the scorer
names the mistake that explains a wrong answer.  `force_mistakes` and `joseki_mistakes` have the rest.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

from gograde.assignments.influence import force_mistakes, group_mistakes, joseki_mistakes
from gograde.assignments.influence.board_program import BoardProgram, CarefulProgram, CrashError, Grid, Place
from gograde.assignments.influence.oracle import fast
from gograde.assignments.influence.parameters import Parameters, read_parameters
from gograde.authoring.spec import Mistake

_Maker = Callable[[Any, Parameters], CarefulProgram]
"""A program's class as a cache key: mypy does not accept `type[CarefulProgram]` as one."""

# -- Zobrist --------------------------------------------------------------------------------


class AdditiveZobrist(BoardProgram):
    name = "zobrist-additive"
    help = "This is the sum of what each stone gives alone; a point sends on 1, however much it has."
    questions = ("zobrist",)

    def zobrist(self) -> Grid:
        totals = dict.fromkeys(self.places(), 0)
        for stone in self.stones():
            values = dict.fromkeys(self.places(), 0) | {stone: self.parameters.zobrist.start}
            for _ in range(self.passes()):
                values = self.passed(values)
            totals = {place: totals[place] + self.side(stone) * value for place, value in values.items()}
        return self.rowwise(totals)


class InPlacePasses(BoardProgram):
    name = "zobrist-in-place"
    help = "What a point sends must be what it was at the start of the pass, before others changed it."
    questions = ("zobrist",)

    def passed(self, values: dict[Place, int]) -> dict[Place, int]:
        after = dict(values)
        for place in self.places():
            for other in self.near(place):
                after[other] += self.sent(after[place])
        return after


class OnePassLess(BoardProgram):
    name = "zobrist-one-pass-less"
    help = "There is one pass too few."
    questions = ("zobrist",)

    def passes(self) -> int:
        return max(0, super().passes() - 1)


class OnePassMore(BoardProgram):
    name = "zobrist-one-pass-more"
    help = "There is one pass too many."
    questions = ("zobrist",)

    def passes(self) -> int:
        return super().passes() + 1


class StonesKeepTheirValue(BoardProgram):
    name = "zobrist-stones-keep-their-value"
    help = "Stones receive too: their values change like those of empty points."
    questions = ("zobrist",)

    def passed(self, values: dict[Place, int]) -> dict[Place, int]:
        return super().passed(values) | {stone: values[stone] for stone in self.stones()}


class ZeroIsPositive(BoardProgram):
    name = "zobrist-zero-is-positive"
    help = "A point with value 0 sends nothing."
    questions = ("zobrist",)

    def sent(self, value: int) -> int:
        return 1 if value >= 0 else -1


# -- Ryder ----------------------------------------------------------------------------------


class FoldedAtEdges(BoardProgram):
    name = "ryder-folded-at-edges"
    help = "What falls off the board is lost; here it is added to the point on the edge."
    questions = ("ryder",)

    def pattern(self, stone: Place) -> list[tuple[Place, int]]:
        last = (self.rows - 1, self.cols - 1)
        return [
            ((min(max(r, 0), last[0]), min(max(c, 0), last[1])), w) for (r, c), w in super().pattern(stone)
        ]


class WhiteNotNegated(BoardProgram):
    name = "ryder-white-not-negated"
    help = "White's stones must count negative."
    questions = ("ryder",)

    def weighed(self, stone: Place, weight: int) -> int:
        return weight


class KernelShifted(BoardProgram):
    name = "ryder-kernel-shifted"
    help = "The pattern lies one point beside the stone: its middle belongs on it."
    questions = ("ryder",)

    def pattern(self, stone: Place) -> list[tuple[Place, int]]:
        return [((r + 1, c + 1), w) for (r, c), w in super().pattern(stone)]


# -- fast influence -------------------------------------------------------------------------


class KnightForgotten(BoardProgram):
    name = "fast-knight-forgotten"
    help = "Points a knight's move away from a stone are forgotten."
    questions = ("fast",)

    def level(self, place: Place, stone: Place) -> float:
        level = super().level(place, stone)
        return 9 if level == 2.5 else level


class HaneForgotten(BoardProgram):
    name = "fast-hane-forgotten"
    help = "A diagonal stone counts less when the opponent has a stone that touches both points."
    questions = ("fast",)

    def is_hane(self, place: Place, stone: Place) -> bool:
        return False


class AllStonesSummed(BoardProgram):
    name = "fast-all-stones-summed"
    help = "Only the nearest stone of each colour counts, once."
    questions = ("fast",)

    def given(self, place: Place, colour: int) -> int:
        levels = (self.level(place, stone) for stone in self.stones() if self.at(stone) == colour)
        return sum({1: 6, 1.5: 5, 2: 3, 2.5: 2}.get(level, 0) for level in levels)


class OnesKept(BoardProgram):
    name = "fast-ones-kept"
    help = "1 and -1 become 0."
    questions = ("fast",)

    def calmed(self, values: dict[Place, int]) -> dict[Place, int]:
        return values


class CapsForgotten(BoardProgram):
    name = "fast-caps-forgotten"
    help = "Points beside weak ones are capped."
    questions = ("fast",)

    def capped(self, values: dict[Place, int]) -> dict[Place, int]:
        return values


class CappedTooEarly(BoardProgram):
    name = "fast-capped-too-early"
    help = "1 and -1 become 0 first; only then points beside them are capped."
    questions = ("fast",)

    def smoothed(self, raw: dict[Place, int]) -> dict[Place, int]:
        return self.calmed(self.capped(raw))


class BlockedByStones(BoardProgram):
    name = "fast-blocked-by-stones"
    help = "What stands between a point and a stone two points away makes no difference."
    questions = ("fast",)

    def level(self, place: Place, stone: Place) -> float:
        level = super().level(place, stone)
        between = ((place[0] + stone[0]) // 2, (place[1] + stone[1]) // 2)
        in_line = place[0] == stone[0] or place[1] == stone[1]
        return 9 if level == 2 and in_line and self.at(between) else level


class NoStonesCrash(BoardProgram):
    name = "fast-no-stones-crash"
    help = "The program dies when a colour has no stone."
    questions = ("fast",)

    def given(self, place: Place, colour: int) -> int:
        if not any(self.at(stone) == colour for stone in self.stones()):
            raise CrashError
        return super().given(place, colour)


# -- the size of the board ------------------------------------------------------------------


class LinesSwapped(BoardProgram):
    name = "size-lines-swapped"
    help = "PE3 comes first, then PE4."
    questions = ("board_size",)

    def board_size(self) -> list[float]:
        third, fourth, difference = super().board_size()
        return [fourth, third, difference]


class DifferenceNegated(BoardProgram):
    name = "size-difference-negated"
    help = "E is PE4 - PE3."
    questions = ("board_size",)

    def board_size(self) -> list[float]:
        third, fourth, difference = super().board_size()
        return [third, fourth, -difference]


PROGRAMS: tuple[type[CarefulProgram], ...] = (
    AdditiveZobrist, InPlacePasses, OnePassLess, OnePassMore, StonesKeepTheirValue, ZeroIsPositive,
    FoldedAtEdges, WhiteNotNegated, KernelShifted, *force_mistakes.PROGRAMS, KnightForgotten,
    HaneForgotten, AllStonesSummed, OnesKept, CapsForgotten, CappedTooEarly, BlockedByStones, NoStonesCrash,
    LinesSwapped, DifferenceNegated, *joseki_mistakes.PROGRAMS, *group_mistakes.PROGRAMS,
)  # fmt: skip


def mistakes_of(parameters: Mapping[str, Any]) -> tuple[Mistake, ...]:
    """All mistakes, for programs that use a package's parameters; raises `DataError` for invalid ones."""
    told = read_parameters(parameters)
    return tuple(Mistake(s.name, s.help, partial(answer_of, s, told)) for s in PROGRAMS)


def answer_of(student: type[CarefulProgram], parameters: Parameters, question: str, value: Any) -> Any:
    """A program's answer; the right answer to questions that its mistake does not affect."""
    told = json.dumps(value)
    if question not in student.questions:
        return _right(parameters, question, told)
    make: _Maker = student
    return _wrong(make, parameters, question, told)


@lru_cache(maxsize=16)
def _right(parameters: Parameters, question: str, told: str) -> Any:
    return fast(parameters, question, json.loads(told))


@lru_cache(maxsize=1024)
def _wrong(make: _Maker, parameters: Parameters, question: str, told: str) -> Any:
    """A mistake's answer, cached because the scorer compares every wrong answer with it."""
    return make(json.loads(told), parameters).answer(question)
