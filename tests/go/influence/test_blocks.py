"""Ryder's connections, strong links, blocks and areas."""

from __future__ import annotations

import pytest

from gograde.errors import DataError
from gograde.go import Board, Point, Stone, diagram
from gograde.go.influence.blocks import (
    RyderBlock,
    connected_points,
    ryder_blocks,
    semi_connected_points,
    strong_links,
)
from gograde.go.influence.ryder import RyderParameters

FIGHT = diagram("""
    X . X . .
    . O . . .
    . . . . O
""")


def picture(board: Board, points: tuple[Point, ...]) -> Board:
    """The points as black stones of an empty board."""
    return Board.empty(board.rows, board.cols).with_stones(Stone.BLACK, points)


def test_connected_points_have_own_neighbours_and_no_others() -> None:
    black, white = (connected_points(FIGHT, stone) for stone in (Stone.BLACK, Stone.WHITE))
    assert picture(FIGHT, black) == diagram("X . X X . / . . . . . / . . . . .")
    assert picture(FIGHT, white) == diagram(". . . . . / . X . . X / . X . X X")


def test_semi_connected_points_have_two_own_neighbours_and_others() -> None:
    assert semi_connected_points(FIGHT, Stone.BLACK) == ((0, 1),)
    assert semi_connected_points(FIGHT, Stone.WHITE) == ()
    assert semi_connected_points(diagram("X . X / . . ."), Stone.BLACK) == ()


LINKS = {
    "adjacent": ("X X", 1),
    "one above the other": ("X / X", 1),
    "diagonal": ("X . / . X", 1),
    "the other diagonal": (". X / X .", 1),
    "diagonal, half cut": ("X O / . X", 1),
    "diagonal, cut": ("X O / O X", 0),
    "diagonal, filled by an own stone": ("X X / O X", 2),
    "a gap of one": ("X . X", 1),
    "a gap of one downwards": ("X / . / X", 1),
    "a filled gap": ("X O X", 0),
    "a gap filled by an own stone": ("X X X", 2),
    "a gap of two": ("X . . X", 0),
    "a knight's move": ("X . . / . . X", 0),
    "nothing over the edge": (". . X / X . .", 0),
}


def test_strong_links() -> None:
    for board, count in LINKS.values():
        found = strong_links(diagram(board), Stone.BLACK)
        assert len(found) == count
        assert strong_links(diagram(board).swapped(), Stone.WHITE) == found
        assert all(first < second for first, second in found)


def test_links_are_in_order() -> None:
    assert strong_links(diagram("X . X / . X ."), Stone.BLACK) == (
        ((0, 0), (0, 2)),
        ((0, 0), (1, 1)),
        ((0, 2), (1, 1)),
    )


def test_a_lone_stone_is_no_area_and_two_linked_ones_are() -> None:
    lone, pair = diagram(". . . / . X . / . . ."), diagram(". . . . / . X X . / . . . .")
    cross = ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1))
    assert ryder_blocks(lone) == (RyderBlock(Stone.BLACK, cross, 112, False),)
    assert [(block.influence, block.is_area) for block in ryder_blocks(pair)] == [(224, True)]
    assert ryder_blocks(lone, RyderParameters(threshold=112))[0].is_area
    assert not ryder_blocks(lone, RyderParameters(threshold=113))[0].is_area


def test_a_gap_of_two_parts_blocks_though_their_points_touch() -> None:
    assert ryder_blocks(diagram("X . . X")) == (
        RyderBlock(Stone.BLACK, ((0, 0), (0, 1)), 73, False),
        RyderBlock(Stone.BLACK, ((0, 2), (0, 3)), 73, False),
    )


def test_both_sides_black_first_and_each_with_its_own_sign() -> None:
    assert ryder_blocks(diagram("O . X")) == (
        RyderBlock(Stone.BLACK, ((0, 2),), 60, False),
        RyderBlock(Stone.WHITE, ((0, 0),), 60, False),
    )
    assert ryder_blocks(FIGHT) == (
        RyderBlock(Stone.BLACK, ((0, 0), (0, 1), (0, 2), (0, 3)), 60 + 13 + 60 + 13, False),
        RyderBlock(Stone.WHITE, ((1, 1), (2, 1)), 60 + 13, False),
        RyderBlock(Stone.WHITE, ((1, 4), (2, 3), (2, 4)), 13 + 13 + 60, False),
    )


def test_a_dead_stone_is_nobodys() -> None:
    board, dead = diagram("X . O . O / . . X . ."), [(0, 2)]
    assert connected_points(board, Stone.WHITE, dead) == ((0, 3), (0, 4), (1, 4))
    assert connected_points(board, Stone.BLACK, dead) == ((0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (1, 3))
    assert semi_connected_points(board, Stone.WHITE) == ()
    assert strong_links(board, Stone.WHITE) == (((0, 2), (0, 4)),)
    assert strong_links(board, Stone.WHITE, dead) == ()
    assert [block.points[-1] for block in ryder_blocks(board, dead=dead)] == [(1, 0), (1, 3), (1, 4)]
    assert len(ryder_blocks(board)) == 4 - 1


def test_a_dead_point_needs_a_stone() -> None:
    with pytest.raises(DataError) as refused:
        connected_points(diagram("X ."), Stone.BLACK, [(0, 1)])
    assert str(refused.value) == "dead: (0, 1) holds no stone\nFix: name only points with a stone"
    with pytest.raises(DataError) as refused:
        ryder_blocks(diagram("X ."), dead=[(1, 0)])
    expected = "point: (1, 0) is off the 1x2 board\nFix: count rows and columns from 0 at the top left"
    assert str(refused.value) == expected
