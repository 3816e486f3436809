"""The baits of an examination: files, sockets and processes that a sandboxed program must not reach.

The program's user can reach them, and no other account of the machine can: it can neither bend an examination
nor use it.  What counts is only what somebody did who was told a word that no account can see.
"""

from __future__ import annotations

import contextlib
import os
import resource
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from gograde.errors import JudgeError
from gograde.private import FOLDER, Scratch, give
from gograde.sandbox.host.identity import FIRST_UID, GROUP, SLOTS, has_users, identity
from gograde.sandbox.host.kernel import send_at_death_of_parent

SLEEP = "/bin/sleep"
SECRET = "GOGRADE_DOCTOR_SECRET"
"""A variable of the grader's environment that no sandboxed program may see."""

PLACES = ("/", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/run", "/etc", "/usr", "/home", "/root")
"""The folders in which a program might leave a file."""

_LONGEST_FOLDER = 64  # bytes of the path around the baits, because a socket's path has at most 107
_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_PATIENCE_S = 5.0
_MOST_CALLS = 256  # that are listened to: others may call too
_LIMIT = 77
"""The limit of open files that a probe tries to set for the victim."""


@dataclass
class Bait:
    """One set of baits.  The program's user may write to `folder`, so only the sandbox protects it.

    A job may read the folder `readable`, except for `hidden`.  `orphan_mark` and `victim_mark` are words in
    the command lines of these processes, and `litter` is the name of a file that a program tries to leave.
    `listeners` are, by probe, open sockets, whose queues show whether a program has called, and has said the
    word `password`.  `canary_fd` and `touched_fd` are descriptors of the files.
    """

    folder: Path
    canary_fd: int
    touched_fd: int
    token: str
    listeners: Mapping[str, socket.socket]
    victim: subprocess.Popen[bytes]
    victim_mark: str

    def __post_init__(self) -> None:
        self.orphan_mark, self.litter, self.password = _number(20), f".gograde-{_number(0)}", _number(0)
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
            "password": self.password,
            "listeners": {name: _called_by(one) for name, one in self.listeners.items()},
        }

    def call_listeners(self) -> dict[str, bool]:
        """Call each listener from the grader itself, as the control of a quick check; see `called`."""
        for mine in self.listeners.values():
            with socket.socket(mine.family, mine.type) as caller, contextlib.suppress(OSError):
                caller.settimeout(_PATIENCE_S)
                caller.connect(mine.getsockname())
                caller.send(self.password.encode())
        return self.called(_PATIENCE_S)

    def called(self, patience_s: float = 0.0) -> dict[str, bool]:
        """By probe, whether a call has arrived, or does in this time.  Empties the listener's queue."""
        return {name: _came(one, self.password, patience_s) for name, one in self.listeners.items()}

    def effects(self, patience_s: float = 0.05) -> dict[str, bool]:
        """By probe, whether the baits show that it succeeded, whatever the program reports.

        Waits `patience_s` seconds for the victim to die of a signal, which takes time on a busy machine.
        """
        pid = self.victim.pid
        changed = resource.prlimit(pid, resource.RLIMIT_NOFILE)[0] == _LIMIT
        slowed = _pace(pid) != _pace(os.getpid())
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.victim.wait(timeout=patience_s)
        return {
            **self.called(),
            "prlimit": changed,
            "priority": slowed,
            "signal": self.victim.returncode is not None,
            "canary-write": os.pread(self.canary_fd, 4096, 0) != self.token.encode(),
            "canary-touch": os.fstat(self.touched_fd).st_mtime != 1,
            "elsewhere": any(os.path.lexists(Path(place, self.litter)) for place in (*PLACES, self.folder)),
            "orphan": bool(processes_named(self.orphan_mark)),
        }


def _pace(pid: int) -> tuple[int, int]:
    """The priority and the scheduling policy of a process.  A child inherits both."""
    return os.getpriority(os.PRIO_PROCESS, pid), os.sched_getscheduler(pid)


def _number(seconds: int) -> str:
    """A word by chance that is also an argument of sleep(1)."""
    return f"{seconds}.{secrets.randbelow(10**15):015}"


def processes_named(mark: str) -> list[int]:
    """The pids of the living processes of graders and submissions with `mark` in their command line."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark.encode() in (entry / "cmdline").read_bytes() and _is_ours(entry):
                found.append(int(entry.name))
    return found


def _is_ours(entry: Path) -> bool:
    """Judges by the real uid of a process, which its programs with the set-user-id bit keep."""
    rows = (line.split() for line in (entry / "status").read_text().splitlines())
    uid = next(int(words[1]) for words in rows if words[0] == "Uid:")
    return uid == os.getuid() or (has_users() and FIRST_UID <= uid < FIRST_UID + SLOTS)


@contextlib.contextmanager
def laid_out() -> Iterator[Bait]:
    """Create the baits for the block, and remove them and the program's traces afterwards.

    Raises `JudgeError` when a program outside of the sandbox could not reach them either.
    """
    group = GROUP if has_users() else None
    token = secrets.token_hex(16)
    with contextlib.ExitStack() as stack:
        room = Scratch.make(group, _LONGEST_FOLDER)
        stack.callback(room.remove)
        files = _lay_files(room.fd, token, group, stack)
        listeners = _listen(room.path, token, stack)
        _give(room.fd, "listener", os.O_PATH | os.O_NOFOLLOW, group, 0o660)
        give(room.fd, group, 0o1770)
        mark = _number(60)
        bait = Bait(room.path, *files, token, listeners, _start_victim(mark, stack), mark)
        _prove_open(bait.canary)
        stack.callback(_clear, bait)
        _leak(bait, stack)
        yield bait


def _lay_files(room: int, token: str, group: int | None, stack: contextlib.ExitStack) -> tuple[int, int]:
    """The descriptors of the canary and of the file whose time tells of a touch."""
    for name in ("open", "open/hidden"):
        os.mkdir(name, 0o700, dir_fd=room)
        _give(room, name, FOLDER, group, 0o750)
    made = [
        stack.enter_context(os.fdopen(os.open(name, _NEW, 0o600, dir_fd=room), "r+b", buffering=0))
        for name in ("canary", "touched", "open/hidden/secret")
    ]
    for file in made:
        file.write(token.encode())
        give(file.fileno(), group, 0o660)
    os.utime(made[1].fileno(), (1, 1))
    return made[0].fileno(), made[1].fileno()


def _give(room: int, name: str, flags: int, group: int | None, mode: int) -> None:
    fd = os.open(name, flags | os.O_CLOEXEC, dir_fd=room)
    try:
        give(fd, group, mode)
    finally:
        os.close(fd)


def _prove_open(canary: Path) -> None:
    """The control of all that concerns files: without a sandbox, its user may write to the canary."""
    try:
        with identity(0).for_files() if has_users() else contextlib.nullcontext():
            os.close(os.open(canary, os.O_RDWR | os.O_CLOEXEC))
    except OSError as error:
        what = f"its own bait cannot be reached ({error.strerror}), so nothing is proved"
        raise JudgeError("doctor", what, "set TMPDIR to a folder of mode 1777") from error


def open_socket(stack: contextlib.ExitStack, family: int, kind: int, address: Any) -> socket.socket:
    """A non-blocking socket at `address`, which listens if it is a stream; `stack` closes it."""
    mine = stack.enter_context(socket.socket(family, kind))
    mine.bind(address)
    mine.setblocking(False)
    if kind == socket.SOCK_STREAM:
        mine.listen(128)
    return mine


def _listen(folder: Path, token: str, stack: contextlib.ExitStack) -> dict[str, socket.socket]:
    opened = partial(open_socket, stack)
    return {
        "tcp": opened(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
        "udp": opened(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
        "unix-path": opened(socket.AF_UNIX, socket.SOCK_STREAM, str(folder / "listener")),
        "unix-abstract": opened(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + token),
    }


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


def _came(listener: socket.socket, password: str, patience_s: float) -> bool:
    """Whether somebody with the password has called, or does in this time; empties the queue."""
    until = time.monotonic() + patience_s
    calls: list[socket.socket] = []
    with contextlib.ExitStack() as kept:
        while True:
            with contextlib.suppress(OSError):
                while listener.type == socket.SOCK_STREAM and len(calls) < _MOST_CALLS:
                    calls.append(kept.enter_context(listener.accept()[0]))
                    calls[-1].setblocking(False)
            if any(_says(call, password) for call in calls or [listener]):
                return True
            if time.monotonic() >= until:
                return False
            time.sleep(0.005)


def _says(call: socket.socket, password: str) -> bool:
    """Whether the password is among what waits to be read."""
    with contextlib.suppress(OSError):
        return any(call.recv(4096) == password.encode() for _ in range(_MOST_CALLS))
    return False
