"""Records the forbidden calls of a program while it runs, and refuses them.

The kernel asks about some calls (`seccomp/calls.toml`), and the grader answers while it watches the program.
It always lets a program open files and send signals, because namespaces or Landlock decide about them; it
judges them for the record only.  So a program that changes a path after the grader has read it gains
nothing.  The grader refuses other forbidden calls.  When it ends, its listener closes, and the kernel
refuses every call that it would ask about.

Whether a file that a program opens is an attempt follows from its path alone.  Only files that exist on this
machine count, so a path of the student's own computer is a mistake and no attempt.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import mmap
import os
import posixpath
import re
import select
import stat
import struct
import sys
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from gograde.errors import JudgeError
from gograde.sandbox.host import kernel, system
from gograde.sandbox.host.spawn import PATIENCE_S, in_thread
from gograde.sandbox.protocol import BOX, Job
from gograde.sandbox.seccomp.rules import AT_CWD, F_GETLK, noticed_kinds, noticing_program

_BOX = os.fspath(BOX)
_LOOKED_AT = ("/etc", "/proc", "/sys", "/dev", "/run", "/var/run", "/var/cache", "/var/lib")
"""Folders in which libraries look up settings and facts about the machine."""

_SETTINGS = ("/etc", "/proc/sys", "/sys")
_TEMPORARY = ("/tmp", "/var/tmp", "/dev/shm")
_OF_THE_RUN = (_BOX, "/dev/shm")
_BESIDE_LIBRARIES = ("include", "share", "etc")
_SECRETS = re.compile(
    r"/etc/(g?shadow-?|sudoers|ssh/.*key|ssl/private)(/|$)"
    r"|/(var/)?run/secrets(/|$)"
    r"|/proc/(kcore|kallsyms|kmsg|keys|sysrq-trigger|kpage\w+)$"
    r"|/dev/(mem|kmem|port|kmsg|kvm|fuse|uinput|loop\w*|sd\w+|vd\w+|xvd\w+|nvme\w+|dm-\w+|disk|mapper)(/|$)"
)
_OF_A_PROCESS = re.compile(
    r"/proc/(\d+)/(?:task/\d+/)?(?:environ|mem|maps|smaps|numa_maps|pagemap|auxv|fd|fdinfo|map_files"
    r"|root|cwd|exe|stack|syscall|ns|oom_score_adj|oom_adj)(?:/|$)"
)

_THROUGH_ITSELF = re.compile(r"/proc/(?:self|thread-self)/(root|cwd)(?=/)")
_OF_ITSELF = re.compile(
    r"/proc/(?:self|thread-self|\d+)/(?:task/\d+/)?(?:oom_score_adj|oom_adj|[ug]id_map|setgroups)$"
)
"""Files of a process's own that it must not write: its rank for the OOM killer, and its id maps."""


@dataclass(frozen=True)
class FilePolicy:
    """A run may open what lies below `own`, except what lies below `hidden`; folders end with a slash.

    `listed` holds the folders in which the interpreter itself looks for modules.  `holder` is the host's
    folder around the working directory, which `trespass` treats as `/`.  It is "" where the program's own
    name for its working directory is `/box`.
    """

    own: tuple[str, ...]
    hidden: tuple[str, ...] = ()
    listed: frozenset[str] = frozenset()
    holder: str = ""
    exists: Callable[[str], bool] = os.path.lexists

    def is_work(self, path: str) -> bool:
        """Whether `path`, as the kernel names an open file, lies where only the run writes."""
        return _below(self._named(path), _OF_THE_RUN)

    def surely_allows(self, path: str) -> bool:
        """A quick test: True when the program may read `path`, False when only `trespass` can tell."""
        return path.startswith(self.own) and not path.startswith(self.hidden) and ".." not in path

    def trespass(self, path: str, folder: str, *, writes: bool, pids: frozenset[int] = frozenset()) -> str:
        """What is wrong with opening `path` from `folder`: a verb and the full path, or "".

        `pids` are the process's own pids: it may open its own entries of /proc.
        """
        whole = self._whole(path, folder)
        if whole == "/" or _below(whole, (_BOX,)):
            return ""
        if writes and _OF_ITSELF.match(whole):
            return f"writes {whole}"
        of_another = _OF_A_PROCESS.match(whole)
        if of_another:
            return "" if int(of_another[1]) in pids else f"opens {whole}"
        if not self.exists(whole):
            return ""
        if _SECRETS.match(whole) or _below(whole, self.hidden):
            return f"opens {whole}"
        if writes and _below(whole, (*self.own, *_SETTINGS)):
            return f"writes {whole}"
        leads_to_own = any(own.startswith(whole + "/") for own in self.own)
        known = whole in _TEMPORARY or whole in self.listed
        looks = leads_to_own or known or _below(whole, (*self.own, *_LOOKED_AT))
        return "" if looks else f"opens {whole}"

    def _whole(self, path: str, folder: str) -> str:
        """The absolute path, as a program in its own namespace names it."""
        joined = posixpath.join(self._named(folder), self._named(path))
        whole = self._named(posixpath.normpath(joined)).replace("//", "/")
        through = _THROUGH_ITSELF.match(whole)
        if through is None:
            return whole
        return self._whole(whole[through.end() + 1 :], folder if through[1] == "cwd" else "/")

    def _named(self, path: str) -> str:
        within = self.holder and (path == self.holder or path.startswith(self.holder + "/"))
        return path[len(self.holder) :] or "/" if within else path


def file_policy(job: Job, work: Path | None = None) -> FilePolicy:
    """The policy for a run of `job`; `work` is the path of its working directory where that is not `/box`."""
    common = _file_policy(job.readable, job.hidden)
    return common if work is None else replace(common, holder=os.fspath(work.parent))


@lru_cache(maxsize=16)
def _file_policy(readable: tuple[Path, ...], hidden: tuple[Path, ...]) -> FilePolicy:
    folders, closed = _and_real(readable), _and_real(hidden)
    own = (*system.PROGRAMS, *system.SETTINGS, *folders)
    beside = (path.parent / name for path in folders for name in _BESIDE_LIBRARIES)
    return FilePolicy(
        own=tuple(f"{path}/" if path.is_dir() else f"{path}" for path in (*own, *beside)),
        hidden=tuple(f"{path}/" for path in closed),
        listed=frozenset(sys.path),
    )


def _and_real(paths: tuple[Path, ...]) -> tuple[Path, ...]:
    """`paths` and their resolved forms: an environment may be a link, and libraries use either path."""
    return tuple(dict.fromkeys((*paths, *(path.resolve() for path in paths))))


def _below(path: str, places: tuple[str, ...]) -> bool:
    """Whether `path` is one of `places` or lies below one, each with or without a slash at its end."""
    return any(f"{path}/".startswith(place.rstrip("/") + "/") for place in places)


MOST = 16  # recorded attempts of a run; further attempts are refused and not recorded
_DETAIL = 200  # recorded characters of an attempt
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_TRUNC
_FAMILIES = {2: "AF_INET", 17: "AF_PACKET", 31: "AF_BLUETOOTH", 38: "AF_ALG", 40: "AF_VSOCK", 44: "AF_XDP"}
_SECOND = ("getpriority", "ioprio_get")  # the calls whose second argument names a process
_PROCESS = re.compile(r"/proc/\d+")
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
    _attempts: dict[str, None] = field(default_factory=dict)
    _unlisted: dict[str, None] = field(default_factory=dict)
    listener: int = -1
    _begun: bool = False
    _shared: int = 0

    def __post_init__(self) -> None:
        self._locks = Locks(self.files.is_work)
        self._reader = MemoryReader()

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
            notice = receive(self.listener)
            if notice is not None:
                answer_call(self.listener, notice, self._judge(notice) if self._begun else None)
        except Exception as error:
            told = f"nobody answered the program's calls ({error!r})"
            raise JudgeError("sandbox", told, "run it again, and report it when it stays") from error

    def end(self) -> tuple[str, ...]:
        """Stop answering; returns the attempts in order, each as `kind: detail`."""
        if self.listener >= 0:
            os.close(self.listener)
            self.listener = -1
        return tuple(self._attempts)

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
        if detail and len(self._attempts) < MOST:
            self._attempts[f"{kind}: {_attempt_text(detail)[:_DETAIL]}"] = None

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
            folder = os.readlink(f"/proc/{pid}/cwd")  # noqa: PTH115 - asked many times a run
        except OSError:  # the process has gone
            folder = "/"
        pids = frozenset[int]()
        with suppress(OSError):
            # The pids that the process has in each of its pid namespaces.
            if path.startswith("/proc"):
                found = status_of(pid, b"NStgid", b"NSpid")
                pids = frozenset(int(number) for numbers in found.values() for number in numbers)
        return self.files.trespass(path, folder, writes=writes, pids=pids)

    def _signal(self, name: str, notice: Notice) -> str:
        """The target of a signal outside the run, without its pid, which differs between runs; or ""."""
        target = _signed(notice.arguments[0])
        if name == "pidfd_send_signal" or not self.stranger(target):
            return ""
        return f"{name} of {'every process' if target == -1 else 'a process that is not its own'}"


def _attempt_text(detail: str) -> str:
    """An attempt in printable words, without pids and without the place of Python's library."""
    words = _PROCESS.sub("/proc/N", _UNPRINTABLE.sub("?", detail))
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


_IOCTL_RECEIVE = 0xC0502100
_IOCTL_SEND = 0xC0182101
_CONTINUE = 1
_NOTICE = struct.Struct("=QI4xi12x6Q")
_ANSWER = struct.Struct("=QqiI")
_EMPTY = bytes(_NOTICE.size)
_PAGE = os.sysconf("SC_PAGE_SIZE")
_PATH_MAX = 4096

_libc = ctypes.CDLL(None, use_errno=True)
_process_vm_readv = _libc.process_vm_readv
_process_vm_readv.restype = ctypes.c_ssize_t
_process_vm_readv.argtypes = [
    ctypes.c_int,
    *(ctypes.c_void_p, ctypes.c_ulong, ctypes.c_void_p, ctypes.c_ulong),
    ctypes.c_ulong,
]


class Notice(NamedTuple):
    """A call that waits for an answer: the calling thread's pid on the host, the number, the six arguments.

    `id` is the kernel's number for the question.
    """

    id: int
    pid: int
    number: int
    arguments: list[int]


def receive(listener: int) -> Notice | None:
    """The next call that waits for an answer; None when its process has gone."""
    try:
        told = fcntl.ioctl(listener, _IOCTL_RECEIVE, _EMPTY)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.EINTR):
            return None
        raise
    key, pid, number, *arguments = _NOTICE.unpack(told)
    return Notice(key, pid, number, arguments)


def answer_call(listener: int, notice: Notice, number: int | None) -> None:
    """Let the call fail with the errno `number`; 0: it is done; None: let the kernel make it."""
    flags = _CONTINUE if number is None else 0
    try:
        fcntl.ioctl(listener, _IOCTL_SEND, _ANSWER.pack(notice.id, 0, -(number or 0), flags))
    except OSError as error:
        if error.errno != errno.ENOENT:  # the process has gone, or was interrupted
            raise


class MemoryReader:
    """Reads the memory of other processes, one text or number at a time."""

    def __init__(self) -> None:
        self._buffer = ctypes.create_string_buffer(_PATH_MAX)
        self._ours = (ctypes.c_size_t * 2)(ctypes.addressof(self._buffer), _PATH_MAX)
        self._theirs = (ctypes.c_size_t * 4)()

    def text(self, pid: int, address: int) -> bytes:
        """The text at an address, up to its NUL byte; b"" when it cannot be read or does not end."""
        room = min(_PAGE - address % _PAGE, _PATH_MAX)
        got = self._read(pid, address, room, address + room, _PATH_MAX - room)
        text = self._buffer.value
        return text if len(text) < got else b""

    def word(self, pid: int, address: int) -> int:
        """The 64-bit number at an address; 0 when it cannot be read."""
        got = self._read(pid, address, 8, 0, 0)
        return int.from_bytes(self._buffer.raw[:8], sys.byteorder) if got == 8 else 0

    def _read(self, pid: int, *spans: int) -> int:
        """Read two spans of memory, each an address and a size; the second may be missing.

        Returns the number of bytes, or -1.
        """
        self._theirs[:] = list(spans)
        return int(_process_vm_readv(pid, self._ours, 1, self._theirs, 2, 0))


def status_of(pid: int, *names: bytes) -> dict[bytes, list[bytes]]:
    """The words of the lines `names` of a thread's /proc/PID/status."""
    # The file contains the process's name, which may hold any byte except a line feed.
    lines = (line.partition(b":") for line in Path(f"/proc/{pid}/status").read_bytes().split(b"\n"))
    return {name: words.split() for name, _, words in lines if name in names}


MOST_LOCKS = 4096  # locks of a run at the same time; the kernel keeps each in some 200 bytes

_MADE = 2  # the most locks by which one call increases their number: it may split a lock into three
_HELD = Path("/proc/locks")


@dataclass
class Locks:
    """The locks of one run, on files whose path `owns` accepts.

    `holders` are the processes that may hold locks.  `made` is at least the number of locks that they hold.
    """

    owns: Callable[[str], bool]
    holders: set[bytes] = field(default_factory=set)
    made: int = 0
    full: bool = False

    def judge(self, pid: int, name: str, words: tuple[int, int]) -> int | None:
        """The errno of a call of the thread `pid` on a descriptor; 0: it is done; None: the kernel does it.

        `words` are the descriptor, and the operation or command.  Another thread could put another file
        behind the descriptor before the kernel looks.  So of a process with threads, `flock` is done here,
        without waiting, and nobody is told who holds a lock.
        """
        try:
            found = status_of(pid, b"Tgid", b"Threads")
            (holder,), threads = found[b"Tgid"], int(found[b"Threads"][0])
            if threads > 1 and name == "flock":
                return self._flock(int(holder), *words)
            own = self.owns(os.fspath(Path(f"/proc/{pid}/fd/{words[0]}").readlink()))
        except OSError:  # the process has gone, or hides its descriptors
            return errno.ENOLCK
        told = threads > 1 and words[1] == F_GETLK
        return None if own and not told and self._has_room(holder) else errno.ENOLCK

    def _flock(self, process: int, fd: int, operation: int) -> int:
        copy = kernel.copy_descriptor(process, fd)
        try:
            if not self.owns(os.fspath(Path(f"/proc/self/fd/{copy}").readlink())):
                return errno.ENOLCK
            fcntl.flock(copy, operation | fcntl.LOCK_NB)
        except OSError as error:
            return error.errno or errno.ENOLCK
        finally:
            os.close(copy)
        return 0

    def _has_room(self, holder: bytes) -> bool:
        """Whether one more call of the process `holder` may lock."""
        self.holders.add(holder)
        self.made += _MADE
        if self.made > MOST_LOCKS:
            self.made = self._counted()
            self.full = self.full or self.made > MOST_LOCKS // 2
        return not self.full

    def _counted(self) -> int:
        """How many locks the holders have; forgets those that have none."""
        rows = [line.split() for line in _HELD.read_bytes().splitlines()]
        pids = [row[4] for row in rows if row[1] == b"POSIX"]
        self.holders &= set(pids)
        return sum(pid in self.holders for pid in pids)
