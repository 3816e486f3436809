"""Nothing of a program lives when its run ends, not even when the grader is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.host import kernel
from gograde.sandbox.protocol import Ended, Job
from gograde.sandbox.select import choose_backend
from tests.sandboxes import ORDINARY, ROOT

NAP = f"4321{os.environ.get('PYTEST_XDIST_WORKER', 'gw0').removeprefix('gw')}"
"""Seconds that tell the sleepers of these tests from those of tests beside them."""

MARK = f"MARK={NAP}".encode()

WAYS_TO_STAY = {
    "background": f"sleep {NAP} & echo started",
    "deaf": f"(trap '' TERM HUP INT; sleep {NAP}) & echo started",
    "nohup": f"nohup sleep {NAP} >/dev/null 2>&1 & echo started",
    "orphan": f"(sleep {NAP} & sleep {NAP} &) ; echo started",
    "stopped": f"sleep {NAP} & kill -STOP $!; echo started",
}

DAEMON = """
import os, time
if os.fork() == 0:
    try: os.setsid()
    except OSError: pass
    if os.fork() == 0:
        try: os.setsid()
        except OSError: pass
        for fd in range({closed}): os.close(fd)
        os.chdir('/')
        os.execv('/bin/sleep', ['sleep', '{nap}'])
    os._exit(0)
print('started', flush=True)
"""

CHURN = """
import os, time
end = time.time() + 60
while time.time() < end:
    if os.fork(): os._exit(0)
"""


def sleepers() -> set[str]:
    """Processes on this machine that a test has left behind."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if NAP.encode() in words:
            found.add(path.parent.name)
    return found


def until(holds: Callable[[], bool]) -> None:
    """Wait until it holds, but not for ever: what is asserted afterwards tells that it did not."""
    deadline = time.monotonic() + 30
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)


@pytest.mark.parametrize("way", WAYS_TO_STAY)
def test_a_process_in_the_background_dies_with_the_program(box, way):
    before = sleepers()
    started = time.monotonic()
    result = box.shell(WAYS_TO_STAY[way])
    assert (result.stdout, result.exit_code) == (b"started\n", 0)
    assert sleepers() == before
    assert time.monotonic() - started < 30


def test_outside_it_stays():
    """The control: the same program does leave a process, where nobody ends its group."""
    script = f"sleep {NAP} >/dev/null 2>&1 & echo $!"
    pid = subprocess.run(["/bin/sh", "-c", script], stdout=subprocess.PIPE, check=True).stdout.strip()
    assert pid.decode() in sleepers()
    os.kill(int(pid), signal.SIGKILL)
    until(lambda: pid.decode() not in sleepers())  # the next test is to find none


@pytest.mark.parametrize("closed", [0, 3])
def test_a_daemon_dies_with_the_program(box, closed):
    before = sleepers()
    result = box.python(DAEMON.format(closed=closed, nap=NAP))
    assert (result.stdout, result.exit_code) == (b"started\n", 0)
    assert sleepers() == before


def test_a_chain_of_processes_that_hand_over_dies_with_the_program(box):
    result = box.python(CHURN, limits={"cpu_s": 5}, env={"MARK": NAP})
    assert result.exit_code == 0
    assert not [path for path in Path("/proc").glob("[0-9]*/environ") if MARK in _text(path)]


def test_a_fork_bomb_leaves_nothing(box):
    source = "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass\n"
    result = box.python(source, limits={"processes": 16}, env={"MARK": NAP})
    assert result.killed_for is Ended.PROCESSES
    assert not [path for path in Path("/proc").glob("[0-9]*/environ") if MARK in _text(path)]


def test_a_child_that_keeps_the_stream_does_not_hold_up_the_grader(box):
    started = time.monotonic()
    result = box.python(
        "import os, time\nif os.fork() == 0: time.sleep(60)\nprint('done', flush=True)\nos._exit(0)"
    )
    assert (result.stdout, result.exit_code) == (b"done\n", 0)
    assert time.monotonic() - started < 30


def test_a_file_is_read_only_when_its_writer_is_dead(box):
    source = (
        "import os, time\n"
        "if os.fork() == 0:\n"
        "    n = 0\n"
        "    while True:\n"
        "        n += 1\n"
        "        try: os.unlink('a.txt')\n"
        "        except OSError: pass\n"
        "        os.symlink('/etc/hostname', 'a.txt') if n % 2 else open('a.txt', 'w').write('mine')\n"
        "time.sleep(0.1)\n"
        "os._exit(0)\n"
    )
    result = box.python(source, collect="a.txt")
    assert set(result.files.values()) <= {b"mine", b""}


GRADER = textwrap.dedent(
    """
    import os, sys
    from gograde.sandbox.protocol import Job, Limits
    from gograde.sandbox.select import choose_backend
    backend = choose_backend(name=sys.argv[1])
    if sys.argv[2] == "ordinary" and os.geteuid() == 0:
        os.setgroups([]); os.setresgid(*[int(sys.argv[4])] * 3); os.setresuid(*[int(sys.argv[4])] * 3)
    script = f"(sleep {sys.argv[3]} & sleep {sys.argv[3]} &); sleep {sys.argv[3]}"
    print("start", flush=True)
    backend.run(Job(("/bin/sh", "-c", script), limits=Limits(wall_s=60)))
    """
)


@pytest.mark.parametrize("delay", [0.0, 0.01, 0.03, None], ids=["at once", "10 ms", "30 ms", "started"])
def test_when_the_grader_is_killed_the_program_dies(box, delay):
    before = sleepers()
    with subprocess.Popen(
        [sys.executable, "-c", GRADER, box.backend.name, box.user, NAP, str(ORDINARY)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.fspath(ROOT)},
    ) as grader:
        assert grader.stdout is not None
        if grader.stdout.readline() != b"start\n":
            pytest.skip("the user of this test has as many processes as it may, of tests beside it")
        if delay is None:
            until(lambda: len(sleepers() - before) >= 3)
            assert len(sleepers() - before) >= 3
        else:
            time.sleep(delay)
        grader.kill()
    until(lambda: not sleepers() - before)
    assert sleepers() == before


def _text(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_runs_in_several_threads_leave_no_orphans_and_the_process_as_it_was():
    """Whether a process inherits orphans is one setting for all its threads: the last one gives it back."""
    backend = chosen_landlock()
    scripts = ["sleep 0.1", "(sleep 30 &) ; sleep 0.4", "(sleep 30 &)", "sleep 0.6; (sleep 30 &)"]
    jobs = [Job(("/bin/sh", "-c", script)) for script in scripts * 2]
    before, children = kernel.inherit_orphans(False), own_children()
    try:
        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(backend.run, jobs))
        assert [(result.exit_code, result.killed_for) for result in results] == [(0, None)] * len(jobs)
        assert kernel.inherit_orphans(False) is False
        assert own_children() == children
    finally:
        kernel.inherit_orphans(before)


def chosen_landlock():
    try:
        return choose_backend(name="landlock")
    except JudgeError as error:
        pytest.skip(str(error))


def own_children() -> set[str]:
    """The pids of this process's children, dead ones too."""
    found: set[str] = set()
    for folder in Path("/proc/self/task").iterdir():
        with suppress(OSError):  # a thread that was joined may be in its last moments
            found.update((folder / "children").read_text().split())
    return found
