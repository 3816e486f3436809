"""Dead stones at the end of a game."""

from __future__ import annotations

from gograde.engine.gtp.ending import dead_stones
from gograde.engine.gtp.vertices import write_vertices
from gograde.go import Board, Position, Stone, diagram

RACES = diagram("""
    . X O . X . . X .
    X O O O O X X O .
    . X O . X O X . O
    X X O X . O X X X
    . . X X X X X O O
    X X X O O O O . O
    . . X X O . O O .
    . . . X O O O . .
    . . . X O . . . .
""")
"""White's upper left dies with one eye, though black's stone in it, B9, could be captured first."""

CUT_OFF = diagram("""
    . . . O X . .
    . . . O X . .
    . X . O X . O
    . . . O X . .
    . . . O X . .
    . . . O X . .
    . . . O X . .
""")
"""Each side has a wall, and one stone in the open on the other side of it."""


def dead(board: Board) -> str:
    return write_vertices(sorted(dead_stones(Position(board, Stone.BLACK))), board.rows)


def test_the_larger_group_dies_with_the_stone_that_kills_it_on_the_board() -> None:
    assert dead(RACES) == "C9 B8 C8 D8 E8 H8 C7 F7 J7 C6 F6"


def test_colours_change_nothing() -> None:
    assert dead(RACES.swapped()) == dead(RACES)
    assert len(dead(RACES.rotated())) == len(dead(RACES))


def test_stones_that_leave_no_territory_stay() -> None:
    assert dead(diagram("X . . / . . . / . . O")) == ""
    assert dead(Board.empty(9)) == ""


def test_no_wall_is_dead_for_a_stone_behind_it_and_a_stone_with_room_is_not_either() -> None:
    assert dead(CUT_OFF) == ""
