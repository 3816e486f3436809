"""The estimate of the fields of both sides."""

from __future__ import annotations

from gograde.engine.dragons.dragon import dragons_of
from gograde.engine.dragons.estimate import Fields, estimate_fields
from gograde.engine.dragons.exam import Status, status_of
from gograde.go import Board, Position, Stone, diagram, situation_value, territory_of
from tests.engine.dragons.test_dragon import scattered

FINISHED = diagram("""
    . X . X O . O
    X X X X O O .
    O O O X X O O
    . O . O X X X
    O O O O X O .
    O O X O X . .
    . O . O X X X
""")


def test_dead_stones_are_found_and_counted_for_the_opponent() -> None:
    found = estimate_fields(Position(FINISHED))
    assert found.dead == ((4, 5), (5, 2))
    assert found.holder == tuple(
        tuple({"X": 1, "O": -1}[letter] for letter in row.split())
        for row in (
            "X X X X O O O",
            "X X X X O O O",
            "O O O X X O O",
            "O O O O X X X",
            "O O O O X X X",
            "O O O O X X X",
            "O O O O X X X",
        )
    )
    assert found.black == Fields(stones=16, territory=6, solid=6)
    assert found.white == Fields(stones=20, territory=7, solid=7)
    assert found.margin == -5
    assert found.situation == situation_value(FINISHED, found.dead)


def test_in_the_open_the_force_model_says_who_holds_what() -> None:
    board = Board.empty(9).with_stones(Stone.BLACK, [(2, 2), (2, 6)]).with_stones(Stone.WHITE, [(6, 4)])
    found, territory = estimate_fields(Position(board)), territory_of(board)
    assert found.dead == ()
    assert found.solid == territory.solid
    for point in board.points(Stone.EMPTY):
        assert found.holder[point.row][point.column] == territory.owner[point.row][point.column]
    assert [found.holder[p.row][p.column] for p in board.points(Stone.BLACK)] == [1, 1]


def test_a_race_has_no_dead() -> None:
    race = diagram("""
        . . X O . X X
        X X X O X X .
        O O O O X . X
        . X X X X X X
    """)
    position = Position(race)
    first, _, white = dragons_of(race)
    assert [status_of(position, dragon) for dragon in (first, white)] == [Status.DEAD, Status.DEAD]
    assert estimate_fields(position).dead == ()


def test_any_board() -> None:
    for board in [Board.empty(0), Board.empty(1), Board.empty(19), diagram("X O"), diagram("X")]:
        found = estimate_fields(Position(board))
        assert found.margin == found.black.area - found.white.area


def test_every_point_is_counted_once() -> None:
    found = estimate_fields(scattered(7, 9, 70))
    held = [value for row in found.holder for value in row]
    assert held.count(1) == found.black.area
    assert held.count(-1) == found.white.area
