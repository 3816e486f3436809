"""A run observed from outside: its processes while it goes on, and those that survive it.

The sandbox's own figures are not used. The processes of a run are those whose environment contains the run's
random word, and their descendants, found in the host's /proc.
"""

import os
import signal
import stat
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.sandboxes import comes_true

_TICKS = os.sysconf("SC_CLK_TCK")
_PAUSE_S = 0.008
_DISK_EVERY_S = 0.05
_SEARCH_S = 0.12
_MOST_ENTRIES = 30_000

Key = tuple[int, int]
"""A pid and the time of its start, which no other process ever has both of."""


@dataclass
class Sight:
    """The most that was seen at one time: bytes of memory and of disk, tasks, files; seconds of CPU.

    `processes` are all that were seen, `users` whose they were, `places` the host's folders in which
    they worked.
    """

    memory: int = 0
    tasks: int = 0
    disk: int = 0
    files: int = 0
    cpu_s: float = 0.0
    lawless: str = ""
    processes: set[Key] = field(default_factory=set)
    users: set[int] = field(default_factory=set)
    places: set[Path] = field(default_factory=set)


class Watcher(threading.Thread):
    """Looks at the processes that carry `word`, again and again, while it is entered as a context."""

    def __init__(self, word: str) -> None:
        super().__init__(name="watcher", daemon=True)
        self.sight = Sight()
        self._word = word.encode()
        self._over = threading.Event()
        self._strangers: set[Key] = set()
        self._cpu: dict[Key, float] = {}

    def __enter__(self) -> Sight:
        self.start()
        return self.sight

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.join()

    def run(self) -> None:
        next_disk = 0.0
        while not self._over.is_set():
            ours = list(self._ours())
            self._weigh(ours)
            if ours and time.monotonic() >= next_disk:
                self._measure(ours[0][0])
                next_disk = time.monotonic() + _DISK_EVERY_S
            self._over.wait(_PAUSE_S)

    def _ours(self) -> Iterator[tuple[int, list[str]]]:
        """The living processes of the run: each pid and the columns of its stat."""
        for pid, columns in _processes():
            key = (pid, int(columns[19]))
            if key in self._strangers:
                continue
            # A copy, which is made in one step: who judges the run meanwhile adds what it finds.
            parents = {number for number, _ in frozenset(self.sight.processes)}
            if key in self.sight.processes or int(columns[1]) in parents or self._carries_word(pid):
                self.sight.processes.add(key)
                yield pid, columns
            elif _age_s(columns) > 1.0:
                self._strangers.add(key)

    def _carries_word(self, pid: int) -> bool:
        return self._word in _bytes(pid, "environ")

    def _weigh(self, ours: list[tuple[int, list[str]]]) -> None:
        for pid, columns in ours:
            self._cpu[pid, int(columns[19])] = (int(columns[11]) + int(columns[12])) / _TICKS
        living = [pid for pid, columns in ours if columns[0] not in "ZX"]
        sight = self.sight
        sight.cpu_s = sum(self._cpu.values())
        # Who ended while this look lasted was not there together with who was born meanwhile.
        there = [columns for pid, columns in ours if _columns(pid)[19:20] == columns[19:20]]
        sight.tasks = max(sight.tasks, sum(int(columns[17]) for columns in there))
        sight.memory = max(sight.memory, sum(map(_share, living)))

    def _measure(self, pid: int) -> None:
        with suppress(PermissionError):  # nobody may look at a process that cannot be dumped
            size, files = _held_on_disk(pid)
            self.sight.disk = max(self.sight.disk, size)
            self.sight.files = max(self.sight.files, files)
        self.sight.lawless = self.sight.lawless or _runnable_as_owner(pid)
        self.sight.places |= set(_place(pid))
        with suppress(OSError):
            self.sight.users.add(Path(f"/proc/{pid}").stat().st_uid)


def survivors(word: str, sight: Sight) -> list[int]:
    """Processes of a run that are alive; looked for again, as some end while looked at."""
    left: list[int] = []
    comes_true(lambda: left.extend(_alive(word.encode(), sight)) or left, _SEARCH_S)
    return left


def kill_survivors(word: str, sight: Sight) -> None:
    """Kill what a control has left behind, however often it forks meanwhile."""
    deadline = time.monotonic() + 10
    while (left := _alive(word.encode(), sight)) and time.monotonic() < deadline:
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def _alive(word: bytes, sight: Sight) -> list[int]:
    found = []
    for pid, columns in _processes():
        known = (pid, int(columns[19])) in sight.processes
        if columns[0] not in "ZX" and (known or word in _bytes(pid, "environ") + _bytes(pid, "cmdline")):
            sight.processes.add((pid, int(columns[19])))
            found.append(pid)
    return [pid for pid in found if pid != os.getpid()]


def _processes() -> Iterator[tuple[int, list[str]]]:
    """Every process with the columns of its stat; the youngest first, which may not last."""
    with os.scandir("/proc") as entries:
        pids = sorted((int(entry.name) for entry in entries if entry.name.isdigit()), reverse=True)
    yield from ((pid, columns) for pid in pids if (columns := _columns(pid)))


def _columns(pid: int) -> list[str]:
    """The columns of a process's stat behind its name; empty for one that is no more."""
    return _bytes(pid, "stat").decode(errors="replace").rpartition(") ")[2].split()


def _bytes(pid: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:  # it ended, or is another user's
        return b""


def _age_s(columns: list[str]) -> float:
    return time.clock_gettime(time.CLOCK_BOOTTIME) - int(columns[19]) / _TICKS


def _share(pid: int) -> int:
    """Bytes of memory of a process, shared pages divided among those who share them."""
    for line in _bytes(pid, "smaps_rollup").splitlines():
        if line.startswith(b"Pss:"):
            return int(line.split()[1]) * 1024
    return 0


def _held_on_disk(pid: int) -> tuple[int, int]:
    """Bytes and entries in the working directory that the process `pid` sees as its own."""
    size = files = 0
    box, cwd = Path(f"/proc/{pid}/root/box"), Path(f"/proc/{pid}/cwd")
    for folder, folders, names in os.walk(box if box.is_dir() else cwd):
        files += len(folders) + len(names)
        for name in names:
            with suppress(OSError):
                size += Path(folder, name).lstat().st_blocks * 512
        if files > _MOST_ENTRIES:
            break
    return size, files


def _place(pid: int) -> Iterator[Path]:
    """The folder for one run, among those for temporary files, that a process works in."""
    with suppress(OSError):
        folder = Path(f"/proc/{pid}/cwd").readlink()
        yield from (place for place in (folder, *folder.parents) if place.name.startswith("gograde-"))


def remains(sight: Sight) -> str:
    """What is left on the disk of a run that is over."""
    return next((f"{place.name} is still there" for place in sight.places if place.exists()), "")


def clear(sight: Sight) -> None:
    """Delete what a control has left on the disk."""
    for place in filter(Path.exists, sight.places):
        with suppress(FileNotFoundError):
            subprocess.run(["chattr", "-R", "-ia", place], check=False, stderr=subprocess.DEVNULL)
        subprocess.run(["/bin/rm", "-rf", "--", place], check=False, stderr=subprocess.DEVNULL)


def _runnable_as_owner(pid: int) -> str:
    """A set-user-id file in the working directory that every user of the host can reach."""
    with suppress(OSError):
        folder = Path(f"/proc/{pid}/cwd").readlink()
        for path in folder.glob("answer*"):
            ways = all(parent.stat().st_mode & stat.S_IXOTH for parent in path.parents)
            if ways and path.lstat().st_mode & (stat.S_ISUID | stat.S_ISGID):
                return f"{path.name} can be run as its owner by everybody"
    return ""
