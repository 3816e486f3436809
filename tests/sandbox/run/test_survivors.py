"""No process of a program survives its run, even if the grader is killed."""

import os
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from gograde.sandbox.host import kernel
from gograde.sandbox.protocol import Job
from tests.needs import lacks
from tests.sandboxes import ORDINARY, ROOT, WAITS, WORKS, backend_or_skip, comes_true

MARK = f"test-{os.getpid()}"
"""Tells, in the environment, processes of these tests from those of tests beside them."""


def left() -> set[int]:
    """Processes on this machine that a run of a test has left behind."""
    paths = Path("/proc").glob("[0-9]*/environ")
    return {int(path.parent.name) for path in paths if f"MARK={MARK}".encode() in _text(path)}


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
