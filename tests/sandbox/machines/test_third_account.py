"""Another account that watches and races meanwhile reads, changes and stops nothing; a part of a campaign."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from signal import SIGKILL

import pytest

from gograde.arena.players.sandboxed import on_machine
from gograde.sandbox.doctor.examination import quick
from tests.campaign.third.watched import control, faults, on_a_machine_of_its_own
from tests.sandboxes import WAITS, Box, comes_true, python_job, shell_job

RUNS = 4


def grades(box: Box, token: str) -> list[str]:
    """Prove, run and play as a grader does, and leave what a killed grader leaves; what went wrong."""
    os.umask(0)
    quick(box.backend)
    said = set()
    for alone in (False, True) * (RUNS // 2):
        source = f"open('answer.txt', 'w').write(input())  # {token}"
        job = python_job(source, stdin=token.encode(), collect="*.txt")
        with on_machine(alone=alone):
            said.add(box.backend.run(job).files.get("answer.txt"))
    is_killed_amid(box, token)
    return [] if said == {token.encode()} else [f"the runs gave {said!r}"]


def is_killed_amid(box: Box, token: str) -> None:
    """Kill a grader while a program of its runs."""
    grader = os.fork()
    if grader == 0:
        box.backend.run(shell_job(f"cat >answer.txt; {WAITS}", stdin=token.encode()))
        os._exit(0)
    tasks = Path(f"/proc/{grader}/task")
    assert comes_true(lambda: any(path.read_text() for path in tasks.glob("*/children")))
    os.kill(grader, SIGKILL)
    os.waitpid(grader, 0)


@pytest.mark.needs("root")
def test_another_account_reads_changes_and_stops_nothing(box: Box) -> None:
    token = secrets.token_hex(16)

    def watched() -> list[str]:
        control(box.user)
        return faults(box.user, [token.encode()], lambda: grades(box, token))

    assert on_a_machine_of_its_own(watched) == []
