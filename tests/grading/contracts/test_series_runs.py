"""Runs of series of games without a sandbox: first moves, breakdowns, faults of the grader."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from gograde.arena.game.protocol_files import read_input
from gograde.arena.game.record import GameRecord
from gograde.arena.game.rules import COURSE
from gograde.arena.game.second_referee import confirm
from gograde.arena.judged_game import analyse
from gograde.arena.series import GAMES, SERIES_SCHEMA, Budget, Series, SeriesRules, batch_of, played_of
from gograde.codec import of_json, replace
from gograde.core.assignment import Batch
from gograde.core.verdict import Verdict
from gograde.errors import DataError, JudgeError
from gograde.go.notation import Malformed
from gograde.go.position import Position
from gograde.grading.contracts.game import Entrant, MoveUsage, move_limits, run_series, shipped_game
from gograde.grading.facts import BatchRun
from gograde.intake.entry import Refusal
from gograde.intake.reading.find import find_entry
from gograde.intake.reading.programs import named_programs
from gograde.sandbox.protocol import Ended, Job, RunResult, StagedFile
from tests.golden import agrees, values_agree

LINE = ((0.2, 0.0), (0.8, 1.0))
RULES = SeriesRules(first=4, marks={"random": LINE, "greedy": LINE})
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
    backend: Played,
    *batches: Batch,
    language: str = "python",
    stop_after: int = 1,
    rules: SeriesRules = RULES,
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


def only_black(position: Position, files: dict[str, bytes]) -> RunResult:
    return first_legal(position, files) if position.to_play == 1 else said("0,0 or so")


def crashes_later(position: Position, files: dict[str, bytes]) -> RunResult:
    """Dies on its third move."""
    count = int(files.get("count", b"0")) + 1
    if count == 3:
        return result(exit_code=1, stderr=b"ValueError: tired")
    point = position.legal_points()[0]
    return said(f"{point.row},{point.column}", files={"count": str(count).encode()})


SLOW = SeriesRules(first=4, marks=RULES.marks, budget=Budget(game_s=150, series_s=20))


def slow(position: Position, files: dict[str, bytes]) -> RunResult:
    return replace(first_legal(position, files), cpu_s=1.0, wall_s=2.0)


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


def dies(**changes: Any) -> Program:
    return lambda *_: result(exit_code=None, signal=9, **changes)


def exits(stderr: bytes) -> Program:
    return lambda *_: result(exit_code=1, stderr=stderr)


TWO = (batch("01"), batch("02", "greedy"))
SHORT = tuple(batch(f"0{number}", games=2) for number in range(3))


def budget(**seconds: float) -> dict[str, Any]:
    return {"rules": replace(SLOW, budget=Budget(**seconds))}


SERIES: dict[str, tuple[Program, Sequence[Batch], dict[str, Any]]] = {
    "it cannot move: it is told once and plays no game": (lambda *_: result(), (*TWO, batch("03")), {}),
    "a first move as one colour": (only_black, TWO[:1], {}),
    **{f"killed for {one.value}": (dies(killed_for=one), TWO[:1], {})
       for one in (Ended.CPU, Ended.MEMORY, Ended.STDOUT, Ended.PROCESSES)},
    "it raises": (exits(b"ValueError: no"), TWO[:1], {}),
    "it is no Python": (exits(b"SyntaxError: no"), TWO[:1], {}),
    "a syntax error is one of Python alone": (exits(b"SyntaxError: no"), TWO[:1], {"language": "shell"}),
    "it does what is forbidden": (lambda *_: result(violations=("session: setsid",)), TWO[:1], {}),
    "it plays off the board": (lambda *_: said("7,7"), TWO[:1], {}),
    "three same faults in a row end all series": (crashes_later, TWO, {}),
    "a package may go on after a breakdown": (crashes_later, (*TWO, batch("03")), {"stop_after": 2}),
    # A game has twelve moves of a second each; only whole pairs count.
    "it has used all its time": (slow, TWO, {"stop_after": 9, "rules": SLOW}),
    # 12 s a game are enough for the first four games of both, and a pair more.
    "every series has its least games before any has more": (slow, TWO, budget(series_s=110)),
    "the time ends with a series": (slow, SHORT, {"stop_after": 9, "rules": replace(SLOW, first=2)}),
    "a breakdown in further games leaves the other series": (crashes_in_game_five([]), TWO, {}),
    "the time of a game is that of the package": (slow, TWO[:1], budget(game_s=3)),
    "no batches": (first_legal, (), {}),
}  # fmt: skip
"""Who plays, what, and how."""


def how_it_ended(game: GameRecord) -> str:
    return "by points" if game.termination == "points" else f"{game.termination}: {game.reason}"


def test_how_series_end() -> None:
    """The verdict of each, its message, and how its games ended; of a series without first moves, no file."""
    lines = []
    for name, (program, batches, how) in SERIES.items():
        backend = Played(program)
        lines.append(f"== {name}")
        for one in run(backend, *batches, **how):
            there = GAMES in one.result.files if one.result else False
            ends = [how_it_ended(game) for game in games(one)] if there else ["no file"]
            counted = ", ".join(f"{ends.count(end)} {end}" for end in dict.fromkeys(ends))
            lines.append(f"{one.batch} {one.verdict.value} {one.message}; {counted or 'no game'}")
        if backend.runs < 9:
            lines.append(f"{backend.runs} runs")
    agrees("grading/series.txt", "".join(f"{line}\n" for line in lines))


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


# -- the file of a submission that plays the 5x5 game ------------------------------------------


PLAYS = b"open('output.txt', 'w').write('PASS')\n"


def found(files: dict[str, bytes]) -> object:
    entry = find_entry(files, shipped_game().config.contract, named_programs)
    return entry.message if isinstance(entry, Refusal) else (entry.path, entry.language)


def test_a_players_name_decides() -> None:
    values_agree("grading/players.txt", found=found, PLAYS=PLAYS)


def test_the_strict_limit_of_a_move_is_that_of_processor_time_or_that_of_the_clock() -> None:
    config = shipped_game().config
    by_cpu = move_limits(config)
    assert (by_cpu.cpu_s, by_cpu.wall_s) == (10, 30)
    by_clock = move_limits(replace(config, parameters={**config.parameters, "clock": "wall"}))
    assert (by_clock.cpu_s, by_clock.wall_s) == (30, 10)
    assert by_clock.memory_bytes == by_cpu.memory_bytes
    with pytest.raises(DataError, match="parameters: clock: "):
        move_limits(replace(config, parameters={**config.parameters, "clock": "sun"}))
