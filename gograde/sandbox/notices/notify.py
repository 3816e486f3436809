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
_SHORT = 256

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


def go_on(listener: int, notice: Notice) -> None:
    """Let the kernel make the call."""
    _answer(listener, _ANSWER.pack(notice.id, 0, 0, _CONTINUE))


def refuse(listener: int, notice: Notice, number: int) -> None:
    """Let the call fail with the errno `number`; 0 says that it is done."""
    _answer(listener, _ANSWER.pack(notice.id, 0, -number, 0))


def _answer(listener: int, data: bytes) -> None:
    try:
        fcntl.ioctl(listener, _IOCTL_SEND, data)
    except OSError as error:
        if error.errno != errno.ENOENT:  # the process has gone, or was interrupted
            raise


class Reader:
    """Reads the memory of other processes, one text or number at a time."""

    def __init__(self) -> None:
        self._buffer = ctypes.create_string_buffer(_PATH_MAX)
        self._ours, self._theirs = (ctypes.c_size_t * 2)(), (ctypes.c_size_t * 2)()
        self._ours[0] = ctypes.addressof(self._buffer)
        self._bytes = memoryview(self._buffer)

    def text(self, pid: int, address: int) -> bytes:
        """The text at an address, up to its NUL byte; b"" when it cannot be read or does not end."""
        room = _PAGE - address % _PAGE
        text = self._read(pid, address, min(room, _SHORT))
        if b"\0" not in text and len(text) < room:
            text = self._read(pid, address, min(room, _PATH_MAX))
        if b"\0" not in text and len(text) == room:
            text += self._read(pid, address + room, _PATH_MAX)
        end = text.find(b"\0")
        return text[:end] if end >= 0 else b""

    def word(self, pid: int, address: int) -> int:
        """The 64-bit number at an address; 0 when it cannot be read."""
        data = self._read(pid, address, 8)
        return int.from_bytes(data, sys.byteorder) if len(data) == 8 else 0

    def _read(self, pid: int, address: int, size: int) -> bytes:
        """`size` bytes of another process's memory; b"" when not all can be read."""
        self._ours[1] = self._theirs[1] = size
        self._theirs[0] = address
        got = _process_vm_readv(pid, self._ours, 1, self._theirs, 1, 0)
        return bytes(self._bytes[:got]) if got == size else b""


def status_of(pid: int, *names: bytes) -> dict[bytes, list[bytes]]:
    """The words of the lines `names` of a thread's /proc/PID/status."""
    # The file contains the process's name, which may hold any byte except a line feed.
    lines = (line.partition(b":") for line in Path(f"/proc/{pid}/status").read_bytes().split(b"\n"))
    return {name: words.split() for name, _, words in lines if name in names}
