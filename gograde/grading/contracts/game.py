"""The contract `game`: a program is started for each move, reads `input.txt` and writes `output.txt`.

A batch is a series of games against a reference player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from gograde.arena.game.protocol_files import handed_out
from gograde.arena.series.series import Series, batch_of, rules_of, series_of
from gograde.authoring.assignment import Assignment, Batch
from gograde.grading.contracts.kind import Look, Task, run_limits
from gograde.grading.contracts.series_runs import Allowance, Entrant, run_series
from gograde.grading.facts import BatchRun
from gograde.intake.entry import Entry, Refusal, staged_submission
from gograde.intake.prepare import Program, prepare
from gograde.intake.starting.launch import Launch
from gograde.intake.submission import Submission
from gograde.package.config import AssignmentConfig, Contract
from gograde.package.package import Package, open_package, package_ids, package_path
from gograde.runtimes.runtime import runtime_of
from gograde.sandbox.protocol import Backend, Job, Limits, StagedFile

QUICK_GAMES = 2
"""Games of each series in a quick look: one as each colour."""

QUICK_S = 40
"""Seconds by the clock; with the last move, which may take 10 s, and what surrounds it, less than 60."""

UNLIMITED_S = 24 * 3600.0
"""Seconds of all series of a package that does not limit them."""


class GameContract:
    """Asks for one move at a time; the records of the games are the answer."""

    calls_apart = False

    finder = "gograde.intake.reading.programs:named_programs"

    def serve(self, task: Task) -> None:
        """Nothing: each player has a server of its own, by what it imports."""

    def beside(self) -> Mapping[str, bytes]:
        return handed_out()

    def started(self, entry: Entry, start: Launch) -> Launch:
        return start

    def quick_look(self, batches: Sequence[Batch]) -> Look | None:
        """The first two games of each series, one as each colour."""
        every = [(batch, series_of(batch)) for batch in batches]
        first = tuple(batch_of(one.name, few(series), public=one.public) for one, series in every)
        games, of = QUICK_GAMES * len(every), sum(series.games for _, series in every)
        words = (
            f"a quick look at {games} of {of} games, for at most {QUICK_S} s: it asks whether moves are "
            f"legal, and no points follow from it; --full plays all {of}"
        )
        return Look(first, QUICK_S, words) if games < of else None

    def asked(self, assignment: Assignment, batch: Batch) -> Mapping[str, bytes]:
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
    """A look at the first games of the series, which are the same games."""
    return series.model_copy(update={"games": QUICK_GAMES, "look": True})


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
    job = Job(
        argv=start.command(limits),
        files=(*staged_submission(files, program.entry, contract.answers, (*ours, *taken)), *ours),
        limits=start.room.added(limits),
        readable=start.readable,
        hidden=start.hidden,
        env=start.env,
        harmless=start.harmless,
    )
    return MoveStart(job, tuple(program.reading.imports))
