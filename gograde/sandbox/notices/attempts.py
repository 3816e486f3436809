"""Records the forbidden calls of a program while it runs, and refuses them.

The kernel asks about some calls (`seccomp/calls.toml`), and the grader answers while it watches the program.
It always lets a program open files and send signals, because namespaces or Landlock decide about them; it
judges them for the record only.  So a program that changes a path after the grader has read it gains
nothing.  The grader refuses other forbidden calls.  When it ends, its listener closes, and the kernel
refuses every call that it would ask about.
"""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
import re
import select
import stat
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from gograde.errors import JudgeError
from gograde.sandbox.host import kernel
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


def awaited(fds: Collection[int], notices: Notices | None, patience_s: float = PATIENCE_S) -> list[int]:
    """Answer calls until one of `fds` can be read; returns those that can, none after `patience_s`."""
    poller, deadline, listener = select.poll(), time.monotonic() + patience_s, -1
    if notices is not None:
        listener = notices.listener
    for fd in (*fds, listener):
        if fd >= 0:
            poller.register(fd, select.POLLIN)
    while (left_s := deadline - time.monotonic()) >= 0:
        events = dict(poller.poll(left_s * 1000))
        if event := events.pop(listener, 0):
            attend(poller, notices, event)
        if events:
            return [*events]
    return []


def attend(poller: select.poll, notices: Notices | None, event: int) -> None:
    """Answer the call by which the listener is ready; forget the listener when nobody can ask any more."""
    assert notices is not None
    if event & select.POLLIN:
        notices.answer()
    else:
        poller.unregister(notices.listener)


@dataclass
class Notices:
    """The attempts of one run, and how the grader judges its calls.

    `noticing` is the filter, and `files` judges the files that the program opens.
    `stranger` tells whether a target of kill(2), as the program names it, is outside the run.
    `sessions` permits `setsid`, which is recorded all the same.
    `memory_bytes` bounds the sum of all shared mappings without a file that the run ever makes, since the
    grader cannot see how much of them still exists.  To exceed it is no attempt.
    `enter` loads the filter in the thread that starts the program.  Every call is permitted until `begin`,
    because the program does not run yet.  `end` follows the program's end.  `listener` is the filter's, -1
    without one; who waits for the program has `answer` called when it is ready to be read.
    """

    noticing: Noticing
    files: FilePolicy
    stranger: Callable[[int], bool]
    sessions: bool
    memory_bytes: int
    _found: dict[str, None] = field(default_factory=dict)
    _unlisted: dict[str, None] = field(default_factory=dict)
    listener: int = -1
    _begun: bool = False
    _shared: int = 0

    def __post_init__(self) -> None:
        self._locks = Locks(self.files.is_work)
        self._reader = notify.Reader()

    def enter(self) -> None:
        """Load the filter for this thread and its future children, which can gain no privileges any more.

        This thread may not make a call that is asked about: the thread that would answer waits for it.
        """
        self.listener = kernel.listen(self.noticing.program)

    def begin(self) -> None:
        """Judge calls from now on: the program is about to start."""
        self._begun = True

    def answer(self) -> None:
        """Answer a call that waits; raises JudgeError, since without an answer the kernel refuses it."""
        try:
            notice = notify.receive(self.listener)
            if notice is not None:
                notify.answer(self.listener, notice, self._judge(notice) if self._begun else None)
        except Exception as error:
            told = f"nobody answered the program's calls ({error!r})"
            raise JudgeError("sandbox", told, "run it again, and report it when it stays") from error

    def end(self) -> tuple[str, ...]:
        """Stop answering; returns the attempts in order, each as `kind: detail`."""
        if self.listener >= 0:
            os.close(self.listener)
            self.listener = -1
        return tuple(self._found)

    def unlisted(self) -> tuple[str, ...]:
        """The numbers of the calls so far that the filter does not know, in order."""
        return tuple(self._unlisted)

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
