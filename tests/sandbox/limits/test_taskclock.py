"""The kernel's own clock of a tree of processes, where it is available."""

from __future__ import annotations

import os
import subprocess
import sys

from gograde.sandbox.host import kernel
from gograde.sandbox.host.processes import GroupTree
from gograde.sandbox.landlock.backend import Unsandboxed
from gograde.sandbox.limits.cgroup import Groups
from gograde.sandbox.protocol import Job
from gograde.sandbox.run.carry_out import Meter
from tests.needs import lacks

SHORT_LIVES = """
import os, signal, sys, time
sys.stdin.readline()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(20):
    reader, writer = os.pipe()
    if os.fork() == 0:
        while time.process_time() < 0.01: pass
        os._exit(0)
    os.close(writer)
    os.read(reader, 1)
"""


def test_children_that_nobody_waits_for_are_counted():
    with subprocess.Popen([sys.executable, "-c", SHORT_LIVES], stdin=subprocess.PIPE) as child:
        try:
            clock = kernel.open_task_clock(child.pid)
        except OSError:
            lacks("a clock of tasks", "the owner of this machine permits none")
        child.communicate(b"go\n")
    assert Meter(GroupTree(child.pid), clock=clock).counted_s() >= 0.2
    os.close(clock)


def test_where_it_is_not_permitted_there_is_none(monkeypatch):
    def refuse(pid: int) -> int:
        raise PermissionError

    monkeypatch.setattr(kernel, "open_task_clock", refuse)
    assert Unsandboxed(groups=Groups([None])).run(Job(("/bin/true",))).exit_code == 0
