"""What is shown beside the stones, next to what it is made of."""

import pytest

from gograde.app.board.analysis import LAYERS, WORDS, analysis
from gograde.app.board.table import Look, new_game
from gograde.go.board import Point, diagram
from gograde.go.player import Cancelled
from gograde.go.position import LiveGame, Position

CAUGHT = """
. X O . . . . . .
X X O . . . . . .
O O O . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . X . .
. . . . . . . . .
. . . . X . X . .
. . . . . . . . .
"""


def shown(game: LiveGame, *layers: str) -> dict[str, object]:
    return analysis(game, Look(layers=frozenset(layers)), lambda: True)


def test_every_layer_has_words() -> None:
    assert set(LAYERS) == set(WORDS)


def test_dead_stones_are_found_and_count_for_the_other_side() -> None:
    game = LiveGame(Position(diagram(CAUGHT)), 0.5)
    found = shown(game, "dragons", "fields")
    dead = [one for one in found["dragons"] if one["status"] == "dead"]  # type: ignore[attr-defined]
    assert [(one["colour"], one["points"]) for one in dead] == [("black", ((0, 1), (1, 0), (1, 1)))]
    fields = found["fields"]
    assert set(fields["dead"]) == {(0, 1), (1, 0), (1, 1)}  # type: ignore[index]
    assert fields["holder"][0] == fields["holder"][1] == -1  # type: ignore[index]
    area = fields["black"]["area"] - fields["white"]["area"]  # type: ignore[index]
    assert fields["margin"] == area - 0.5  # type: ignore[index]


def test_every_corner_has_its_next_steps() -> None:
    """In a fresh corner the star point, the 3-4 points and others; none on boards without joseki."""
    found = shown(new_game(19), "joseki")["joseki"]
    assert {one["corner"] for one in found} == {"top left", "top right", "bottom left", "bottom right"}  # type: ignore[attr-defined]
    assert "Q16" in {one["name"] for one in found}  # type: ignore[attr-defined]
    assert shown(new_game(9), "joseki")["joseki"] == []


def test_what_is_not_wanted_any_more_is_given_up() -> None:
    game = new_game(9).go(Point(4, 4))
    assert isinstance(game, LiveGame)
    for name in ("candidates", "dragons", "fields"):
        with pytest.raises(Cancelled):
            analysis(game, Look(layers=frozenset({name})), lambda: False)
