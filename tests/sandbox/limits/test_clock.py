"""A busy machine fails nobody: a program that waits for a CPU is not charged, nor is its set-up."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from gograde.package.config import LimitsConfig
from gograde.sandbox.host import kernel, system
from gograde.sandbox.host.processes import HOST, NamespaceTree, host_task
from gograde.sandbox.landlock.backend import Unsandboxed
from gograde.sandbox.limits.cgroup import Groups
from gograde.sandbox.notices.attempts import Notices
from gograde.sandbox.protocol import Ended, Job, Limits
from gograde.sandbox.run import carry_out
from tests.sandboxes import WAITS, bystander, comes_true, require_listener

ASKING = "import time\nend = time.monotonic() + 2\nwhile time.monotonic() < end: open('prog.py').close()"
WORK = "import time\nwhile time.process_time() < 0.4: pass\nprint('done')"
BUSY = """
import os, sys
parent = os.getpid()
for _ in range(int(sys.argv[1])):
    if os.fork() == 0:
        os.setsid()
        while os.getppid() == parent: pass
        os._exit(0)
print("busy", flush=True)
sys.stdin.read(1)
"""


@contextmanager
def busy_cpu(others: int) -> Iterator[None]:
    """One CPU for this process and its children, which others want too.

    Each of the others has a session of its own, since some kernels share the CPU among sessions.
    """
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    command = [sys.executable, "-S", "-c", BUSY, str(others)]
    load = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert load.stdout is not None
        assert load.stdout.readline() == b"busy\n"
        yield
    finally:
        load.kill()
        load.communicate()
        os.sched_setaffinity(0, before)


@pytest.mark.alone
def test_time_that_other_programs_took_is_not_charged(box):
    """The program gets a fourteenth of a CPU and needs three seconds by the clock, whose limit is two."""
    with busy_cpu(others=13):
        result = box.python(WORK.replace("0.4", "0.2"), limits={"wall_s": 2.0})
    assert (result.stdout, result.killed_for) == (b"done\n", None)
    assert result.wall_s - result.delay_s < 2.0


@pytest.mark.alone
def test_a_program_that_never_gets_a_cpu_is_ended_at_last(box):
    with busy_cpu(others=40):
        result = box.python(WORK.replace("0.4", "2"), limits={"wall_s": 0.5})
    assert result.killed_for is Ended.WALL
    assert result.delay_s >= 4 * 0.5


@pytest.mark.alone
def test_waiting_for_an_answer_of_the_grader_is_waiting_for_a_cpu(box, monkeypatch):
    """Each time a file is opened the grader is asked, which here goes after all others.

    How long one answer takes then differs much between kernels, so the program looks at the clock, and
    what the grader waited is told a thousandfold: the program's own waiting cannot be taken for it.
    """
    require_listener(box)
    begin, waits = Notices.begin, carry_out._waited_s

    def last_in_the_queue(notices: Notices) -> None:
        begin(notices)
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))

    monkeypatch.setattr(Notices, "begin", last_in_the_queue)
    monkeypatch.setattr(carry_out, "_waited_s", lambda: 1000 * waits())
    with busy_cpu(others=4), ThreadPoolExecutor(1) as pool:  # an ordinary user's thread never comes back
        result = pool.submit(box.python, ASKING, limits={"wall_s": 60}).result()
    assert result.killed_for is None
    assert result.delay_s > 10 * result.wall_s


def test_a_program_that_sleeps_is_charged(box):
    result = box.shell(WAITS, limits={"wall_s": 2.0})
    assert result.killed_for is Ended.WALL
    assert result.delay_s < result.wall_s - 1, "on a busy machine the grader wakes late"


@pytest.mark.alone
def test_waiting_for_a_cpu_is_measured_for_every_thread():
    source = "import threading\ndef spin():\n    while True: pass\nthreading.Thread(target=spin).start()\n"
    with busy_cpu(others=6):
        child = subprocess.Popen([sys.executable, "-S", "-c", source], start_new_session=True)
        try:
            assert comes_true(lambda: delay_of_threads(child.pid) >= 0.3)
        finally:
            child.kill()
            child.wait()


def delay_of_threads(pid: int) -> float:
    """How long a process waited for a CPU, once it has a second thread."""
    task = host_task(pid)
    assert task is not None
    return (task.threads > 1 and NamespaceTree(0, HOST).delay_s(task)) or 0.0


def test_waiting_is_not_known_for_a_process_that_is_gone():
    with bystander() as child:
        task = host_task(child.pid)
    assert task is not None
    assert NamespaceTree(0, HOST).delay_s(task) is None
    assert NamespaceTree(0, HOST).delay_s(replace(task, threads=2)) is None


SLOW_SHELL = """#!/bin/sh
i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done
exec /bin/sh "$@"
"""


def test_a_sandbox_that_is_slow_to_make_costs_the_program_nothing(backend, monkeypatch):
    """The shell before the program works for longer than the program may."""
    folder = Path(f"/var/tmp/gograde-slow-{os.getpid()}")
    folder.mkdir()
    try:
        shell = folder / "sh"
        shell.write_text(SLOW_SHELL)
        shell.chmod(0o755)
        with monkeypatch.context() as patch:
            patch.setattr(system, "SHELL", os.fspath(shell))
            command = ("/bin/sh", "-c", "echo done")
            used, started = sum(os.times()[2:4]), time.monotonic()
            result = backend.run(Job(command, limits=Limits(0.1, 20.0), readable=(folder,)))
            used, took_s = sum(os.times()[2:4]) - used, time.monotonic() - started
        assert (result.stdout, result.killed_for) == (b"done\n", None)
        assert result.cpu_s < 0.1 < used
        assert result.wall_s < took_s - 0.1
    finally:
        (folder / "sh").unlink()
        folder.rmdir()


def test_limits_that_nobody_sets_leave_room_between_cpu_time_and_the_clock():
    for limits in (Limits(), LimitsConfig()):
        assert limits.wall_s >= 2 * limits.cpu_s


def test_where_no_clock_of_tasks_is_permitted_there_is_none(monkeypatch):
    def refuse(pid: int) -> int:
        raise PermissionError

    monkeypatch.setattr(kernel, "open_task_clock", refuse)
    assert Unsandboxed(groups=Groups([None])).run(Job(("/bin/true",))).exit_code == 0
