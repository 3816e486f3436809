"""The rules of the 5x5 game, each tested as written down, in games played by the referee."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

import pytest

from gograde.arena.game.match import Opening
from gograde.arena.game.rules import START, GameEnd, Rules
from gograde.errors import JudgeError
from gograde.go import Point, Position, Stone, diagram
from gograde.go.player import PASS, Answer, Cancelling, Fault, Player, Termination, never
from gograde.go.position import LiveGame
from tests.arena.listed_bots import Refereed, play_game
from tests.golden import errors_agree

BLACK, WHITE = Stone.BLACK, Stone.WHITE


@dataclass
class Scripted(Player):
    """Answers what is written, whatever the position, and remembers what it saw."""

    answers: Iterator[Answer | Fault]
    seen: list[LiveGame] = field(default_factory=list)

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Answer | Fault:
        self.seen.append(game)
        return next(self.answers)


def script(words: str) -> Scripted:
    return Scripted(iter([spoken(word) for word in words.split()]))


def spoken(word: str) -> Answer:
    """`22` is the point (2, 2), `-` a pass."""
    return PASS if word == "-" else Answer(Point(*map(int, word)))


def game(moves: str, opening: Opening = ()) -> Refereed:
    """A game whose moves are written down in turn."""
    words = moves.split()
    first = len(opening) % 2
    black, white = words[first::2], words[1 - first :: 2]
    return play_game(script(" ".join(black)), script(" ".join(white)), opening)


def position(picture: str, before: str, to_play: Stone) -> Position:
    was, now = diagram(before), diagram(picture)
    return Position(now, to_play, was, passes=int(was == now))


# -- the end --------------------------------------------------------------------------------


FULL = "00 40 01 41 02 42 03 43 04 44 10 30 11 31 12 32 13 33 14 34 20 - 21 -"


def test_an_illegal_pass_does_not_exist_and_ply_24_may_be_a_pass() -> None:
    view = position("X . . . . / " * 4 + "X . . . .", ". . . . . / " * 4 + ". . . . .", WHITE)
    assert Rules(plies=1).judge(LiveGame(view), PASS) == GameEnd(
        Termination.POINTS, BLACK, "black 5, white 0 + 2.5", 2.5
    )


# -- what players see and do ----------------------------------------------------------------


def test_players_see_the_board_after_their_own_last_move_and_the_board_now() -> None:
    black, white = script("22 12 -"), script("21 -")
    play_game(black, white)
    first, second, third = black.seen
    assert (first.position, first.steps) == (START, ())
    assert second.position.previous == diagram(". . . . . / . . . . . / . . X . . / . . . . . / . . . . .")
    assert second.position.board == diagram(". . . . . / . . . . . / . O X . . / . . . . . / . . . . .")
    assert third.position.previous == third.position.board
    assert [game.to_play for game in white.seen] == [WHITE, WHITE]
    assert white.seen[0].position.previous == diagram(". . . . . / " * 4 + ". . . . .")
    assert [len(game.steps) for game in white.seen] == [1, 3]


def test_a_fault_loses_at_once_with_its_reason() -> None:
    for termination in [each for each in Termination if each.forfeit]:
        done = play_game(script("22"), Scripted(iter([Fault(termination, "told so")])))
        assert done.outcome == GameEnd(termination, BLACK, "told so")
        assert done.moves == ("2,2",)
        assert done.board == done.turns[0].board


def test_only_points_are_no_forfeit() -> None:
    assert [each.value for each in Termination if not each.forfeit] == ["points"]


def test_a_fault_of_the_grader_goes_through_and_is_nobodys_loss() -> None:
    class Broken(Player):
        def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Answer | Fault:
            raise JudgeError("sandbox", "cannot be made", "mend it")

    with pytest.raises(JudgeError, match="cannot be made"):
        play_game(script("22"), Broken())


# -- openings -------------------------------------------------------------------------------


def test_an_opening_is_played_for_both_and_its_plies_count() -> None:
    black, white = script("11 -"), script("-")
    done = play_game(black, white, (Point(2, 2), Point(2, 1)))
    assert done.moves == ("2,2", "2,1", "1,1", "PASS", "PASS")
    assert [len(game.steps) for game in black.seen] == [2, 4]


def test_an_opening_must_leave_something_to_play() -> None:
    openings: list[Opening] = [(Point(2, 2), Point(2, 2)), (None,)]
    tried = ((str(moves), partial(play_game, script("-"), script("-"), moves)) for moves in openings)
    errors_agree("arena/openings.txt", tried)
