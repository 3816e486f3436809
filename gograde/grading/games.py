"""Plays a submission's series of games, and keeps the records as facts.

A series is a run of its own, made of as many sandboxed runs as the program makes moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gograde.arena.bots import Bot, ReferenceBot
from gograde.arena.game import Termination
from gograde.arena.gauntlet import gauntlet_fixtures
from gograde.arena.match import Match, play_match
from gograde.arena.pairs import FAULTS_IN_A_ROW, Fixture, broken
from gograde.arena.process import ProcessBot
from gograde.arena.record import to_line
from gograde.arena.self_test import self_test
from gograde.assignments.base import Batch
from gograde.assignments.little_go_series import (
    GAMES,
    PROGRAM,
    VERDICTS,
    Rules,
    Series,
    SeriesGame,
    lines_of,
    series_of,
)
from gograde.grading.entry import Entry, staged_submission
from gograde.grading.facts import BatchRun, verdict_of
from gograde.grading.languages import Launch
from gograde.grading.programs import language_of
from gograde.package.model import Contract
from gograde.sandbox.protocol import OURS, Backend, Job, Limits, RunResult, StagedFile
from gograde.scoring.verdict import Verdict, gravest

UNTESTED = "skipped, since the program failed the first moves"
BROKE = "skipped, since the program broke down in the games before"

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


@dataclass(frozen=True)
class Entrant:
    """A submission that plays: its job of one move, the hash of what was handed in, where it runs."""

    job: Job
    digest: str
    language: str
    backend: Backend

    def bot(self, meter: Meter) -> ProcessBot:
        return ProcessBot(PROGRAM, self.digest, self.job, self.backend, seen=meter.results.append)


def run_series(batches: Sequence[Batch], rules: Rules, entrant: Entrant, stop_after: int) -> list[BatchRun]:
    """The first moves, then every series; a program that breaks down in `stop_after` of them plays no more.

    Raises `JudgeError` when the sandbox fails twice in a game.
    """
    failed = _first_moves(batches[0].name, entrant) if batches else None
    if failed is not None:
        return [failed, *(BatchRun(batch.name, Verdict.SK, UNTESTED) for batch in batches[1:])]
    runs: list[BatchRun] = []
    for batch in batches:
        if sum(run.verdict is not Verdict.AC for run in runs) >= stop_after:
            runs += [BatchRun(rest.name, Verdict.SK, BROKE) for rest in batches[len(runs) :]]
            break
        runs.append(_run_one(batch, rules, entrant))
    return runs


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


def _run_one(batch: Batch, rules: Rules, entrant: Entrant) -> BatchRun:
    meter = Meter(entrant.backend.name)
    played = list(play_series(series_of(batch), rules, entrant.bot(meter)))
    result = meter.total({GAMES: lines_of(to_line(each.record) for each in played)})
    fault = broken([each.game for each in played]).get(PROGRAM)
    if fault is None:
        return BatchRun(batch.name, Verdict.AC, "", result)
    message = f"stopped after {FAULTS_IN_A_ROW} games in a row lost by: {fault}"
    return BatchRun(batch.name, VERDICTS[Termination(fault)], message, result)


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
