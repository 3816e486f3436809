"""Seccomp user notification: one process decides about the system calls of another.

For some calls, a filter asks the process that holds its listener.  That process lets the kernel make the
call, or lets the call fail with an errno.  The calls fail when no process holds the listener.
See seccomp_unotify(2).  Every function raises OSError with the kernel's errno.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from gograde.sandbox.host import kernel
from gograde.sandbox.seccomp.rules import F_GETLK

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


def answer(listener: int, notice: Notice, number: int | None) -> None:
    """Let the call fail with the errno `number`; 0: it is done; None: let the kernel make it."""
    flags = _CONTINUE if number is None else 0
    try:
        fcntl.ioctl(listener, _IOCTL_SEND, _ANSWER.pack(notice.id, 0, -(number or 0), flags))
    except OSError as error:
        if error.errno != errno.ENOENT:  # the process has gone, or was interrupted
            raise


class Reader:
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


MOST = 4096  # locks of a run at the same time; the kernel keeps each in some 200 bytes

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
        if self.made > MOST:
            self.made = self._counted()
            self.full = self.full or self.made > MOST // 2
        return not self.full

    def _counted(self) -> int:
        """How many locks the holders have; forgets those that have none."""
        rows = [line.split() for line in _HELD.read_bytes().splitlines()]
        pids = [row[4] for row in rows if row[1] == b"POSIX"]
        self.holders &= set(pids)
        return sum(pid in self.holders for pid in pids)
