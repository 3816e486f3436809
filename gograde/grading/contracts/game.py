"""The contract `game`: a program is started for each move, reads `input.txt` and writes `output.txt`.

A batch is a series of games against a reference player.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from statistics import fmean
from typing import Any

from gograde.arena.game.match import Bot, Match, play_match
from gograde.arena.game.protocol_files import INPUT, handed_out, write_input
from gograde.arena.players.reference import RANDOM, ReferenceBot
from gograde.arena.players.sandboxed import ProcessBot, depends_on_load, spent_s
from gograde.arena.players.self_test import self_test
from gograde.arena.rating.pairs import FAULTS_IN_A_ROW, Fixture, broken
from gograde.arena.schedule import gauntlet_fixtures
from gograde.arena.series import (
    GAMES,
    PROGRAM,
    VERDICTS,
    Series,
    SeriesGame,
    SeriesRules,
    batch_of,
    late_text,
    lines_of,
    rules_of,
    series_of,
)
from gograde.codec import replace, to_json
from gograde.core.assignment import Assignment, Batch
from gograde.core.verdict import Verdict, gravest
from gograde.go.player import Termination
from gograde.grading.contracts.kind import ContractKind, QuickLook, Task, Tell, run_limits, summed
from gograde.grading.facts import BatchRun
from gograde.intake.entry import Refusal, staged_submission
from gograde.intake.jobs import verdict_of
from gograde.intake.launch import Program, prepare
from gograde.intake.runtime import runtime_of
from gograde.intake.submission import Submission
from gograde.package.config import AssignmentConfig, Contract
from gograde.package.package import Package, open_package, package_ids, package_path
from gograde.sandbox.protocol import KEPT_BYTES, Backend, Ended, Job, Limits, RunResult, StagedFile

QUICK_GAMES = 2
"""Games of each series in a quick look: one as each colour."""

QUICK_S = 40
"""Seconds by the clock; with the last move, which may take 10 s, and what surrounds it, less than 60."""

UNLIMITED_S = 24 * 3600.0
"""Seconds of all series of a package that does not limit them."""


class GameContract(ContractKind):
    """Asks for one move at a time; the records of the games are the answer."""

    finder = "gograde.intake.reading.programs:named_programs"

    def beside(self) -> Mapping[str, bytes]:
        return handed_out()

    def quick_look(self, batches: Sequence[Batch]) -> QuickLook | None:
        """Two games for each series, one as each colour."""
        every = [(batch, series_of(batch)) for batch in batches]
        first = tuple(batch_of(one.name, few(series), public=one.public) for one, series in every)
        games, of = QUICK_GAMES * len(every), sum(series.games for _, series in every)
        words = (
            f"a quick look at {games} of {of} games, for at most {QUICK_S} s: it asks whether moves are "
            f"legal, and no points follow from it; --full plays all {of}"
        )
        return QuickLook(first, QUICK_S, words) if games < of else None

    def inputs(self, assignment: Assignment, batch: Batch) -> Mapping[str, bytes]:
        return assignment.write_batch(batch)

    def most_s(self, config: AssignmentConfig, batches: int) -> float:
        return rules_of(config.parameters).budget.series_s or UNLIMITED_S

    def parameters(self, config: AssignmentConfig) -> Mapping[str, Any]:
        return config.parameters

    def run(self, program: Program, task: Task) -> Sequence[BatchRun]:
        start = _move_start(program, task.config.contract, move_limits(task.config))
        allowance = Allowance(task.most_s)
        entrant = Entrant(
            *(start.job, program.sha256, program.entry.language, task.backend), start.imports, allowance
        )
        rules, stop_after = rules_of(task.config.parameters), task.config.stop_after
        return run_series(task.batches, rules, entrant, stop_after, task.tell)


KIND = GameContract()


def few(series: Series) -> Series:
    """A look at the program: a few games with the one player that every machine has."""
    return replace(series, opponent=RANDOM, games=QUICK_GAMES, look=True)


@dataclass(frozen=True)
class MoveStart:
    """How a program makes a move: the job without `input.txt`, and what may be imported before it starts."""

    job: Job
    imports: tuple[str, ...]


def move_start(
    submission: Submission, backend: Backend, package: Package, limits: Limits | None = None
) -> MoveStart | Refusal:
    """How a program makes a move, or the refusal of a submission without a program.

    `limits` default to those of the package.  Raises `JudgeError` when the sandbox fails.
    """
    config = package.config
    program = prepare(submission, config.contract, KIND, runtime_of(package), backend)
    if isinstance(program, Refusal):
        return program
    return _move_start(program, config.contract, limits or move_limits(config))


def move_limits(config: AssignmentConfig) -> Limits:
    """The limits of a move: of CPU time and, looser, by the clock; or the other way round."""
    limits = run_limits(config)
    if rules_of(config.parameters).clock == "wall":
        return replace(limits, cpu_s=limits.wall_s, wall_s=limits.cpu_s)
    return limits


@lru_cache(maxsize=1)
def shipped_game() -> Package:
    """The built-in package that has this contract."""
    packages = (open_package(package_path(name)) for name in package_ids())
    return next(package for package in packages if package.config.contract.kind == "game")


def _move_start(program: Program, contract: Contract, limits: Limits) -> MoveStart:
    files, start, ours = program.files, program.start, program.start.files
    # No submitted file or folder may have these names.
    taken = tuple(StagedFile(name, b"") for name in contract.answers)
    staged = (*staged_submission(files, program.entry, contract.answers, (*ours, *taken)), *ours)
    return MoveStart(start.job(limits, staged), tuple(program.reading.imports))


UNTESTED = "skipped, since the program failed the first moves"
BROKEN_DOWN = "skipped, since the program broke down in the games before"
ENDED = "no more games, since the program broke down in another series"


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
            **summed(self.results),
            files=files,
            violations=tuple(sorted(seen)),
            unlisted=tuple(sorted(unlisted)),
        )


class TimeIsUpError(Exception):
    """Ends a game of which nobody waits for the end, or whose end would say nothing of the program."""


@dataclass
class Allowance:
    """The seconds by the clock after which no move is asked for any more; with None there is no end.

    It ends, too, when a move fails by the clock, alone again, on a machine that others keep `busy`.
    """

    most_s: float | None = None
    clock: Callable[[], float] = time.monotonic
    moves: list[RunResult] = field(default_factory=list)
    busy: bool = False
    _in_doubt: bool = False

    def __post_init__(self) -> None:
        self._since = self.clock()

    @property
    def used_up(self) -> bool:
        return self.most_s is not None and (self.busy or self.clock() - self._since > self.most_s)

    def charge(self, result: RunResult, limits: Limits, *, first: bool) -> None:
        """Count a move; raises `TimeIsUpError` when it is the last; the `first` moves are all made."""
        self.moves.append(replace(result, files={}, stdout=b""))
        if self.most_s is None:
            return
        before = self._in_doubt
        ended = result.killed_for is Ended.WALL and result.delay_s is not None
        self._in_doubt = ended and depends_on_load(result, limits)
        self.busy = self.busy or (before and self._in_doubt)
        if self.busy or (not first and self.used_up):
            raise TimeIsUpError

    @property
    def words(self) -> str:
        """Why no more games are played."""
        if self.busy:
            return "no more games, since the machine was too busy to tell how long a move takes"
        cpu_s, wall_s = (fmean(getattr(one, name) for one in self.moves) for name in ("cpu_s", "wall_s"))
        moves = f"{len(self.moves)} moves took {wall_s:.1f} s each, {cpu_s:.1f} s of it CPU time"
        return f"no more games, since a quick look ends after {self.most_s:g} s: {moves}"


@dataclass(frozen=True)
class Entrant:
    """A playing submission: the job of one move, the submission's SHA-256, its language, its back end.

    `imports` may be imported before it starts; `allowance` is charged with every run.
    """

    job: Job
    digest: str
    language: str
    backend: Backend
    imports: tuple[str, ...] = ()
    allowance: Allowance = field(default_factory=Allowance)

    def bot(self, usage: MoveUsage, game_s: float | None = None, *, first: bool = False) -> ProcessBot:
        def seen(result: RunResult) -> None:
            usage.add(result)
            self.allowance.charge(result, self.job.limits, first=first)

        return ProcessBot(
            *(PROGRAM, self.digest, self.job, self.backend),
            imports=self.imports,
            game_s=game_s,
            seen=seen,
        )


def run_series(
    batches: Sequence[Batch],
    rules: SeriesRules,
    entrant: Entrant,
    stop_after: int,
    tell: Tell = lambda done, of, what: None,
) -> list[BatchRun]:
    """Test the program's first moves, then play every series: first the games that each must have, then more.

    No more games are played after `stop_after` series in which the program broke down, or when the time for
    all series is used up.  `tell` hears of each game.  Raises `JudgeError` when the sandbox fails twice in a
    game.
    """
    tell(0, 0, "first moves")
    failed = _first_moves(batches[0].name, entrant) if batches else None
    if failed is not None:
        why = failed.message if failed.verdict is Verdict.SK else UNTESTED
        return [failed, *(BatchRun(batch.name, Verdict.SK, why) for batch in batches[1:])]
    all_series = [_Playing(batch, rules, entrant, first=batch is batches[0]) for batch in batches]

    def over() -> bool:
        broken_down = sum(bool(each.fault) for each in all_series) >= stop_after
        return broken_down or entrant.allowance.used_up or late()

    def late() -> bool:
        most = rules.budget.series_s
        return most is not None and sum(each.spent_s for each in all_series) > most

    def check_progress() -> bool:
        """Whether it is over; else tell how far it is."""
        done, of = sum(len(each.played) for each in all_series), sum(each.games for each in all_series)
        if done < of:
            tell(done, of, f"game {done + 1}")
        return over()

    for least in (True, False):
        for each in all_series:
            if not check_progress():
                each.play(check_progress, least=least)
    return [each.run(late()) for each in all_series]


class _Playing:
    """A series while it is played; `played` are its games.  The first moves count for the `first` series."""

    def __init__(self, batch: Batch, rules: SeriesRules, entrant: Entrant, *, first: bool) -> None:
        self._batch, self._rules, self._series, self._first = batch, rules, series_of(batch), first
        self._allowance = entrant.allowance
        self._limits, self._usage = entrant.job.limits, MoveUsage(entrant.backend.name)
        bot = entrant.bot(self._usage, rules.budget.game_s)
        self._games = play_series(self._series, rules, bot)
        self.played: list[SeriesGame] = []

    @property
    def games(self) -> int:
        """The most games that it may have."""
        return self._series.games

    @property
    def fault(self) -> str:
        """The fault by which the program broke down in this series; empty without one."""
        return broken([each.game for each in self.played]).get(PROGRAM, "")

    @property
    def spent_s(self) -> float:
        """The seconds that the moves are charged with."""
        return self._usage.spent_s(self._limits)

    @property
    def _enough(self) -> bool:
        """Has the series the games that it must have?  A look has to see moves."""
        if self._series.look:
            return self._first or bool(self.played)
        return len(self.played) >= min(self._rules.first, self._series.games)

    def play(self, over: Callable[[], bool], *, least: bool) -> None:
        """Play until the series ends, or has `least` the games that it must have, or it is over.

        Only whole pairs count, so a pair that has begun is played to its end, unless the allowance ends it.
        """
        try:
            for each in self._games:
                self.played.append(each)
                ended = over()
                if each.fixture.swapped and (ended or (least and self._enough)):
                    return
        except TimeIsUpError:
            return

    def run(self, late: bool) -> BatchRun:
        """The run that came of it; `late` says that the time for all series is used up."""
        name, games = self._batch.name, [each.game for each in self.played]
        cut = self._allowance.used_up
        if not games and not late and not cut:
            return BatchRun(name, Verdict.SK, BROKEN_DOWN)
        result = self._usage.total({GAMES: lines_of(to_json(each.record) for each in self.played)})
        if self.fault:
            message = f"stopped after {FAULTS_IN_A_ROW} games in a row lost by: {self.fault}"
            told = replace(result, stderr=self.played[-1].record.reason.encode("utf-8", "replace"))
            return BatchRun(name, VERDICTS[Termination(self.fault)], message, told)
        if not gauntlet_fixtures(self._series.gauntlet(self._rules), PROGRAM, games):
            return BatchRun(name, Verdict.AC, "", result)
        stopped = self._allowance.words if cut else late_text(self._rules) if late else ENDED
        return BatchRun(name, Verdict.AC if self._enough else Verdict.SK, stopped, result)


def _first_moves(batch: str, entrant: Entrant) -> BatchRun | None:
    """The fault in the program's first moves, as a run of the first batch; None without a fault."""
    usage = MoveUsage(entrant.backend.name)
    try:
        test = self_test(entrant.bot(usage, first=True))
    except TimeIsUpError:
        return BatchRun(batch, Verdict.SK, entrant.allowance.words)
    if test.passed:
        return None
    verdict = gravest(VERDICTS[fault] for fault in test.faults)
    if verdict is Verdict.RTE:
        # A Python syntax error shows only when the program starts.
        verdict = gravest(verdict_of(each, entrant.language, entrant.job.limits)[0] for each in usage.results)
    said = b"".join(dict.fromkeys(each.stderr for each in usage.results))[:KEPT_BYTES]
    told = replace(usage.total({INPUT: write_input(test.before.position)}), stderr=said)
    return BatchRun(batch, verdict, f"first moves: {test.diagnosis}", told)


def play_series(series: Series, rules: SeriesRules, bot: ProcessBot) -> Iterator[SeriesGame]:
    """Play a series until its stopping rule is satisfied or the program breaks down."""
    gauntlet, opponent = series.gauntlet(rules), ReferenceBot(series.opponent)
    sides: dict[str, Bot] = {PROGRAM: bot, series.opponent: opponent}
    played: list[SeriesGame] = []
    while fixtures := gauntlet_fixtures(gauntlet, PROGRAM, [each.game for each in played]):
        for fixture in fixtures:
            record = play_match(_match(fixture, sides, rules))
            played.append(SeriesGame(fixture, record))
            yield played[-1]


def _match(fixture: Fixture, sides: Mapping[str, Bot], rules: SeriesRules) -> Match:
    black, white = sides[fixture.black], sides[fixture.white]
    return Match(black, white, fixture.pair.seed, rules=rules.game)
