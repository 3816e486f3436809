"""Dragons, their fields and their viability."""

from __future__ import annotations

import random

import pytest

from gograde.engine.dragons.dragon import LinkKind, dragon_at, dragons_of, links_of
from gograde.go import Board, Point, Position, Stone, diagram

TWO = diagram("""
    . . . . . . .
    . X . X . . .
    . . . . . O .
    . . . . . . .
    . X . . O O .
    . . . O . . .
    . . . . . . .
""")


def picture(board: Board, points: tuple[Point, ...]) -> Board:
    """The points as black stones of an empty board."""
    return Board.empty(board.rows, board.cols).with_stones(Stone.BLACK, points)


def scattered(seed: int, side: int = 9, plies: int = 40) -> Position:
    """A position of random play."""
    draw = random.Random(seed)
    position = Position(Board.empty(side))
    for _ in range(plies):
        after = position.play(draw.choice(position.legal_points()))
        assert isinstance(after, Position)
        position = after
    return position


def test_links_bind_chains() -> None:
    assert [(d.stone.letter, d.points) for d in dragons_of(TWO)] == [
        ("X", ((1, 1), (1, 3))),
        ("X", ((4, 1),)),
        ("O", ((2, 5), (4, 4), (4, 5), (5, 3))),
    ]
    white = dragons_of(TWO)[2]
    assert white.base.points == ((4, 4), (4, 5))
    assert [link.kind for link in white.links] == ["jump", "diagonal"]
    assert dragon_at(dragons_of(TWO), (5, 3)) == white
    assert dragon_at(dragons_of(TWO), (0, 0)) is None


def test_a_loose_link_binds_nothing() -> None:
    assert [len(d.chains) for d in dragons_of(diagram(". . O . . / . X . X . / . . . . ."))] == [1, 1, 1]


def test_fields_are_where_fast_influence_favours_the_dragon() -> None:
    board = diagram(". . . . . . / . . X . . . / . . . . . . / . . . . . O / . . . . . .")
    (black, white) = dragons_of(board)
    assert picture(board, black.fields) == diagram("""
        X X X X X .
        X X . X . .
        X X X X . .
        . X X . . .
        . . . . . .
    """)
    assert picture(board, white.fields) == diagram("""
        . . . . . .
        . . . . . X
        . . . . X X
        . . . . X .
        . . . X X X
    """)


ENCLOSED = diagram("""
    . X O . . .
    X X O . O .
    O O O . . .
    . . . . . .
    . . X . . .
    . . . . . .
""")


def test_an_enclosed_region_is_a_field_whatever_its_influence() -> None:
    corner = dragons_of(ENCLOSED)[0]
    assert corner.fields == ((0, 0),)
    assert corner.viability == 1.0


VIABILITY = {
    "two eyes": (". X . X O / X X X X O / O O O O O / . . . . .", 2.0),
    "a false eye": ("X X X . X O / O X X X O O / O O O X O . / . . O O O .", 0.0),
    "three in a row": (". . . X O / X X X X O / O O O O O / . . . . .", 1.5),
    "four in a row": (". . . . X O / X X X X X O / O O O O O O / . . . . . .", 2.0),
}


@pytest.mark.parametrize(("drawn", "expected"), VIABILITY.values(), ids=VIABILITY.keys())
def test_viability_of_enclosed_dragons(drawn: str, expected: float) -> None:
    assert dragons_of(diagram(drawn))[0].viability == expected


# -- Strong links between chains, and which of them one move cuts ----------------------------------


LINKS = {
    "one chain": ("X X .", []),
    "a jump in the open": (". . . . . / . X . X . / . . . . .", ["jump"]),
    "a jump that a stone beside it cuts": (". . O . . / . X . X . / . . . . .", ["jump, loose"]),
    "a jump at the edge, where a cutter has two liberties": ("O . . / . X . / . . . / . X .", ["jump"]),
    "a jump whose cutter captures": ("X . X . / O . . .", ["jump, loose"]),
    "a diagonal with two gaps": (". . . / . X . / X . .", ["diagonal"]),
    "a diagonal half cut": (". . . . / . X O . / . . X . / . . . .", ["diagonal, loose"]),
    "a diagonal whose cutter is in atari": (". . . . / . X O . / . . X .", ["diagonal"]),
    "no room to cut": ("X . X / . X .", ["jump", "diagonal", "diagonal"]),
    "two gaps": (". . O . / . X . X / . X . X / . . O .", ["jump", "jump"]),
    "a gap of two": ("X . . X", []),
}


def test_kinds() -> None:
    for picture, expected in LINKS.values():
        board = diagram(picture)
        found = [link for link in links_of(board) if link.begin.stone is Stone.BLACK]
        assert [f"{link.kind}{', loose' * link.loose}" for link in found] == expected


def test_a_link_names_its_chains_its_stones_and_its_gaps() -> None:
    (link,) = links_of(diagram("X X . . / . . X . / . . X ."))
    assert link.kind is LinkKind.DIAGONAL
    assert (link.begin_point, link.end_point) == ((0, 1), (1, 2))
    assert link.gaps == ((0, 2), (1, 1))
    assert (link.begin.points, link.end.points) == (((0, 0), (0, 1)), ((1, 2), (2, 2)))
