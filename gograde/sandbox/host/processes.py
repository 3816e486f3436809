"""The processes of one run, as /proc shows them."""

from __future__ import annotations

import errno
import os
import re
from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
_KIB = 1024

_UNIX_SOCKETS = re.compile(rb"^UNIX\S* +\d+ +(\d+)", re.MULTILINE)

HOST = -1
"""Stands for the host's /proc where a function takes a descriptor of a /proc."""


@dataclass(frozen=True)
class Process:
    """One process: times in seconds, memory in bytes.

    `own_s` is its own CPU time; `all_s` adds the CPU time of the children it has waited for.
    `faults` counts its minor page faults.  `exit_status` is the status of wait(2) once `state` is "Z".
    """

    pid: int
    parent: int
    group: int
    start: int
    state: str
    own_s: float
    all_s: float
    threads: int
    resident: int
    exit_status: int
    faults: int = 0


def read_task(proc: int, pid: int) -> Process | None:
    """A process by its number in the /proc behind the descriptor `proc`; None when it is gone."""
    text = read(proc, f"{pid}/stat")
    if not text:
        return None
    columns = text[text.rindex(b")") + 2 :].split()
    own = int(columns[11]) + int(columns[12])
    waited = int(columns[13]) + int(columns[14])
    state, threads = columns[0].decode(), int(columns[17])
    outlived = state == "Z" and threads > 1
    return Process(
        pid=pid,
        parent=int(columns[1]),
        group=int(columns[2]),
        start=int(columns[19]),
        state=state,
        own_s=own / _TICKS,
        all_s=(own + waited) / _TICKS,
        threads=threads,
        resident=_resident(proc, pid) if outlived else int(columns[21]) * PAGE,
        exit_status=int(columns[49]),
        faults=int(columns[7]),
    )


def _resident(proc: int, pid: int) -> int:
    """The memory, in bytes, of a process whose main thread has ended; its other threads report it."""
    figures = [read(proc, f"{pid}/task/{number}/statm").split() for number in _numbers(proc, f"{pid}/task")]
    return max((int(figure[1]) for figure in figures if figure), default=0) * PAGE


host_task = partial(read_task, HOST)  # a process of the host by its pid


def inner_pid(pid: int) -> int:
    """The pid in its own pid namespace of the process with the pid `pid` on the host."""
    lines = read(HOST, f"{pid}/status").splitlines()
    return next((int(line.split()[-1]) for line in lines if line.startswith(b"NSpid:")), pid)


def _numbers(proc: int, name: str) -> list[str]:
    """The names in a folder of /proc; none when it is gone."""
    with suppress(OSError):
        folder = _open(proc, name)
        try:
            return _names(folder)
        finally:
            os.close(folder)
    return []


@dataclass(frozen=True)
class Scheduled:
    """Seconds that a thread had a CPU, and seconds that it was ready and waited for one (None: unknown)."""

    ran_s: float = 0.0
    waited_s: float | None = None


def scheduled(pid: int) -> Scheduled:
    """The times so far of one thread of the host.  A pid stands for the main thread of its process."""
    columns = read(HOST, f"{pid}/schedstat").split()
    if not columns or columns[0] == b"0":  # a kernel that does not count says 0
        return Scheduled()
    return Scheduled(int(columns[0]) / 1e9, int(columns[1]) / 1e9)


def _names(proc: int) -> list[str]:
    with os.scandir(proc) as entries:
        return [entry.name for entry in entries]


def _open(proc: int, name: str) -> int:
    path, folder = (f"/proc/{name}", None) if proc == HOST else (name, proc)
    return os.open(path, os.O_RDONLY | os.O_CLOEXEC, dir_fd=folder)


def read(proc: int, name: str) -> bytes:
    """The first bytes of a file in the /proc behind the descriptor `proc`; b"" when it is gone."""
    with suppress(OSError):  # the process may end before the file is opened, and before it is read
        fd = _open(proc, name)
        try:
            return os.read(fd, 4096)
        finally:
            os.close(fd)
    return b""


def count_sockets(protocols: int) -> int:
    """How many Unix sockets a network namespace has; `protocols` is its open table of protocols."""
    return sum(int(count) for count in _UNIX_SOCKETS.findall(os.pread(protocols, 8192, 0)))


def count_threads(uid: int) -> int:
    """How many processes and threads a user has."""
    found = 0
    for name in _numbers(HOST, ""):
        with suppress(OSError):
            if name.isdigit() and Path("/proc", name).stat().st_uid == uid:
                found += task.threads if (task := host_task(int(name))) is not None else 0
    return found


@dataclass
class Tree(ABC):
    """The living and unreaped processes of one run, as the /proc behind the descriptor `proc` shows them."""

    main_pid: int
    proc: int = field(default_factory=lambda: _open(HOST, ""))

    @abstractmethod
    def tasks(self) -> list[Process]: ...

    def main(self) -> Process | None:
        return read_task(self.proc, self.main_pid)

    def proportional(self, task: Process) -> int:
        """Bytes of memory of a process; a page shared by n processes counts 1/n.

        It is the resident memory when the kernel does not give this figure, and 0 when the process has ended.
        """
        for line in read(self.proc, f"{task.pid}/smaps_rollup").splitlines():
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) * _KIB
        now = read_task(self.proc, task.pid)
        return now.resident if now is not None and now.start == task.start else 0

    def mappings(self, task: Process, most: int) -> int:
        """How many mappings a process has, counted little further than `most`; beyond it if it hides them."""
        count = 0
        try:
            fd = _open(self.proc, f"{task.pid}/maps")
        except OSError as error:
            return most + 1 if error.errno == errno.EACCES else 0
        try:
            while count <= most and (chunk := os.read(fd, PAGE)):
                count += chunk.count(b"\n")
        except OSError:  # the process ended
            return 0
        finally:
            os.close(fd)
        return count

    def delay_s(self, task: Process) -> float | None:
        """Seconds that the threads of a process were ready and waited for a CPU; None when unknown."""
        folders = [f"{task.pid}"]
        if task.threads > 1:
            folders = [f"{task.pid}/task/{number}" for number in _numbers(self.proc, f"{task.pid}/task")]
        figures = [read(self.proc, f"{folder}/schedstat").split() for folder in folders]
        known = [figure for figure in figures if figure and figure[0] != b"0"]
        return sum(int(figure[1]) for figure in known) / 1e9 if known else None


@dataclass
class NamespaceTree(Tree):
    """All processes of a pid namespace except pid 1; `proc` is the namespace's own /proc."""

    def tasks(self) -> list[Process]:
        numbers = [int(name) for name in _names(self.proc) if name.isdigit()]
        found = [read_task(self.proc, number) for number in numbers if number != 1]
        return [task for task in found if task is not None]


@dataclass
class GroupTree(Tree):
    """All processes of a process group of the host except the leader.

    Processes outside the group cannot join it, so `strangers` remembers them and they are read only once.
    Its keys are the pid and the inode of the entry in /proc, which the kernel does not use again.
    `latest` holds the pids that the last call of `tasks` found.
    """

    group: int = 0
    strangers: set[tuple[str, int]] = field(default_factory=set)
    latest: tuple[int, ...] = ()

    def tasks(self) -> list[Process]:
        with os.scandir(self.proc) as entries:
            keys = {(entry.name, entry.inode()) for entry in entries if entry.name.isdigit()}
        self.strangers &= keys
        found = {key: read_task(self.proc, int(key[0])) for key in keys - self.strangers}
        self.strangers |= {key for key, task in found.items() if task and task.group != self.group}
        ours = [task for task in found.values() if task and task.group == self.group != task.pid]
        self.latest = tuple(task.pid for task in ours)
        return ours
