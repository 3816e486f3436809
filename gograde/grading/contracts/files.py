"""The contract `files`: a program reads files, and writes files or prints; one sandboxed run a batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from gograde.authoring.assignment import Assignment, Batch
from gograde.grading import captured_files
from gograde.grading.contracts.kind import Look, Task, run_limits
from gograde.grading.facts import LIMIT_VERDICTS, SKIPPED, BatchRun
from gograde.grading.neutral_output import without_host_folders
from gograde.grading.run_pictures import drawn
from gograde.intake.entry import Entry, staged_submission
from gograde.intake.jobs import run_job, verdict_of, with_packages
from gograde.intake.prepare import Program
from gograde.intake.starting.launch import Launch
from gograde.package.config import AssignmentConfig, CollectConfig
from gograde.pictures.decode.names import VECTORS
from gograde.sandbox.protocol import KIB, Collect, Job, RunResult
from gograde.scoring.verdict import Verdict


class FilesContract:
    """Puts the files of a batch beside the program; the files it writes and its output are the answer."""

    has_batch_limits = True

    calls_apart = False

    finder = "gograde.intake.reading.programs:programs"

    def beside(self) -> Mapping[str, bytes]:
        return {}

    def started(self, entry: Entry, start: Launch) -> Launch:
        return start

    def quick_look(self, batches: Sequence[Batch]) -> Look | None:
        return None

    def asked(self, assignment: Assignment, batch: Batch) -> Mapping[str, bytes]:
        return {"": assignment.stdin(batch), **{file.path: file.data for file in assignment.stage(batch)}}

    def parameters(self, config: AssignmentConfig) -> Mapping[str, Any]:
        return {}

    def run(self, program: Program, task: Task) -> Sequence[BatchRun]:
        """A run for every batch; once limits ended `stop_after` runs, the others are skipped."""
        runs: list[BatchRun] = []
        for batch in task.batches:
            task.tell(len(runs), len(task.batches), batch.name)
            ended = sum(run.verdict in LIMIT_VERDICTS for run in runs)
            if ended >= task.config.stop_after:
                runs.append(BatchRun(batch.name, Verdict.SK, SKIPPED))
            else:
                runs.append(self.run_batch(batch, program, task))
        return runs

    def run_batch(self, batch: Batch, program: Program, task: Task) -> BatchRun:
        job, language = batch_job(batch, program, task), program.entry.language
        result = written(run_job(job, task.backend), job)
        if language == "python":
            result = without_host_folders(result, task.runtime)
        verdict, message = verdict_of(result, language, job.limits)
        message = with_packages(message, task.runtime.packages)
        # The pictures of a run that a limit ended depend on the moment it ended.
        pictures = () if verdict in LIMIT_VERDICTS else drawn(result, task.backend)
        return BatchRun(batch.name, verdict, message, result, pictures)


KIND = FilesContract()

FOLDERS = 4
"""Levels of folders in which pictures are looked for."""


def batch_job(batch: Batch, program: Program, task: Task) -> Job:
    """The job of one batch: the submission, and the batch's files over it."""
    contract, start, limits = task.config.contract, program.start, run_limits(task.config)
    staged = (*start.files, *task.assignment.stage(batch))
    return Job(
        argv=start.command(limits),
        files=(*staged_submission(program.files, program.entry, contract.answers, staged), *staged),
        stdin=task.assignment.stdin(batch),
        limits=start.room.added(limits),
        collect=_collect(contract.collect),
        collect_first=_with_captured(_collect(contract.pictures)),
        readable=start.readable,
        hidden=start.hidden,
        env=start.env,
        harmless=start.harmless,
    )


def _collect(config: CollectConfig) -> Collect:
    return Collect(config.patterns, config.file_kib * KIB, config.files)


def _with_captured(pictures: Collect) -> Collect:
    """Where pictures are collected, collect those in folders, and of windows and figures, too."""
    if not pictures.patterns:
        return pictures
    patterns = (*pictures.patterns, *captured_files.PATTERNS)
    files = pictures.files + captured_files.MOST
    return replace(pictures, patterns=patterns, files=files, depth=FOLDERS)


def written(result: RunResult, job: Job) -> RunResult:
    """The result with only the bytes that the program wrote: for a staged file, the bytes it appended.

    The old content of a staged file is not an answer, and a report that was handed in is no picture.
    """
    staged = {file.path: file.data for file in job.files}
    files = {
        name: data.removeprefix(staged.get(name, b""))
        for name, data in result.files.items()
        if staged.get(name) != data
    }
    refused = {
        name: why
        for name, why in result.refused.items()
        if name not in staged or not name.lower().endswith(VECTORS)
    }
    return replace(result, files=files, refused=refused)
