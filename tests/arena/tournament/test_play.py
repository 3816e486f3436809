"""Tournaments of reference players and of a player that cannot move."""

from __future__ import annotations

import pytest

from gograde.arena import schedule, series, standings
from gograde.arena.game import match
from gograde.arena.game.match import NO_OPENING
from gograde.arena.players import by_name, reference
from gograde.arena.players.reference import ReferenceBot
from gograde.arena.rating import bradley_terry, pairs
from gograde.arena.tournament import Run, Settings, decided, play_tournament
from gograde.errors import UsageError
from gograde.go import Point
from gograde.go.player import Fault, Termination
from tests.arena.listed_bots import ListedBot
from tests.golden import calls_agree, values_agree

BOTS = [ReferenceBot(name) for name in ("random", "greedy", "qlearning")]
SETTINGS = decided(Settings(seed=5), [bot.name for bot in BOTS])


def mute() -> ListedBot:
    """Never answers."""
    return ListedBot("ann", [[Fault(Termination.NO_ANSWER, "it wrote no output.txt")]] * 9)


def test_a_bot_that_fails_its_self_test_takes_no_part() -> None:
    result = play_tournament([*BOTS, mute()], SETTINGS, Run())
    assert [test.name for test in result.failed] == ["ann"]
    assert [row.name for row in result.standings.table] == ["qlearning", "greedy", "random"]
    assert (len(result.played), result.complete, result.judged) == (6, False, None)
    assert set(result.digests) == {"ann", "random", "greedy", "qlearning"}


def test_without_a_second_bot_nothing_is_played() -> None:
    result = play_tournament([BOTS[0], mute()], decided(Settings(), ["random", "ann"]), Run())
    assert (result.played, result.complete) == ((), False)


# -- the settings of a tournament that can be combined -----------------------------------------------------


FOUR = ("random", "greedy", "qlearning", "mcts-2")
OPENINGS = (NO_OPENING, (Point(2, 2),))


def test_thirty_bots_all_meet_all_and_more_play_ten_swiss_rounds() -> None:
    names = [f"bot{number}" for number in range(31)]
    full, more = decided(Settings(), names[:30]), decided(Settings(), names)
    assert [(one.pairs, one.rounds) for one in (full, more)] == [(1, None), (None, 10)]
    assert decided(Settings(rounds=1), FOUR) == Settings(rounds=1)
    asked = Settings(pairs=2, openings=OPENINGS)
    assert decided(asked, names) == asked


def refused(settings: Settings, names: tuple[str, ...]) -> str:
    with pytest.raises(UsageError) as caught:
        decided(settings, names)
    return str(caught.value)


def test_settings_that_make_no_tournament_are_refused() -> None:
    values_agree("arena/settings.txt", refused=refused, Settings=Settings, FOUR=FOUR, OPENINGS=OPENINGS)


def test_what_is_refused_is_said() -> None:
    modules = (
        by_name,
        match,
        standings,
        bradley_terry,
        reference,
        pairs,
        schedule,
        series,
    )
    calls_agree("arena/refusals.txt", *modules)
