"""The settings of a tournament that can be combined."""

from __future__ import annotations

import pytest

from gograde.arena.game.match import NO_OPENING
from gograde.arena.tournament import Settings, decided
from gograde.errors import UsageError
from gograde.go import Point

FOUR = ("random", "greedy", "qlearning", "mcts-2")
OPENINGS = (NO_OPENING, (Point(2, 2),))


def test_thirty_bots_all_meet_all_and_more_play_ten_swiss_rounds() -> None:
    names = [f"bot{number}" for number in range(31)]
    assert decided(Settings(), names[:30]).swiss is False
    more = decided(Settings(), names)
    assert (more.swiss, more.rounds) == (True, 10)
    assert decided(Settings(swiss=True, rounds=1), FOUR).rounds == 1
    assert decided(Settings(swiss=False, pairs=2, openings=OPENINGS), names).swiss is False


def test_settings_that_make_no_tournament_are_refused() -> None:
    for settings, names, message in [
        (
            Settings(),
            ("random", "random"),
            "random random: no tournament\nFix: give two bots or more, each of them once",
        ),
        (Settings(), ("random",), "random: no tournament\nFix: give two bots or more, each of them once"),
        (
            Settings(rounds=1),
            FOUR,
            "--rounds: all meet all, in rounds enough for that\nFix: give --pairs, or --swiss",
        ),
        (
            Settings(swiss=True, rounds=2),
            FOUR,
            "--rounds: too many for 4 bots, of whom no two meet twice\nFix: give at most 1",
        ),
        (
            Settings(swiss=True),
            FOUR[:3],
            "--rounds: too many for 3 bots, of whom no two meet twice\nFix: leave --swiss out",
        ),
        (
            Settings(swiss=True, pairs=2),
            FOUR,
            "--pairs: Swiss rounds are of one pair each\nFix: give --rounds, or --full",
        ),
        (
            Settings(openings=OPENINGS),
            FOUR,
            "--openings: no two bots meet twice, and first meetings are on the empty board\n"
            "Fix: give --full and --pairs 2 or more",
        ),
    ]:
        with pytest.raises(UsageError) as caught:
            decided(settings, names)
        assert str(caught.value) == message
