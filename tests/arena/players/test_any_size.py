"""Players of any size in the course's game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from gograde.arena.game.five_by_five import KOMI, START, View
from gograde.arena.game.match import Match, play_match
from gograde.arena.game.record import read_move
from gograde.arena.players.at_board import PlayerBot, seen
from gograde.arena.players.reference import ReferenceBot
from gograde.engine.faults import Cancelling, PlayerFault, Resigned, never
from gograde.engine.player import random_player
from gograde.go import Point
from gograde.go.live import LiveGame

Choose = Callable[[LiveGame], Point | None]


@dataclass
class Scripted:
    """A player that does what it is given; keeps the games that it was shown, and whether it was closed."""

    does: Choose
    name: str = "ann"
    shown: list[LiveGame] = field(default_factory=list)
    closed: bool = False

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Point | None:
        self.shown.append(game)
        return self.does(game)

    def close(self) -> None:
        self.closed = True


def bot(player: Scripted) -> PlayerBot:
    return PlayerBot(player.name, "", lambda seed: player)


@pytest.mark.parametrize("black", [True, False])
def test_a_player_is_shown_the_whole_game_so_far(black: bool) -> None:
    ann = Scripted(random_player(5).choose)
    sides = (bot(ann), ReferenceBot("greedy")) if black else (ReferenceBot("greedy"), bot(ann))
    record = play_match(Match(*sides, seed=3))
    whole = LiveGame(START, KOMI, tuple(read_move(text) for text in record.moves))
    assert ann.shown == [game for game in whole.replay() if len(game.steps) % 2 != black][: len(ann.shown)]
    assert len(ann.shown) == 12
    assert ann.closed


def test_after_an_opening_the_game_begins_with_what_is_on_the_board() -> None:
    ann = Scripted(lambda game: None)
    opening = (Point(0, 0), Point(1, 1), Point(2, 2))
    play_match(Match(ReferenceBot("greedy"), bot(ann), opening=opening))
    begun = LiveGame(START, KOMI, opening).position
    assert ann.shown[0] == LiveGame(begun, KOMI)
    assert len(ann.shown[1].steps) == 2


def test_a_pass_is_seen_too() -> None:
    first = LiveGame(START, KOMI, (Point(2, 2),))
    passed = LiveGame(START, KOMI, (Point(2, 2), None))
    assert seen(first, View(passed.position, 3)) == passed


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (Resigned(), "white wins (no answer): resigned"),
        (PlayerFault("ann", "crashed", "exit code 1"), "white wins (crashed): exit code 1"),
    ],
)
def test_resigning_and_faults_lose_the_game(error: Exception, told: str) -> None:
    def fail(game: LiveGame) -> Point | None:
        raise error

    ann = Scripted(fail)
    assert str(play_match(Match(bot(ann), ReferenceBot("greedy"))).outcome) == told
    assert ann.closed


def test_an_illegal_move_is_for_the_referee() -> None:
    ann = Scripted(lambda game: Point(0, 0))
    record = play_match(Match(bot(ann), ReferenceBot("greedy")))
    assert (record.termination, record.winner, len(record.moves)) == ("illegal move", "white", 3)
