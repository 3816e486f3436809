"""Players by name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from gograde.arena.game.five_by_five import Bot
from gograde.arena.players.reference import ReferenceBot
from gograde.arena.players.seats import seats, side_of
from gograde.engine.player import random_player
from gograde.errors import UsageError
from gograde.go import Point, Position
from gograde.go.live import LiveGame


def read(words: Sequence[str]) -> list[Bot]:
    return [ReferenceBot(Path(word).name) for word in words]


def test_each_word_has_its_seat_in_order(tmp_path: Path) -> None:
    program = str(tmp_path / "ann")
    Path(program).mkdir()
    words = ["engine", program, "greedy", f"gtp:{program} -x", "me"]
    (tmp_path / "ann").rmdir()
    Path(program).touch(0o755)
    table = seats(words, read, {"me": random_player})
    assert [(seat.name, seat.sides[0], seat.sides[-1], seat.driven) for seat in table] == [
        ("engine", 2, 19, False),
        ("ann", 5, 5, False),
        ("greedy", 2, 19, False),
        ("ann", 2, 19, True),
        ("me", 2, 19, False),
    ]
    assert side_of(None, table) == 5
    assert side_of(None, [table[0], table[2]]) == 5
    assert side_of(None, [table[0], table[3]]) == 19
    assert side_of(9, [table[0]]) == 9


def test_a_reference_player_is_itself_on_5x5_and_has_a_namesake_elsewhere() -> None:
    [seat] = seats(["random"], read)
    view = LiveGame.empty(5)
    assert seat.player(3).choose(view) == seats(["random"], read)[0].player(3).choose(view)
    assert isinstance(seat.bot, ReferenceBot)
    assert seat.player(3).choose(LiveGame.empty(9)) == random_player(3).choose(LiveGame.empty(9))


def test_the_same_program_has_the_same_digest_and_another_argument_another_one() -> None:
    first, same, other = seats(["gtp:cat -u", "gtp:cat  -u", "gtp:cat"], read)
    assert first.bot.digest == same.bot.digest != other.bot.digest


@pytest.mark.parametrize(
    ("word", "what"),
    [
        ("gtp:", "gtp:: is no command\nFix: write gtp:PROGRAM ARGUMENTS, quoted as in a shell"),
        ("gtp:'x", "gtp:'x: is no command\nFix: write gtp:PROGRAM ARGUMENTS, quoted as in a shell"),
        (
            "gtp:/no/thing",
            "/no/thing: no such program\nFix: install it, or write the path of one that is there",
        ),
    ],
)
def test_what_is_no_program_is_a_wrong_call(word: str, what: str) -> None:
    with pytest.raises(UsageError) as caught:
        seats([word], read)
    assert str(caught.value) == what


def test_a_size_that_somebody_does_not_know_is_a_wrong_call() -> None:
    with pytest.raises(UsageError) as caught:
        side_of(9, seats(["engine", "perfect"], read))
    assert str(caught.value) == "--side 9: perfect does not play there\nFix: give 5"
    with pytest.raises(UsageError) as caught:
        side_of(25, seats(["engine"], read))
    assert str(caught.value) == "--side 25: engine does not play there\nFix: give a number from 2 to 19"


def test_a_position_of_a_puzzle_can_be_asked() -> None:
    [seat] = seats(["engine"], read)
    game = LiveGame(Position(LiveGame.empty(2).position.board.with_stones(1, [Point(0, 0)])))
    assert seat.player(1).choose(game) in {None, Point(0, 1), Point(1, 0), Point(1, 1)}
