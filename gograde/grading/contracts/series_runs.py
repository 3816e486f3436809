"""Plays a submission's series of games and keeps the game records as facts.

A series is one run for grading; it consists of a sandboxed run for each move of the program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gograde.arena.game.bot import Bot
from gograde.arena.game.five_by_five import Termination
from gograde.arena.game.match import Match, play_match
from gograde.arena.game.record import to_line
from gograde.arena.players.reference import ReferenceBot
from gograde.arena.players.sandboxed import ProcessBot, spent_s
from gograde.arena.players.self_test import self_test
from gograde.arena.rating.pairs import FAULTS_IN_A_ROW, Fixture, broken
from gograde.arena.schedule.gauntlet import gauntlet_fixtures
from gograde.arena.series.series import (
    GAMES,
    PROGRAM,
    VERDICTS,
    Rules,
    Series,
    SeriesGame,
    late_text,
    lines_of,
    series_of,
)
from gograde.authoring.assignment import Batch
from gograde.grading.facts import BatchRun
from gograde.intake.jobs import verdict_of
from gograde.sandbox.protocol import Backend, Job, Limits, RunResult
from gograde.scoring.verdict import Verdict, gravest

UNTESTED = "skipped, since the program failed the first moves"
BROKEN_DOWN = "skipped, since the program broke down in the games before"
OUT_OF_TIME = "skipped, since the program had used all its time in the games before"


@dataclass
class MoveUsage:
    """The resources that the runs of a program's moves used."""

    backend: str
    results: list[RunResult] = field(default_factory=list)

    def add(self, result: RunResult) -> None:
        """Add a run without its files: a series has hundreds of runs, each with up to 64 MiB of files."""
        self.results.append(replace(result, files={}, stdout=b""))

    def spent_s(self, limits: Limits) -> float:
        """The seconds that all runs are charged with."""
        return sum(spent_s(result, limits) for result in self.results)

    def total(self, files: Mapping[str, bytes]) -> RunResult:
        """All runs as one successful run that left `files`: the sum of the times, the largest memory."""
        seen = {violation for result in self.results for violation in result.violations}
        unlisted = {number for result in self.results for number in result.unlisted}
        return RunResult(
            backend=self.backend,
            exit_code=0,
            signal=None,
            killed_for=None,
            cpu_s=round(sum(result.cpu_s for result in self.results), 3),
            wall_s=round(sum(result.wall_s for result in self.results), 3),
            max_rss_kib=max((result.max_rss_kib for result in self.results), default=0),
            stdout=b"",
            stderr=b"",
            stdout_bytes=0,
            stderr_bytes=0,
            files=files,
            refused={},
            violations=tuple(sorted(seen)),
            unlisted=tuple(sorted(unlisted)),
        )


@dataclass
class Allowance:
    """The seconds that a program may use in all its games (None: no bound), and the seconds used."""

    most_s: float | None
    used_s: float = 0.0

    @property
    def used_up(self) -> bool:
        return self.most_s is not None and self.used_s > self.most_s


@dataclass(frozen=True)
class Entrant:
    """A playing submission: the job of one move, the submission's SHA-256, its language, its back end.

    `imports` may be imported before it starts.
    """

    job: Job
    digest: str
    language: str
    backend: Backend
    imports: tuple[str, ...] = ()

    def bot(self, usage: MoveUsage, game_s: float | None = None) -> ProcessBot:
        return ProcessBot(
            *(PROGRAM, self.digest, self.job, self.backend),
            imports=self.imports,
            game_s=game_s,
            seen=usage.add,
        )


def run_series(batches: Sequence[Batch], rules: Rules, entrant: Entrant, stop_after: int) -> list[BatchRun]:
    """Test the program's first moves, then play every series.

    A series is skipped after `stop_after` failed series, or when the time for all series is used up.
    Raises `JudgeError` when the sandbox fails twice in a game.
    """
    failed = _first_moves(batches[0].name, entrant) if batches else None
    if failed is not None:
        return [failed, *(BatchRun(batch.name, Verdict.SK, UNTESTED) for batch in batches[1:])]
    runs: list[BatchRun] = []
    allowance = Allowance(rules.budget.series_s)
    for batch in batches:
        if allowance.used_up:
            runs.append(_unplayed(batch, rules, runs))
        elif sum(run.verdict is not Verdict.AC for run in runs) >= stop_after:
            runs.append(BatchRun(batch.name, Verdict.SK, BROKEN_DOWN))
        else:
            runs.append(_run_one(batch, rules, entrant, allowance))
    return runs


def _unplayed(batch: Batch, rules: Rules, before: Sequence[BatchRun]) -> BatchRun:
    """A series without time left: TLE, or SK when an earlier run already has TLE."""
    if any(run.verdict is Verdict.TLE for run in before):
        return BatchRun(batch.name, Verdict.SK, OUT_OF_TIME)
    return BatchRun(batch.name, Verdict.TLE, late_text(rules))


def _first_moves(batch: str, entrant: Entrant) -> BatchRun | None:
    """The fault in the program's first moves, as a run of the first batch; None without a fault."""
    usage = MoveUsage(entrant.backend.name)
    test = self_test(entrant.bot(usage))
    if test.passed:
        return None
    verdict = gravest(VERDICTS[fault] for fault in test.faults)
    if verdict is Verdict.RTE:
        # A Python syntax error shows only when the program starts.
        verdict = gravest(verdict_of(each, entrant.language, entrant.job.limits)[0] for each in usage.results)
    return BatchRun(batch, verdict, f"first moves: {test.diagnosis}", usage.total({}))


def _run_one(batch: Batch, rules: Rules, entrant: Entrant, allowance: Allowance) -> BatchRun:
    usage, series = MoveUsage(entrant.backend.name), series_of(batch)
    before, played = allowance.used_s, list[SeriesGame]()
    for each in play_series(series, rules, entrant.bot(usage, rules.budget.game_s)):
        played.append(each)
        allowance.used_s = before + usage.spent_s(entrant.job.limits)
        if allowance.used_up and each.fixture.swapped:  # only whole pairs count
            break
    result = usage.total({GAMES: lines_of(to_line(each.record) for each in played)})
    games = [each.game for each in played]
    fault = broken(games).get(PROGRAM)
    if fault is not None:
        message = f"stopped after {FAULTS_IN_A_ROW} games in a row lost by: {fault}"
        told = replace(result, stderr=played[-1].record.reason.encode("utf-8", "replace"))
        return BatchRun(batch.name, VERDICTS[Termination(fault)], message, told)
    if gauntlet_fixtures(series.gauntlet(rules), PROGRAM, games):
        return BatchRun(batch.name, Verdict.TLE, late_text(rules), result)
    return BatchRun(batch.name, Verdict.AC, "", result)


def play_series(series: Series, rules: Rules, bot: ProcessBot) -> Iterator[SeriesGame]:
    """Play a series until its stopping rule is satisfied or the program breaks down."""
    gauntlet, opponent = series.gauntlet(rules), ReferenceBot(series.opponent)
    sides: dict[str, Bot] = {PROGRAM: bot, series.opponent: opponent}
    played: list[SeriesGame] = []
    while fixtures := gauntlet_fixtures(gauntlet, PROGRAM, [each.game for each in played]):
        for fixture in fixtures:
            record = play_match(_match(fixture, sides))
            played.append(SeriesGame(fixture, record))
            yield played[-1]


def _match(fixture: Fixture, sides: Mapping[str, Bot]) -> Match:
    return Match(sides[fixture.black], sides[fixture.white], fixture.pair.seed)
