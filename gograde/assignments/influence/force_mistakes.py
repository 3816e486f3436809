"""Mistakes that students make in the force model, in territory and in the situation; see `mistakes`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from gograde.assignments.influence.board_program import (
    EMPTY,
    STEPS,
    BoardProgram,
    CarefulProgram,
    Force,
    Place,
    sign,
)

MOST_WAVES = 40
"""The most waves of `SumDivided`, whose added forces need not die out."""

_FORCES = ("force", "territory", "situation", "move_value")
_SITUATION = ("situation", "move_value")


# -- forces ---------------------------------------------------------------------------------


class SumDivided(BoardProgram):
    name = "force-sum-divided"
    help = "Each force is divided by itself; here those that meet are added up first."
    questions = _FORCES

    def felt(self) -> dict[Place, list[Any]]:
        felt: dict[Place, list[Any]] = {place: [0, 0, 0, 0] for place in self.places()}
        size = self.parameters.force.force
        wave = {(stone, way): self.side(stone) * size for stone in self.stones() for way in range(4)}
        for _ in range(MOST_WAVES):
            wave = self._after(felt, wave)
        return felt

    def _after(
        self, felt: dict[Place, list[Any]], wave: Mapping[tuple[Place, int], int]
    ) -> dict[tuple[Place, int], int]:
        """Adds a wave's forces to the points where they arrive; returns the next wave, added up."""
        arrived: defaultdict[tuple[Place, int], int] = defaultdict(int)
        for (place, way), value in wave.items():
            arrival = self.arrival((place, way, value))
            if arrival is not None:
                arrived[arrival[0], arrival[1]] += arrival[2]
        new: defaultdict[tuple[Place, int], int] = defaultdict(int)
        for (place, way), value in arrived.items():
            felt[place][way] += value
            for start, turned, size in self.split(place, way, abs(value)):
                new[start, turned] += sign(value) * size
        return {lane: value for lane, value in new.items() if value}


class SideForceAtOnce(BoardProgram):
    name = "force-side-force-at-once"
    help = "A force that turns aside is felt from the next point on, not where it sets out."
    questions = _FORCES

    def split(self, place: Place, way: int, size: int) -> list[Force]:
        new = super().split(place, way, size)
        return [self._behind(force) if force[1] != way else force for force in new]

    def _behind(self, force: Force) -> Force:
        """The force moved one point back, so that it arrives at the point where it should start."""
        (row, col), way, size = force
        back = (row - STEPS[way][0], col - STEPS[way][1])
        return back, way, size


class ThroughStones(BoardProgram):
    name = "force-through-stones"
    help = "On a stone the force ahead ends; only the two aside go on."
    questions = _FORCES

    def stopped(self, place: Place) -> bool:
        return False


class LostAtEdges(BoardProgram):
    name = "force-lost-at-edges"
    help = "A force that leaves the board comes back; here it is lost."
    questions = _FORCES

    def bounced(self, place: Place, way: int, size: int) -> Force | None:
        return None


class HalvedAtEdges(BoardProgram):
    name = "force-halved-at-edges"
    help = "A force comes back from the edge with all of its size, not half of it."
    questions = _FORCES

    def bounced(self, place: Place, way: int, size: int) -> Force | None:
        return (place, (way + 2) % 4, size // 2) if size > 1 else None


class SideForceHalf(BoardProgram):
    name = "force-side-force-too-large"
    help = "The forces aside have the size of the one ahead; they are smaller."
    questions = _FORCES

    def aside(self, size: int) -> Any:
        return self.ahead(size)


class DownAndLeftSwapped(BoardProgram):
    name = "force-down-and-left-swapped"
    help = "F2 points down and F3 to the left; they are exchanged."
    questions = _FORCES

    def felt(self) -> dict[Place, list[Any]]:
        return {place: [four[0], four[1], four[3], four[2]] for place, four in super().felt().items()}


class NotWhole(BoardProgram):
    name = "force-not-whole"
    help = "Forces are whole numbers: use // and not /."
    questions = _FORCES

    def aside(self, size: int) -> Any:
        return size / self.parameters.force.aside

    def ahead(self, size: int) -> Any:
        return size / self.parameters.force.ahead

    def lasts(self, size: float) -> bool:
        return size >= 0.5


class StonesMeasured(BoardProgram):
    name = "force-stones-measured"
    help = "A, F, B and FB are 0 on stones."
    questions = ("force",)

    def measured(self, place: Place, four: Sequence[Any]) -> tuple[float, float, float, float]:
        modulus = sqrt_of(four)
        balance = self.balance(four, modulus) if modulus else 0.0
        return sum(four), modulus, balance, modulus * balance


class SumOfSizesInBalance(BoardProgram):
    name = "force-balance-by-total"
    help = "The last part of B is divided by the sum of the sizes of the four, not by their sum A."
    questions = ("force", "situation", "move_value")

    def balance(self, four: Sequence[Any], modulus: float) -> float:
        up, right, down, left = four
        pull = sqrt_of((up - down, right - left)) / (2 * modulus)
        tilt = abs(right + left - up - down) / (2 * abs(sum(four))) if sum(four) else 0.0
        return float(1 - pull - tilt)


# -- territory and situation ----------------------------------------------------------------


class AllFourOnly(BoardProgram):
    name = "territory-all-four-only"
    help = "Four forces of one side are not enough for territory, and not always needed."
    questions = ("territory",)

    def held(self, seen: Sequence[int]) -> bool:
        return min(seen) > self.parameters.territory.some


class TotalForgotten(BoardProgram):
    name = "territory-total-forgotten"
    help = "A point whose four forces are of one side is territory too where A is large enough."
    questions = ("territory",)

    def held_by_total(self, seen: Sequence[int]) -> bool:
        return False


class TotalReached(BoardProgram):
    name = "territory-total-reached"
    help = "Where one of the four forces is small, A must be above its threshold; equal is not enough."
    questions = ("territory",)

    def held_by_total(self, seen: Sequence[int]) -> bool:
        told = self.parameters.territory
        return min(seen) > told.some and sum(seen) >= told.total


class SolidIsTerritory(BoardProgram):
    name = "territory-all-is-solid"
    help = "Not all territory is solid."
    questions = ("territory",)

    def solid(self, seen: Sequence[int]) -> bool:
        return True


class WhiteHoldsNothing(BoardProgram):
    name = "territory-white-not-negated"
    help = "For white the forces are negated before the rules are applied."
    questions = ("territory",)

    def seen(self, four: Sequence[int], side: int) -> list[int]:
        return list(four)


class ClampForgotten(BoardProgram):
    name = "situation-not-clamped"
    help = "An empty point counts 1 at most."
    questions = _SITUATION

    def clamped(self, value: float) -> float:
        return value


class StonesNotCounted(BoardProgram):
    name = "situation-stones-not-counted"
    help = "Every stone counts 1 for its colour."
    questions = _SITUATION

    def worth(self, place: Place, four: Sequence[Any]) -> float:
        return 0.0 if self.at(place) else super().worth(place, four)


class CapturesForgotten(BoardProgram):
    name = "move-captures-forgotten"
    help = "Captured stones leave the board before the situation is judged."
    questions = ("move_value",)

    def take(self, start: Place) -> None:
        pass


class MoverSeen(BoardProgram):
    name = "move-seen-from-the-mover"
    help = "The situation is always black's: a good move of white's has a negative value."
    questions = ("move_value",)

    def move_value(self) -> float:
        return super().move_value() * (1 if self.value["colour"] == 1 else -1)


# -- of additions ---------------------------------------------------------------------------


class TwoThirdsMissed(BoardProgram):
    name = "territory-two-thirds-missed"
    help = "Two thirds of 64 are 42 and two thirds: an A of 43 is enough, whatever the four forces are."
    questions = ("territory",)
    more = 1

    def held(self, seen: Sequence[int]) -> bool:
        told = self.parameters.territory
        much = 3 * (min(sum(seen), told.clip) - self.more) > 2 * told.clip
        return min(seen) > told.each or self.held_by_total(seen) or much


class TwoThirdsRoundedDown(TwoThirdsMissed):
    name = "territory-two-thirds-rounded-down"
    help = "Two thirds of 64 are 42 and two thirds: an A of 42 is not enough."
    more = -1


class EachTooLarge(BoardProgram):
    name = "territory-two-is-not-enough"
    help = "Four forces of 2 or more are enough for territory, whatever A is."
    questions = ("territory",)

    def held(self, seen: Sequence[int]) -> bool:
        told, total = self.parameters.territory, sum(seen)
        much = 3 * min(total, told.clip) > 2 * told.clip
        return min(seen) > told.each + 1 or self.held_by_total(seen) or much


class SolidTotalMissed(BoardProgram):
    name = "territory-solid-total-missed"
    help = "Territory whose four forces are more than 1 is solid where A is 35 or more."
    questions = ("territory",)

    def solid(self, seen: Sequence[int]) -> bool:
        return super().solid(seen) and sum(seen) != self.parameters.territory.solid_total + 1


class BalancedCounted(BoardProgram):
    name = "situation-balanced-counted"
    help = "An empty point whose A is 0 counts 0, whatever its FB is."
    questions = _SITUATION

    def worth(self, place: Place, four: Sequence[Any]) -> float:
        balanced = not self.at(place) and sum(four) == 0
        hold = self.measured(place, four)[3] if balanced else 0.0
        return (
            self.clamped(hold / self.parameters.situation.clamp) if balanced else super().worth(place, four)
        )


class FirstCaptureOnly(BoardProgram):
    name = "move-first-capture-only"
    help = "A move may capture several chains; only one of them leaves the board here."
    questions = ("move_value",)

    def play(self, colour: int, place: Place) -> None:
        self.grid[place[0]][place[1]] = colour
        for other in self.near(place):
            if self.at(other) == 3 - colour:
                self.take(other)
                if not self.at(other):
                    return


class StoneForChain(BoardProgram):
    name = "move-stone-for-chain"
    help = "All stones of a captured chain leave the board, not only those beside the move."
    questions = ("move_value",)

    def take(self, start: Place) -> None:
        before = [list(row) for row in self.grid]
        super().take(start)
        taken = not self.at(start)
        self.grid = before
        if taken:
            self.grid[start[0]][start[1]] = EMPTY


class SingleStonesOnly(BoardProgram):
    name = "move-single-stones-only"
    help = "Chains of several stones are captured too."
    questions = ("move_value",)

    def take(self, start: Place) -> None:
        if all(self.at(other) != self.at(start) for other in self.near(start)):
            super().take(start)


def sqrt_of(parts: Sequence[float]) -> float:
    """The square root of the sum of the squares."""
    return float(sum(part * part for part in parts) ** 0.5)


PROGRAMS: tuple[type[CarefulProgram], ...] = (
    SumDivided, SideForceAtOnce, ThroughStones, LostAtEdges, HalvedAtEdges, SideForceHalf, DownAndLeftSwapped,
    NotWhole, StonesMeasured, SumOfSizesInBalance, AllFourOnly, TotalForgotten, TotalReached,
    SolidIsTerritory, WhiteHoldsNothing, ClampForgotten, StonesNotCounted, CapturesForgotten, MoverSeen,
    TwoThirdsMissed, TwoThirdsRoundedDown, EachTooLarge, SolidTotalMissed, BalancedCounted,
    FirstCaptureOnly, StoneForChain, SingleStonesOnly,
)  # fmt: skip
