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
from pathlib import Path
from typing import NamedTuple

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
