"""Simultaneous runs have different users and do not meet."""

import os
import pwd
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from gograde.sandbox import attempts
from gograde.sandbox.host import identity as slots
from gograde.sandbox.host.identity import FIRST_UID, GROUP, Identity, identity, slot
from gograde.sandbox.protocol import Backend, Job
from gograde.sandbox.select import choose_backend
from tests.needs import lacks
from tests.sandboxes import ROOT, WORKS, comes_true, python_job

NOBODY = 64999  # a uid that no slot has


@pytest.mark.needs("root")
def test_root_runs_submissions_as_a_user_of_each_slots_own(backend):
    uid = backend.run(Job(("/usr/bin/id", "-u"))).stdout
    assert int(uid) >= FIRST_UID
    assert identity(3) == Identity(FIRST_UID + 3, GROUP, drop=True)


@pytest.mark.needs("root")
def test_slots_of_runs_at_the_same_time_differ_and_come_back(tmp_path, monkeypatch):
    """In a folder of their own: other tests take slots and give them back meanwhile."""
    monkeypatch.setattr(slots, "lock_folder", lambda: tmp_path)
    with slot() as first, slot() as second:
        assert first != second
    with slot() as again:
        assert again == first


@pytest.mark.needs("root")
def test_a_slot_whose_uid_an_account_has_is_passed_over(tmp_path, monkeypatch):
    monkeypatch.setattr(slots, "lock_folder", lambda: tmp_path)
    monkeypatch.setattr(slots, "FIRST_UID", os.stat(os.devnull).st_uid)  # noqa: PTH116 - root's, then daemon's
    monkeypatch.setattr(slots, "count_threads", lambda uid: 0)
    with slot() as number, pytest.raises(KeyError):
        pwd.getpwuid(number)


@pytest.mark.needs("root")
def test_sixty_four_games_whose_players_have_servers_leave_a_user_for_a_cold_run(tmp_path, monkeypatch):
    monkeypatch.setattr(slots, "lock_folder", lambda: tmp_path)
    monkeypatch.setattr(slots, "_PATIENCE_S", 0.1)
    with ExitStack() as servers:
        taken = {servers.enter_context(slot()) for _ in range(2 * 64)}
        with slot() as number:
            assert number not in taken


@pytest.mark.needs("root")
def test_the_slot_of_a_killed_grader_waits_until_its_processes_are_gone(tmp_path, monkeypatch):
    """They count among those of its user, which the kernel holds to a number."""
    first_uid = NOBODY + 1
    monkeypatch.setattr(slots, "lock_folder", lambda: tmp_path)
    monkeypatch.setattr(slots, "FIRST_UID", first_uid)
    child = os.fork()
    if child == 0:
        with slot() as number:
            user = first_uid + number
            left = subprocess.Popen(
                ["tail", f"--pid={os.getppid()}", "-f", "/dev/null"], user=user, group=user, extra_groups=[]
            )
            (tmp_path / "told").write_text(f"{number} {left.pid}")
            signal.pause()
    assert comes_true(lambda: (tmp_path / "told").exists() and (tmp_path / "told").read_text())
    number, left = map(int, (tmp_path / "told").read_text().split())
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with slot() as other:
        assert (number, other) == (0, 1)
    os.kill(left, signal.SIGKILL)
    assert comes_true(lambda: not Path(f"/proc/{left}").exists())
    with slot() as again:
        assert again == number


TWO = """
import sys
from gograde.sandbox.protocol import Job, Limits
from gograde.sandbox.select import choose_backend
backend = choose_backend(name=sys.argv[1])
script = 'echo $0 >mine; for i in 1 2 3 4 5; do (eval "$1") & done; wait; cat mine; id -u'
for _ in range(3):
    result = backend.run(Job(("/bin/sh", "-c", script, *sys.argv[2:]), limits=Limits(processes=7)))
    words = (result.stdout or result.stderr).decode().split()
    print(result.exit_code, result.killed_for, *words[:-1])
"""


def test_two_runs_at_once_do_not_meet(backend):
    """Two processes, each with as many processes in its sandbox as it may have."""
    graders = [
        subprocess.Popen(
            [sys.executable, "-c", TWO, backend.name, word, WORKS],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.fspath(ROOT)},
        )
        for word in ("black", "white")
    ]
    outputs = [grader.communicate()[0].decode() for grader in graders]
    assert outputs == ["0 None black\n" * 3, "0 None white\n" * 3]


# -- the signal at the parent's death survives every change of identity ------------------------------


PARENT = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", sys.argv[1]])
sys.stdin.read(1)
"""
CHILD = """
import os, sys, time
from gograde.sandbox.host.identity import identity
from gograde.workflow.lock import end_with
end_with(os.getppid())
try:
    with identity(0).for_files():
        pass
    print("changed twice", flush=True)
    time.sleep(600)
finally:
    print("ended", flush=True)
"""
FORGETS = """
import os, sys, time
from gograde.sandbox.host.identity import identity
from gograde.workflow.lock import end_with
end_with(os.getppid())
parent = os.getppid()
try:
    with identity(0).for_files():
        print("inside", flush=True)
        while os.getppid() == parent:
            time.sleep(0.01)
    time.sleep(600)
finally:
    print("ended", flush=True)
"""


@pytest.mark.needs("root")
@pytest.mark.parametrize(
    ("child", "said"),
    [(CHILD, "changed twice\n"), (FORGETS, "inside\n")],
    ids=["it dies afterwards", "it dies meanwhile"],
)
def test_a_process_that_changed_its_identity_ends_with_its_parent(child: str, said: str) -> None:
    pipe = subprocess.PIPE
    parent = subprocess.Popen([sys.executable, "-c", PARENT, child], stdin=pipe, stdout=pipe, text=True)
    assert parent.stdout is not None
    assert parent.stdout.readline() == said
    parent.send_signal(signal.SIGKILL)
    assert parent.communicate(timeout=120)[0] == "ended\n"


# -- programs start while the kernel asks the grader about their calls, also from the system's -------


SYSTEM_PYTHON = Path("/usr/bin/python3")

TOO_OLD = "import sys; print(sys.version_info < (3, 11))"
GRADE = """
import faulthandler
faulthandler.dump_traceback_later(100, exit=True)  # a start that waits for itself never ends
from gograde.sandbox.protocol import Job
from gograde.sandbox.select import choose_backend
backend = choose_backend(name="{name}")
print(*(backend.run(Job(("/bin/sh", "-c", "exit 3"))).exit_code for _ in range(3)))
"""


def said_by_system_python(source: str) -> str:
    command = [os.fspath(SYSTEM_PYTHON), "-B", "-c", source]
    path = {"PYTHONPATH": os.fspath(ROOT)}
    done = subprocess.run(command, check=False, env={**os.environ, **path}, capture_output=True, text=True)
    return done.stdout + done.stderr


def test_the_python_of_the_system_runs_programs(backend: Backend) -> None:
    if not SYSTEM_PYTHON.exists() or "True" in said_by_system_python(TOO_OLD):
        lacks("the Python of the system", "gograde supports none here")
    assert said_by_system_python(GRADE.format(name=backend.name)) == "3 3 3\n"


def test_where_nothing_is_noticed_the_filter_alone_refuses(backend, monkeypatch) -> None:
    monkeypatch.setattr(attempts, "noticing", lambda *given: None)
    silent = choose_backend(name=backend.name)
    result = silent.run(python_job("import os\nprint(os.listdir())\nos.chroot('/')"))
    assert (result.stdout, result.exit_code, result.violations) == (b"['prog.py']\n", 1, ())
    assert b"PermissionError" in result.stderr
