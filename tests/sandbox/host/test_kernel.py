"""The signal at the parent's death survives every change of identity."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

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
