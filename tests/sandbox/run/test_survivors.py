"""No process of a program survives its run, even if the grader is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from gograde.sandbox.host import kernel
from gograde.sandbox.protocol import Ended, Job
from tests.needs import lacks
from tests.sandboxes import ORDINARY, ROOT, WAITS, WORKS, backend_or_skip, comes_true

MARK = f"test-{os.getpid()}"
"""Tells, in the environment, processes of these tests from those of tests beside them."""

WAYS_TO_STAY = {
    "background": "cat <p & echo started",
    "deaf": "(trap '' TERM HUP INT; read -r x <p) & echo started",
    "nohup": "nohup cat <p >/dev/null 2>&1 & echo started",
    "orphan": "(cat <p & cat <p &) ; echo started",
    "stopped": "cat <p & kill -STOP $!; echo started",
}
"""Shell scripts that leave processes which wait for somebody to write into the pipe `p`."""

DAEMON = """
import os, signal
if os.fork() == 0:
    try: os.setsid()
    except OSError: pass
    if os.fork() == 0:
        try: os.setsid()
        except OSError: pass
        for fd in range({closed}): os.close(fd)
        os.chdir('/')
        os.execv('/bin/sh', ['sh', '-c', 'kill -STOP $$'])
    os._exit(0)
print('started', flush=True)
"""

CHURN = """
import os, time
end = time.time() + 60
while time.time() < end:
    if os.fork(): os._exit(0)
"""


def left() -> set[int]:
    """Processes on this machine that a run of a test has left behind."""
    paths = Path("/proc").glob("[0-9]*/environ")
    return {int(path.parent.name) for path in paths if f"MARK={MARK}".encode() in _text(path)}


@pytest.mark.parametrize("way", WAYS_TO_STAY)
def test_a_process_in_the_background_dies_with_the_program(box, way):
    result = box.shell(f"mkfifo p; {WAYS_TO_STAY[way]}", env={"MARK": MARK, "PATH": os.defpath})
    assert (result.stdout, result.exit_code, result.killed_for) == (b"started\n", 0, None)
    assert left() == set()


def test_outside_it_stays(tmp_path):
    """The control: the same program does leave a process, where nobody ends its group."""
    command = ["/bin/sh", "-c", "mkfifo p; cat <p & echo $! >pid"]
    subprocess.run(command, cwd=tmp_path, env={"MARK": MARK, "PATH": os.defpath}, check=True)
    pid = int((tmp_path / "pid").read_text())
    assert left() == {pid}
    os.kill(pid, signal.SIGKILL)
    assert comes_true(lambda: not left()), "the next test is to find none"


@pytest.mark.parametrize("closed", [0, 3])
@pytest.mark.every_box
def test_a_daemon_dies_with_the_program(box, closed):
    result = box.python(DAEMON.format(closed=closed), env={"MARK": MARK})
    assert (result.stdout, result.exit_code) == (b"started\n", 0)
    assert left() == set()


def test_a_chain_of_processes_that_hand_over_dies_with_the_program(box):
    result = box.python(CHURN, limits={"cpu_s": 5}, env={"MARK": MARK})
    assert result.exit_code == 0
    assert left() == set()


def test_a_fork_bomb_leaves_nothing(box):
    source = "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass\n"
    result = box.python(source, limits={"processes": 16}, env={"MARK": MARK})
    assert result.killed_for is Ended.PROCESSES
    assert left() == set()


def test_a_child_that_keeps_the_stream_does_not_hold_up_the_grader(box):
    source = "import os, signal\nif os.fork() == 0: signal.pause()\nprint('done', flush=True)\nos._exit(0)"
    result = box.python(source)
    assert (result.stdout, result.exit_code, result.killed_for) == (b"done\n", 0, None)


@pytest.mark.every_box
def test_a_file_is_read_only_when_its_writer_is_dead(box):
    source = (
        "import os\n"
        "reader, writer = os.pipe()\n"
        "if os.fork() == 0:\n"
        "    n = 0\n"
        "    while True:\n"
        "        n += 1\n"
        "        try: os.unlink('a.txt')\n"
        "        except OSError: pass\n"
        "        os.symlink('/etc/hostname', 'a.txt') if n % 2 else open('a.txt', 'w').write('mine')\n"
        "        if n == 50: os.write(writer, b'.')\n"
        "os.read(reader, 1)\n"
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
    script = "mkfifo p; (cat <p & cat <p &); read -r x <p"
    print("start", flush=True)
    env = {"MARK": sys.argv[3], "PATH": os.defpath}
    backend.run(Job(("/bin/sh", "-c", script), limits=Limits(wall_s=600), env=env))
    """
)


@pytest.mark.parametrize("count", [0, 1, 2, 3], ids=["at once", "first process", "second", "third"])
def test_when_the_grader_is_killed_the_program_dies(box, count):
    """So many processes are there when it is killed: those of the sandbox, then those of the program."""
    with subprocess.Popen(
        [sys.executable, "-c", GRADER, box.backend.name, box.user, MARK, str(ORDINARY)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.fspath(ROOT)},
    ) as grader:
        assert grader.stdout is not None
        if grader.stdout.readline() != b"start\n":
            lacks("room for processes", "tests beside it have as many as their user may")
        assert comes_true(lambda: len(left()) >= count)
        grader.kill()
    assert comes_true(lambda: not left())


def _text(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_runs_in_several_threads_leave_no_orphans_and_the_process_as_it_was():
    """Whether a process inherits orphans is one setting for all its threads: the last one gives it back."""
    backend = backend_or_skip("landlock")
    stays = f"({WAITS}) &"
    scripts = [WORKS, f"({stays}) ; {WORKS}", f"({stays})", f"{WORKS}; ({stays})"]
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


def own_children() -> set[str]:
    """The pids of this process's children, dead ones too."""
    found: set[str] = set()
    for folder in Path("/proc/self/task").iterdir():
        with suppress(OSError):  # a thread that was joined may be in its last moments
            found.update((folder / "children").read_text().split())
    return found
