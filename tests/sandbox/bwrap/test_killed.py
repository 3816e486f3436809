"""A sandbox that somebody outside kills is a fault of the sandbox, not of the program."""

import os
import secrets
import signal
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.bwrap import Bubblewrap
from gograde.sandbox.select import choose_backend
from tests.sandboxes import comes_true, shell_job

pytestmark = pytest.mark.needs("bwrap")


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def processes_with(word: str) -> list[int]:
    """The processes with this word in their command line."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if word.encode() in words:
            found.append(int(process.name))
    return found


@pytest.mark.parametrize("generations", [1, 2], ids=["the first process", "bwrap"])
def test_a_sandbox_that_is_killed_from_outside_is_a_fault_of_ours(generations: int) -> None:
    word = f"1000.{secrets.randbelow(10**9):09}"
    asleep: list[int] = []

    def kill() -> None:
        assert comes_true(lambda: asleep.extend(processes_with(word)) or asleep)
        pid = asleep[0]
        for _ in range(generations):
            pid = parent_of(pid)
        os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(JudgeError) as caught:
        choose_backend(name="bwrap").run(shell_job(f"exec sleep {word}"))
    killer.join()
    assert str(caught.value) == "sandbox bwrap: somebody else killed it\nFix: run it again"
    assert comes_true(lambda: not processes_with(word))


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
    assert comes_true(lambda: not processes_with(word))


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
        assert comes_true(lambda word=word: not processes_with(word))


def kill_bwrap(looks: int, over: threading.Event) -> None:
    """Kill the first bwrap of this process after it was seen so many times."""
    while not over.is_set():
        for pid in children("bwrap", os.getpid()):
            if not looks:
                os.kill(pid, signal.SIGKILL)
                return
            looks -= 1


def children(name: str, parent: int) -> list[int]:
    """The living children of a process whose names begin with `name`."""
    found: list[int] = []
    for task in Path(f"/proc/{parent}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, task.read_text().split())
    return [pid for pid in found if name_of(pid).startswith(name)]


def name_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text()
    except OSError:
        return "?"
