"""Counts what happens to the files of a folder, as the kernel tells it (inotify)."""

from __future__ import annotations

import ctypes
import os
import struct
from pathlib import Path

_MODIFY, _CLOSE_WRITE, _MOVED_TO, _CREATE, _DELETE = 0x2, 0x8, 0x80, 0x100, 0x200
_OF_FOLDER = 0x4000_0000
_HEAD = struct.Struct("iIII")
_ROOM = 1 << 16

_libc = ctypes.CDLL(None, use_errno=True)


class Changes:
    """The changes of the files below a folder: made, written, closed, moved, deleted.

    A folder that is made is watched from then on; what happened in it before is missed.
    """

    def __init__(self, top: Path) -> None:
        self.fd = int(_libc.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK))
        self._folders: dict[int, Path] = {}
        self._watch(top)

    def close(self) -> None:
        os.close(self.fd)

    def read(self) -> int:
        """How many changes there were since the last call."""
        try:
            data = os.read(self.fd, _ROOM)
        except BlockingIOError:
            return 0
        count = at = 0
        while at < len(data):
            number, mask, _, size = _HEAD.unpack_from(data, at)
            name = data[at + _HEAD.size : at + _HEAD.size + size].rstrip(b"\0")
            at += _HEAD.size + size
            count += 1
            if mask & _OF_FOLDER and mask & (_CREATE | _MOVED_TO):
                self._watch(self._folders[number] / os.fsdecode(name))
        return count

    def _watch(self, top: Path) -> None:
        wanted = _MODIFY | _CLOSE_WRITE | _MOVED_TO | _CREATE | _DELETE
        for folder, _, _ in os.walk(top):
            number = _libc.inotify_add_watch(self.fd, os.fsencode(folder), ctypes.c_uint32(wanted))
            if number >= 0:  # else the folder has gone
                self._folders[number] = Path(folder)
