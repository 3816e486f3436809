"""The contract `files`: a program reads files and writes files, or prints; one sandboxed run a batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from gograde.authoring.assignment import Assignment, Batch
from gograde.grading import captured_files
from gograde.grading.contracts.kind import Task, run_limits
from gograde.grading.facts import LIMIT_VERDICTS, SKIPPED, BatchRun
from gograde.grading.neutral_output import without_host_folders
from gograde.grading.run_pictures import drawn
from gograde.intake.entry import Entry, staged_submission
from gograde.intake.jobs import run_job, verdict_of
from gograde.intake.languages import Launch
from gograde.intake.prepare import Program
from gograde.intake.programs import programs
from gograde.package.config import AssignmentConfig, CollectConfig, Contract
from gograde.sandbox.protocol import KIB, Collect, Job, RunResult
from gograde.scoring.verdict import Verdict


class FilesContract:
    """The files of a batch are put beside the program, and what it writes and prints is its answer."""

    has_batch_limits = True

    def candidates(self, files: Mapping[str, bytes], contract: Contract) -> Sequence[str]:
        return programs(files, contract)

    def started(self, entry: Entry, start: Launch) -> Launch:
        return start

    def asked(self, assignment: Assignment, batch: Batch) -> Mapping[str, bytes]:
        return {"": assignment.stdin(batch), **{file.path: file.data for file in assignment.stage(batch)}}

    def parameters(self, config: AssignmentConfig) -> Mapping[str, Any]:
        return {}

    def run(self, program: Program, task: Task) -> Sequence[BatchRun]:
        """A run for every batch, until limits ended `stop_after` of them."""
        runs: list[BatchRun] = []
        for batch in task.batches:
            ended = sum(run.verdict in LIMIT_VERDICTS for run in runs)
            if ended >= task.config.stop_after:
                runs.append(BatchRun(batch.name, Verdict.SK, SKIPPED))
            else:
                runs.append(_run_batch(batch, program, task))
        return runs


KIND = FilesContract()


def _run_batch(batch: Batch, program: Program, task: Task) -> BatchRun:
    job, language = batch_job(batch, program, task), program.entry.language
    result = written(run_job(job, task.backend), job)
    if language == "python":
        result = without_host_folders(result)
    verdict, message = verdict_of(result, language, job.limits)
    # What a run left when a limit ended it depends on the moment.
    pictures = () if verdict in LIMIT_VERDICTS else drawn(result, partial(run_job, backend=task.backend))
    return BatchRun(batch.name, verdict, message, result, pictures)


def batch_job(batch: Batch, program: Program, task: Task) -> Job:
    """The job of one batch: the submission, then the boards over it."""
    contract, start = task.config.contract, program.start
    staged = (*start.files, *task.assignment.stage(batch))
    return Job(
        argv=start.argv,
        files=(*staged_submission(program.files, program.entry, contract.answers, staged), *staged),
        stdin=task.assignment.stdin(batch),
        limits=run_limits(task.config),
        collect=_collect(contract.collect),
        collect_first=_with_captured(_collect(contract.pictures)),
        readable=start.readable,
        hidden=start.hidden,
        env=start.env,
    )


def _collect(config: CollectConfig) -> Collect:
    return Collect(config.patterns, config.file_kib * KIB, config.files)


def _with_captured(pictures: Collect) -> Collect:
    """Where pictures are taken, those of windows and figures that were shown are taken too."""
    if not pictures.patterns:
        return pictures
    patterns = (*pictures.patterns, captured_files.PATTERN)
    return replace(pictures, patterns=patterns, files=pictures.files + captured_files.MOST)


def written(result: RunResult, job: Job) -> RunResult:
    """The result with what the program wrote: of a file put there before, only what it appended.

    A file that begins as it did before holds old words first, and those are no answers.
    """
    staged = {file.path: file.data for file in job.files}
    files = {
        name: data.removeprefix(staged.get(name, b""))
        for name, data in result.files.items()
        if staged.get(name) != data
    }
    return replace(result, files=files)
