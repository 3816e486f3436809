"""Control groups: the kernel limits memory and number of a run's processes, and counts their CPU time.

The grader makes groups only below its own group: as root with version 1, or where version 2 is delegated.
Version 2 permits groups only below a group without processes, so the grader moves into one beside them.
A trial must prove first that a group works.  Without groups, only the samples of the watch limit memory.
With a group the watch samples too, and the group covers the time between two samples.
"""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from gograde.private import lock_folder
from gograde.sandbox.host import system
from gograde.sandbox.host.spawn import SpawnCommand, in_thread, start_program
from gograde.sandbox.protocol import MIB, SPARE_PROCESSES, Limits

_PREFIX = "gograde-"
_YOUTH_S = 60.0  # seconds; an older empty group was left by a dead grader
_SPARE = 16 * MIB
"""Bytes for the kernel's own needs, such as page tables, which are not the program's memory."""

_TRIAL_LIMIT = 8 * MIB  # bytes; the trial needs 24 MiB
_TRIAL = "read -r go && exec dd if=/dev/zero of=/dev/null bs=24M count=1"

_SELF = Path("/proc/self")
_LEAF = "gograders"
"""The group into which a grader moves out of its own group of version 2."""
_OCTAL = re.compile(r"\\([0-7]{3})")


@dataclass(frozen=True)
class Names:
    """The names of the files of one version of control groups.

    `limits` are written in this order; their values name the limits of memory and of processes.
    `own` is the file through which a single thread can move itself; "" where it cannot.
    """

    limits: tuple[tuple[str, str], ...]
    own: str
    kills: str
    cpu: str
    cpu_unit: float


_VERSION_1 = Names(
    limits=(("memory.limit_in_bytes", "{memory}"), ("memory.memsw.limit_in_bytes", "{memory}")),
    own="tasks",
    kills="memory.oom_control",
    cpu="cpuacct.usage",
    cpu_unit=1e-9,
)
_VERSION_2 = Names(
    limits=(
        *(("memory.max", "{memory}"), ("memory.swap.max", "0")),
        *(("memory.oom.group", "1"), ("pids.max", "{processes}")),
    ),
    own="",
    kills="memory.events",
    cpu="cpu.stat",
    cpu_unit=1e-6,
)


@dataclass(frozen=True)
class RunGroup:
    """The group of one run: a folder for memory and one for CPU time (the same in version 2).

    `before_s` is the CPU time in seconds that the start of the run has used in the group.
    """

    memory: Path
    cpu: Path
    names: Names
    before_s: float = 0.0

    def doors(self, kept: ExitStack) -> tuple[int, ...]:
        """Descriptors, closed with `kept`: a thread that writes "0" to each moves itself into the group.

        The thread's later children are in the group too.  Version 2 has no doors.
        To move another process is slower: the kernel waits until every CPU has passed the scheduler.
        """
        names = [f"{folder}/{self.names.own}" for folder in self._folders() if self.names.own]
        fds = tuple(os.open(name, os.O_WRONLY | os.O_CLOEXEC) for name in names)
        for fd in fds:
            kept.callback(os.close, fd)
        return fds

    def enter(self) -> None:
        """Move this thread into the group, if a thread can move alone."""
        with ExitStack() as kept:
            for door in self.doors(kept):
                os.write(door, b"0")

    def around(self, pid: int) -> RunGroup:
        """The group with the waiting process `pid` in it, whose CPU time counts from now on.

        Moves the process where it could not move itself; raises OSError when that fails.
        """
        if not self.names.own:
            for folder in self._folders():
                _write(folder / "cgroup.procs", str(pid))
        return replace(self, before_s=self.cpu_s())

    def cpu_s(self) -> float:
        """Seconds of CPU that the processes of the run have used in the group."""
        text = _read(f"{self.cpu}/{self.names.cpu}").split()
        value = text[text.index("usage_usec") + 1] if "usage_usec" in text else text[0]
        return int(value) * self.names.cpu_unit - self.before_s

    def killed(self) -> bool:
        """Whether the kernel has killed a process because the group's memory was used up."""
        words = _read(f"{self.memory}/{self.names.kills}").split()
        return "oom_kill" in words and words[words.index("oom_kill") + 1] != "0"

    def limit(self, memory: int, processes: int | str = "max") -> None:
        """Set the limits: bytes, and the number of processes and threads, which only version 2 limits.

        The file for swap is missing where the kernel does not count swap.
        """
        first, *rest = (
            (f"{self.memory}/{name}", value.format(memory=memory, processes=processes))
            for name, value in self.names.limits
        )
        _write(*first)
        for each in rest:
            with suppress(OSError):
                _write(*each)

    def remove(self) -> None:
        """Remove the group, whose processes are dead.  A later sweep removes a group that is still busy."""
        for folder in self._folders():
            for _ in range(20):
                with suppress(OSError):
                    folder.rmdir()
                if not folder.exists():
                    break
                time.sleep(0.001)

    def _folders(self) -> tuple[Path, ...]:
        return tuple(dict.fromkeys((self.memory, self.cpu)))


@dataclass(frozen=True)
class Cgroups:
    """The grader's own groups, below which it makes the groups of runs."""

    memory: Path
    cpu: Path
    names: Names

    def make(self, memory: int, processes: int | str = "max") -> RunGroup:
        """A new group with limits; raises OSError when it cannot be made."""
        name = f"{_PREFIX}{secrets.token_hex(6)}"
        group = RunGroup(self.memory / name, self.cpu / name, self.names)
        try:
            for folder in dict.fromkeys((group.memory, group.cpu)):
                folder.mkdir()
            group.limit(memory, processes)
        except OSError:
            group.remove()
            raise
        return group

    def sweep(self) -> None:
        """Remove old groups of dead graders.  The kernel refuses to remove a group with processes."""
        for own in dict.fromkeys((self.memory, self.cpu)):
            for folder in own.glob(f"{_PREFIX}*"):
                with suppress(OSError):
                    if folder.stat().st_mtime < time.time() - _YOUTH_S:
                        folder.rmdir()


@dataclass
class Groups:
    """Makes a group for each run of one back end, if this machine permits groups, which is tested once."""

    _groups: list[Cgroups | None] = field(default_factory=list)

    @contextmanager
    def lent(self, limits: Limits) -> Iterator[RunGroup | None]:
        """A group for a run for the length of the block; None if the machine permits no groups.

        Its limit includes `work_bytes`, because files in the working directory may lie in memory.
        """
        memory, group = limits.memory_bytes + limits.work_bytes + _SPARE, None
        with suppress(OSError):
            if not self._groups:
                self._groups.append(proved())
            if (own := self._groups[0]) is not None:
                group = own.make(memory, limits.processes + SPARE_PROCESSES)
        try:
            yield group
        finally:
            if group is not None:
                group.remove()


def proved() -> Cgroups | None:
    """Like `probe`, but a file keeps the result until the machine restarts."""
    settle()
    own = find()
    if own is None:
        return None
    own.sweep()
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    note = lock_folder() / "cgroups"
    with suppress(OSError):
        kept = note.read_text().split()
        if kept[:1] == [boot]:
            return own if kept[1:] == ["hold"] else None
    found = probe()
    note.write_text(f"{boot} {'hold' if found else 'fail'}\n")
    return found


def probe() -> Cgroups | None:
    """The grader's own groups, if a group below them stops a program that exceeds its memory; else None.

    The trial takes about 10 ms of CPU time, and the kernel logs it.
    """
    with suppress(OSError):
        if own := find():
            group = own.make(_TRIAL_LIMIT)
            try:
                return own if _holds(group) else None
            finally:
                group.remove()
    return None


def _holds(group: RunGroup) -> bool:
    """Whether the kernel ends the trial, reports it, and counts its CPU time."""
    waits, go = os.pipe()
    streams = (waits, subprocess.DEVNULL, subprocess.DEVNULL)

    def start() -> int:
        group.enter()
        return start_program(SpawnCommand([system.SHELL, "-c", _TRIAL], streams, env={"PATH": os.defpath}))

    try:
        pid = in_thread(start)
    finally:
        os.close(waits)
    try:
        counting = group.around(pid)
        os.write(go, b"go\n")
    finally:
        os.close(go)
        _, status = os.waitpid(pid, 0)
    return status != 0 and group.killed() and counting.cpu_s() > 0


def settle(proc: Path = _SELF) -> None:
    """Move this process, where it is alone in a delegated group of version 2, into a group below.

    Only then does the kernel permit the groups of runs beside it.
    """
    with suppress(OSError):
        own = _own(proc, "")
        if own is None or own.name == _LEAF or _read(own / "cgroup.procs").split() != [str(os.getpid())]:
            return
        (own / _LEAF).mkdir(exist_ok=True)
        _write(own / _LEAF / "cgroup.procs", str(os.getpid()))
        for controller in ("memory", "pids"):
            _write(own / "cgroup.subtree_control", f"+{controller}")


def find(proc: Path = _SELF) -> Cgroups | None:
    """The groups of this process in the hierarchies for memory and CPU time; None if groups cannot be made.

    `proc` holds the files `cgroup` and `mountinfo` of the process.
    """
    try:
        memory, cpu = _own(proc, "memory"), _own(proc, "cpuacct")
        names = _VERSION_1
        if memory is None or cpu is None:
            own = _own(proc, "")
            memory = cpu = own.parent if own is not None and own.name == _LEAF else own
            names = _VERSION_2
    except OSError:
        return None
    if memory is None or cpu is None or not (os.access(memory, os.W_OK) and os.access(cpu, os.W_OK)):
        return None
    if names is _VERSION_2 and "memory" not in _read(memory / "cgroup.subtree_control").split():
        return None
    return Cgroups(memory, cpu, names)


def _mounts(text: str) -> dict[str, tuple[str, Path]]:
    """Maps each controller to the group at the top of its first mount, and to its mount point.

    Later mounts of the same hierarchy may belong to a container or another root, and go with it.
    """
    found: dict[str, tuple[str, Path]] = {}
    for line in text.splitlines():
        before, _, after = line.partition(" - ")
        kind, _, options = after.split(" ", 2)
        top, point = (_OCTAL.sub(lambda code: chr(int(code[1], 8)), word) for word in before.split()[3:5])
        names = options.split(",") if kind == "cgroup" else [""] if kind == "cgroup2" else []
        found = dict.fromkeys(names, (top, Path(point))) | found
    return found


def _own(proc: Path, name: str) -> Path | None:
    """The folder of the process's group for a controller; None when the group is not mounted."""
    lines = [line.split(":", 2) for line in (proc / "cgroup").read_text().splitlines()]
    groups = {each: path for _, names, path in lines for each in names.split(",")}  # version 2 has no name
    mounts = _mounts((proc / "mountinfo").read_text())
    if name not in groups or name not in mounts:
        return None
    top, point = mounts[name]
    path = Path(groups[name])
    return point / path.relative_to(top) if path.is_relative_to(top) else None


def _write(path: Path | str, text: str) -> None:
    fd = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(fd, text.encode())
    finally:
        os.close(fd)


def _read(path: Path | str) -> str:
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(fd, 4096).decode()
    finally:
        os.close(fd)
