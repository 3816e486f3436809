"""`gograde check` of a player takes a quick look: fewer games and less than a minute, and it says so."""

import io
import json
from collections.abc import Callable, Sequence
from itertools import count

import pytest

from gograde.arena.series import batch_of, series_of
from gograde.authoring.case_folders import sample_batches
from gograde.authoring.registry import assignment_of
from gograde.core.assignment import Batch
from gograde.core.record import TestScore, Visibility
from gograde.core.verdict import Verdict
from gograde.grading.contracts.game import KIND, QUICK_S, Allowance, Entrant, few, run_series
from gograde.grading.contracts.kind import kind_of
from gograde.grading.facts import BatchRun
from gograde.package.package import find_package
from gograde.report.terminal.check_text import shown_progress
from gograde.resources import packages_dir
from gograde.sandbox.protocol import Ended, Job, StagedFile
from tests.grading.contracts.test_series_runs import (
    RULES,
    Played,
    Program,
    batch,
    first_legal,
    games,
    result,
    said,
    series,
)

PLAYER = packages_dir() / "little-go" / "submissions" / "accepted" / "python_alphabeta"
WORDS = (
    "a quick look at 4 of 12 games, for at most 40 s: it asks whether moves are legal, "
    "and no points follow from it; --full plays all 12"
)

LOOKS = [
    batch_of(name, few(series(opponent)), public=False)
    for name, opponent in (("01", "random"), ("02", "greedy"))
]


def played(
    most_s: float | None,
    seconds_a_look: float,
    tell: Callable = lambda *_: None,
    program: Program = first_legal,
    looks: Sequence[Batch] = LOOKS,
) -> list[BatchRun]:
    """Looks at two games of two series, on a clock that goes on by so many seconds at each glance."""
    times = iter(range(10_000))
    allowance = Allowance(most_s, lambda: next(times) * seconds_a_look)
    job = Job(("./x",), (StagedFile("x", b"#!", True),))
    entrant = Entrant(job, "0" * 64, "python", Played(program), allowance=allowance)
    return run_series(looks, RULES, entrant, 1, tell)


def test_a_look_has_the_first_two_games_of_each_series() -> None:
    whole = [batch("01", games=6), batch("02", "greedy", games=6)]
    look = KIND.quick_look(whole)
    assert look is not None
    assert (look.most_s, look.words) == (QUICK_S, WORDS)
    meetings = [series_of(one).pairs for one in look.batches]
    assert [[pair.bots for pair in pairs] for pairs in meetings] == [[{"program", "random"}]] * 2
    assert KIND.quick_look(look.batches) is None, "nothing is left out"


@pytest.mark.parametrize("name", ["board9", "board-control", "influence", "tromp-taylor"])
def test_other_assignments_are_checked_whole(name: str) -> None:
    assert kind_of(find_package(name).config.contract).quick_look([batch("01")]) is None


def test_a_look_within_its_time_is_that_of_an_allowance_without_end() -> None:
    once, again = played(10_000, 1), played(None, 1)
    assert [games(one) for one in once] == [games(one) for one in again]
    assert [(one.verdict, one.message, len(games(one))) for one in once] == [(Verdict.AC, "", 2)] * 2


@pytest.mark.parametrize(("most_s", "step_s", "played_games"), [(25, 1, [1, 0]), (1, 30, [0, 0])])
def test_what_was_not_played_is_skipped_and_the_first_moves_count(most_s, step_s, played_games) -> None:
    """A game that the end of a look breaks off is held against nobody."""
    runs = played(most_s, step_s)
    assert [one.verdict for one in runs] == [Verdict.AC, Verdict.SK]
    assert [len(games(one)) for one in runs] == played_games
    assert runs[1].message.startswith(f"no more games, since a quick look ends after {most_s} s: ")
    assert runs[1].message.endswith(" moves took 0.5 s each, 0.2 s of it CPU time")


def late(delay_s: float) -> Program:
    """A program that the clock ends, on a machine that let it wait so long."""
    return lambda *_: result(killed_for=Ended.WALL, exit_code=None, signal=9, wall_s=30, delay_s=delay_s)


@pytest.mark.parametrize(
    ("delay_s", "verdict", "told"),
    [
        (20, Verdict.SK, "no more games, since the machine was too busy to tell how long a move takes"),
        (0.1, Verdict.TLE, "first moves: "),
    ],
)
def test_a_busy_machine_is_no_fault_of_the_program(delay_s: float, verdict: Verdict, told: str) -> None:
    first, second = played(10_000, 0, program=late(delay_s))
    assert (first.verdict, second.verdict) == (verdict, Verdict.SK)
    assert first.message.startswith(told)


def test_a_lost_game_is_right_and_a_game_lost_by_a_fault_is_not() -> None:
    """Who wins is luck; what the program does wrong is not."""
    package = find_package("little-go")
    assignment, marking = assignment_of(package), package.config.marking
    looks = [batch_of(one.name, few(series_of(one)), public=True) for one in sample_batches(package)[:1]]

    def tests(program: Program) -> list[TestScore]:
        runs = played(None, 0, program=program, looks=looks)
        scored = zip(looks, runs, strict=True)
        return [t for b, r in scored for t in assignment.score(b, r.facts(), marking, Visibility.VISIBLE)]

    passes = tests(lambda *_: said("PASS"))
    assert [(test.verdict, len(test.games)) for test in passes] == [(Verdict.AC, 2)]
    assert not all(game.won for test in passes for game in test.games)
    moves = count()
    off = tests(lambda board, _: first_legal(board, {}) if next(moves) < 6 else said("9,9"))
    assert not {test.verdict for test in off} & {Verdict.AC, Verdict.SK}
    assert all("lost by a fault" in test.message for test in off)


def test_each_game_is_told() -> None:
    heard: list[tuple[int, int, str]] = []
    played(None, 1, lambda *said: heard.append(said))
    assert list(dict.fromkeys(heard)) == [(0, 0, "first moves"), *((n, 4, f"game {n + 1}") for n in range(4))]


def test_a_check_says_that_it_is_a_quick_look(call: Callable) -> None:
    done = call("check", str(PLAYER), "-a", "little-go", "--format", "json")
    record = json.loads(done.stdout)
    assert ([len(test["games"]) for test in record["tests"]], record["remarks"][1:]) == ([2, 2], [WORDS])
    assert record["max_score"] == 0


def test_a_look_that_is_over_at_once_has_seen_the_first_moves(call, monkeypatch) -> None:
    monkeypatch.setattr("gograde.grading.contracts.game.QUICK_S", 0)
    done = call("check", str(PLAYER), "-a", "little-go")
    assert (done.returncode, done.stderr) == (0, "")
    assert (
        "✓ AC      its first moves are legal; no more games, since a quick look ends after 0 s" in done.stdout
    )
    assert done.stdout.endswith("1 of 2 public tests passed; 1 test skipped.\n")


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
