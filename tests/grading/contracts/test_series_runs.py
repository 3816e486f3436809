"""Runs of series of games without a sandbox: first moves, breakdowns, faults of the grader."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from gograde.arena.analysis.judged_game import analyse
from gograde.arena.game.protocol_files import read_input
from gograde.arena.game.record import GameRecord
from gograde.arena.game.rules import COURSE
from gograde.arena.game.second_referee import confirm
from gograde.arena.series import GAMES, SERIES_SCHEMA, Budget, Rules, Series, batch_of, played_of
from gograde.authoring.assignment import Batch
from gograde.codec import of_json, replace
from gograde.errors import JudgeError
from gograde.go.notation import Malformed
from gograde.go.position import Position
from gograde.grading.contracts.game import BROKEN_DOWN, ENDED, UNTESTED, Entrant, MoveUsage, run_series
from gograde.grading.facts import BatchRun
from gograde.sandbox.protocol import Ended, Job, RunResult, StagedFile
from gograde.scoring.verdict import Verdict

LINE = ((0.2, 0.0), (0.8, 1.0))
RULES = Rules(first=4, marks={"random": LINE, "greedy": LINE})
Program = Callable[[Position, dict[str, bytes]], RunResult]


def result(**changes: object) -> RunResult:
    plain = RunResult("played", 0, None, None, 0.25, 0.5, 9000, b"", b"", 0, 0, {}, {})
    return replace(plain, **changes)  # type: ignore[arg-type]


def said(text: str, **changes: object) -> RunResult:
    return result(files={"output.txt": text.encode(), **dict(changes.pop("files", {}))}, **changes)  # type: ignore[call-overload]


@dataclass
class Played:
    """A back end in which a function plays instead of a program; some of its runs fail."""

    program: Program
    failing: set[int] = field(default_factory=set)
    runs: int = 0
    name: str = "played"

    def run(self, job: Job) -> RunResult:
        self.runs += 1
        if self.runs in self.failing:
            raise JudgeError("sandbox", "it fell over", "stand it up")
        files = {file.path: file.data for file in job.files}
        position = read_input(files["input.txt"])
        assert not isinstance(position, Malformed)
        return self.program(position, files)


def first_legal(position: Position, _: dict[str, bytes]) -> RunResult:
    points = position.legal_points()
    return said(f"{points[0].row},{points[0].column}" if points else "PASS")


def batch(name: str, opponent: str = "random", games: int = 8) -> Batch:
    return batch_of(name, series(opponent, games), public=False)


def series(opponent: str = "random", games: int = 8) -> Series:
    return Series(schema_=SERIES_SCHEMA, opponent=opponent, games=games, seed=77)


def run(
    backend: Played, *batches: Batch, language: str = "python", stop_after: int = 1, rules: Rules = RULES
) -> list[BatchRun]:
    job = Job(("./x",), (StagedFile("x", b"#!", True),))
    return run_series(batches, rules, Entrant(job, "0" * 64, language, backend), stop_after)


def games(one: BatchRun) -> list[GameRecord]:
    assert one.result is not None
    return [of_json(GameRecord, line) for line in one.result.files[GAMES].splitlines()]


def test_a_series_is_a_run_with_its_games_as_a_file() -> None:
    (one,) = run(Played(first_legal), batch("01"))
    assert (one.batch, one.verdict, one.message) == ("01", Verdict.AC, "")
    records = games(one)
    assert 4 <= len(records) <= 8
    assert len(records) % 2 == 0
    assert {record.black.name for record in records} == {"program", "random"}
    assert one.result is not None
    played = played_of(series(), one.result.files[GAMES])
    assert [each.fixture.swapped for each in played] == [False, True] * (len(records) // 2)
    assert [each.fixture.pair.round for each in played] == [n // 2 for n in range(len(records))]


def test_times_are_added_up_and_the_largest_memory_is_kept() -> None:
    (one,) = run(Played(first_legal), batch("01"))
    assert one.result is not None
    plies = sum(len(record.moves[(record.black.name != "program") :: 2]) for record in games(one))
    assert one.result.cpu_s == pytest.approx(0.25 * plies)
    assert one.result.wall_s == pytest.approx(0.5 * plies)
    assert one.result.max_rss_kib == 9000
    assert (one.result.exit_code, one.result.killed_for, one.result.stdout) == (0, None, b"")


def test_the_same_series_is_played_again_game_by_game() -> None:
    once, again = (run(Played(first_legal), batch("01"))[0] for _ in range(2))
    assert games(once) == games(again)


def test_a_program_that_cannot_move_is_told_once_and_plays_no_game() -> None:
    backend = Played(lambda *_: result())
    runs = run(backend, batch("01"), batch("02", "greedy"), batch("03"))
    assert backend.runs == 2
    assert [(one.batch, one.verdict) for one in runs] == [
        ("01", Verdict.NO),
        ("02", Verdict.SK),
        ("03", Verdict.SK),
    ]
    assert runs[0].message == "first moves: no answer, it wrote no output.txt"
    assert runs[1].message == UNTESTED
    assert runs[0].result is not None
    assert GAMES not in runs[0].result.files


def only_black(position: Position, files: dict[str, bytes]) -> RunResult:
    return first_legal(position, files) if position.to_play == 1 else said("0,0 or so")


def test_a_first_move_as_one_colour_is_told_with_the_colour() -> None:
    (one,) = run(Played(only_black), batch("01"))
    told = "output.txt: '0,0 or so' is no answer; write one line, PASS or row,column"
    assert (one.verdict, one.message) == (Verdict.WA, f"first moves: as white: unreadable answer, {told}")


@pytest.mark.parametrize(
    ("answered", "verdict"),
    [
        (result(killed_for=Ended.CPU, signal=9, exit_code=None), Verdict.TLE),
        (result(killed_for=Ended.MEMORY, signal=9, exit_code=None), Verdict.MLE),
        (result(killed_for=Ended.STDOUT, signal=9, exit_code=None), Verdict.OLE),
        (result(killed_for=Ended.PROCESSES, signal=9, exit_code=None), Verdict.RTE),
        (result(exit_code=1, stderr=b"ValueError: no"), Verdict.RTE),
        (result(exit_code=1, stderr=b"SyntaxError: no"), Verdict.CE),
        (result(violations=("session: setsid",)), Verdict.SV),
        (said("7,7"), Verdict.IM),
    ],
)
def test_first_moves_that_fail_have_a_verdict_of_their_kind(answered: RunResult, verdict: Verdict) -> None:
    (one,) = run(Played(lambda *_: answered), batch("01"))
    assert one.verdict is verdict


def test_a_syntax_error_is_one_of_python_alone() -> None:
    answered = result(exit_code=1, stderr=b"SyntaxError: no")
    (one,) = run(Played(lambda *_: answered), batch("01"), language="shell")
    assert one.verdict is Verdict.RTE


def crashes_later(position: Position, files: dict[str, bytes]) -> RunResult:
    """Dies on its third move."""
    count = int(files.get("count", b"0")) + 1
    if count == 3:
        return result(exit_code=1, stderr=b"ValueError: tired")
    point = position.legal_points()[0]
    return said(f"{point.row},{point.column}", files={"count": str(count).encode()})


def test_three_same_faults_in_a_row_end_all_series() -> None:
    runs = run(Played(crashes_later), batch("01"), batch("02", "greedy"))
    assert [record.termination for record in games(runs[0])] == ["crashed"] * 4
    assert (runs[0].verdict, runs[0].message) == (
        Verdict.RTE,
        "stopped after 3 games in a row lost by: crashed",
    )
    assert (runs[1].verdict, runs[1].message, runs[1].result) == (Verdict.SK, BROKEN_DOWN, None)


def test_a_package_may_go_on_after_a_breakdown() -> None:
    runs = run(Played(crashes_later), batch("01"), batch("02", "greedy"), batch("03"), stop_after=2)
    assert [one.verdict for one in runs] == [Verdict.RTE, Verdict.RTE, Verdict.SK]


SLOW = Rules(first=4, marks=RULES.marks, budget=Budget(game_s=150, series_s=20))


def slow(position: Position, files: dict[str, bytes]) -> RunResult:
    return replace(first_legal(position, files), cpu_s=1.0, wall_s=2.0)


LATE = "no more games, since those before took more than 20 s"


def test_a_program_that_has_used_all_its_time_plays_no_more_and_has_no_verdict() -> None:
    """A game has twelve moves of a second each; only whole pairs count."""
    runs = run(Played(slow), batch("01"), batch("02", "greedy"), stop_after=9, rules=SLOW)
    assert [(one.verdict, one.message, len(games(one))) for one in runs] == [
        (Verdict.SK, LATE, 2),
        (Verdict.SK, LATE, 0),
    ]


def test_every_series_has_its_least_games_before_any_has_more() -> None:
    """Two series of 4 to 8 games: 12 s a game are enough for the first four of both, and a pair more."""
    enough = replace(SLOW, budget=Budget(series_s=110))
    runs = run(Played(slow), batch("01"), batch("02", "greedy"), rules=enough)
    late = "no more games, since those before took more than 110 s"
    assert [(one.verdict, one.message, len(games(one))) for one in runs] == [
        (Verdict.AC, late, 6),
        (Verdict.AC, late, 4),
    ]


def test_when_the_time_ends_with_a_series_it_is_whole_and_the_next_ones_are_skipped() -> None:
    games = Series(schema_=SERIES_SCHEMA, opponent="random", games=2, seed=77)
    batches = (batch_of(f"0{number}", games, public=False) for number in range(3))
    runs = run(Played(slow), *batches, stop_after=9, rules=replace(SLOW, first=2))
    assert [(one.verdict, one.message) for one in runs] == [
        (Verdict.AC, ""),
        (Verdict.SK, LATE),
        (Verdict.SK, LATE),
    ]


def crashes_in_game_five(seen: list[str]) -> Program:
    """Fails from the fifth game of the first series on; its files tell it apart from first moves."""

    def play(position: Position, files: dict[str, bytes]) -> RunResult:
        if "count" not in files:
            seen.append("game")
        if len(seen) > 2 + 8 and len(seen) <= 2 + 11:
            return result(exit_code=1)
        return replace(
            first_legal(position, files), files={**first_legal(position, files).files, "count": b"1"}
        )

    return play


def test_a_breakdown_in_further_games_leaves_the_other_series_as_they_are() -> None:
    runs = run(Played(crashes_in_game_five([])), batch("01"), batch("02", "greedy"))
    assert (runs[0].verdict, len(games(runs[0]))) == (Verdict.RTE, 8)
    assert (runs[1].verdict, runs[1].message, len(games(runs[1]))) == (Verdict.AC, ENDED, 4)


def passes_first(position: Position, files: dict[str, bytes]) -> RunResult:
    """Passes on ply 1, and plays on as anybody else."""
    stones = any(files["input.txt"].split()[row] != b"00000" for row in range(6, 11))
    return first_legal(position, files) if stones or position.to_play != 1 else said("PASS")


@pytest.mark.parametrize("ends", [True, False])
def test_a_first_pass_ends_the_game_or_not_as_the_package_says(ends: bool) -> None:
    rules = replace(RULES, first_pass_ends=ends)
    (one,) = run(Played(passes_first), batch("01"), rules=rules)
    black = [record for record in games(one) if record.black.name == "program"]
    assert {record.first_pass_ends for record in games(one)} == {ends}
    assert all(record.moves[0] == "PASS" for record in black)
    assert {len(record.moves) == 1 for record in black} == {ends}
    for record in games(one):
        confirm(record)
        assert len(record.game.steps) == len(record.moves)
        assert analyse(record, 2).game == record.key


def test_the_time_of_a_game_is_that_of_the_package() -> None:
    short = replace(SLOW, budget=Budget(game_s=3))
    (one,) = run(Played(slow), batch("01"), rules=short)
    assert {(record.termination, record.reason) for record in games(one)} == {
        ("time", "more than 3 s in the whole game")
    }


def test_a_fault_of_ours_voids_the_game_and_it_is_played_again() -> None:
    quiet, shaken = Played(first_legal), Played(first_legal, {20})
    assert games(run(shaken, batch("01"))[0]) == games(run(quiet, batch("01"))[0])
    assert shaken.runs > quiet.runs


def test_a_fault_of_ours_in_the_first_moves_is_tried_again() -> None:
    (one,) = run(Played(first_legal, {1}), batch("01"))
    assert one.verdict is Verdict.AC


def test_a_sandbox_that_fails_twice_is_a_judge_error() -> None:
    with pytest.raises(JudgeError):
        run(Played(first_legal, set(range(20, 40))), batch("01"))


def test_what_was_tried_is_kept() -> None:
    one = result(violations=("b", "a"), max_rss_kib=5)
    total = MoveUsage("bwrap", [one, one]).total({})
    assert (total.violations, total.cpu_s, total.max_rss_kib) == (("a", "b"), 0.5, 5)
    assert MoveUsage("bwrap").total({}).max_rss_kib == 0


def test_a_series_does_not_hold_the_files_that_its_moves_leave() -> None:
    """A series of 40 games in which each move left 16 MiB took 26 GB of the grader's memory."""
    usage = MoveUsage("bwrap")
    usage.add(result(files={"table": b"x"}, stdout=b"y", stderr=b"z"))
    bot = Entrant(Job(("./x",)), "d1", "c", Played(first_legal)).bot(usage)
    bot.player(1).choose(COURSE.start)
    assert usage.results == [result(stderr=b"z"), result()]


def test_without_batches_nothing_is_run() -> None:
    assert run(Played(first_legal)) == []
