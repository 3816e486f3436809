"""`gograde check` of a player takes a quick look: fewer games and less than a minute, and it says so."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

import pytest

from gograde.arena.series.series import batch_of, series_of
from gograde.grading.contracts.game import KIND, QUICK_S, few
from gograde.grading.contracts.series_runs import Allowance, Entrant, run_series
from gograde.grading.contracts.table import kind_of
from gograde.grading.facts import BatchRun
from gograde.package.package import find_package
from gograde.report.terminal.checking.progress import shown_progress
from gograde.resources import packages_dir
from gograde.sandbox.protocol import Job, StagedFile
from gograde.scoring.verdict import Verdict
from tests.grading.contracts.test_series_runs import RULES, Played, batch, first_legal, games, series

PLAYER = packages_dir() / "little-go" / "submissions" / "accepted" / "python_alphabeta"
WORDS = "a quick look at 4 of 12 games, for at most 40 s: no points follow from it; --full plays all 12"


def played(most_s: float | None, seconds_a_look: float, tell: Callable = lambda *_: None) -> list[BatchRun]:
    """Two series of two games, on a clock that goes on by so many seconds at each look."""
    times = iter(range(10_000))
    allowance = Allowance(most_s, lambda: next(times) * seconds_a_look)
    job = Job(("./x",), (StagedFile("x", b"#!", True),))
    entrant = Entrant(job, "0" * 64, "python", Played(first_legal), allowance=allowance)
    pair = [batch("01", games=2), batch("02", "greedy", games=2)]
    return run_series(pair, RULES, entrant, 1, tell)


def test_a_look_has_the_first_two_games_of_each_series() -> None:
    whole = [batch("01", games=6), batch("02", "greedy", games=6)]
    look = KIND.quick_look(whole)
    assert look is not None
    assert (look.most_s, look.words) == (QUICK_S, WORDS)
    assert [series_of(one).pairs for one in look.batches] == [series_of(one).pairs[:1] for one in whole]
    assert KIND.quick_look(look.batches) is None, "nothing is left out"


@pytest.mark.parametrize("name", ["board9", "board-control", "influence", "tromp-taylor"])
def test_other_assignments_are_checked_whole(name: str) -> None:
    assert kind_of(find_package(name).config.contract).quick_look([batch("01")]) is None


def test_a_look_within_its_time_is_that_of_an_allowance_without_end() -> None:
    once, again = played(10_000, 1), played(None, 1)
    assert [games(one) for one in once] == [games(one) for one in again]
    assert [(one.verdict, one.message, len(games(one))) for one in once] == [(Verdict.AC, "", 2)] * 2


def test_a_game_is_broken_off_when_the_time_is_up_and_held_against_nobody() -> None:
    runs = played(25, 1)
    assert [one.verdict for one in runs] == [Verdict.SK] * 2
    assert [len(games(one)) for one in runs] == [1, 0]
    assert runs[0].message.startswith("no more games, since a quick look ends after 25 s: ")
    assert runs[0].message.endswith(" moves took 0.2 s of CPU time each")


def test_a_slow_first_move_ends_a_look_too() -> None:
    runs = played(1, 30)
    assert [(one.verdict, len(games(one))) for one in runs] == [(Verdict.SK, 0)] * 2


def test_each_game_is_told() -> None:
    heard: list[tuple[int, int, str]] = []
    played(None, 1, lambda *said: heard.append(said))
    assert list(dict.fromkeys(heard)) == [
        (0, 0, "first moves"),
        *((n, 4, f"game {n + 1}") for n in range(4)),
    ]


def test_the_first_games_of_a_series_are_its_own() -> None:
    whole = series(games=8)
    assert few(whole).pairs == whole.pairs[:1]
    assert batch_of("01", few(whole), public=True).public


def test_a_check_says_that_it_is_a_quick_look(call: Callable) -> None:
    done = call("check", str(PLAYER), "-a", "little-go", "--format", "json")
    record = json.loads(done.stdout)
    assert [(len(test["games"]), test["remarks"][-1]) for test in record["tests"]] == [(2, WORDS)] * 2
    assert record["max_score"] == 0


def test_a_look_that_is_over_at_once_is_no_finding(call: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gograde.grading.contracts.game.QUICK_S", 0)
    done = call("check", str(PLAYER), "-a", "little-go")
    assert (done.returncode, done.stderr) == (0, "")
    assert "↷ sample-01/random: skipped: no more games, since a quick look ends after 0 s" in done.stdout
    assert done.stdout.count("no more games") == 1, "the cause of both series"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    with shown_progress(io.StringIO()) as tell:
        assert tell is None
    with shown_progress(screen := Terminal()) as tell:
        assert tell is not None
        tell(1, 4, "game 2 [/b]")
    assert "game 2 [/b]" in screen.getvalue()
    assert "1/4" in screen.getvalue()
