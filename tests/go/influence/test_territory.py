"""Territory: every rule and every threshold, on points with the required forces."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.go import Board, Illegal, IllegalReason, Point, Stone, diagram, point_efficiency
from gograde.go.influence.models import ForceParameters, force_field
from gograde.go.influence.territory import (
    SIZES,
    TERRITORY,
    TerritoryParameters,
    difference,
    fairest,
    fourth_line,
    move_value,
    situation_value,
    territory_of,
    third_line,
)
from gograde.go.influence.territory import _grades as grades
from tests.golden import values_agree


def graded(*forces: int) -> tuple[int, int]:
    """What forces make of a point, in any order and for either colour."""
    held, solid = grades(forces, TERRITORY)
    assert grades(forces[::-1], TERRITORY) == (held, solid)
    assert grades(tuple(-value for value in forces), TERRITORY) == (-held, -solid)
    return held, solid


def test_the_rules() -> None:
    values_agree("go/territory.txt", graded=graded)


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


def test_19_lines_hold_136_points_with_56_stones_or_121_with_48() -> None:
    assert third_line(19) == Fraction(136, 56)
    assert fourth_line(19) == Fraction(121, 48)


def test_the_two_sizes_around_the_root() -> None:
    assert difference(18) == Fraction(-27, 143)
    assert difference(19) == Fraction(31, 336)
    assert digits(difference(18), 6) == "-0.188811"
    assert digits(difference(19), 6) == "0.092262"


def test_the_fairest_size() -> None:
    assert fairest() == 19
    assert {size: fairest([size, 19]) for size in range(11, 24)} == dict.fromkeys(range(11, 24), 19)
    assert fairest(iter([11, 17, 18])) == 18


def test_the_force_is_a_parameter_too() -> None:
    weak = TerritoryParameters(force=ForceParameters(force=1))
    assert force_field(diagram("X ."), weak.force).total == ((0, 1),)
    assert territory_of(diagram("X ."), weak).owner == ((0, 0),)


# -- the player who is ahead, and the value of a move ------------------------------------------------------

EMPTY = Board.empty(19)
JUMP = EMPTY.with_stones(Stone.BLACK, [(9, 8), (9, 10)])


def test_the_worked_figures() -> None:
    lone = EMPTY.with_stones(Stone.BLACK, [(9, 9)])
    cut = move_value(JUMP, Stone.WHITE, (9, 9))
    assert isinstance(cut, float)
    assert [f"{value:.9f}" for value in (situation_value(lone), situation_value(JUMP), cut)] == [
        "4.287142681",
        "9.183819170",
        "-5.417029941",
    ]
    assert situation_value(EMPTY) == 0


def test_a_move_is_worth_what_it_changes() -> None:
    after = situation_value(JUMP.with_stones(Stone.WHITE, [(3, 3)]))
    assert move_value(JUMP, Stone.WHITE, Point(3, 3)) == after - situation_value(JUMP) < 0
    assert move_value(Board.empty(1, 2), Stone.BLACK, (0, 0)) == 2


def test_dead_stones_may_come_from_anywhere_once() -> None:
    board = diagram("X . O")
    assert move_value(board, Stone.BLACK, (0, 1), iter([(0, 2)])) == move_value(
        board, Stone.BLACK, (0, 1), [(0, 2)]
    )


@pytest.mark.parametrize(
    ("point", "reason"),
    [((0, 0), IllegalReason.OCCUPIED), ((9, 9), IllegalReason.OFF_BOARD), ((0, 1), IllegalReason.SUICIDE)],
)
def test_an_illegal_move_is_a_value(point: tuple[int, int], reason: IllegalReason) -> None:
    board = diagram("O . O / . O .")
    assert move_value(board, Stone.BLACK, point) == Illegal(Stone.BLACK, Point(*point), reason)


# -- the effect of the board's size: the paper's figures, and the same figures by another formula ----------


def digits(value: Fraction, places: int) -> str:
    """Rounded, as it is printed."""
    return str(round(Decimal(value.numerator) / Decimal(value.denominator), places))


# -- point efficiency: facts by hand, the paper's two walls, and a second implementation -------------------


def ring(side: int, line: int) -> list[Point]:
    """The points of a line all around a board; lines count from 1 at the edge."""
    ends = (line - 1, side - line)
    inside = range(ends[0], ends[1] + 1)
    return [Point(r, c) for r in inside for c in inside if r in ends or c in ends]


def walls(side: int) -> Board:
    """The paper's figure: black along the third line, white along the fourth."""
    board = Board.empty(side).with_stones(Stone.BLACK, ring(side, 3))
    return board.with_stones(Stone.WHITE, ring(side, 4))


def test_the_two_walls_are_the_two_formulas() -> None:
    for side in SIZES:
        assert point_efficiency(walls(side), ring(side, 3)) == third_line(side)
        assert point_efficiency(walls(side), ring(side, 4)) == fourth_line(side)


def enclosed(board: Board, block: frozenset[Point]) -> Fraction:
    """The points from which every way ends at a stone of the block, divided by its stones."""
    stones = {point for point in board.points() if board.get(point)}

    def ends(point: Point) -> set[Point]:
        seen = {point}
        while more := {n for p in seen - stones for n in p.neighbours(board.rows, board.cols)} - seen:
            seen |= more
        return seen & stones

    inside = [point for point in board.points() if point not in stones and ends(point) <= block]
    return Fraction(len(inside), len(block))


@given(st.integers(1, 6), st.integers(1, 6), st.randoms(use_true_random=False))
def test_a_second_implementation_agrees(rows: int, cols: int, rng: object) -> None:
    cells = rng.choices([0, 1, 2], weights=[3, 2, 1], k=rows * cols)  # type: ignore[attr-defined]
    board = Board(rows, cols, bytes(cells))
    for stone in (Stone.BLACK, Stone.WHITE):
        own = frozenset(board.points(stone))
        if own:
            assert point_efficiency(board, own) == enclosed(board, own)
            one = frozenset([min(own)])
            assert point_efficiency(board, one) == enclosed(board, one)
