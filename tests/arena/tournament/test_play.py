"""Tournaments of reference players and of a player that cannot move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from gograde.arena.game.five_by_five import Fault, Player, Termination, View
from gograde.arena.players.reference import ReferenceBot
from gograde.arena.tournament import Run, Settings, decided, play_tournament

T = TypeVar("T")
BOTS = [ReferenceBot(name) for name in ("random", "greedy", "qlearning")]
SETTINGS = decided(Settings(seed=5), [bot.name for bot in BOTS])


@dataclass
class MuteBot(Player):
    """Never answers."""

    name: str = "ann"
    digest: str = "mute"

    def player(self, seed: int) -> MuteBot:
        return self

    def move(self, view: View) -> Fault:
        return Fault(Termination.NO_ANSWER, "it wrote no output.txt")


def test_a_tournament_goes_on_from_its_log_and_ends_the_same(tmp_path: Path) -> None:
    lengths: list[int] = []

    def progress(items: Iterable[T], length: int) -> Iterable[T]:
        lengths.append(length)
        return items

    log = tmp_path / "games.jsonl"
    whole = play_tournament(BOTS, SETTINGS, Run(2, log, 12, progress))
    games = log.read_bytes().splitlines(keepends=True)
    assert (len(games), len(whole.played), lengths) == (6, 6, [6, 6])
    assert whole.complete
    log.write_bytes(b"".join(games[1::2]))
    again = play_tournament(BOTS, SETTINGS, Run(1, log, 12))
    assert again.to_json({}) == whole.to_json({})
    assert sorted(log.read_bytes().splitlines(keepends=True)) == sorted(games)


def test_a_bot_that_fails_its_self_test_takes_no_part() -> None:
    result = play_tournament([*BOTS, MuteBot()], SETTINGS, Run())
    assert [test.name for test in result.failed] == ["ann"]
    assert [row.name for row in result.standings.table] == ["qlearning", "greedy", "random"]
    assert (len(result.played), result.complete, result.judged) == (6, False, None)
    assert set(result.digests) == {"ann", "random", "greedy", "qlearning"}


def test_without_a_second_bot_nothing_is_played() -> None:
    result = play_tournament([BOTS[0], MuteBot()], decided(Settings(), ["random", "ann"]), Run())
    assert (result.played, result.complete) == ((), False)
