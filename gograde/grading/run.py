"""Runs a submission on the batches of an assignment and records the facts."""

from __future__ import annotations

import sys
from collections.abc import Collection
from dataclasses import replace

from gograde.errors import JudgeError
from gograde.grading.contracts.kind import Task
from gograde.grading.contracts.table import kind_of
from gograde.grading.facts import HandedIn, RunRecord, Started
from gograde.grading.faults import failed
from gograde.intake.entry import Refusal
from gograde.intake.languages import Launch
from gograde.intake.names import language_of
from gograde.intake.prepare import Program, prepare
from gograde.intake.printable import for_log
from gograde.intake.read import Reading
from gograde.intake.remarks import left_out
from gograde.intake.submission import Submission
from gograde.scoring.verdict import Verdict


def run_submission(submission: Submission | None, handed_in: HandedIn, task: Task) -> RunRecord:
    """Run a submission on every batch; None stands for a missing submission (NS).

    Never raises for a fault of the submission.  The record has the verdict JE when the sandbox fails twice.
    """
    record = RunRecord(task.config.id, handed_in, backend=task.backend.name)
    if submission is None:
        return replace(record, verdict=Verdict.NS, message="nothing was handed in")
    record = replace(record, files=submission.files, left_out=submission.skipped)
    kind = kind_of(task.config.contract)
    try:
        program = prepare(submission, task.config.contract, kind, task.backend)
        if isinstance(program, Refusal):
            return replace(record, verdict=Verdict.CE, message=program.message)
        record = replace(record, files=program.reading.files)
        return replace(_started(record, program, task), batches=tuple(kind.run(program, task)))
    except JudgeError as error:
        print(for_log(f"judge error: {error}"), file=sys.stderr)
        return failed(record, error)


def _started(record: RunRecord, program: Program, task: Task) -> RunRecord:
    """The record with the started program, and with the reasons of the files that were left out."""
    entry, reading = program.entry, program.reading
    boards = {file.path for batch in task.batches for file in task.assignment.stage(batch)}
    aside = {**record.left_out, **left_out(reading, task.config.contract, boards)}
    command, length = _neutral_command(program.start), source_length(reading, aside)
    return replace(record, left_out=aside, started=Started(entry.path, program.language, command, *length))


def source_length(reading: Reading, left_out: Collection[str]) -> tuple[int, int]:
    """Characters and bytes of the submitted sources in the program's language, without left-out files.

    The entry always counts.  A byte that is not UTF-8 counts as a character.
    """
    entry, files = reading.entry, reading.files
    paths = (path for path in files if path not in left_out and language_of(path) == entry.language)
    counted = {*paths, entry.path}
    return sum(reading.characters[path] for path in counted), sum(len(files[path]) for path in counted)


def _neutral_command(start: Launch) -> tuple[str, ...]:
    """The command without the path of this machine's interpreter."""
    command = start.argv[0]
    return (command.rpartition("/")[2] if command.startswith("/") else command, *start.argv[1:])
