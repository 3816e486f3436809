"""The exam agrees with a list of all states, on small groups drawn at random."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from gograde.engine.dragons.dragon import dragon_at, dragons_of
from gograde.engine.dragons.exam import chase, enclosed_fight, siege
from gograde.engine.dragons.fight import Search
from gograde.go import Point, Position, Stone, diagram
from gograde.go.player import never
from tests.engine.dragons.enclosed import enclosed_group
from tests.engine.dragons.life_oracle import captured, theatre

KO = [
    ("O . O . . / X O O O . / X . X O . / X X X O . / O O O O .", (0, 1), (2, 2), True),
    ("O . O X O . / X O . X O . / X X X X O . / O O O O O .", (0, 1), (2, 0), False),
    ("O O O O . / X X X O . / O . X O . / . O X O . / O X X O .", (3, 0), (1, 2), False),
    ("O O O O O . / O X X X O . / . O . X O . / O X X X O .", (2, 0), (3, 2), False),
    ("O O O O . / X X X O . / X . X O . / X O O O . / O . O . .", (4, 1), (1, 0), True),
    ("O . O X O . / X O . X O . / X X X O O . / O O O O . .", (0, 1), (1, 3), True),
]
"""A picture, black's move that takes a ko, a stone, and whether white captures it moving next."""


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_search_agrees_with_the_list_of_states(size: int) -> None:
    draw = random.Random(size)
    compared = 0
    while compared < 30:
        board, target = enclosed_group(draw, size)
        for first in (Stone.BLACK, Stone.WHITE):
            fight = enclosed_fight(Position(board, first), target, first, most=size)
            expected = captured(board, target, first, most=1500)
            if fight is not None and expected is not None:
                assert Search(fight, 10**6, never).captures(fight.start) is expected, f"{board!r} {target}"
                compared += 1


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
        assert Search(fight, 10**6, never).captures(fight.start) is expected


@pytest.mark.parametrize("size", [3, 5])
def test_sieges_and_chases_are_never_wrong(size: int) -> None:
    draw = random.Random(size)
    found = Counter[str]()
    while min(found["lives"], found["dies"]) < 15:
        board, target = enclosed_group(draw, size)
        dragon = dragon_at(dragons_of(board), target)
        assert dragon is not None
        base = dragon.base.points[0]
        for first in (Stone.BLACK, Stone.WHITE):
            position = Position(board, first)
            exact = enclosed_fight(position, base, first, most=8)
            if exact is None:
                continue
            truth = Search(exact, 10**6, never).captures(exact.start)
            besieged = siege(position, dragon, first, most=8)
            if besieged and not Search(besieged, 10**6, never).captures(besieged.start):
                assert truth is False, f"{board!r} {dragon.points}"
                found["lives"] += 1
            for steps in (2, 3):
                chased = chase(position, base, first, steps, most=8)
                if chased and Search(chased, 10**6, never).captures(chased.start):
                    assert truth is True, f"{board!r} {dragon.points}"
                    found["dies"] += 1
