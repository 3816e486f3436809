"""The baits of an examination: files, sockets and processes that a sandboxed program must not reach."""

from __future__ import annotations

import contextlib
import os
import resource
import secrets
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from gograde.sandbox.host.kernel import send_at_death_of_parent

SLEEP = "/bin/sleep"
SECRET = "GOGRADE_DOCTOR_SECRET"
"""A variable of the grader's environment that no sandboxed program may see."""

PLACES = ("/", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/run", "/etc", "/usr", "/home", "/root")
"""The folders in which a program might leave a file."""

_LONGEST_FOLDER = 64
_LIMIT = 77
"""The limit of open files that a probe tries to set for the victim."""


@dataclass
class Bait:
    """One set of baits.  Every user may write to `folder`, so only the sandbox protects it.

    A job may read the folder `readable`, except for `hidden`.  `orphan_mark` and `victim_mark` are words in
    the command lines of these processes, and `litter` is the name of a file that a program tries to leave.
    `listeners` are, by probe, open sockets, whose queues show whether a program has called.
    """

    folder: Path
    token: str
    listeners: Mapping[str, socket.socket]
    victim: subprocess.Popen[bytes]
    victim_mark: str

    def __post_init__(self) -> None:
        number = self.victim_mark.partition(".")[2]
        self.orphan_mark, self.litter = f"20.{number}", f".gograde-{number}"
        self.canary, self.touched = self.folder / "canary", self.folder / "touched"
        self.readable = self.folder / "open"
        self.hidden = self.readable / "hidden"

    def settings(self, places: tuple[str, ...]) -> dict[str, Any]:
        """The survey's input; `places` are folders in which it tries to leave a file."""
        return {
            "token": self.token,
            "canary": str(self.canary),
            "touched": str(self.touched),
            "hidden": str(self.hidden / "secret"),
            "places": [*places, str(self.folder)],
            "litter": self.litter,
            "victim": self.victim.pid,
            "victim_mark": self.victim_mark,
            "orphan": self.orphan_mark,
            "listeners": {name: _called_by(one) for name, one in self.listeners.items()},
        }

    def call_listeners(self) -> dict[str, bool]:
        """Call each listener from the grader itself, as the control of a quick check; see `called`."""
        for mine in self.listeners.values():
            with socket.socket(mine.family, mine.type) as caller, contextlib.suppress(OSError):
                caller.connect(mine.getsockname())
                caller.send(b"hello")
        return self.called()

    def called(self) -> dict[str, bool]:
        """By probe, whether a call has arrived.  Takes the call out of the listener's queue."""
        return {name: _came(one) for name, one in self.listeners.items()}

    def effects(self, patience_s: float = 0.05) -> dict[str, bool]:
        """By probe, whether the baits show that it succeeded, whatever the program reports.

        Waits `patience_s` seconds for the victim to die of a signal, which takes time on a busy machine.
        """
        return {
            **self.called(),
            **self._victim_effects(patience_s),
            "canary-write": self.canary.read_text() != self.token,
            "canary-touch": self.touched.stat().st_mtime != 1,
            "elsewhere": any(os.path.lexists(Path(place, self.litter)) for place in (*PLACES, self.folder)),
            "orphan": bool(processes_named(self.orphan_mark)),
        }

    def _victim_effects(self, patience_s: float) -> dict[str, bool]:
        pid = self.victim.pid
        changed = resource.prlimit(pid, resource.RLIMIT_NOFILE)[0] == _LIMIT
        slowed = _pace(pid) != _pace(os.getpid())
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.victim.wait(timeout=patience_s)
        return {"prlimit": changed, "priority": slowed, "signal": self.victim.returncode is not None}


def _pace(pid: int) -> tuple[int, int]:
    """The priority and the scheduling policy of a process.  A child inherits both."""
    return os.getpriority(os.PRIO_PROCESS, pid), os.sched_getscheduler(pid)


def processes_named(mark: str) -> list[int]:
    """The pids of the living processes with `mark` in their command line."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark.encode() in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
    return found


@contextlib.contextmanager
def laid_out() -> Iterator[Bait]:
    """Create the baits for the block, and remove them and the program's traces afterwards."""
    token = secrets.token_hex(16)
    with contextlib.ExitStack() as stack:
        made = tempfile.TemporaryDirectory(
            prefix="gograde-doctor-", dir=_short_folder(), ignore_cleanup_errors=True
        )
        folder = Path(stack.enter_context(made))
        _lay_files(folder, token)
        listeners = _listen(folder, token, stack)
        mark = f"60.{secrets.randbelow(10**15):015}"
        bait = Bait(folder, token, listeners, _start_victim(mark, stack), mark)
        stack.callback(_clear, bait)
        _leak(bait, stack)
        yield bait


def _short_folder() -> str | None:
    """The parent folder of the baits (None: the default), because a socket's path has at most 107 bytes."""
    return "/var/tmp" if len(os.fsencode(tempfile.gettempdir())) > _LONGEST_FOLDER else None


def _lay_files(folder: Path, token: str) -> None:
    folder.chmod(0o777)
    for name in ("open", "open/hidden"):
        (folder / name).mkdir()
        (folder / name).chmod(0o755)  # regardless of the grader's umask
    for name in ("canary", "touched", "open/hidden/secret"):
        (folder / name).write_text(token)
        (folder / name).chmod(0o666)
    os.utime(folder / "touched", (1, 1))


def open_socket(stack: contextlib.ExitStack, family: int, kind: int, address: Any) -> socket.socket:
    """A non-blocking socket at `address`, which listens if it is a stream; `stack` closes it."""
    mine = stack.enter_context(socket.socket(family, kind))
    mine.bind(address)
    mine.setblocking(False)
    if kind == socket.SOCK_STREAM:
        mine.listen(4)
    return mine


def _listen(folder: Path, token: str, stack: contextlib.ExitStack) -> dict[str, socket.socket]:
    opened, path = partial(open_socket, stack), folder / "listener"
    listeners = {
        "tcp": opened(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
        "udp": opened(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
        "unix-path": opened(socket.AF_UNIX, socket.SOCK_STREAM, str(path)),
        "unix-abstract": opened(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + token),
    }
    path.chmod(0o666)
    return listeners


def _called_by(listener: socket.socket) -> tuple[int, int, Any]:
    """The family, kind and address with which a program calls a listener, as JSON values."""
    address = listener.getsockname()
    return listener.family, listener.type, address.decode() if isinstance(address, bytes) else address


def _start_victim(mark: str, stack: contextlib.ExitStack) -> subprocess.Popen[bytes]:
    """A process that a program may try to reach; it ends with a grader that is killed."""
    end = partial(send_at_death_of_parent, signal.SIGKILL)
    victim = stack.enter_context(
        subprocess.Popen([SLEEP, mark], stdin=subprocess.DEVNULL, preexec_fn=end)  # noqa: PLW1509
    )
    stack.callback(victim.kill)
    return victim


def _leak(bait: Bait, stack: contextlib.ExitStack) -> None:
    """Put a secret into the grader's environment and leave an inheritable descriptor open."""
    descriptor = os.open(bait.canary, os.O_RDONLY)
    stack.callback(os.close, descriptor)
    os.set_inheritable(descriptor, True)
    os.environ[SECRET] = bait.token
    stack.callback(os.environ.pop, SECRET)


def _clear(bait: Bait) -> None:
    for pid in processes_named(bait.orphan_mark):
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    for place in PLACES:
        with contextlib.suppress(OSError):
            Path(place, bait.litter).unlink(missing_ok=True)


def _came(listener: socket.socket) -> bool:
    """Whether a call waits at a listener; takes it out of the queue."""
    try:
        if listener.type == socket.SOCK_STREAM:
            listener.accept()[0].close()
        else:
            listener.recv(1)
    except BlockingIOError:
        return False
    return True
