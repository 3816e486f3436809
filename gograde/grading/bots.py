"""A submission of the 5x5 game as a job: how its program is started for one move."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping

from gograde.assignments.base import OURS
from gograde.grading.entry import DECLARATION, Entry, NoEntry, find_entry, staged_submission
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
    entry = find_player(submission.files)
    if isinstance(entry, NoEntry):
        return entry
    program = compiled(entry, submission.files, backend) if entry.language == "c" else b""
    if isinstance(program, str):
        return NoEntry(program)
    return _job(submission, entry, program, backend, limits)


def find_player(files: Mapping[str, bytes]) -> Entry | NoEntry:
    """The entry that `submission.toml` names, or the one with a player's name; else as in all assignments.

    A name decides even when other sources import the file, as the program does that trains a player.
    """
    named = _named(files)
    declared = any(posixpath.basename(path) == DECLARATION for path in files)
    if declared or len(named) != 1:
        return find_entry(files, CONTRACT)
    return Entry(named[0], "python")


def _named(files: Mapping[str, bytes]) -> list[str]:
    """The files at the least depth with the first of the contract's names there."""

    def rank(path: str) -> tuple[int, int]:
        return path.count("/"), CONTRACT.entries.index(posixpath.basename(path))

    named = sorted((path for path in files if posixpath.basename(path) in CONTRACT.entries), key=rank)
    return [path for path in named if rank(path) == rank(named[0])]


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
