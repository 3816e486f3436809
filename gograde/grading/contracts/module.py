"""The contract `module`: a function of a Python module is called for each case, in a process of its own.

The process shares nothing with the calls before and after it: it is told its call only, and what it says
counts for its call only.  The grader notes the answer after the process is dead, and the kernel counts its
CPU time.  So nothing has to be believed that a submission could forge to its use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain

from gograde.authoring.module import GIVEN, CallEnd, ModuleAssignment, files_of
from gograde.core.assignment import CALLER, Assignment, Batch
from gograde.core.verdict import Verdict
from gograde.errors import DataError
from gograde.grading.contracts.files import FilesContract, batch_job, without_host_folders
from gograde.grading.contracts.kind import Task, run_limits, summed
from gograde.grading.facts import LIMIT_VERDICTS, BatchRun
from gograde.intake.entry import Entry
from gograde.intake.jobs import run_job, verdict_of, with_packages
from gograde.intake.launch import Launch, Program, python_launch
from gograde.sandbox.protocol import KEPT_BYTES, Backend, Ended, Limits, RunResult
from gograde.sandbox.reader.ask import limit_text
from gograde.sandbox.warm import IDLE, Warm, may_fork

CALLER_NEEDS = (
    "importlib.machinery",
    "importlib.util",
    "json",
    "math",
    "os",
    "pathlib",
    "sys",
    "types",
    "typing",
)
"""What `inside/call.py` imports."""


class ModuleContract(FilesContract):
    """Like `files`; a batch is a run for each call, and the runs together have the limits of a batch."""

    calls_apart = True

    def serve(self, task: Task) -> None:
        start = python_launch(CALLER, task.runtime)
        with _forking(start, (), task.backend) as backend:
            if isinstance(backend, Warm):
                backend.wake(start.job(run_limits(task.config)))

    def started(self, entry: Entry, start: Launch) -> Launch:
        return replace(start, argv=(*start.argv[:-1], f"./{CALLER}", f"./{entry.name}"))

    def inputs(self, assignment: Assignment, batch: Batch) -> Mapping[str, bytes]:
        return {**super().inputs(assignment, batch), "call_s": f"{_of_calls(assignment).call_s}".encode()}

    def run(self, program: Program, task: Task) -> Sequence[BatchRun]:
        numpy = ("numpy",) if any(b"numpy" in data for data in program.files.values()) else ()
        with _forking(program.start, numpy, task.backend) as backend:
            return super().run(program, replace(task, backend=backend))

    def run_batch(self, batch: Batch, program: Program, task: Task) -> BatchRun:
        """A run for each call; TLE, and no answer, as soon as they exceed the limits of the batch."""
        limits = run_limits(task.config)
        call = replace(limits, cpu_s=_of_calls(task.assignment).call_s)
        results: list[RunResult] = []
        ends: list[CallEnd] = []
        for case in batch.cases:
            job = replace(batch_job(replace(batch, cases=(case,)), program, task), limits=call)
            result = without_host_folders(run_job(job, task.backend), task.runtime)
            results.append(result)
            verdict, message = verdict_of(result, "python", call)
            message = with_packages(message, task.runtime.packages)
            ends.append(CallEnd(case.id, verdict, message, result.files.get(GIVEN, b"")))
            if over := _over(results, limits):
                return BatchRun(batch.name, Verdict.TLE, limit_text(over, limits), _summed(results, over))
        return BatchRun(batch.name, *_common(ends), replace(_summed(results), files=files_of(ends)))


KIND = ModuleContract()


def _of_calls(assignment: Assignment) -> ModuleAssignment:
    if not isinstance(assignment, ModuleAssignment):
        what = "its contract is module, and its assignment is no ModuleAssignment"
        raise DataError(assignment.id, what, "make it of gograde.authoring.module.ModuleAssignment")
    return assignment


@contextmanager
def _forking(start: Launch, imports: tuple[str, ...], backend: Backend) -> Iterator[Backend]:
    """A back end that forks the processes of the calls where that is safe, since each costs a start."""
    if not may_fork(backend):
        yield backend
        return
    with IDLE.lent(CALLER, Warm(backend, (*CALLER_NEEDS, *imports), start.files)) as warm:
        yield warm


def _over(results: Sequence[RunResult], limits: Limits) -> Ended | None:
    """The limit of a batch that its calls exceed; the clock is read without the wait for a CPU."""
    if sum(result.cpu_s for result in results) > limits.cpu_s:
        return Ended.CPU
    wall_s = sum(max(result.cpu_s, result.wall_s - (result.delay_s or 0.0)) for result in results)
    return Ended.WALL if wall_s > limits.wall_s else None


def _common(ends: Sequence[CallEnd]) -> tuple[Verdict, str]:
    """The end of a batch: that of its calls where all have failed alike, as without an import; else AC.

    A limit that ended calls is told of these calls only.
    """
    told = {(end.verdict, end.message) for end in ends}
    verdict, message = told.pop() if len(told) == 1 else (Verdict.AC, "")
    return (Verdict.AC, "") if verdict in LIMIT_VERDICTS else (verdict, message)


def _summed(results: Sequence[RunResult], over: Ended | None = None) -> RunResult:
    """All runs as one without files: what they used, and the output of those that no limit ended.

    What several wrote on standard error alike, such as the same crash, is there once.
    """
    whole = [result for result in results if result.killed_for is None]
    shown = whole[0] if whole else replace(results[0], exit_code=0, signal=None)
    return replace(
        shown,
        killed_for=over,
        **summed(results),
        stdout=b"".join(result.stdout for result in whole)[:KEPT_BYTES],
        stderr=b"".join(dict.fromkeys(result.stderr for result in whole))[:KEPT_BYTES],
        stdout_bytes=sum(result.stdout_bytes for result in results),
        stderr_bytes=sum(result.stderr_bytes for result in results),
        files={},
        refused={name: why for result in results for name, why in result.refused.items()},
        violations=_each(result.violations for result in results),
        unlisted=_each(result.unlisted for result in results),
    )


def _each(told: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Every word once, in the order of the first occurrences."""
    return tuple(dict.fromkeys(chain.from_iterable(told)))
