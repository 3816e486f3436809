"""A run whose processes are one process group on the host, all descendants of a supervisor."""

from __future__ import annotations

import contextlib
import os
import re
import resource
import signal
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from gograde.errors import JudgeError
from gograde.sandbox import kernel, rlimits, system
from gograde.sandbox.cell import Ending, Usage
from gograde.sandbox.identity import Identity
from gograde.sandbox.protocol import BOX, Job
from gograde.sandbox.spawn import fork_program, open_pipes, sealed_file
from gograde.sandbox.streams import Capture
from gograde.sandbox.tree import DescendantTree, count_threads, running_s
from gograde.sandbox.workdir import WorkDir, make_workdir

_CONTROL = 3
_RULESET = 4
_PATIENCE_S = 30.0
_BOX_NAME = re.compile(rf"(?<![\w./-]){BOX}(?![\w.-])")


@dataclass(frozen=True)
class Cage:
    """What holds a program: the descriptor of a Landlock ruleset, and a seccomp filter."""

    ruleset: int
    seccomp: bytes

    def enter(self) -> None:
        """Confine this process, where the ruleset is descriptor 4, and what it executes."""
        kernel.forbid_new_privileges()
        kernel.landlock_enforce(_RULESET)
        os.close(_RULESET)
        kernel.load_seccomp(self.seccomp)


@contextmanager
def in_workdir(who: Identity) -> Iterator[WorkDir]:
    """An empty working directory that is deleted at the end of the block."""
    work = make_workdir(who)
    try:
        yield work
    finally:
        work.remove()


def open_cell(job: Job, work: WorkDir, who: Identity, cage: Cage | None) -> GroupCell:
    """Fork the process that becomes the program; it gives up its rights, enters `cage` and waits.

    Must be called in a supervisor that has no other children.
    """
    supervisor = os.getpid()
    others = 0 if who.drop else count_threads(who.uid)
    wanted = {
        **rlimits.process_limits(job.limits),
        resource.RLIMIT_NPROC: others + job.limits.processes + rlimits.SPARE_PROCESSES,
    }
    argv = [_in_folder(word, work.path) for word in job.argv]
    env = {name: _in_folder(value, work.path) for name, value in job.env.items()}

    def become() -> NoReturn:
        who.assume()
        kernel.die_with_parent(supervisor)
        rlimits.apply(wanted)
        kernel.fix_addresses()
        os.chdir(work.path)
        if cage is not None:
            cage.enter()
        _become_program(argv, env)

    rules = (cage.ruleset,) if cage else ()
    ours, theirs = socket.socketpair()
    pipes = open_pipes()
    stdin = sealed_file(job.stdin)
    pid = fork_program(become, (stdin, pipes.out[1], pipes.err[1], theirs.fileno(), *rules))
    theirs.close()
    os.close(stdin)
    out, err = pipes.captures(os.fsencode(work.path))
    _await_ready(ours)
    return GroupCell(
        box=os.dup(work.box),
        program=os.pidfd_open(pid),
        tree=DescendantTree(supervisor, pid),
        out=out,
        err=err,
        work=work,
        control=ours,
        setup_s=running_s(pid),
    )


@dataclass
class GroupCell:
    """A run in a process group; `control` is the socket to the process that waits to become the program."""

    box: int
    program: int
    tree: DescendantTree
    out: Capture
    err: Capture
    work: WorkDir
    control: socket.socket
    setup_s: float
    ending: Ending | None = None

    def start(self) -> None:
        self.control.sendall(b"go")

    def usage(self) -> Usage:
        return self.work.usage(self.tree.latest)

    def finish(self) -> Ending:
        """Kill the group, bury all descendants, and come back when the kernel says there are none."""
        if self.ending is None:
            os.killpg(self.tree.main_pid, signal.SIGKILL)
            status = self._bury()
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.ending = Ending(status, used.ru_utime + used.ru_stime - self.setup_s)
        return self.ending

    def close(self) -> None:
        self.finish()
        self.control.close()
        for fd in (self.box, self.program, self.tree.proc, self.out.fd, self.err.fd):
            os.close(fd)

    def _bury(self) -> int:
        """Wait for every descendant, killing those that still live; the program's own status."""
        status = 0
        deadline = time.monotonic() + _PATIENCE_S
        while time.monotonic() < deadline:
            try:
                pid, ended = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return status
            if pid == self.tree.main_pid:
                status = ended
            if pid == 0:
                self._kill_all()
        raise JudgeError("sandbox", "a killed program does not die", "look for a hung file system")

    def _kill_all(self) -> None:
        for task in self.tree.tasks():
            with contextlib.suppress(ProcessLookupError):
                os.kill(task.pid, signal.SIGKILL)
        time.sleep(0.0005)


def _become_program(argv: list[str], env: Mapping[str, str]) -> NoReturn:
    """Say that all is ready, wait for the word to go on, and execute the program."""
    os.write(_CONTROL, b"ready")
    if os.read(_CONTROL, 16) != b"go":
        os._exit(125)
    os.close(_CONTROL)
    path = Path(argv[0])
    if not path.is_file():
        _refuse(argv[0], "not found", 127)
    try:
        os.execve(path, argv, env)
    except PermissionError:
        _refuse(argv[0], "permission denied", 126)
    except OSError:  # no format that the kernel knows: a script, as for any shell
        os.execve(system.SHELL, [system.SHELL, *argv], env)


def _refuse(name: str, reason: str, code: int) -> NoReturn:
    os.write(2, os.fsencode(f"{name}: {reason}\n"))
    os._exit(code)


def _await_ready(control: socket.socket) -> None:
    """Raises JudgeError with what the process said when it could not be made ready."""
    control.settimeout(_PATIENCE_S)
    try:
        said = control.recv(4096)
    except TimeoutError:
        said = b"it does not answer"
    if said != b"ready":
        what = said.decode(errors="replace") or "it ended without a word"
        raise JudgeError("sandbox", what, "gograde doctor tells what this machine lacks")


def _in_folder(text: str, folder: Path) -> str:
    """`text` with the host's name of the working directory where it says `/box`."""
    return _BOX_NAME.sub(os.fspath(folder), text)
