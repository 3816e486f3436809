"""A closed home is opened for the interpreter in it and for nothing else; two runs do not meet."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.host import slots
from gograde.sandbox.host.identity import FIRST_UID, Identity, identity
from gograde.sandbox.host.reach import closed_ways
from gograde.sandbox.host.slots import slot
from gograde.sandbox.protocol import Job

NOBODY = Identity(64999, 64999, drop=True)

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root runs programs as another user")


@pytest.fixture
def home():
    """A closed home with a program three folders down, and a diary."""
    path = Path(f"/var/tmp/gograde-home-{os.getpid()}")
    tools = path / "versions" / "3.11" / "bin"
    tools.mkdir(parents=True)
    (tools / "prog").write_text("#!/bin/sh\necho from home\n")
    (tools / "prog").chmod(0o755)
    (path / "diary").write_text("dear diary")
    path.chmod(0o700)
    yield path
    shutil.rmtree(path)


@needs_root
def test_the_ways_that_are_closed_are_found(home):
    inner = home / "versions" / "3.11"
    assert closed_ways([inner, Path("/usr/bin")], NOBODY) == {inner: home}
    home.chmod(0o711)
    assert closed_ways([inner], NOBODY) == {}


def test_none_is_closed_to_the_graders_own_user(home):
    assert closed_ways([home / "versions"], Identity(os.getuid(), os.getgid(), drop=False)) == {}


def test_a_missing_path_is_the_graders_fault():
    with pytest.raises(JudgeError) as caught:
        closed_ways([Path("/nowhere/python")], NOBODY)
    assert str(caught.value) == (
        "sandbox: /nowhere/python does not exist\nFix: name files and folders of this machine"
    )


@needs_root
def test_a_folder_that_is_closed_itself_is_named_with_the_way_to_mend_it(home):
    with pytest.raises(JudgeError) as caught:
        closed_ways([home], NOBODY)
    assert str(caught.value) == f"sandbox: {home} cannot be read by uid 64999\nFix: chmod -R o+rX {home}"


def test_a_program_in_a_closed_home_runs_and_the_rest_of_the_home_stays_closed(backend, home):
    inner = home / "versions" / "3.11"
    program = os.fspath(inner / "bin" / "prog")
    assert backend.run(Job((program,), readable=(inner,))).stdout == b"from home\n"
    peek = ("/bin/sh", "-c", f"cat {home}/diary; ls {inner}")
    assert backend.run(Job(peek, readable=(inner,))).stdout == b"bin\n"


def test_two_folders_of_one_closed_home(backend, home):
    (home / "lib").mkdir()
    (home / "lib" / "data").write_text("data")
    inner = home / "versions" / "3.11"
    script = ("/bin/sh", "-c", f"{inner}/bin/prog; cat {home}/lib/data; cat {home}/diary")
    readable = (inner, home / "lib", home / "lib" / "data")
    assert backend.run(Job(script, readable=readable)).stdout == b"from home\ndata"


def test_the_grader_itself_sees_its_files_as_before(backend, home):
    inner = home / "versions" / "3.11"
    here, mounts = Path.cwd(), Path("/proc/self/mountinfo").read_text()
    backend.run(Job((os.fspath(inner / "bin" / "prog"),), readable=(inner,)))
    assert (home / "diary").read_text() == "dear diary"
    assert (Path.cwd(), Path("/proc/self/mountinfo").read_text()) == (here, mounts)
    assert os.getresuid() == (os.geteuid(),) * 3
    assert os.getresgid() == (os.getegid(),) * 3


def test_the_interpreter_that_runs_the_tests_runs_submissions(backend):
    python = Path(sys.executable).resolve()
    job = Job(
        (os.fspath(python), "-c", "import json, sys; print(sys.version)"), readable=(Path(sys.base_prefix),)
    )
    assert backend.run(job).stdout.decode().strip() == sys.version.strip()


@needs_root
def test_root_runs_submissions_as_a_user_of_each_slots_own(backend):
    uid = backend.run(Job(("/usr/bin/id", "-u"))).stdout
    assert int(uid) >= FIRST_UID
    assert identity(3) == Identity(FIRST_UID + 3, FIRST_UID + 3, drop=True)


@needs_root
def test_slots_of_runs_at_the_same_time_differ_and_come_back(tmp_path, monkeypatch):
    """In a folder of their own: other tests take slots and give them back meanwhile."""
    monkeypatch.setattr(slots, "_ROOTS_OWN", tmp_path)
    with slot() as first, slot() as second:
        assert first != second
    with slot() as again:
        assert again == first


@needs_root
def test_sixty_four_games_whose_players_have_servers_leave_a_user_for_a_cold_run(tmp_path, monkeypatch):
    monkeypatch.setattr(slots, "_ROOTS_OWN", tmp_path)
    monkeypatch.setattr(slots, "_PATIENCE_S", 0.1)
    with ExitStack() as servers:
        taken = {servers.enter_context(slot()) for _ in range(2 * 64)}
        with slot() as number:
            assert number not in taken


@needs_root
def test_the_slot_of_a_killed_grader_waits_until_its_processes_are_gone(tmp_path, monkeypatch):
    """They count among those of its user, which the kernel holds to a number."""
    first_uid = NOBODY.uid + 1
    monkeypatch.setattr(slots, "_ROOTS_OWN", tmp_path)
    monkeypatch.setattr(slots, "FIRST_UID", first_uid)
    child = os.fork()
    if child == 0:
        with slot() as number:
            user = first_uid + number
            left = subprocess.Popen(["sleep", "60"], user=user, group=user, extra_groups=[])
            (tmp_path / "told").write_text(f"{number} {left.pid}")
            signal.pause()
    until(lambda: (tmp_path / "told").exists() and (tmp_path / "told").read_text())
    number, left = map(int, (tmp_path / "told").read_text().split())
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with slot() as other:
        assert (number, other) == (0, 1)
    os.kill(left, signal.SIGKILL)
    until(lambda: not Path(f"/proc/{left}").exists())
    with slot() as again:
        assert again == number


def until(holds):
    deadline = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


TWO = """
import sys
from gograde.sandbox.protocol import Job, Limits
from gograde.sandbox.select import choose_backend
backend = choose_backend(name=sys.argv[1])
script = "echo $0 >mine; for i in 1 2 3 4 5; do sleep 0.15 & done; wait; cat mine; id -u"
for _ in range(3):
    result = backend.run(Job(("/bin/sh", "-c", script, sys.argv[2]), limits=Limits(processes=7)))
    words = (result.stdout or result.stderr).decode().split()
    print(result.exit_code, result.killed_for, *words[:-1])
"""


def test_two_runs_at_once_do_not_meet(backend):
    """Two processes, each with as many processes in its sandbox as it may have."""
    root = Path(__file__).parents[2]
    graders = [
        subprocess.Popen(
            [sys.executable, "-c", TWO, backend.name, word],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.fspath(root)},
        )
        for word in ("black", "white")
    ]
    outputs = [grader.communicate()[0].decode() for grader in graders]
    assert outputs == ["0 None black\n" * 3, "0 None white\n" * 3]
