"""The board questions of influence as a careful student answers them.

A mistake is a change of this source.  The right answers are in `oracle`, the questions on joseki in
`joseki_program`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from gograde.assignments.influence.parameters import Parameters

Place = tuple[int, int]
Grid = list[list[int]]
Force = tuple[Place, int, int]
"""A force: its point, its direction (0 up, 1 right, 2 down, 3 left) and its size."""

EMPTY = 0
BLACK = 1
WHITE = 2
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def sign(value: float) -> int:
    return (value > 0) - (value < 0)


class CarefulProgram:
    """A student's program, with a method for each question."""

    def __init__(self, value: Mapping[str, Any], parameters: Parameters) -> None:
        self.value, self.parameters = value, parameters

    def answer(self, question: str) -> Any:
        return getattr(self, question)()


class BoardProgram(CarefulProgram):
    """Answers the questions on boards and `board_size`."""

    def __init__(self, value: Mapping[str, Any], parameters: Parameters) -> None:
        super().__init__(value, parameters)
        self.grid: Grid = [list(row) for row in value.get("board", [])]
        self.rows, self.cols = len(self.grid), len(self.grid[0]) if self.grid else 0

    # -- boards -----------------------------------------------------------------------------

    def at(self, place: Place) -> int:
        return self.grid[place[0]][place[1]]

    def side(self, place: Place) -> int:
        return (0, 1, -1)[self.at(place)]

    def inside(self, place: Place) -> bool:
        return 0 <= place[0] < self.rows and 0 <= place[1] < self.cols

    def places(self) -> list[Place]:
        return [(row, col) for row in range(self.rows) for col in range(self.cols)]

    def stones(self) -> list[Place]:
        return [place for place in self.places() if self.at(place)]

    def near(self, place: Place) -> list[Place]:
        beside = [(place[0] + y, place[1] + x) for y, x in STEPS]
        return [other for other in beside if self.inside(other)]

    def rowwise(self, told: Mapping[Place, Any]) -> list[list[Any]]:
        return [[told[row, col] for col in range(self.cols)] for row in range(self.rows)]

    # -- Zobrist and Ryder ------------------------------------------------------------------

    def zobrist(self) -> Grid:
        values = {place: self.parameters.zobrist.start * self.side(place) for place in self.places()}
        for _ in range(self.passes()):
            values = self.passed(values)
        return self.rowwise(values)

    def passes(self) -> int:
        return self.parameters.zobrist.passes

    def passed(self, values: dict[Place, int]) -> dict[Place, int]:
        return {p: v + sum(self.sent(values[other]) for other in self.near(p)) for p, v in values.items()}

    def sent(self, value: int) -> int:
        return sign(value)

    def ryder(self) -> Grid:
        totals = dict.fromkeys(self.places(), 0)
        for stone in self.stones():
            for place, weight in self.pattern(stone):
                if place in totals:
                    totals[place] += self.weighed(stone, weight)
        return self.rowwise(totals)

    def pattern(self, stone: Place) -> list[tuple[Place, int]]:
        kernel = self.parameters.ryder.kernel
        top, left = stone[0] - len(kernel) // 2, stone[1] - len(kernel[0]) // 2
        return [((top + r, left + c), w) for r, row in enumerate(kernel) for c, w in enumerate(row)]

    def weighed(self, stone: Place, weight: int) -> int:
        return self.side(stone) * weight

    # -- forces -----------------------------------------------------------------------------

    def felt(self) -> dict[Place, list[Any]]:
        """The forces F0 to F3 (up, right, down, left) of every point."""
        felt: dict[Place, list[Any]] = {place: [0, 0, 0, 0] for place in self.places()}
        size = self.parameters.force.force
        for stone in self.stones():
            waiting = [(stone, way, size) for way in range(4)]
            while waiting:
                waiting += self.followed(felt, self.side(stone), waiting.pop())
        return felt

    def followed(self, felt: dict[Place, list[Any]], side: int, force: Force) -> list[Force]:
        """Adds a force to the point where it arrives; returns the forces that start there."""
        arrival = self.arrival(force)
        if arrival is None:
            return []
        place, way, size = arrival
        felt[place][way] += side * size
        return [new for new in self.split(place, way, size) if self.lasts(new[2])]

    def arrival(self, force: Force) -> Force | None:
        place, way, size = force
        ahead = (place[0] + STEPS[way][0], place[1] + STEPS[way][1])
        return (ahead, way, size) if self.inside(ahead) else self.bounced(place, way, size)

    def bounced(self, place: Place, way: int, size: int) -> Force | None:
        return place, (way + 2) % 4, size

    def split(self, place: Place, way: int, size: int) -> list[Force]:
        new = [(place, (way + turn) % 4, self.aside(size)) for turn in (1, 3)]
        return new if self.stopped(place) else [*new, (place, way, self.ahead(size))]

    def stopped(self, place: Place) -> bool:
        return self.at(place) != EMPTY

    def aside(self, size: int) -> Any:
        return size // self.parameters.force.aside

    def ahead(self, size: int) -> Any:
        return size // self.parameters.force.ahead

    def lasts(self, size: float) -> bool:
        return size > 0

    def force(self) -> dict[str, Any]:
        felt = self.felt()
        measured = {place: self.measured(place, four) for place, four in felt.items()}
        ways = enumerate(("up", "right", "down", "left"))
        told = {name: self.rowwise({p: four[way] for p, four in felt.items()}) for way, name in ways}
        parts = enumerate(("A", "F", "B", "FB"))
        return told | {n: self.rowwise({p: m[part] for p, m in measured.items()}) for part, n in parts}

    def measured(self, place: Place, four: Sequence[Any]) -> tuple[float, float, float, float]:
        if self.at(place):
            return 0, 0.0, 0.0, 0.0
        modulus = sqrt(sum(force * force for force in four))
        balance = self.balance(four, modulus) if modulus else 0.0
        return sum(four), modulus, balance, modulus * balance

    def balance(self, four: Sequence[Any], modulus: float) -> float:
        up, right, down, left = four
        pull = sqrt((up - down) ** 2 + (right - left) ** 2) / (2 * modulus)
        return float(1 - pull - abs(right + left - up - down) / (2 * sum(map(abs, four))))

    # -- territory and situation ------------------------------------------------------------

    def territory(self) -> dict[str, Grid]:
        grades = {p: (0, 0) if self.at(p) else self.grades(four) for p, four in self.felt().items()}
        kinds = enumerate(("held", "solid"))
        return {n: self.rowwise({p: grade[kind] for p, grade in grades.items()}) for kind, n in kinds}

    def grades(self, four: Sequence[int]) -> tuple[int, int]:
        for side in (1, -1):
            seen = self.seen(four, side)
            if self.held(seen):
                return side, side * self.solid(seen)
        return 0, 0

    def seen(self, four: Sequence[int], side: int) -> list[int]:
        return [side * force for force in four]

    def held(self, seen: Sequence[int]) -> bool:
        told, total = self.parameters.territory, sum(seen)
        much = 3 * min(total, told.clip) > 2 * told.clip
        return min(seen) > told.each or self.held_by_total(seen) or much

    def held_by_total(self, seen: Sequence[int]) -> bool:
        told = self.parameters.territory
        return min(seen) > told.some and sum(seen) > told.total

    def solid(self, seen: Sequence[int]) -> bool:
        told = self.parameters.territory
        strong = sum(force > told.solid_three for force in seen) >= 3 or sum(seen) > told.solid_total
        return min(seen) > told.solid_each and strong

    def situation(self) -> float:
        return sum(self.worth(place, four) for place, four in self.felt().items())

    def worth(self, place: Place, four: Sequence[Any]) -> float:
        if self.at(place):
            return self.side(place)
        total, _, _, hold = self.measured(place, four)
        return self.clamped(sign(total) * hold / self.parameters.situation.clamp)

    def clamped(self, value: float) -> float:
        return max(-1.0, min(1.0, value))

    def move_value(self) -> float:
        before = self.situation()
        self.play(self.value["colour"], (self.value["row"], self.value["col"]))
        return self.situation() - before

    def play(self, colour: int, place: Place) -> None:
        self.grid[place[0]][place[1]] = colour
        for other in self.near(place):
            if self.at(other) == 3 - colour:
                self.take(other)

    def take(self, start: Place) -> None:
        """Removes the chain of `start` if it has no liberty."""
        chain = [start]
        for place in chain:  # grows during the loop
            chain += [p for p in self.near(place) if self.at(p) == self.at(start) and p not in chain]
        if all(self.at(other) for place in chain for other in self.near(place)):
            for row, col in chain:
                self.grid[row][col] = EMPTY

    # -- fast influence ---------------------------------------------------------------------

    def fast(self) -> Grid:
        raw = {p: 0 if self.at(p) else self.given(p, BLACK) - self.given(p, WHITE) for p in self.places()}
        return self.rowwise(self.smoothed(raw))

    def given(self, place: Place, colour: int) -> int:
        """The influence of a colour's nearest stone on an empty point."""
        levels = [self.level(place, stone) for stone in self.stones() if self.at(stone) == colour]
        return {1: 6, 1.5: 5, 2: 3, 2.5: 2}.get(min(levels, default=9), 0)

    def level(self, place: Place, stone: Place) -> float:
        down, right = abs(place[0] - stone[0]), abs(place[1] - stone[1])
        away = (min(down, right), max(down, right))
        if away == (1, 1) and self.is_hane(place, stone):
            return 2
        return {(0, 1): 1, (1, 1): 1.5, (0, 2): 2, (1, 2): 2.5}.get(away, 9)

    def is_hane(self, place: Place, stone: Place) -> bool:
        shared = ((place[0], stone[1]), (stone[0], place[1]))
        return any(self.at(other) == 3 - self.at(stone) for other in shared)

    def smoothed(self, raw: dict[Place, int]) -> dict[Place, int]:
        return self.capped(self.calmed(raw))

    def calmed(self, values: dict[Place, int]) -> dict[Place, int]:
        return {place: 0 if abs(value) == 1 else value for place, value in values.items()}

    def capped(self, values: dict[Place, int]) -> dict[Place, int]:
        return {place: self.cap(place, values) for place in values}

    def cap(self, place: Place, values: Mapping[Place, int]) -> int:
        side = sign(values[place])
        near = [side * values[other] for other in self.near(place) if not self.at(other)]
        caps = [3 if value <= 0 else 5 for value in near if value <= 2]
        return side * min([abs(values[place]), *caps])

    # -- the size of the board --------------------------------------------------------------

    def board_size(self) -> list[float]:
        x = self.value["x"]
        third, fourth = (8 * x - 16) / (4 * x - 20), (x - 8) ** 2 / (4 * x - 28)
        return [third, fourth, fourth - third]


def solve(question: str, value: Mapping[str, Any], parameters: Parameters) -> Any:
    """The answer of the program without a mistake, which mutants are made from."""
    return BoardProgram(value, parameters).answer(question)
