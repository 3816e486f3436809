"""Notices what a program tries that the sandbox forbids, and refuses it, while the program runs.

The kernel asks about the calls of `call_tables.NOTICED`, and a thread of the grader answers.  Opening a
file and sending a signal always go on, held by namespaces or by Landlock, and are judged for the record
only: so a program gains nothing when it changes a path after it was read here.  Other calls are refused
whatever their arguments.  When the thread ends, its listener closes, and the kernel refuses every call
that it would ask about.
"""

from __future__ import annotations

import errno
import mmap
import os
import queue
import re
import select
import stat
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gograde.errors import JudgeError
from gograde.sandbox.host import kernel
from gograde.sandbox.host.processes import scheduled
from gograde.sandbox.host.spawn import PATIENCE_S
from gograde.sandbox.host.threads import in_thread
from gograde.sandbox.notices import notify
from gograde.sandbox.notices.files import FilePolicy
from gograde.sandbox.notices.notify import Notice
from gograde.sandbox.seccomp.assemble import noticed_kinds, noticing_program
from gograde.sandbox.seccomp.call_tables import AT_CWD

MOST = 16  # attempts of a run that are told; further ones are refused without a word
_DETAIL = 200  # characters of an attempt that are told
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_TRUNC
_FAMILIES = {2: "AF_INET", 17: "AF_PACKET", 31: "AF_BLUETOOTH", 38: "AF_ALG", 40: "AF_VSOCK", 44: "AF_XDP"}
_OF_A_PROCESS = re.compile(r"/proc/\d+")
_UNPRINTABLE = re.compile(r"[^ -~]")


_ANSWERS = ("symbolic link", "FIFO", "socket", "device")


def of_answers(refused: Mapping[str, str]) -> tuple[str, ...]:
    """Attempts that show in what was left as an answer: the files refused at the end, with the reason."""
    tricks = sorted(reason for reason in refused.values() if reason in _ANSWERS or reason.endswith(" links"))
    return tuple(f"answer: {reason}" for reason in dict.fromkeys(tricks))


@dataclass(frozen=True)
class Noticing:
    """The filter that asks, and what the numbers of the calls mean that it asks about."""

    program: bytes
    kinds: Mapping[int, tuple[str, str]]


def noticing() -> Noticing | None:
    """What a back end needs to notice attempts; None where this machine does not let it."""
    found = Noticing(noticing_program(), noticed_kinds())
    return found if in_thread(lambda: int(notify.can_notice(found.program))) else None


def available() -> bool:
    """Whether this machine lets the grader notice attempts; asked in a thread that is thrown away."""
    return noticing() is not None


@dataclass(frozen=True)
class Policy:
    """What a back end knows of its runs: the calls to ask about, their own files, whom a signal may reach.

    `stranger` tells whether a target of kill(2), as the program names it, is outside of the run.
    `sessions` says that a session of its own is noticed but not refused.  `memory_bytes` is how much
    the run may map shared and without a file, over all its time: it is no attempt, but there is no
    seeing how much of it is still held.
    """

    noticing: Noticing
    files: FilePolicy
    stranger: Callable[[int], bool]
    sessions: bool
    memory_bytes: int


@dataclass
class Notices:
    """What one run has tried.

    `enter` loads the filter in the thread that starts the program; until `begin`, when nothing of
    the program runs yet, every call goes on.  `end` comes after the program's end; `delay_s` says then
    how long the answers had to wait for a CPU, and the program for them.
    """

    policy: Policy
    delay_s: float = field(default=0.0, init=False)
    _found: dict[str, None] = field(default_factory=dict)
    _given: queue.SimpleQueue[int] = field(default_factory=queue.SimpleQueue)
    _begun: bool = False
    _over: bool = False
    _shared: int = 0
    _waited_s: float = 0.0
    _fault: Exception | None = None

    def __post_init__(self) -> None:
        self._reader = notify.Reader()
        self._stop = os.eventfd(0, os.EFD_CLOEXEC)
        # Not started by the thread that carries the filter: that would make it its own judge.
        self._thread = threading.Thread(target=self._serve, name="notices", daemon=True)
        self._thread.start()

    def enter(self) -> None:
        """Have this thread, and what it starts, noticed from here on; it gains no privileges any more."""
        kernel.forbid_new_privileges()
        self.take(notify.load_noticing(self.policy.noticing.program))

    def take(self, listener: int) -> None:
        """Notice what a filter asks about that was loaded elsewhere; its listener is closed at the end."""
        self._given.put(listener)

    def begin(self) -> None:
        """Judge from here on: the program is about to start."""
        self._waited_s = self._waits_s()
        self._begun = True

    def end(self) -> tuple[str, ...]:
        """Stop, and tell the attempts in order, each as `kind: detail`.

        Raises JudgeError when it was not we who stopped, and calls were refused that might have gone on.
        """
        if not self._over:
            self._over = True
            self._given.put(-1)
            os.eventfd_write(self._stop, 1)
            self._thread.join(PATIENCE_S)
            os.close(self._stop)
            if self._fault is not None:
                told = f"nobody answered the program's calls ({self._fault!r})"
                raise JudgeError("sandbox", told, "run it again, and report it when it stays")
        return tuple(self._found)

    def _waits_s(self) -> float:
        """How long the thread that answers was ready and waited for a CPU, so far."""
        assert self._thread.native_id is not None
        return scheduled(self._thread.native_id).waited_s or 0.0

    def _serve(self) -> None:
        listener = self._given.get()
        try:
            if listener >= 0:
                self._answer_all(listener)
        except Exception as error:  # told by `end`: a thread has nobody to raise it to
            self._fault = error
        finally:
            self.delay_s = self._waits_s() - self._waited_s
            if listener >= 0:
                os.close(listener)

    def _answer_all(self, listener: int) -> None:
        poller = select.poll()
        poller.register(listener, select.POLLIN)
        poller.register(self._stop, select.POLLIN)
        while True:
            for fd, event in poller.poll():
                if fd == self._stop or not event & select.POLLIN:
                    return
                notice = notify.receive(listener)
                if notice is not None:
                    self._answer(listener, notice)

    def _answer(self, listener: int, notice: Notice) -> None:
        if not self._begun:
            notify.go_on(listener, notice)
            return
        kind, name = self.policy.noticing.kinds.get(notice.number, ("", ""))
        if kind == "files":
            self._note(kind, self._file(name, notice))
            notify.go_on(listener, notice)
        elif kind == "signals":
            self._note(kind, self._signal(name, notice))
            notify.go_on(listener, notice)
        elif kind == "memory":
            self._share(listener, notice)
        elif kind == "session" and self.policy.sessions:
            self._note(kind, name)
            notify.go_on(listener, notice)
        else:
            self._note(kind, _described(name, notice))
            notify.refuse(listener, notice, errno.EPERM)

    def _share(self, listener: int, notice: Notice) -> None:
        """Let a shared mapping go on, but none without a file beyond what the run may have."""
        if _without_file(notice):
            self._shared += notice.arguments[1]
        if self._shared > self.policy.memory_bytes:
            notify.refuse(listener, notice, errno.ENOMEM)
        else:
            notify.go_on(listener, notice)

    def _note(self, kind: str, detail: str) -> None:
        if detail and len(self._found) < MOST:
            told = _OF_A_PROCESS.sub("/proc/N", _UNPRINTABLE.sub("?", detail))
            self._found[f"{kind}: {told[:_DETAIL]}"] = None

    def _file(self, name: str, notice: Notice) -> str:
        """What is wrong with the file that is to be opened."""
        words = notice.arguments
        address, flags = words[:2] if name == "open" else words[1:3]
        path = os.fsdecode(self._reader.text(notice.pid, address))
        if name == "openat2":
            flags = self._reader.word(notice.pid, flags)
            if not path.startswith("/") and words[0] & 0xFFFFFFFF != AT_CWD:
                return ""
        writes = bool(flags & _WRITES)
        if not path or (not writes and self.policy.files.surely_allows(path)):
            return ""
        return self._trespass(path, notice.pid, writes=writes)

    def _trespass(self, path: str, pid: int, *, writes: bool) -> str:
        try:
            folder = os.fspath(Path(f"/proc/{pid}/cwd").readlink())
        except OSError:  # it has gone
            folder = "/"
        pids = _own_pids(pid) if path.startswith("/proc") else frozenset[int]()
        return self.policy.files.trespass(path, folder, writes=writes, pids=pids)

    def _signal(self, name: str, notice: Notice) -> str:
        """Whom a signal is to reach that is not of the run; no number, which is another in every run."""
        target = _signed(notice.arguments[0])
        if name == "pidfd_send_signal" or not self.policy.stranger(target):
            return ""
        return f"{name} of {'every process' if target == -1 else 'a process that is not its own'}"


def ended(notices: Notices | None) -> tuple[tuple[str, ...], float]:
    """The attempts of a run that is over, and how long its program waited for answers."""
    return (notices.end(), notices.delay_s) if notices is not None else ((), 0.0)


def _without_file(notice: Notice) -> bool:
    """Whether a mapping is of memory alone; so is that of /dev/zero."""
    if notice.arguments[3] & mmap.MAP_ANONYMOUS:
        return True
    try:
        target = Path(f"/proc/{notice.pid}/fd/{_signed(notice.arguments[4])}").stat()
    except OSError:
        return True
    return stat.S_ISCHR(target.st_mode)


def _described(name: str, notice: Notice) -> str:
    if name == "socket":
        family = _signed(notice.arguments[0])
        return f"socket of {_FAMILIES.get(family, f'family {family}')}"
    return name


def _signed(word: int) -> int:
    """A C `int` in the low half of a register."""
    low = word & 0xFFFFFFFF
    return low - (1 << 32) if low >= 1 << 31 else low


def _own_pids(pid: int) -> frozenset[int]:
    """The numbers that a thread's process has, in each of its pid namespaces."""
    try:
        # A process names itself in it, with any byte but a line feed.
        lines = Path(f"/proc/{pid}/status").read_bytes().split(b"\n")
    except OSError:
        return frozenset()
    told = [line.split()[1:] for line in lines if line.startswith((b"NStgid:", b"NSpid:"))]
    return frozenset(int(number) for numbers in told for number in numbers)
