"""The tiny assignment `echo` for the tests of intake, and a user for whom rights count."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest

from gograde.core.record import HandedIn
from gograde.grading.facts import RunRecord
from gograde.grading.run import run_submission
from gograde.intake.submission import Submission, digest
from gograde.sandbox.host.kernel import set_file_identity
from tests.echo import done, echo, programs, scripted, task_with

__all__ = ["done", "echo", "programs", "scripted", "task_with"]


def run(task: Any, files: Mapping[str, bytes]) -> RunRecord:
    """The record of these files, handed in by alice."""
    handed = Submission(files, digest(files))
    return run_submission(handed, HandedIn("alice", handed.sha256), task)


@pytest.fixture
def ordinary_user() -> Callable[[], AbstractContextManager[None]]:
    """In the block, files are opened as a user who is not root."""

    @contextmanager
    def block() -> Iterator[None]:
        before = os.geteuid(), os.getegid()
        if before[0] == 0:
            set_file_identity(65534, 65534)
        try:
            yield
        finally:
            set_file_identity(*before)

    return block
