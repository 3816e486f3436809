"""A submission of the 5x5 game as a job: how its program is started for one move."""

from __future__ import annotations

from gograde.assignments.base import OURS
from gograde.grading.entry import Entry, NoEntry, find_entry, staged_submission
from gograde.grading.intake import Submission
from gograde.grading.languages import launch
from gograde.grading.runner import compiled, prepared
from gograde.package.model import Contract
from gograde.sandbox.protocol import Backend, Job, Limits, StagedFile

CONTRACT = Contract(
    kind="files",
    entries=("my_player.py", "my_player3.py", "my_palyer.py"),
    languages=("python", "c", "shell"),
    answers=("input.txt", "output.txt"),
)

_STAND_INS = (f"{OURS}/sitecustomize.py", f"{OURS}/_old_libraries.py")
"""What helps programs for older numpy; windows are of no use to a player, and each file costs time."""

_TAKEN = tuple(StagedFile(name, b"") for name in CONTRACT.answers)
"""Names that nothing handed in may have, be it a folder."""


def move_job(submission: Submission, backend: Backend, limits: Limits) -> Job | NoEntry:
    """The job of one move without `input.txt`, or why there is no program.

    A C program is compiled here, and Python 2 translated.  Raises `JudgeError` when the sandbox fails.
    """
    if submission.refusal:
        return NoEntry(submission.refusal)
    entry = find_entry(submission.files, CONTRACT)
    if isinstance(entry, NoEntry):
        return entry
    program = compiled(entry, submission.files, backend) if entry.language == "c" else b""
    if isinstance(program, str):
        return NoEntry(program)
    return _job(submission, entry, program, backend, limits)


def _job(submission: Submission, entry: Entry, program: bytes, backend: Backend, limits: Limits) -> Job:
    files = prepared(submission.files, entry, backend)
    start = launch(entry, files[entry.path], program)
    ours = tuple(file for file in start.files if _is_needed(file))
    own = staged_submission(files, entry, CONTRACT.answers, (*ours, *_TAKEN))
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
