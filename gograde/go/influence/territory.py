"""Territory by the force model: the empty points that a side holds, and its solid points.

Source: the course's paper on influence, its section on the spheres of both sides.
"""

from __future__ import annotations

from dataclasses import dataclass

from gograde.go.board import Board
from gograde.go.influence.force import DEFAULT as FORCE
from gograde.go.influence.force import ForceParameters, force_field
from gograde.go.influence.matrices import IntGrid, by_rows, in_order, need_at_least


@dataclass(frozen=True, slots=True)
class TerritoryParameters:
    """The thresholds, from black's side; a value must exceed its threshold.

    A point is territory when each force is above `each`; or when each force is above `some` and A is above
    `total`; or when A is above two thirds of `clip`.  Territory is solid when each force is above
    `solid_each`, and three forces are above `solid_three` or A is above `solid_total`.  A is first clipped to
    `clip`.  Raises `DataError` for negative thresholds and a `clip` below 1, with which a point could belong
    to both sides.
    """

    each: int = 1
    some: int = 0
    total: int = 10
    clip: int = 64
    solid_each: int = 1
    solid_three: int = 2
    solid_total: int = 34
    force: ForceParameters = FORCE

    def __post_init__(self) -> None:
        for name in ("each", "some", "total", "solid_each", "solid_three", "solid_total"):
            need_at_least(f"territory.{name}", getattr(self, name), 0)
        need_at_least("territory.clip", self.clip, 1)


DEFAULT = TerritoryParameters()


@dataclass(frozen=True, slots=True)
class Territory:
    """1 for black's points, -1 for white's, 0 for nobody's and for stones.

    `held` is all territory, `solid` the solid part of it.
    """

    held: IntGrid
    solid: IntGrid


def territory_of(board: Board, parameters: TerritoryParameters = DEFAULT) -> Territory:
    """The territory of both sides; any board, up to 255 a side.

    White's rules are black's with every force negated.
    """
    field = force_field(board, parameters.force)
    parts = [in_order(part) for part in (field.up, field.right, field.down, field.left)]
    grades = [
        (0, 0) if cell else _grades(tuple(part[i] for part in parts), parameters)
        for i, cell in enumerate(board.cells)
    ]
    held, solid = ([grade[kind] for grade in grades] for kind in (0, 1))
    return Territory(by_rows(board, held), by_rows(board, solid))


def _grades(forces: tuple[int, ...], parameters: TerritoryParameters) -> tuple[int, int]:
    """Whose territory an empty point is, and whose solid territory."""
    for side in (1, -1):
        seen = [side * value for value in forces]
        if _is_held(seen, parameters):
            return side, side * _is_solid(seen, parameters)
    return 0, 0


def _is_held(forces: list[int], parameters: TerritoryParameters) -> bool:
    total = min(sum(forces), parameters.clip)
    if min(forces) > parameters.each or 3 * total > 2 * parameters.clip:
        return True
    return min(forces) > parameters.some and total > parameters.total


def _is_solid(forces: list[int], parameters: TerritoryParameters) -> bool:
    """Is a point that is territory also solid?"""
    if min(forces) <= parameters.solid_each:
        return False
    strong = sum(value > parameters.solid_three for value in forces)
    return strong >= 3 or min(sum(forces), parameters.clip) > parameters.solid_total
