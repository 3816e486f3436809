"""The questions of influence on links, blocks, layers and dead stones as a careful student answers them.

A mistake is a change of this source.  The right answers are in `oracle`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gograde.assignments.influence.board_program import (
    BLACK,
    EMPTY,
    WHITE,
    BoardProgram,
    Place,
    sign,
)
from gograde.assignments.influence.parameters import Parameters

COLOURS = (BLACK, WHITE)

ROUNDING = 1e-9
"""An FB that is larger than a threshold by less than this counts as equal."""


class GroupProgram(BoardProgram):
    """Answers the questions on groups of stones."""

    def __init__(self, value: Mapping[str, Any], parameters: Parameters) -> None:
        super().__init__(value, parameters)
        self.dead = {(row, col) for row, col in value.get("dead", [])}

    # -- links and blocks -------------------------------------------------------------------

    def links(self) -> list[list[Any]]:
        return [
            [self.at(first), list(first), list(second)]
            for colour in COLOURS
            for first in self.of(colour)
            for second in self.of(colour)
            if first < second and self.linked(first, second)
        ]

    def of(self, colour: int) -> list[Place]:
        return [place for place in self.stones() if self.at(place) == colour]

    def linked(self, first: Place, second: Place) -> bool:
        common = self.common(first, second)
        return second in self.near(first) or any(self.is_bridge(place) for place in common)

    def common(self, first: Place, second: Place) -> list[Place]:
        return [place for place in self.near(first) if place in self.near(second)]

    def is_bridge(self, place: Place) -> bool:
        return self.at(place) == EMPTY

    def blocks(self) -> list[list[Any]]:
        return [self.told(colour, block) for colour in COLOURS for block in self.found(colour)]

    def found(self, colour: int) -> Iterator[list[Place]]:
        left = [place for place in self.places() if self.belongs(place, colour)]
        while left:
            block = left[:1]
            for place in block:  # grows during the loop
                more = [p for p in self.near(place) if p in left and self.joins(place, p)]
                block += [p for p in more if p not in block]
            left = [place for place in left if place not in block]
            yield sorted(block)

    def belongs(self, place: Place, colour: int) -> bool:
        if self.at(place):
            return self.at(place) == colour
        near = [self.at(other) for other in self.near(place)]
        return self.counts(near.count(colour), near.count(3 - colour))

    def counts(self, own: int, others: int) -> bool:
        return own > 1 or own > others

    def joins(self, place: Place, other: Place) -> bool:
        return self.at(place) != EMPTY or self.at(other) != EMPTY

    def told(self, colour: int, block: Sequence[Place]) -> list[Any]:
        influence = self.influence(colour, block)
        return [colour, [list(place) for place in block], influence, self.is_area(influence)]

    def influence(self, colour: int, block: Sequence[Place]) -> int:
        values = self.ryder()
        total = sum(values[row][col] for row, col in block)
        return total if colour == BLACK else -total

    def is_area(self, influence: int) -> bool:
        return influence >= self.parameters.ryder.threshold

    # -- layered blocks ---------------------------------------------------------------------

    def layers(self) -> list[list[Any]]:
        levels = [[[self.at(p), [list(p)]] for colour in COLOURS for p in self.of(colour)], self.at_level({})]
        measured = {place: self.measured(place, four) for place, four in self.felt().items()}
        for limit in self.parameters.layers.thresholds:
            if self.is_last(levels[-1]):
                break
            ways = {place: self.way(total, hold, limit) for place, (total, _, _, hold) in measured.items()}
            levels.append(self.at_level(ways))
        return levels

    def way(self, total: float, hold: float, limit: float) -> int:
        """The colour whose paths may use a point with this A and FB; 0 for none."""
        return (EMPTY, BLACK, WHITE)[sign(total)] if hold > limit + ROUNDING else EMPTY

    def is_last(self, level: Sequence[Sequence[Any]]) -> bool:
        return len({colour for colour, _ in level}) == len(level)

    def at_level(self, ways: Mapping[Place, int]) -> list[list[Any]]:
        return [told for colour in COLOURS for told in self.joined(colour, ways)]

    def joined(self, colour: int, ways: Mapping[Place, int]) -> Iterator[list[Any]]:
        left = self.of(colour)
        while left:
            reached = left[:1]
            for place in reached:  # grows during the loop
                more = [p for p in self.near(place) if colour in (self.at(p), ways.get(p))]
                reached += [p for p in more if p not in reached]
            yield [colour, [list(place) for place in left if place in reached]]
            left = [place for place in left if place not in reached]

    # -- dead stones ------------------------------------------------------------------------

    def situation_dead(self) -> float:
        return self.situation()

    def move_value_dead(self) -> float:
        return self.move_value()

    def worth(self, place: Place, four: Sequence[Any]) -> float:
        value = super().worth(place, four)
        return -value if place in self.dead else value

    def play(self, colour: int, place: Place) -> None:
        super().play(colour, place)
        self.dead = self.still_dead()

    def still_dead(self) -> set[Place]:
        return {place for place in self.dead if self.at(place)}


def solve(question: str, value: Mapping[str, Any], parameters: Parameters) -> Any:
    """The answer of the program without a mistake, which mutants are made from."""
    return GroupProgram(value, parameters).answer(question)
