"""The force model: the worked figures, walls, edges and measures."""

from __future__ import annotations

from gograde.go import Board, Stone, diagram
from gograde.go.influence.models import ForceField, ForceParameters, force_field

CENTRE = force_field(Board.empty(19).with_stones(Stone.BLACK, [(9, 9)]))
LONE = {(0, 1): 36, (1, 1): 20, (0, 2): 18, (1, 2): 10, (0, 3): 8, (2, 2): 6, (0, 4): 4}


def parts(field: ForceField, row: int, column: int) -> list[int]:
    """F0 to F3 of a point."""
    return [part[row][column] for part in (field.up, field.right, field.down, field.left)]


def measures(field: ForceField, row: int, column: int) -> tuple[int, float, float, float]:
    """A, F, B and FB of a point."""
    return (
        field.total[row][column],
        field.modulus[row][column],
        field.balance[row][column],
        field.hold[row][column],
    )


def test_a_lone_stone_in_the_centre() -> None:
    for step, total in LONE.items():
        small, large = step
        around = {(a, b) for r, c in ((small, large), (large, small)) for a in (r, -r) for b in (c, -c)}
        assert {CENTRE.total[9 + r][9 + c] for r, c in around} == {total}


def test_the_balance_runs_from_one_direction_to_four() -> None:
    still = ForceParameters(force=3, aside=4, ahead=2)
    eye = force_field(diagram(". X . / X . X / . X ."), still)
    assert parts(eye, 1, 1) == [3, 3, 3, 3]
    assert measures(eye, 1, 1) == (12, 6, 1, 6)
    one = force_field(Board.empty(9).with_stones(Stone.WHITE, [(4, 4)]), still)
    assert parts(one, 4, 5) == [0, -3, 0, 0]
    assert measures(one, 4, 5) == (-3, 3, 0, 0)


def test_a_large_force_ends_on_a_full_and_on_an_empty_board() -> None:
    parameters = ForceParameters(force=10**9, aside=2, ahead=2)
    for board in (Board(19, 19, b"\1" * 361), Board.empty(19).with_stones(Stone.BLACK, [(0, 0)])):
        assert force_field(board, parameters).right[0][1] >= 10**9
