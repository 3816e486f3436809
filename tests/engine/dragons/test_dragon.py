"""Dragons, their fields and their viability."""

from __future__ import annotations

from gograde.engine.dragons.dragon import LinkKind, dragon_at, dragons_of, links_of
from gograde.engine.dragons.estimate import Fields, estimate_fields
from gograde.engine.dragons.exam import Status, status_of
from gograde.go import Board, Point, Position, Stone, diagram, situation_value
from tests.golden import values_agree

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


def viability(picture: str) -> float:
    return dragons_of(diagram(picture))[0].viability


def kinds(picture: str) -> list[str]:
    found = [link for link in links_of(diagram(picture)) if link.begin.stone is Stone.BLACK]
    return [f"{link.kind}{', loose' * link.loose}" for link in found]


def test_viability_and_links_of_dragons() -> None:
    values_agree("engine/dragons.txt", viability=viability, kinds=kinds)


# -- Strong links between chains, and which of them one move cuts ----------------------------------


def test_a_link_names_its_chains_its_stones_and_its_gaps() -> None:
    (link,) = links_of(diagram("X X . . / . . X . / . . X ."))
    assert link.kind is LinkKind.DIAGONAL
    assert (link.begin_point, link.end_point) == ((0, 1), (1, 2))
    assert link.gaps == ((0, 2), (1, 1))
    assert (link.begin.points, link.end.points) == (((0, 0), (0, 1)), ((1, 2), (2, 2)))


# -- the estimate of the fields of both sides ------------------------------------------------------


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
