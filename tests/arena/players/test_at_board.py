"""Bots of the 5x5 game at a live board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from gograde.arena.game.five_by_five import KOMI, PLIES, START, Answer, Fault, Player, Termination, View
from gograde.arena.game.match import Match, play_match
from gograde.arena.game.record import read_move
from gograde.arena.players.at_board import BotAtBoard, PlayerBot, seen, view_of
from gograde.arena.players.reference import ReferenceBot
from gograde.engine.faults import Cancelled, Cancelling, PlayerFault, Resigned, never
from gograde.engine.player import random_player
from gograde.errors import UsageError
from gograde.go import Point, Position, Stone, diagram
from gograde.go.live import LiveGame


def test_a_bot_sees_at_a_live_board_what_the_referee_shows() -> None:
    record = play_match(Match(ReferenceBot("random"), ReferenceBot("greedy"), seed=3))
    game: LiveGame = LiveGame.empty(5)
    for view, text in zip(record.views(), record.moves, strict=True):
        assert view_of(game) == view
        after = game.go(read_move(text))
        assert isinstance(after, LiveGame)
        game = after


def test_a_game_that_starts_with_stones_or_is_too_long_is_seen_as_well_as_can_be() -> None:
    board = diagram("X . . . . / . . . . . / . . . . . / . . . . . / . . . . .")
    start = Position(board, Stone.WHITE)
    assert view_of(LiveGame(start)) == View(start, 2)
    assert view_of(LiveGame(START, steps=(None,) * 40)).ply == PLIES


@dataclass
class Counting(Player):
    """Says how often it was asked in this game, as a column; fails when asked for the third time."""

    log: list[str]
    asked: int = 0

    def move(self, view: View) -> Answer | Fault:
        self.asked += 1
        self.log.append(f"ply {view.ply}")
        if self.asked == 3:
            return Fault(Termination.CRASHED, "exit code 1")
        return Answer(Point(view.ply % 5, self.asked))

    def close(self) -> None:
        self.log.append("close")


@dataclass
class CountingBot:
    """A bot with memory, which writes down what happens to it."""

    name: str = "ann"
    digest: str = ""
    log: list[str] = field(default_factory=list)

    def player(self, seed: int) -> Player:
        self.log.append(f"new with {seed}")
        return Counting(self.log)


def after(game: LiveGame, *steps: Point | None) -> LiveGame:
    for step in steps:
        found = game.go(step)
        assert isinstance(found, LiveGame)
        game = found
    return game


def test_a_bot_stays_in_a_game_that_goes_on_and_starts_anew_in_another() -> None:
    bot = CountingBot()
    player = BotAtBoard(bot, 7)
    start = LiveGame.empty(5)
    first = player.choose(start)
    second = after(start, first, None)
    assert player.choose(second) == Point(3, 2)
    assert player.choose(second) == Point(3, 1)
    player.close()
    assert bot.log == ["new with 7", "ply 1", "ply 3", "close", "new with 7", "ply 3", "close"]


def test_a_fault_of_a_bot_is_told_and_a_move_that_nobody_wants_comes_to_nothing() -> None:
    player = BotAtBoard(CountingBot(), 7)
    game = LiveGame.empty(5)
    with pytest.raises(Cancelled):
        player.choose(game, lambda: True)
    player.choose(after(game, None, None))
    with pytest.raises(PlayerFault) as caught:
        player.choose(after(game, None, None, None, None))
    assert str(caught.value) == "ann: crashed, exit code 1\nFix: mend the program, and play again"


def test_a_bot_knows_one_size_of_board() -> None:
    with pytest.raises(UsageError) as caught:
        BotAtBoard(ReferenceBot("greedy"), 1).choose(LiveGame.empty(9))
    assert str(caught.value) == "greedy: plays on 5x5 only\nFix: use a board of 5 lines"


# -- players of any size in the course's game --------------------------------------------------------------


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
