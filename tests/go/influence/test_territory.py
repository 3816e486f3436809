"""Territory: every rule and every threshold, on points with the required forces."""

from __future__ import annotations

import pytest

from gograde.errors import DataError
from gograde.go import Board, Stone, diagram
from gograde.go.influence.force import ForceParameters, force_field
from gograde.go.influence.matrices import IntGrid
from gograde.go.influence.territory import DEFAULT, Territory, TerritoryParameters, territory_of
from gograde.go.influence.territory import _grades as grades

RULES = {
    "each of four above 1": ((2, 2, 2, 2), 1, 0),
    "not one of them at 1": ((1, 2, 2, 5), 0, 0),
    "each above 0 and A above 10": ((1, 1, 1, 8), 1, 0),
    "not with A at 10": ((1, 1, 1, 7), 0, 0),
    "not with one at 0": ((0, 14, 14, 14), 0, 0),
    "A above two thirds of 64": ((0, 0, 11, 32), 1, 0),
    "not with A at 42": ((0, 0, 10, 32), 0, 0),
    "A is a sum with signs": ((-8, 32, 32, -8), 1, 0),
    "solid with three above 2": ((2, 3, 3, 3), 1, 1),
    "not with two": ((2, 2, 3, 3), 1, 0),
    "solid with A above 34": ((2, 2, 2, 29), 1, 1),
    "not with A at 34": ((2, 2, 2, 28), 1, 0),
    "not with one at 1": ((1, 20, 20, 20), 1, 0),
    "nothing": ((0, 0, 0, 0), 0, 0),
}


def picture(values: IntGrid, row: int, column: int, side: int) -> list[tuple[int, ...]]:
    """A square cut out of a matrix."""
    return [line[column : column + side] for line in values[row : row + side]]


def test_the_rules() -> None:
    for forces, held, solid in RULES.values():
        assert grades(forces, DEFAULT) == (held, solid)
        assert grades(forces[::-1], DEFAULT) == (held, solid)
        assert grades(tuple(-value for value in forces), DEFAULT) == (-held, -solid)


def test_a_surrounded_point_is_solid_and_stones_are_nobodys() -> None:
    assert territory_of(diagram("X X X / X . X / X X X")) == Territory(
        ((0, 0, 0), (0, 1, 0), (0, 0, 0)), ((0, 0, 0), (0, 1, 0), (0, 0, 0))
    )
    assert territory_of(diagram("O .")) == Territory(((0, -1),), ((0, -1),))
    assert territory_of(diagram("O . X")) == Territory(((0, 0, 0),), ((0, 0, 0),))


def test_the_middle_of_a_one_space_jump_is_solid_and_a_lone_stone_holds_its_diagonals() -> None:
    jump = Board.empty(19).with_stones(Stone.WHITE, [(9, 8), (9, 10)])
    assert (territory_of(jump).held[9][9], territory_of(jump).solid[9][9]) == (-1, -1)
    lone = Board.empty(19).with_stones(Stone.BLACK, [(9, 9)])
    assert picture(territory_of(lone).held, 8, 8, 3) == [(1, 0, 1), (0, 0, 0), (1, 0, 1)]
    assert sum(map(sum, territory_of(lone).held)) == 4
    assert not any(map(any, territory_of(lone).solid))


def test_a_stone_in_the_corner_holds_more_towards_the_edges() -> None:
    found = territory_of(Board.empty(19).with_stones(Stone.BLACK, [(2, 2)]))
    assert picture(found.held, 0, 0, 4) == [(0, 0, 1, 0), (0, 1, 1, 1), (1, 1, 0, 0), (0, 1, 0, 1)]
    assert picture(found.solid, 0, 0, 4) == [(0, 0, 0, 0), (0, 0, 1, 0), (0, 1, 0, 0), (0, 0, 0, 0)]
    assert (sum(map(sum, found.held)), sum(map(sum, found.solid))) == (8, 2)


def test_the_thresholds_are_data() -> None:
    assert grades((2, 2, 2, 2), TerritoryParameters(each=2)) == (0, 0)
    assert grades((1, 1, 1, 7), TerritoryParameters(total=9)) == (1, 0)
    assert grades((1, 3, 3, 8), TerritoryParameters(some=1)) == (0, 0)
    assert grades((0, 0, 11, 32), TerritoryParameters(clip=65)) == (0, 0)
    assert grades((0, 0, 10, 32), TerritoryParameters(clip=63)) == (0, 0)
    assert grades((0, 0, 10, 32), TerritoryParameters(clip=62)) == (1, 0)
    assert grades((2, 3, 3, 3), TerritoryParameters(solid_each=2)) == (1, 0)
    assert grades((2, 3, 3, 3), TerritoryParameters(solid_three=3)) == (1, 0)
    assert grades((2, 2, 2, 29), TerritoryParameters(solid_total=35)) == (1, 0)


def test_a_is_clipped_before_every_rule() -> None:
    assert grades((1, 1, 1, 80), TerritoryParameters(clip=9, total=10)) == (1, 0)
    assert grades((2, 2, 2, 80), TerritoryParameters(clip=34)) == (1, 0)
    assert grades((2, 2, 2, 80), TerritoryParameters(clip=35)) == (1, 1)


def test_the_force_is_a_parameter_too() -> None:
    weak = TerritoryParameters(force=ForceParameters(force=1))
    assert force_field(diagram("X ."), weak.force).total == ((0, 1),)
    assert territory_of(diagram("X ."), weak).held == ((0, 0),)


def test_negative_thresholds_are_refused() -> None:
    for name in ["each", "some", "total", "solid_each", "solid_three", "solid_total"]:
        with pytest.raises(DataError) as refused:
            TerritoryParameters(**{name: -1})
        assert str(refused.value) == f"territory.{name}: -1 is less than 0\nFix: give 0 or more"


def test_a_clip_of_nothing_is_refused() -> None:
    with pytest.raises(DataError) as refused:
        TerritoryParameters(clip=0)
    assert str(refused.value) == "territory.clip: 0 is less than 1\nFix: give 1 or more"
