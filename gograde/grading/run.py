"""Runs a submission on its batches, one sandboxed run each, and keeps the facts."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from gograde.authoring.assignment import Assignment, Batch
from gograde.errors import JudgeError
from gograde.grading import window_files as shown
from gograde.grading.facts import (
    JUDGE_ERROR,
    LIMIT_VERDICTS,
    SKIPPED,
    TRANSLATED,
    BatchRun,
    HandedIn,
    RunRecord,
    Started,
    first_lines,
    for_log,
    limit_text,
    verdict_of,
)
from gograde.grading.printed import without_host_folders
from gograde.grading.run_pictures import drawn
from gograde.intake.entry import Entry, NoEntry, find_entry, staged_submission
from gograde.intake.languages import BUILD_LIMITS, PROGRAM, Launch, build_job, called, launch
from gograde.intake.programs import language_of
from gograde.intake.python_2 import is_python_2_program, python_files, translated, translation_job
from gograde.intake.remarks import left_out
from gograde.intake.submission import Submission
from gograde.package.config import AssignmentConfig, CollectConfig
from gograde.sandbox.protocol import BOX, KIB, MIB, Backend, Collect, Job, Limits, RunResult
from gograde.scoring.verdict import Verdict

OBJECT = re.compile(re.escape(bytes(BOX)) + rb"/cc\w{6}(\.\w+)")
"""A file between the compiler and the linker, whose name is another one each time."""


@dataclass(frozen=True)
class Task:
    """What every submission of an assignment is run on."""

    config: AssignmentConfig
    assignment: Assignment
    batches: tuple[Batch, ...]
    backend: Backend


def run_submission(submission: Submission | None, handed_in: HandedIn, task: Task) -> RunRecord:
    """Run it on every batch; never raises for what a submission does, nor when the sandbox fails.

    A sandbox that fails is asked once more; after that the record says JE.
    """
    record = RunRecord(task.config.id, handed_in, backend=task.backend.name)
    if submission is None:
        return replace(record, verdict=Verdict.NS, message="nothing was handed in")
    record = replace(record, files=submission.files, left_out=submission.skipped)
    if submission.refusal:
        return replace(record, verdict=Verdict.CE, message=submission.refusal)
    entry = find_entry(submission.files, task.config.contract)
    if isinstance(entry, NoEntry):
        return replace(record, verdict=Verdict.CE, message=entry.message)
    try:
        return _run_entry(record, entry, task)
    except JudgeError as error:
        print(for_log(f"judge error: {error}"), file=sys.stderr)
        return replace(record, verdict=Verdict.JE, message=JUDGE_ERROR)


def _run_entry(record: RunRecord, entry: Entry, task: Task) -> RunRecord:
    program = compiled(entry, record.files, task.backend) if entry.language == "c" else b""
    if isinstance(program, str):
        return replace(record, verdict=Verdict.CE, message=program)
    files = prepared(record.files, entry, task.backend)
    start = launch(entry, files[entry.path], program)
    if task.config.contract.kind == "module":
        start = called(entry, start)
    boards = {file.path for batch in task.batches for file in task.assignment.stage(batch)}
    aside = {**record.left_out, **left_out(record.files, entry, task.config.contract, boards)}
    language = _told_language(entry, record.files, files)
    if task.config.contract.kind == "game":
        runs = _play_games(replace(record, files=files), entry, start, task)
    else:
        runs = _run_batches(files, entry, start, task)
    return replace(
        record,
        left_out=aside,
        started=Started(entry.path, language, _told_argv(start), *source_length(entry, record.files, aside)),
        batches=tuple(runs),
    )


def _play_games(record: RunRecord, entry: Entry, start: Launch, task: Task) -> Sequence[BatchRun]:
    from gograde.assignments.little_go.series import rules_of
    from gograde.grading.series_games import Entrant, player_job, run_series

    job = player_job(record.files, entry, start, task.config.contract, run_limits(task.config))
    entrant = Entrant(job, record.handed_in.sha256 or "", entry.language, task.backend)
    return run_series(task.batches, rules_of(task.config.parameters), entrant, task.config.stop_after)


def prepared(files: Mapping[str, bytes], entry: Entry, backend: Backend) -> Mapping[str, bytes]:
    """The files themselves, or with the entry changed into what the machine's interpreters take.

    Python 2 is translated to Python 3; a shell script gets the line ends of Unix.
    """
    source = files[entry.path]
    if entry.language == "shell":
        return {**files, entry.path: source.replace(b"\r\n", b"\n")}
    if entry.language != "python" or not is_python_2_program(files, entry.path):
        return files
    sources = python_files(files)
    output = run_job(translation_job(sources), backend).files
    return {**files, **translated(sources, output)}


def source_length(entry: Entry, files: Mapping[str, bytes], left_out: Collection[str]) -> tuple[int, int]:
    """Characters and bytes of all sources that a program is made of, as they were handed in.

    Those of its language count, but not what was set aside; a byte that is no UTF-8 is a character.
    """
    paths = (path for path in files if path not in left_out and language_of(path) == entry.language)
    sources = [files[path] for path in {*paths, entry.path}]
    return sum(len(data.decode("utf-8", "surrogateescape")) for data in sources), sum(map(len, sources))


def _told_language(entry: Entry, handed_in: Mapping[str, bytes], run: Mapping[str, bytes]) -> str:
    same = entry.language != "python" or run[entry.path] == handed_in[entry.path]
    return entry.language if same else TRANSLATED


def _told_argv(start: Launch) -> tuple[str, ...]:
    """The command without the path of this machine's interpreter."""
    command = start.argv[0]
    return (command.rpartition("/")[2] if command.startswith("/") else command, *start.argv[1:])


def compiled(entry: Entry, files: Mapping[str, bytes], backend: Backend) -> bytes | str:
    """The program, or why there is none."""
    result = run_job(build_job(entry, dict(files)), backend)
    if result.killed_for is not None:
        return f"the compiler {limit_text(result.killed_for, BUILD_LIMITS)}"
    program = result.files.get(PROGRAM)
    if result.exit_code != 0 or program is None:
        return first_lines(OBJECT.sub(rb"program\1", result.stderr)) or "the compiler made no program"
    return program


def _run_batches(files: Mapping[str, bytes], entry: Entry, start: Launch, task: Task) -> Sequence[BatchRun]:
    runs: list[BatchRun] = []
    for batch in task.batches:
        ended = sum(run.verdict in LIMIT_VERDICTS for run in runs)
        if ended >= task.config.stop_after:
            runs.append(BatchRun(batch.name, Verdict.SK, SKIPPED))
        else:
            runs.append(_run_batch(batch, files, entry, start, task))
    return runs


def _run_batch(batch: Batch, files: Mapping[str, bytes], entry: Entry, start: Launch, task: Task) -> BatchRun:
    job = batch_job(batch, files, entry, start, task)
    result = written(run_job(job, task.backend), job)
    if entry.language == "python":
        result = without_host_folders(result)
    verdict, message = verdict_of(result, entry.language, job.limits)
    # What a run left when a limit ended it depends on the moment.
    pictures = () if verdict in LIMIT_VERDICTS else drawn(result, partial(run_job, backend=task.backend))
    return BatchRun(batch.name, verdict, message, result, pictures)


def batch_job(batch: Batch, files: Mapping[str, bytes], entry: Entry, start: Launch, task: Task) -> Job:
    """The job of one batch: the submission, then the boards over it."""
    contract = task.config.contract
    boards = task.assignment.stage(batch)
    own = staged_submission(files, entry, contract.answers, (*start.files, *boards))
    return Job(
        argv=start.argv,
        files=(*own, *start.files, *boards),
        stdin=task.assignment.stdin(batch),
        limits=run_limits(task.config),
        collect=_collect(contract.collect),
        collect_first=_with_shown(_collect(contract.pictures)),
        readable=start.readable,
        hidden=start.hidden,
        env=start.env,
    )


def _collect(config: CollectConfig) -> Collect:
    return Collect(config.patterns, config.file_kib * KIB, config.files)


def _with_shown(pictures: Collect) -> Collect:
    """Where pictures are taken, those of windows and figures that were shown are taken too."""
    if not pictures.patterns:
        return pictures
    return replace(pictures, patterns=(*pictures.patterns, shown.PATTERN), files=pictures.files + shown.MOST)


def run_job(job: Job, backend: Backend) -> RunResult:
    """Run a job, once more when the sandbox fails; raises `JudgeError` when it fails twice."""
    try:
        return backend.run(job)
    except JudgeError as error:
        print(for_log(f"the sandbox failed, trying once more: {error}"), file=sys.stderr)
        return backend.run(job)


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
