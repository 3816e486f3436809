"""The kinds of contract by name, and their interface; each module is imported when a package needs it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from gograde.core.assignment import Assignment, Batch
from gograde.grading.facts import BatchRun
from gograde.intake.entry import Entry
from gograde.intake.launch import Launch, Program, Starts
from gograde.intake.runtime import Runtime
from gograde.package.config import AssignmentConfig, Contract
from gograde.sandbox.protocol import KIB, MIB, Backend, Limits, RunResult

Tell = Callable[[int, int, str], None]
"""Hears how much is done, of how much, and what is being done."""


def _untold(done: int, of: int, what: str) -> None:
    pass


@dataclass(frozen=True)
class Task:
    """Everything that the submissions of an assignment are run with.

    `tell` hears what is being done.  After `most_s` seconds, all runs together, nothing more is asked: for
    who only wants a look, since how much is asked then depends on the machine.
    """

    config: AssignmentConfig
    assignment: Assignment
    batches: tuple[Batch, ...]
    runtime: Runtime
    backend: Backend
    tell: Tell = _untold
    most_s: float | None = None


@dataclass(frozen=True)
class QuickLook:
    """A quick look at a submission: fewer batches or smaller ones, the most seconds, and what it is."""

    batches: tuple[Batch, ...]
    most_s: float
    words: str


class ContractKind(Starts, ABC):
    """How programs under one kind of contract are found, started, asked and run.

    `calls_apart` says whether each case of a batch is a run of its own, which can be asked alone.
    """

    calls_apart = False

    finder = "gograde.intake.reading.programs:programs"

    def serve(self, task: Task) -> None:
        """Start what the runs of all submissions are forked from, before processes are forked for each."""

    def beside(self) -> Mapping[str, bytes]:
        return {}

    def started(self, entry: Entry, start: Launch) -> Launch:
        return start

    def quick_look(self, batches: Sequence[Batch]) -> QuickLook | None:
        """A look that takes less than a minute; None where all batches take less."""
        return None

    @abstractmethod
    def inputs(self, assignment: Assignment, batch: Batch) -> Mapping[str, bytes]:
        """The input of a program in a batch, by file name; standard input has the empty name."""

    @abstractmethod
    def most_s(self, config: AssignmentConfig, batches: int) -> float:
        """The most seconds that the runs of a submission take, all together."""

    def parameters(self, config: AssignmentConfig) -> Mapping[str, Any]:
        """The parameters of the package that a run depends on."""
        return {}

    @abstractmethod
    def run(self, program: Program, task: Task) -> Sequence[BatchRun]:
        """A run for every batch, in order; raises `JudgeError` when the sandbox fails twice."""


def run_limits(config: AssignmentConfig) -> Limits:
    """The limits of one run in the sandbox's units."""
    limits = config.limits
    return Limits(
        cpu_s=limits.cpu_s,
        wall_s=limits.wall_s,
        memory_bytes=limits.memory_mib * MIB,
        processes=limits.processes,
        open_files=limits.open_files,
        file_bytes=limits.file_mib * MIB,
        work_bytes=limits.work_mib * MIB,
        work_files=limits.work_files,
        stdout_bytes=limits.stdout_kib * KIB,
        stderr_bytes=limits.stderr_kib * KIB,
    )


_MODULES: Mapping[str, str] = {
    "files": "gograde.grading.contracts.files",
    "stdio": "gograde.grading.contracts.files",
    "module": "gograde.grading.contracts.module",
    "game": "gograde.grading.contracts.game",
}
"""Each module holds its kind as `KIND`."""


def kind_of(contract: Contract) -> ContractKind:
    """The kind of the contract."""
    kind: ContractKind = import_module(code_of_kind(contract)).KIND
    return kind


def code_of_kind(contract: Contract) -> str:
    """The module of the contract's kind; runs under the contract depend on this code."""
    return _MODULES[contract.kind]


def summed(results: Sequence[RunResult]) -> dict[str, Any]:
    """What runs used together: the sums of the times, the largest memory."""
    return {
        "cpu_s": round(sum(result.cpu_s for result in results), 3),
        "wall_s": round(sum(result.wall_s for result in results), 3),
        "max_rss_kib": max((result.max_rss_kib for result in results), default=0),
    }
