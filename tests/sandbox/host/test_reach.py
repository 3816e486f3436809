"""A closed home is opened only for the interpreter in it."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.host.identity import Identity
from gograde.sandbox.host.reach import closed_ways
from gograde.sandbox.protocol import Job

NOBODY = Identity(64999, 64999, drop=True)


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


@pytest.mark.needs("root")
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


@pytest.mark.needs("root")
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
