"""A sandbox that somebody outside kills is a fault of the sandbox, not of the program."""

import os
import secrets
import signal
import threading
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.bwrap import Bubblewrap
from gograde.sandbox.doctor.bait import processes_named
from gograde.sandbox.select import choose_backend
from tests.campaign.kills.victims import Process, family
from tests.sandboxes import comes_true, shell_job

pytestmark = pytest.mark.needs("bwrap")


def started() -> Iterator[Process]:
    """All processes that this one has started, and what they have started."""
    return islice(family(Process(os.getpid(), ())), 1, None)


@pytest.mark.parametrize("generations", [1, 2], ids=["the first process", "bwrap"])
def test_a_sandbox_that_is_killed_from_outside_is_a_fault_of_ours(generations: int) -> None:
    word = f"1000.{secrets.randbelow(10**9):09}"
    asleep: list[Any] = []

    def kill() -> None:
        assert comes_true(lambda: asleep.extend(one for one in started() if word in one.words) or asleep)
        process = asleep[0]
        for _ in range(generations):
            process = process.parent
        os.kill(process.pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(JudgeError) as caught:
        choose_backend(name="bwrap").run(shell_job(f"exec sleep {word}"))
    killer.join()
    assert str(caught.value) == "sandbox bwrap: somebody else killed it\nFix: run it again"
    assert comes_true(lambda: not processes_named(word))


@pytest.mark.parametrize(
    ("end", "own"), [("kill -9 $$", (None, 9)), ("exit 137", (137, None)), ("exit 5", (5, None))]
)
def test_a_program_that_wakes_the_first_process_is_no_fault_of_ours(end, own) -> None:
    """Both are in one process group, so that the program can resume its stopped parent.

    The parent then passes the status on, if it comes before the grader, but never the one of a killed parent.
    """
    for _ in range(3):
        result = choose_backend(name="bwrap").run(shell_job(f"kill -CONT 0; {end}"))
        assert (result.exit_code, result.signal) in (own, (136, None))
        assert result.killed_for is None


HANGS = """#!/bin/sh
exec 3<&0
sleep {word} <&3 &
kill -9 $$
"""
"""Ends like a bwrap that is killed before its child got its word: the child waits, and keeps descriptors."""


def test_what_a_bwrap_killed_at_its_start_leaves_behind_is_ended(tmp_path: Path) -> None:
    word = f"1000.{secrets.randbelow(10**9):09}"
    killed = tmp_path / "bwrap"
    killed.write_text(HANGS.format(word=word))
    killed.chmod(0o755)
    found = choose_backend(name="bwrap")
    assert isinstance(found, Bubblewrap)
    with pytest.raises(JudgeError, match="it ended without a word"):
        Bubblewrap(killed, found.seccomp).run_once(shell_job("exit 0"))
    assert comes_true(lambda: not processes_named(word))


def test_bwrap_is_killed_at_any_moment_of_its_start() -> None:
    """Before bwrap has told its child who it is, the child would wait for ever."""
    for looks in range(0, 60, 2):
        word = f"exit {secrets.randbelow(10**9):09}"
        over = threading.Event()
        killer = threading.Thread(target=kill_bwrap, args=(looks, over))
        killer.start()
        with suppress(JudgeError):
            choose_backend(name="bwrap").run(shell_job(word))
        over.set()
        killer.join()
        assert comes_true(lambda word=word: not processes_named(word))


def kill_bwrap(looks: int, over: threading.Event) -> None:
    """Kill the first bwrap of this process after it was seen so many times."""
    while not over.is_set():
        for process in started():
            if process.program == "bwrap" and process.parent == Process(os.getpid(), ()):
                if not looks:
                    os.kill(process.pid, signal.SIGKILL)
                    return
                looks -= 1
