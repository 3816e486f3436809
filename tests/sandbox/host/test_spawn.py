"""Programs start while the kernel asks the grader about their calls, also from the system's Python.

Python before 3.11.4 stops all its threads until a program that it starts is running.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gograde.sandbox.notices import attempts
from gograde.sandbox.protocol import Backend
from gograde.sandbox.select import choose_backend
from tests.needs import lacks
from tests.sandboxes import ROOT, python_job

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


def test_where_nothing_is_noticed_the_filter_alone_refuses(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempts, "noticing", lambda *given: None)
    silent = choose_backend(name=backend.name)
    result = silent.run(python_job("import os\nprint(os.listdir())\nos.chroot('/')"))
    assert (result.stdout, result.exit_code, result.violations) == (b"['prog.py']\n", 1, ())
    assert b"PermissionError" in result.stderr


# -- The signal at the parent's death survives every change of identity --------------------------

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
