"""Life and death: known shapes, both to move."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from gograde.engine.dragons.dragon import Dragon, dragon_at, dragons_of
from gograde.engine.dragons.exam import (
    Fate,
    Status,
    chase,
    enclosed_fight,
    live_exam,
    siege,
    status_of,
    statuses,
)
from gograde.engine.dragons.fight import Fight, FightSearch
from gograde.errors import DataError
from gograde.go import Board, Point, Position, Stone, diagram
from gograde.go.player import Cancelled, never
from gograde.go.rules import obeys_rule_1
from tests.engine.dragons.life_oracle import captured, theatre

SHAPES = {
    "two eyes": (". X . X O . / X X X X O . / O O O O O . / . . . . . .", Status.ALIVE),
    "one eye": (". X O . / X X O . / O O O . / . . . .", Status.DEAD),
    "straight two": (". . X O . / X X X O . / O O O O .", Status.DEAD),
    "straight three": (". . . X O . / X X X X O . / O O O O O . ", Status.UNSETTLED),
    "straight four": (". . . . X O / X X X X X O / O O O O O O / . . . . . .", Status.ALIVE),
}


def black(picture: str) -> tuple[Position, Dragon]:
    """The position of a picture, and the dragon of its first black stone."""
    board = diagram(picture)
    dragon = dragon_at(dragons_of(board), board.points(Stone.BLACK)[0])
    assert dragon is not None
    return Position(board), dragon


def test_shapes() -> None:
    for picture, status in SHAPES.values():
        position, dragon = black(picture)
        assert status_of(position, dragon) is status


def test_a_dragon_in_the_open_is_unknown() -> None:
    position, dragon = black("""
        . . . . . . . . .
        . . . . . . . . .
        . . X . . X . . .
        . . . . . . . . .
        . . . . . O . . .
        . . . . . . . . .
        . . . . . . . . .
    """)
    assert live_exam(position, dragon, Stone.WHITE, budget=300).outcome is Fate.UNKNOWN
    assert status_of(position, dragon, budget=300) is Status.UNKNOWN


def test_a_small_budget_leaves_it_unknown() -> None:
    position, dragon = black(SHAPES["straight four"][0])
    full = live_exam(position, dragon, Stone.WHITE)
    assert full.outcome is Fate.LIVES
    assert live_exam(position, dragon, Stone.WHITE, full.states) == full
    assert live_exam(position, dragon, Stone.WHITE, 5).outcome is Fate.UNKNOWN


CHASED = {
    "one way out": (
        """
        . . . . . . .
        . . . . X . .
        . . . X O . .
        . . . . X . .
        . . . . . . .
        """,
        Fate.DIES,
    ),
    "a net": (
        """
        . . . . . . .
        . . X X . . .
        . X O . . . .
        . X . . X . .
        . . . . . . .
        . . . . . . .
        """,
        Fate.DIES,
    ),
    "two ways out": (
        """
        . . . . . . .
        . . . X . . .
        . . X O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """,
        Fate.UNKNOWN,
    ),
}


@pytest.mark.parametrize(("picture", "outcome"), CHASED.values(), ids=CHASED.keys())
def test_a_stone_in_the_open_is_chased(picture: str, outcome: Fate) -> None:
    board = diagram(picture)
    dragon = dragon_at(dragons_of(board), board.points(Stone.WHITE)[0])
    assert dragon is not None
    assert live_exam(Position(board), dragon, Stone.BLACK, budget=1_000).outcome is outcome


def test_an_exam_can_be_cancelled() -> None:
    position, dragon = black(SHAPES["straight four"][0])
    with pytest.raises(Cancelled):
        live_exam(position, dragon, Stone.WHITE, cancelled=lambda: True)


def test_a_dragon_of_another_board_is_refused() -> None:
    _, dragon = black("X . / . O")
    with pytest.raises(DataError) as refused:
        live_exam(Position(diagram(". . / . O")), dragon, Stone.BLACK)
    assert str(refused.value) == "dragon: no black stone is on (0, 0)\nFix: give a dragon of this board"
    with pytest.raises(DataError):
        live_exam(Position(diagram("")), dragon, Stone.BLACK)


def test_the_statuses_of_all_dragons() -> None:
    board = diagram("""
        . X . X O . .
        X X X X O . O
        O O O O . O .
        . . . X . O O
        . . X . . . .
    """)
    found = statuses(Position(board))
    assert [d.points for d, _ in found] == [d.points for d in dragons_of(board)]
    assert found[0][1] is Status.ALIVE
    assert [status for _, status in statuses(Position(board), budget=0)].count(Status.ALIVE) == 1


# -- the exam agrees with a list of all states, on small groups drawn at random ----------------


KO = [
    ("O . O . . / X O O O . / X . X O . / X X X O . / O O O O .", (0, 1), (2, 2), True),
    ("O . O X O . / X O . X O . / X X X X O . / O O O O O .", (0, 1), (2, 0), False),
    ("O O O O . / X X X O . / O . X O . / . O X O . / O X X O .", (3, 0), (1, 2), False),
    ("O O O O O . / O X X X O . / . O . X O . / O X X X O .", (2, 0), (3, 2), False),
    ("O O O O . / X X X O . / X . X O . / X O O O . / O . O . .", (4, 1), (1, 0), True),
    ("O . O X O . / X O . X O . / X X X O O . / O O O O . .", (0, 1), (1, 3), True),
]
"""A picture, black's move that takes a ko, a stone, and whether white captures it moving next."""


ROWS, COLS = 5, 7


def enclosed_group(draw: random.Random, size: int) -> tuple[Board, Point]:
    """A board with a black group around an eye space of that size, and a stone of the group.

    White stands around the group and has the liberties of the last column.  Some points within hold stones,
    some stones around them are missing.
    """
    while True:
        space = _space(draw, size)
        group = [point for point in _beside(space) if draw.random() < 0.94]
        wall = [point for point in _beside({*space, *group}) if point.column < COLS - 1]
        within = [
            (point, draw.choices((Stone.EMPTY, Stone.WHITE, Stone.BLACK), (7, 2, 1))[0]) for point in space
        ]
        board = Board.empty(ROWS, COLS).with_stones(Stone.WHITE, wall).with_stones(Stone.BLACK, group)
        for point, stone in within:
            board = board.with_stones(stone, [point])
        if group and wall and obeys_rule_1(board):
            return board, draw.choice(group)


def _space(draw: random.Random, size: int) -> set[Point]:
    """A connected set of points in the columns to the left."""
    space = {Point(draw.randrange(ROWS), draw.randrange(3))}
    while len(space) < size:
        edge = {q for p in space for q in p.neighbours(ROWS, COLS - 3)} - space
        space.add(draw.choice(sorted(edge)))
    return space


def _beside(points: set[Point]) -> list[Point]:
    """The points around a set, also across."""
    around = {Point(p.row + r, p.column + c) for p in points for r in (-1, 0, 1) for c in (-1, 0, 1)}
    return sorted(p for p in around - points if 0 <= p.row < ROWS and 0 <= p.column < COLS)


STATES = 2_000
"""A group with more states is left out: half a second of CPU."""


def solved(fight: Fight) -> bool | None:
    return FightSearch(fight, 10**6, never).captures(fight.start)


@given(seed=st.integers(0, 2**32))
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_the_search_agrees_with_the_list_of_states_and_no_siege_or_chase_is_wrong(
    size: int, seed: int
) -> None:
    board, target = enclosed_group(random.Random(seed), size)
    dragon = dragon_at(dragons_of(board), target)
    assert dragon is not None
    note(f"{board!r} {target}")
    for first in (Stone.BLACK, Stone.WHITE):
        position = Position(board, first)
        fight = enclosed_fight(position, target, first, most=8)
        truth = fight and captured(board, target, first, most=STATES)
        if fight is None or truth is None:
            continue
        assert solved(fight) is truth
        besieged = siege(position, dragon, first, most=8) if target in dragon.base.points else None
        assert not (besieged and truth) or solved(besieged)
        for steps in (2, 3):
            chased = chase(position, target, first, steps, most=8)
            assert not chased or truth or not solved(chased)


def test_the_theatre_agrees_with_its_definition() -> None:
    draw = random.Random(0)
    for _ in range(50):
        board, target = enclosed_group(draw, 6)
        fight = enclosed_fight(Position(board), target, Stone.BLACK, most=35)
        assert fight is not None
        assert fight.grid.bits(theatre(board, target)) == fight.theatre


def test_the_search_agrees_where_a_ko_has_just_been_taken() -> None:
    for picture, taking, target, expected in KO:
        position = Position(diagram(picture)).play(taking)
        assert isinstance(position, Position)
        fight = enclosed_fight(position, target, Stone.WHITE, most=5)
        assert fight is not None
        assert fight.start.ko
        assert captured(position.board, Point(*target), Stone.WHITE, position.previous) is expected
        assert FightSearch(fight, 10**6, never).captures(fight.start) is expected
