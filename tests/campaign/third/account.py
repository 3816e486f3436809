"""What another account of the machine does while somebody grades: it looks, opens, lays, replaces and locks.

The program uses the standard library alone.  It is told on its standard input, in a line of JSON, where to
look (`places`), what to look for (`tokens`), what to lay links to (`victim`) and which names to try
(`guesses`).  It goes on until its input ends, and prints what it did as JSON.
"""

# ruff: noqa: PTH102, PTH108, PTH120, PTH123, PTH208, PTH211
# pathlib takes long, and this is a race.

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import re
import select
import stat
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

INSIDE = (
    *("box", "box/answer.txt", "box/prog.py", "stdin", "stdout", "doctor.py", "listener", "own"),
    *("canary", "touched", "open", "open/hidden/secret", "slot-0", "slot-1", "gate", "moves", "crowd"),
)
"""Names that graders use in their folders."""

_EVENTS = 0x100 | 0x80 | 0x2  # made, moved here, written
_HEAD = struct.Struct("iIII")
_PATH = re.compile(rb"/(?:var/tmp|tmp|dev/shm|run)/[^\0 ';:\"]+")
_OF_A_PROCESS = ("environ", "fd/0", "fd/3", "maps", "root/box/prog.py", "cwd/prog.py")
_MOST = 1 << 20
_LOCKS = 200
_libc = ctypes.CDLL(None)


class Account:
    """An account that is not the grader's, and what it has done."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.places, self.victim = told["places"], told["victim"]
        self.tokens = [token.encode("latin1") for token in told["tokens"]]
        self.names = {f"{place}/{name}" for place in self.places for name in told["guesses"]}
        self.done: dict[str, set[str]] = {what: set() for what in ("seen", "read", "wrote", "laid", "locked")}
        self.held: list[int] = []
        self.watch = int(_libc.inotify_init1(os.O_NONBLOCK))
        self.watched: dict[int, str] = {}
        self.turn = 0
        for place in self.places:
            self.look_at(place)

    def look_at(self, folder: str) -> None:
        number = _libc.inotify_add_watch(self.watch, os.fsencode(folder), ctypes.c_uint32(_EVENTS))
        if number >= 0:
            self.watched[number] = folder

    def go_round(self) -> None:
        """Visit all that there is, and lay something wherever there is nothing."""
        for place in self.places:
            for name in _listed(place):
                self.visit(f"{place}/{name}")
        for path in _paths_of_processes(self):
            self.visit(path)
        for path in list(self.names):
            if not os.path.lexists(path):
                self.lay(path)
        self.heed()

    def heed(self) -> None:
        """Visit at once what inotify tells of."""
        with suppress(OSError):
            data, at = os.read(self.watch, 1 << 16), 0
            while at < len(data):
                number, _, _, size = _HEAD.unpack_from(data, at)
                name = data[at + _HEAD.size : at + _HEAD.size + size].rstrip(b"\0")
                at += _HEAD.size + size
                self.visit(f"{self.watched[number]}/{os.fsdecode(name)}")

    def visit(self, path: str, depth: int = 0) -> None:
        """Do whatever the modes of a file or folder of somebody else's let this account do."""
        with suppress(OSError):
            if os.lstat(path).st_uid == os.getuid():
                return
            self.done["seen"].add(path)
            if depth == 0 and os.path.dirname(path) in self.places:
                self.names.add(path)
            if depth < 4:
                self.enter(path, depth)
        with suppress(OSError):
            fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
            self.use(path, fd)

    def enter(self, path: str, depth: int) -> None:
        found = os.lstat(path)
        if not stat.S_ISDIR(found.st_mode):
            with suppress(OSError):
                os.close(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_NONBLOCK | os.O_NOFOLLOW))
                self.done["wrote"].add(path)
            return
        self.look_at(path)
        inner = {*_listed(path), *INSIDE}
        for name in inner:
            self.visit(f"{path}/{name}", depth + 1)
        if os.access(path, os.W_OK | os.X_OK) and not found.st_mode & stat.S_ISVTX:
            for name in inner:
                with suppress(OSError):
                    os.unlink(f"{path}/{name}")
                with suppress(OSError):
                    os.symlink(self.victim, f"{path}/{name}")
                    self.done["laid"].add(f"{path}/{name}")

    def use(self, path: str, fd: int) -> None:
        """Lock and read an open file, and keep the lock."""
        with suppress(OSError):
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.done["locked"].add(path)
        with suppress(OSError):
            self.search(path, os.read(fd, _MOST))
        self.held.append(fd)
        if len(self.held) > _LOCKS:
            os.close(self.held.pop(0))

    def search(self, path: str, data: bytes) -> None:
        if any(token in data for token in self.tokens):
            self.done["read"].add(path)

    def lay(self, path: str) -> None:
        """Lay a link, a folder, a file or a pipe under a name."""
        self.turn += 1
        kinds = (
            lambda: os.symlink(self.victim, path),
            lambda: os.mkdir(path, 0o777),
            lambda: os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)),
            lambda: os.mkfifo(path, 0o666),
        )
        with suppress(OSError):
            kinds[self.turn % len(kinds)]()
            self.done["laid"].add(path)


def _listed(folder: str) -> list[str]:
    with suppress(OSError):
        return os.listdir(folder)
    return []


def _paths_of_processes(account: Account) -> Iterator[str]:
    """The paths in the command lines of all processes; looks for tokens in what else /proc shows of them."""
    for pid in filter(str.isdigit, _listed("/proc")):
        with suppress(OSError), open(f"/proc/{pid}/cmdline", "rb") as file:
            line = file.read()
            account.search(f"/proc/{pid}/cmdline", line)
            yield from map(os.fsdecode, _PATH.findall(line))
        for name in _OF_A_PROCESS:
            with suppress(OSError), open(f"/proc/{pid}/{name}", "rb", buffering=0) as file:
                found = os.fstat(file.fileno())
                if found.st_uid != os.getuid() and stat.S_ISREG(found.st_mode):
                    account.search(f"/proc/{pid}/{name}", file.read(_MOST))


def main() -> None:
    os.umask(0)
    account = Account(json.loads(sys.stdin.readline()))
    print("ready", flush=True)
    while not select.select([sys.stdin, account.watch], [], [], 0)[0].count(sys.stdin):
        account.go_round()
    print(json.dumps({what: sorted(paths) for what, paths in account.done.items()}))


if __name__ == "__main__":
    main()
