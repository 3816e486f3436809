"""A hostile process: exchanges two entries for each other, again and again, while a grader takes them in.

Call: exchanger.py WAY ONE OTHER [WATCHED]; WAY is `loop`, or `seen` to exchange when something opens WATCHED.
It says `ready` when it has begun, and goes on until it is ended.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys

EXCHANGE = 2
AT_FDCWD = -100
IN_OPEN = 0x20

libc = ctypes.CDLL(None, use_errno=True)


def exchange(one: str, other: str) -> None:
    if libc.renameat2(AT_FDCWD, os.fsencode(one), AT_FDCWD, os.fsencode(other), EXCHANGE):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), one)


def main(way: str, one: str, other: str, watched: str = "") -> None:
    if way == "loop":
        exchange(one, other)
        print("ready", flush=True)
        while True:
            exchange(one, other)
    events = libc.inotify_init1(0)
    libc.inotify_add_watch(events, os.fsencode(watched), ctypes.c_uint32(IN_OPEN))
    print("ready", flush=True)
    while struct.unpack_from("iIII", os.read(events, 4096)):
        exchange(one, other)


main(*sys.argv[1:])
