"""A busy machine fails nobody: a program that waited for a CPU runs again, alone; set-up is free."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from gograde.errors import JudgeError
from gograde.package.config import LimitsConfig
from gograde.sandbox.host import system
from gograde.sandbox.host.processes import HOST, delay_s, host_task
from gograde.sandbox.host.slots import lock_folder
from gograde.sandbox.limits import fair
from gograde.sandbox.limits.fair import fairly, must_repeat
from gograde.sandbox.notices.attempts import Notices
from gograde.sandbox.protocol import Ended, Job, Limits, RunResult
from tests.sandboxes import ROOT, WAITS, bystander, comes_true

ENDED = RunResult("none", None, 9, Ended.WALL, 1.0, 10.0, 0, b"", b"", 0, 0, {}, {}, delay_s=8.0)

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


def needs_the_machine(test: Callable[..., None]) -> Callable[..., None]:
    skipped = pytest.mark.skipif(
        "PYTEST_XDIST_WORKER" in os.environ,
        reason="keeps a CPU busy: `make test` runs it first, alone",
    )
    return pytest.mark.alone(skipped(test))


@contextmanager
def busy_cpu(others: int) -> Iterator[Callable[[], None]]:
    """One CPU for this process and its children, which others want too until the function given is called.

    One test at a time: a run that is repeated is alone, and another's would wait for it until the
    machine is no longer busy.

    Each of the others has a session of its own, since some kernels share the CPU among sessions.
    """
    before = os.sched_getaffinity(0)
    one_at_a_time = open(Path(tempfile.gettempdir()) / "gograde-tests-busy.lock", "w")  # noqa: PTH123, SIM115
    fcntl.flock(one_at_a_time, fcntl.LOCK_EX)
    os.sched_setaffinity(0, {min(before)})
    command = [sys.executable, "-S", "-c", BUSY, str(others)]
    load = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert load.stdin is not None
    assert load.stdout is not None
    told = load.stdin.fileno()

    def free() -> None:
        """Called in a forked child too, which may be another user."""
        os.write(told, b".")
        os.sched_setaffinity(0, before)

    try:
        assert load.stdout.readline() == b"busy\n"
        yield free
    finally:
        load.kill()
        load.communicate()
        os.sched_setaffinity(0, before)
        one_at_a_time.close()


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({}, True),
        ({"delay_s": 2.5}, True),
        ({"delay_s": 2.4}, False),
        ({"delay_s": 0.0}, False),
        ({"delay_s": None}, False),
        ({"cpu_s": 4.9}, True),
        ({"cpu_s": 5.0}, False),
        ({"killed_for": Ended.CPU}, False),
        ({"killed_for": Ended.MEMORY}, False),
        ({"killed_for": None}, False),
    ],
)
def test_which_runs_are_repeated(change, wanted):
    assert must_repeat(replace(ENDED, **change)) is wanted


def test_a_run_is_repeated_once_at_most():
    calls = []

    def run() -> RunResult:
        calls.append(1)
        return ENDED

    assert fairly(run) == replace(ENDED, repeated=True)
    assert len(calls) == 2


def test_what_the_second_run_tells_counts():
    results = [ENDED, replace(ENDED, killed_for=None, exit_code=0, signal=None)]
    result = fairly(lambda: results.pop(0))
    assert (result.killed_for, result.exit_code, result.repeated) == (None, 0, True)


@needs_the_machine
def test_a_program_that_other_programs_held_up_runs_again(box, monkeypatch):
    """It gets a fortieth of a CPU, and finishes the second time, when the others are gone.

    Then a twelfth of a CPU is enough: twenty programs may be busy beside this test.
    """
    alone = fair._alone
    with busy_cpu(others=40) as free, monkeypatch.context() as patch:

        @contextmanager
        def alone_at_last() -> Iterator[None]:
            free()
            with alone():
                yield

        patch.setattr(fair, "_alone", alone_at_last)
        result = box.python(WORK.replace("0.4", "0.2"), limits={"wall_s": 3.0})
    assert (result.stdout, result.killed_for, result.repeated) == (b"done\n", None, True)


@needs_the_machine
def test_waiting_for_an_answer_of_the_grader_is_waiting_for_a_cpu(box, monkeypatch):
    """Each time a file is opened the grader is asked, whose thread here goes after all others.

    How long one answer takes then differs much between kernels, so the program looks at the clock, and
    what the grader waited is told a thousandfold: the program's own waiting cannot be taken for it.
    """
    if not getattr(box.backend, "noticing", None):
        pytest.skip("another filter of this machine listens already")
    begin, waits = Notices.begin, Notices._waits_s

    def last_in_the_queue(notices: Notices) -> None:
        begin(notices)
        os.sched_setscheduler(notices._thread.native_id, os.SCHED_IDLE, os.sched_param(0))

    monkeypatch.setattr(Notices, "begin", last_in_the_queue)
    monkeypatch.setattr(Notices, "_waits_s", lambda notices: 1000 * waits(notices))
    with busy_cpu(others=4):
        result = box.python(ASKING, limits={"wall_s": 60})
    assert (result.killed_for, result.repeated) == (None, False)
    assert result.delay_s is not None
    assert result.delay_s > 10 * result.wall_s


@needs_the_machine
def test_a_program_that_is_held_up_twice_is_ended_by_the_clock(box):
    with busy_cpu(others=8):
        result = box.python(WORK, limits={"wall_s": 0.9})
    assert (result.killed_for, result.repeated) == (Ended.WALL, True)
    assert result.delay_s > 0.25 * result.wall_s


def test_a_program_that_waits_is_not_run_again(box):
    result = box.shell(WAITS, limits={"wall_s": 2.0})
    assert (result.killed_for, result.repeated) == (Ended.WALL, False)
    assert result.delay_s < 0.5


def test_a_program_that_works_on_a_free_machine_is_not_run_again(outside):
    result = outside.python(WORK)
    assert (result.killed_for, result.repeated) == (None, False)


@needs_the_machine
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
    return (task.threads > 1 and delay_s(HOST, task)) or 0.0


def test_waiting_is_not_known_for_a_process_that_is_gone():
    with bystander() as child:
        task = host_task(child.pid)
    assert task is not None
    assert delay_s(HOST, task) is None
    assert delay_s(HOST, replace(task, threads=2)) is None


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


# -- being alone ------------------------------------------------------------------------------


@pytest.fixture
def rooms(tmp_path, monkeypatch):
    """Lock files of this test's own."""
    monkeypatch.setattr(fair, "lock_folder", lambda: tmp_path)
    return tmp_path


class Visitor:
    """A run in a thread of its own: waits to come in, stays until told, and says which."""

    def __init__(self, alone: bool, log: list[str], name: str) -> None:
        self.inside, self.leave = threading.Event(), threading.Event()
        self.thread = threading.Thread(target=self._visit, args=(alone, log, name))
        self.thread.start()

    def _visit(self, alone: bool, log: list[str], name: str) -> None:
        with fair._alone() if alone else fair._among_others():
            log.append(name)
            self.inside.set()
            self.leave.wait(120)

    def stays_out(self) -> bool:
        return not self.inside.wait(0.15)

    def end(self) -> None:
        self.leave.set()
        self.thread.join(120)


def until_held(path: Path) -> None:
    """Wait until somebody has a lock on a file for itself alone."""
    with path.open() as file:

        def is_held() -> bool:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
            fcntl.flock(file, fcntl.LOCK_UN)
            return False

        assert comes_true(is_held)


def test_runs_go_on_together_and_a_repeated_one_alone(rooms):
    log: list[str] = []
    first, second = Visitor(False, log, "a"), Visitor(False, log, "b")
    assert first.inside.wait(120)
    assert second.inside.wait(120)
    alone = Visitor(True, log, "alone")
    until_held(rooms / "door")
    first.end()
    assert alone.stays_out()
    late = Visitor(False, log, "late")
    assert late.stays_out(), "who waits to be alone is not overtaken"
    second.end()
    assert alone.inside.wait(120)
    assert late.stays_out()
    alone.end()
    assert late.inside.wait(120)
    late.end()
    assert log[2:] == ["alone", "late"]


def test_a_grader_that_is_killed_keeps_nobody_waiting(rooms):
    source = (
        "import sys\n"
        "from pathlib import Path\n"
        "from gograde.sandbox.limits import fair\n"
        "fair.lock_folder = lambda: Path(sys.argv[1])\n"
        "with fair._among_others():\n"
        "    print('in', flush=True)\n"
        "    sys.stdin.read()\n"
    )
    grader = subprocess.Popen(
        [sys.executable, "-c", source, os.fspath(rooms)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.fspath(ROOT)},
    )
    assert grader.stdout is not None
    assert grader.stdout.readline() == b"in\n"
    waiting = Visitor(True, [], "alone")
    assert waiting.stays_out()
    grader.send_signal(signal.SIGKILL)
    grader.communicate()
    assert waiting.inside.wait(120)
    waiting.end()


def test_a_run_that_does_not_end_keeps_nobody_from_a_second_run(rooms, monkeypatch):
    monkeypatch.setattr(fair, "_PATIENCE_ALONE_S", 0.05)
    log: list[str] = []
    hung = Visitor(False, log, "hung")
    assert hung.inside.wait(120)
    again, other = Visitor(True, log, "again"), Visitor(False, log, "other")
    assert again.inside.wait(120)
    assert other.inside.wait(120)
    for visitor in (again, other, hung):
        visitor.end()


@pytest.mark.parametrize(
    ("users", "code", "repeated"),
    [(False, 2, True), (False, None, True), (False, 0, False), (True, 2, False)],
)
def test_who_failed_beside_too_many_processes_of_the_same_user_runs_again(
    rooms, monkeypatch, users, code, repeated
):
    """The neighbour, a fork bomb, is ended for its number of processes while the first run goes on."""
    monkeypatch.setattr(fair, "has_users", lambda: users)
    runs: list[RunResult] = []

    def neighbour() -> RunResult:
        return replace(ENDED, killed_for=Ended.PROCESSES)

    def run() -> RunResult:
        if not runs:
            assert fairly(neighbour).repeated is False
        runs.append(replace(ENDED, killed_for=None, exit_code=code, signal=None if code is not None else 6))
        return runs[-1]

    assert fairly(run).repeated is repeated
    assert len(runs) == 1 + repeated
    assert fairly(run).repeated is False


def test_runs_that_do_not_end_are_a_fault_of_ours(rooms, monkeypatch):
    monkeypatch.setattr(fair, "_PATIENCE_S", 0.05)
    with fair._alone(), pytest.raises(JudgeError) as caught, fair._among_others():
        pass
    assert str(caught.value) == (
        f"sandbox: other runs have held {rooms} for 0 s\nFix: end the other grading, or wait for it"
    )


def test_the_folder_of_lock_files_belongs_to_the_user_alone(in_child, in_ordinary_child):
    for child in (in_child, in_ordinary_child):
        found, uid = child(lambda: (lock_folder().lstat(), os.geteuid()))
        assert (found.st_uid, found.st_mode & 0o022) == (uid, 0)
