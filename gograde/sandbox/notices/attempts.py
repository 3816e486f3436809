"""Records the forbidden calls of a program while it runs, and refuses them.

The kernel asks about some calls (`seccomp/calls.toml`), and a thread of the grader answers.  The thread
always lets a program open files and send signals, because namespaces or Landlock decide about them; it
judges them for the record only.  So a program that changes a path after the thread has read it gains
nothing.  The thread refuses other forbidden calls.  When the thread ends, its listener closes, and the
kernel refuses every call that it would ask about.
"""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
import queue
import re
import select
import stat
import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from gograde.errors import JudgeError
from gograde.sandbox.host import kernel
from gograde.sandbox.host.processes import scheduled
from gograde.sandbox.host.spawn import PATIENCE_S, in_thread
from gograde.sandbox.notices import notify
from gograde.sandbox.notices.files import FilePolicy, file_policy
from gograde.sandbox.notices.notify import Locks, Notice
from gograde.sandbox.protocol import Job
from gograde.sandbox.seccomp.rules import AT_CWD, noticed_kinds, noticing_program

MOST = 16  # recorded attempts of a run; further attempts are refused and not recorded
_DETAIL = 200  # recorded characters of an attempt
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_TRUNC
_FAMILIES = {2: "AF_INET", 17: "AF_PACKET", 31: "AF_BLUETOOTH", 38: "AF_ALG", 40: "AF_VSOCK", 44: "AF_XDP"}
_SECOND = ("getpriority", "ioprio_get")  # the calls whose second argument names a process
_OF_A_PROCESS = re.compile(r"/proc/\d+")
_OF_PYTHON = re.compile(r"^(\w+) /(?!proc/)(?:[^/]+/)*?lib(?:64)?/python3[.\d]*/")
_UNPRINTABLE = re.compile(r"[^ -~]")


_ANSWERS = ("symbolic link", "FIFO", "socket", "device")


def of_answers(refused: Mapping[str, str]) -> tuple[str, ...]:
    """The attempts among the refused answer files, where `refused` maps a path to the reason."""
    tricks = sorted(reason for reason in refused.values() if reason in _ANSWERS or reason.endswith(" links"))
    return tuple(f"answer: {reason}" for reason in dict.fromkeys(tricks))


@dataclass(frozen=True)
class Noticing:
    """The filter that asks; by call number, the kind of attempt and the name of each call it asks about."""

    program: bytes
    kinds: Mapping[int, tuple[str, str]]


def noticing(*sharing: str) -> Noticing | None:
    """What a back end needs to notice attempts; None where this machine does not permit a listener.

    `sharing` is what its runs share with the host.
    """
    found = Noticing(noticing_program(*sharing), noticed_kinds())
    with suppress(OSError):
        os.close(in_thread(lambda: kernel.listen(found.program)))
        return found
    return None


def notices_of(
    noticing: Noticing | None,
    job: Job,
    kept: ExitStack,
    *,
    stranger: Callable[[int], bool] | None = None,
    work: Path | None = None,
) -> Notices | None:
    """The notices of a run of `job`, which `kept` ends; None where this machine does not permit them.

    A run with a pid namespace has no `stranger`.  `work` is its working directory where that is not `/box`.
    """
    if noticing is None:
        return None
    memory, files = job.limits.memory_bytes, file_policy(job, work)
    found = Notices(noticing, files, stranger or _is_first, stranger is None, memory)
    kept.callback(found.end)
    return found


def _is_first(target: int) -> bool:
    """Whether a signal's target is the pid namespace's first process, or every process."""
    return target in (1, -1)


@dataclass
class Notices:
    """The attempts of one run, and how the grader judges its calls.

    `noticing` is the filter, and `files` judges the files that the program opens.
    `stranger` tells whether a target of kill(2), as the program names it, is outside the run.
    `sessions` permits `setsid`, which is recorded all the same.
    `memory_bytes` bounds the sum of all shared mappings without a file that the run ever makes, since the
    grader cannot see how much of them still exists.  To exceed it is no attempt.
    `enter` loads the filter in the thread that starts the program.  Every call is permitted until `begin`,
    because the program does not run yet.  `end` follows the program's end.
    """

    noticing: Noticing
    files: FilePolicy
    stranger: Callable[[int], bool]
    sessions: bool
    memory_bytes: int
    _found: dict[str, None] = field(default_factory=dict)
    _unlisted: dict[str, None] = field(default_factory=dict)
    _given: queue.SimpleQueue[int] = field(default_factory=queue.SimpleQueue)
    _begun: bool = False
    _over: bool = False
    _shared: int = 0
    _before_s: float = 0.0
    _delay_s: float = 0.0
    _fault: Exception | None = None

    def __post_init__(self) -> None:
        self._locks = Locks(self.files.is_work)
        self._reader = notify.Reader()
        self._stop = os.eventfd(0, os.EFD_CLOEXEC)
        # Start the answering thread before `enter`: a thread with the filter would have to answer itself.
        self._thread = threading.Thread(target=self._serve, name="notices", daemon=True)
        self._thread.start()

    def enter(self) -> None:
        """Load the filter for this thread and its future children, which can gain no privileges any more."""
        self.take(kernel.listen(self.noticing.program))

    def take(self, listener: int) -> None:
        """Answer the calls of a filter that was loaded elsewhere; `end` closes its `listener`."""
        self._given.put(listener)

    def begin(self) -> None:
        """Judge calls from now on: the program is about to start."""
        self._before_s = self._waits_s()
        self._begun = True

    def end(self) -> tuple[str, ...]:
        """Stop answering; returns the attempts in order, each as `kind: detail`.

        Raises JudgeError when the answering thread failed earlier, so that permitted calls were refused too.
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

    def unlisted(self) -> tuple[str, ...]:
        """The numbers of the calls so far that the filter does not know, in order."""
        return tuple(self._unlisted)

    def delay_s(self) -> float:
        """Seconds since `begin` that the answering thread was ready and waited for a CPU."""
        return self._delay_s if self._over else max(0.0, self._waits_s() - self._before_s)

    def _waits_s(self) -> float:
        """Seconds so far that the answering thread was ready and waited for a CPU."""
        assert self._thread.native_id is not None
        return scheduled(self._thread.native_id).waited_s or 0.0

    def _serve(self) -> None:
        listener = self._given.get()
        try:
            if listener >= 0:
                self._answer_all(listener)
        except Exception as error:  # `end` raises it in the caller's thread
            self._fault = error
        finally:
            self._delay_s = max(0.0, self._waits_s() - self._before_s)
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
                    notify.answer(listener, notice, self._judge(notice) if self._begun else None)

    def _judge(self, notice: Notice) -> int | None:
        """Note an attempt; returns the errno of the call, or None to let the kernel make it."""
        kind, name = self.noticing.kinds.get(notice.number, ("", ""))
        if kind == "files":  # by far the most frequent
            self._note(kind, self._file(name, notice))
            return None
        first, second = (_signed(word) for word in notice.arguments[:2])
        if kind == "signals":
            self._note(kind, self._signal(name, notice))
        elif kind == "memory":
            return self._share(notice)
        elif kind == "locks":
            return self._locks.judge(notice.pid, name, (first, second))
        elif kind == "pids":
            return errno.ESRCH if self.stranger(second if name in _SECOND else first) else None
        elif kind:
            of_family = f"socket of {_FAMILIES.get(first, f'family {first}')}"
            self._note(kind, of_family if name == "socket" else name)
            return None if kind == "session" and self.sessions else errno.EPERM
        else:
            if len(self._unlisted) < MOST:
                self._unlisted[str(notice.number)] = None
            return errno.ENOSYS
        return None

    def _share(self, notice: Notice) -> int | None:
        """Permit a shared mapping unless the run has mapped more than `memory_bytes` without a file."""
        if _without_file(notice):
            self._shared += notice.arguments[1]
        return errno.ENOMEM if self._shared > self.memory_bytes else None

    def _note(self, kind: str, detail: str) -> None:
        if detail and len(self._found) < MOST:
            self._found[f"{kind}: {_told(detail)[:_DETAIL]}"] = None

    def _file(self, name: str, notice: Notice) -> str:
        """What is wrong with opening the file; "" when nothing is."""
        words = notice.arguments
        address, flags = words[:2] if name == "open" else words[1:3]
        path = os.fsdecode(self._reader.text(notice.pid, address))
        if name == "openat2":
            flags = self._reader.word(notice.pid, flags)
            if not path.startswith("/") and words[0] & 0xFFFFFFFF != AT_CWD:
                return ""
        writes = bool(flags & _WRITES)
        if not path or (not writes and self.files.surely_allows(path)):
            return ""
        return self._trespass(path, notice.pid, writes=writes)

    def _trespass(self, path: str, pid: int, *, writes: bool) -> str:
        try:
            folder = os.fspath(Path(f"/proc/{pid}/cwd").readlink())
        except OSError:  # the process has gone
            folder = "/"
        pids = frozenset[int]()
        with suppress(OSError):
            # The pids that the process has in each of its pid namespaces.
            if path.startswith("/proc"):
                found = notify.status_of(pid, b"NStgid", b"NSpid")
                pids = frozenset(int(number) for numbers in found.values() for number in numbers)
        return self.files.trespass(path, folder, writes=writes, pids=pids)

    def _signal(self, name: str, notice: Notice) -> str:
        """The target of a signal outside the run, without its pid, which differs between runs; or ""."""
        target = _signed(notice.arguments[0])
        if name == "pidfd_send_signal" or not self.stranger(target):
            return ""
        return f"{name} of {'every process' if target == -1 else 'a process that is not its own'}"


def _told(detail: str) -> str:
    """An attempt in printable words, without pids and without the place of Python's library."""
    words = _OF_A_PROCESS.sub("/proc/N", _UNPRINTABLE.sub("?", detail))
    return _OF_PYTHON.sub(r"\1 Python's library: ", words)


def _without_file(notice: Notice) -> bool:
    """Whether a mapping has no file behind it.  A mapping of a device such as /dev/zero has none."""
    if notice.arguments[3] & mmap.MAP_ANONYMOUS:
        return True
    try:
        target = Path(f"/proc/{notice.pid}/fd/{_signed(notice.arguments[4])}").stat()
    except OSError:
        return True
    return stat.S_ISCHR(target.st_mode)


def _signed(word: int) -> int:
    """A C `int` in the low half of a register."""
    return ctypes.c_int(word).value
