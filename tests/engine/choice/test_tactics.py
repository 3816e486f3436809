"""What the engine sees, as pictures: `a` is where it must play, `X` is to move."""

from __future__ import annotations

import pytest

from gograde.engine.player import engine
from gograde.go.board import Point, Stone, diagram
from gograde.go.player import Answer
from gograde.go.position import LiveGame, Position

FACTS = {
    "takes a chain that would get away": """
        . . . . . . .
        . . X X . O .
        . X O O a . .
        . . X X . O .
        . . . . . . .
        . . . . . . .
        . . . . . . .""",
    "saves a chain in atari": """
        . . . . . . .
        . . O O . . .
        . O X X a . .
        . . O O . . .
        . . . . . . .
        . X . . . X .
        . . . . . . .""",
    "saves a chain by taking its attackers": """
        . . . . O . .
        . . X X O . .
        . X O X O . .
        . X O X O . .
        . . a O O . .
        . . . . . . .
        . . . . . . .""",
    "lives": """
        . a . X X X O
        X X X X X X O
        O O O O O O O
        . . . . . . .
        . O . O . O .
        . . . . . . .
        . . . . . . .""",
    "kills": """
        . a . O O O X
        O O O O O O X
        X X X X X X X
        . . . . . . .
        . X . X . X .
        . . . . . . .
        . . . . . . .""",
}
"""Every picture has one `a`."""


def game_of(picture: str, to_play: Stone = Stone.BLACK) -> LiveGame:
    """The game that begins with a picture."""
    return LiveGame(Position(diagram(picture.replace("a", ".")), to_play))


def chosen(game: LiveGame) -> Point | None:
    answer = engine().choose(game)
    assert isinstance(answer, Answer)
    return answer.point


def place(picture: str) -> tuple[int, int]:
    """Where the `a` is."""
    rows = [line.split() for line in picture.strip().splitlines()]
    return next((r, row.index("a")) for r, row in enumerate(rows) if "a" in row)


@pytest.mark.parametrize("fact", FACTS)
def test_black_sees(fact: str) -> None:
    assert chosen(game_of(FACTS[fact])) == place(FACTS[fact])


LADDER = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X X . . . .
    . . X O . . . . .
    . . . X . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""


def test_it_does_not_run_from_a_ladder_that_works() -> None:
    point = chosen(game_of(LADDER, Stone.WHITE))
    assert point is not None
    assert point not in [(4, 4), (5, 4), (4, 5)]


FINISHED = """
    . X . X O . O
    X X X X O O O
    . X . X O . O
    X X X X O O O
    . X . X O . O
    X X X X O O O
    . X . X O . O"""


@pytest.mark.parametrize("side", [Stone.BLACK, Stone.WHITE])
def test_it_fills_no_eyes_and_passes_when_nothing_is_left(side: Stone) -> None:
    assert chosen(game_of(FINISHED, side)) is None


def test_it_takes_dead_stones_off_before_it_passes() -> None:
    game = game_of("""
        . X . X O . O
        X X X X O O O
        . X . X O . O
        X X X X O O .
        . X O X O . O
        X . . X O O O
        . X . X O . O""")
    steps = []
    while not game.ended:
        step = chosen(game) if game.to_play is Stone.BLACK else None
        steps.append(step)
        after = game.go(step)
        assert isinstance(after, LiveGame)
        game = after
    assert game.position.board.get((4, 2)) is Stone.EMPTY
    assert len(steps) < 10
