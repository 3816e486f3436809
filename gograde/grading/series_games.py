"""Plays a submission's series of games, and keeps the records as facts.

A series is a run of its own, made of as many sandboxed runs as the program makes moves.
"""

from __future__ import annotations

import re
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
from gograde.assignments.little_go.series import (
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
from gograde.grading.facts import BatchRun, verdict_of
from gograde.intake.entry import Entry, staged_submission
from gograde.intake.languages import Launch
from gograde.intake.programs import language_of
from gograde.package.config import Contract
from gograde.sandbox.protocol import OURS, Backend, Job, Limits, RunResult, StagedFile
from gograde.scoring.verdict import Verdict, gravest

UNTESTED = "skipped, since the program failed the first moves"
BROKE = "skipped, since the program broke down in the games before"
TIRED = "skipped, since the program had used all its time in the games before"

_STAND_INS = (f"{OURS}/sitecustomize.py", f"{OURS}/_old_libraries.py")
"""What helps programs for older numpy."""

_SHOWS = re.compile(rb"turtle|tkinter|matplotlib|pylab|pygame|cv2|\bPIL\b", re.IGNORECASE)
"""Speaks of a library for which there are more stand-ins; few players do, and each file costs time."""


def player_job(
    files: Mapping[str, bytes], entry: Entry, start: Launch, contract: Contract, limits: Limits
) -> Job:
    """The job of one move, without `input.txt`."""
    shows = any(language_of(path) == "python" and _SHOWS.search(data) for path, data in files.items())
    ours = tuple(file for file in start.files if shows or _is_needed(file))
    # Names that nothing handed in may have, be it a folder.
    taken = tuple(StagedFile(name, b"") for name in contract.answers)
    own = staged_submission(files, entry, contract.answers, (*ours, *taken))
    return Job(
        argv=start.argv,
        files=(*own, *ours),
        limits=limits,
        readable=start.readable,
        hidden=start.hidden,
        env=start.env,
    )


def _is_needed(file: StagedFile) -> bool:
    return not file.path.startswith(f"{OURS}/") or file.path in _STAND_INS or file.executable


@dataclass
class Meter:
    """Adds up what the runs of moves used."""

    backend: str
    results: list[RunResult] = field(default_factory=list)

    def add(self, result: RunResult) -> None:
        """Take a run in, without its files: a series has hundreds of runs, and each may leave 64 MiB."""
        self.results.append(replace(result, files={}, stdout=b""))

    def spent_s(self, limits: Limits) -> float:
        """Seconds that all runs were charged."""
        return sum(spent_s(result, limits) for result in self.results)

    def total(self, files: Mapping[str, bytes]) -> RunResult:
        """All runs as one that ended well and left these files: times added up, the largest memory."""
        seen = {violation for result in self.results for violation in result.violations}
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
            repeated=any(result.repeated for result in self.results),
        )


@dataclass
class Purse:
    """The seconds that a program may use in all its games, None without end, and what it has used of them."""

    most_s: float | None
    used_s: float = 0.0

    @property
    def empty(self) -> bool:
        return self.most_s is not None and self.used_s > self.most_s


@dataclass(frozen=True)
class Entrant:
    """A submission that plays: its job of one move, the hash of what was handed in, where it runs."""

    job: Job
    digest: str
    language: str
    backend: Backend

    def bot(self, meter: Meter, game_s: float | None = None) -> ProcessBot:
        return ProcessBot(PROGRAM, self.digest, self.job, self.backend, game_s=game_s, seen=meter.add)


def run_series(batches: Sequence[Batch], rules: Rules, entrant: Entrant, stop_after: int) -> list[BatchRun]:
    """The first moves, then every series; a program that breaks down in `stop_after` of them plays no more.

    Nor does one that has used the time of all series.  Raises `JudgeError` when the sandbox fails twice in a
    game.
    """
    failed = _first_moves(batches[0].name, entrant) if batches else None
    if failed is not None:
        return [failed, *(BatchRun(batch.name, Verdict.SK, UNTESTED) for batch in batches[1:])]
    runs: list[BatchRun] = []
    purse = Purse(rules.budget.series_s)
    for batch in batches:
        if purse.empty:
            runs.append(_unplayed(batch, rules, runs))
        elif sum(run.verdict is not Verdict.AC for run in runs) >= stop_after:
            runs.append(BatchRun(batch.name, Verdict.SK, BROKE))
        else:
            runs.append(_run_one(batch, rules, entrant, purse))
    return runs


def _unplayed(batch: Batch, rules: Rules, before: Sequence[BatchRun]) -> BatchRun:
    """A series for which no time is left: one has the verdict for it, those that follow are skipped."""
    if any(run.verdict is Verdict.TLE for run in before):
        return BatchRun(batch.name, Verdict.SK, TIRED)
    return BatchRun(batch.name, Verdict.TLE, late_text(rules))


def _first_moves(batch: str, entrant: Entrant) -> BatchRun | None:
    """What was wrong with the program's first moves, as the run of the first batch; None when nothing."""
    meter = Meter(entrant.backend.name)
    test = self_test(entrant.bot(meter))
    if test.passed:
        return None
    verdict = gravest(VERDICTS[fault] for fault in test.faults)
    if verdict is Verdict.RTE:
        # A syntax error of Python shows when the program is started.
        verdict = gravest(verdict_of(each, entrant.language, entrant.job.limits)[0] for each in meter.results)
    return BatchRun(batch, verdict, f"first moves: {test.diagnosis}", meter.total({}))


def _run_one(batch: Batch, rules: Rules, entrant: Entrant, purse: Purse) -> BatchRun:
    meter, series = Meter(entrant.backend.name), series_of(batch)
    before, played = purse.used_s, list[SeriesGame]()
    for each in play_series(series, rules, entrant.bot(meter, rules.budget.game_s)):
        played.append(each)
        purse.used_s = before + meter.spent_s(entrant.job.limits)
        if purse.empty and each.fixture.swapped:  # only whole pairs count
            break
    result = meter.total({GAMES: lines_of(to_line(each.record) for each in played)})
    games = [each.game for each in played]
    fault = broken(games).get(PROGRAM)
    if fault is not None:
        message = f"stopped after {FAULTS_IN_A_ROW} games in a row lost by: {fault}"
        return BatchRun(batch.name, VERDICTS[Termination(fault)], message, result)
    if gauntlet_fixtures(series.gauntlet(rules), PROGRAM, games):
        return BatchRun(batch.name, Verdict.TLE, late_text(rules), result)
    return BatchRun(batch.name, Verdict.AC, "", result)


def play_series(series: Series, rules: Rules, bot: ProcessBot) -> Iterator[SeriesGame]:
    """The games of a series, until its rule is satisfied or the program breaks down."""
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
