"""A submission of the 5x5 game as a job: how its program is started for one move."""

from __future__ import annotations

from functools import lru_cache

from gograde.grading.run import compiled, prepared, run_limits
from gograde.grading.series_games import player_job
from gograde.intake.entry import NoEntry, find_entry
from gograde.intake.languages import launch
from gograde.intake.submission import Submission
from gograde.package.config import AssignmentConfig
from gograde.package.package import load_config, package_path
from gograde.sandbox.protocol import Backend, Job, Limits

PACKAGE = "little-go"


def move_job(
    submission: Submission,
    backend: Backend,
    limits: Limits | None = None,
    config: AssignmentConfig | None = None,
) -> Job | NoEntry:
    """The job of one move without `input.txt`, or why there is no program.

    The contract is that of `config`, by default the package that ships; so are the limits unless given.
    A C program is compiled here, and Python 2 translated.  Raises `JudgeError` when the sandbox fails.
    """
    if submission.refusal:
        return NoEntry(submission.refusal)
    config = config or shipped()
    contract = config.contract
    entry = find_entry(submission.files, contract)
    if isinstance(entry, NoEntry):
        return entry
    program = compiled(entry, submission.files, backend) if entry.language == "c" else b""
    if isinstance(program, str):
        return NoEntry(program)
    files = prepared(submission.files, entry, backend)
    start = launch(entry, files[entry.path], program)
    return player_job(files, entry, start, contract, limits or run_limits(config))


@lru_cache(maxsize=1)
def shipped() -> AssignmentConfig:
    """The configuration of the game's package."""
    return load_config(package_path(PACKAGE))
