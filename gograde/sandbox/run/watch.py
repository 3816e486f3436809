"""Watches a running program and says which limit it passed."""

from __future__ import annotations

import select
import time
from dataclasses import dataclass, field

from gograde.sandbox.host.processes import PAGE, Scheduled, Task, Tree, machine_memory
from gograde.sandbox.limits.cgroup import RunGroup
from gograde.sandbox.limits.taskclock import TaskClock
from gograde.sandbox.protocol import Ended, Limits
from gograde.sandbox.run.cell import Cell
from gograde.sandbox.workdir.usage import Usage

_TICK_S = 0.05  # seconds between two looks
_SHORT_TICK_S = 0.01  # seconds between two looks while memory is more than half used
_LONGEST_PAUSE_S = 0.02  # seconds, while memory is more than half used: a program must not make looks rare
_FEEL_S = 0.006  # seconds; how often the machine's free memory is read, which takes some microseconds
_SHARE = 9  # a pause is so many times as long as the look before it, which takes a tenth of one CPU at most
_FIRST_LOOKS_S = (0.006, 0.02)  # seconds from the start; for the memory of a program that ends within a tick

_FREE_SOCKETS = 64  # sockets; so few are not counted as memory
_SOCKET_BYTES = 2 * 212_992
"""Bytes that one socket holds at most where nobody may ask for a larger buffer: two messages of that size."""


@dataclass
class Meter:
    """Adds up what the processes of a tree use.

    The kernel forgets the CPU time of a process that nobody waits for, so the last figure seen of each
    (pid, start) counts too.  What the main process used `before` the start does not count.
    """

    tree: Tree
    before: Scheduled = field(default_factory=Scheduled)
    group: RunGroup | None = None
    clock: TaskClock | None = None
    cpu_s: float = 0.0
    resident: int = 0
    peak: int = 0
    threads: int = 0
    looks: int = 0
    _tasks: list[Task] = field(default_factory=list)
    _share: int = 0
    _shared: dict[tuple[int, int], Task] = field(default_factory=dict)
    _own: dict[tuple[int, int], float] = field(default_factory=dict)
    _delays: dict[tuple[int, int], float] = field(default_factory=dict)

    def glance(self) -> None:
        """Look at the main process alone, which is cheap."""
        task = self.tree.main()
        self.peak = max(self.peak, task.resident if task else 0)

    def look(self) -> None:
        """Look at every process."""
        tasks = self.tree.tasks()
        self.looks += 1
        self._own.update({(task.pid, task.start): task.own_s for task in tasks})
        used = max(sum(task.all_s for task in tasks), sum(self._own.values()))
        self.cpu_s = max(self.cpu_s, used - self.before.ran_s, self.counted_s())
        self.resident = sum(task.resident for task in tasks)
        self.threads = sum(task.threads for task in tasks)
        self.peak = max(self.peak, self.resident)
        self._tasks = tasks

    def ask_delays(self) -> None:
        """Ask the processes of the last look how long they waited for a CPU."""
        delays = [((task.pid, task.start), self.tree.delay_s(task)) for task in self._tasks]
        self._delays.update({key: delay for key, delay in delays if delay is not None})

    def counted_s(self) -> float:
        """Seconds of CPU that the kernel itself has counted for the tree; 0 where it does not."""
        counts = self.group or self.clock
        return counts.cpu_s() if counts else 0.0

    def starved(self) -> bool:
        """Whether the kernel has killed a process since the tree had taken all its memory."""
        return self.group is not None and self.group.killed()

    @property
    def delay_s(self) -> float | None:
        """How long the processes that were seen waited for a CPU; None when no figure was to be had."""
        if not self._delays:
            return None
        return max(0.0, sum(self._delays.values()) - (self.before.waited_s or 0.0))

    def exceeds(self, memory: int) -> bool:
        """Whether the tree held more than `memory` bytes at the last look, shared pages counted once.

        Sharing is slow to ask about: only when the sum may have come above the limit since.
        """
        if self.resident <= memory or self._share + self._growth() <= memory:
            return False
        share = 0
        for task in self._tasks:
            share += self.tree.proportional(task)
            if share > memory:  # not a moment is to be lost
                return True
        self._share = share
        self._shared = {(task.pid, task.start): task for task in self._tasks}
        return False

    def _growth(self) -> int:
        """The most by which the sum can have grown: by new pages, and by own copies of shared ones."""
        grown = 0
        for task in self._tasks:
            then = self._shared.get((task.pid, task.start))
            if then is None:
                grown += task.resident
            else:
                grown += max(0, task.resident - then.resident) + PAGE * (task.faults - then.faults)
        return grown


@dataclass
class Watch:
    """The limits of one run, and what was measured so far.

    `before` is what the working directory took when the program started.
    """

    cell: Cell
    limits: Limits
    before: Usage
    meter: Meter
    started: float
    felt: int = field(init=False)

    def __post_init__(self) -> None:
        self.felt = self._feel()

    def wait(self) -> Ended | None:
        """Wait until the program ends (None) or passes a limit."""
        poller = self._poller()
        looks = [self.started + delay for delay in _FIRST_LOOKS_S]
        next_look = self.started + _TICK_S
        while True:
            feel = time.monotonic() + _FEEL_S if self.meter.group is None else next_look
            wake = min(looks[0] if looks else feel, feel, next_look, self.started + self.limits.wall_s)
            events = poller.poll(max(0.0, (wake - time.monotonic()) * 1000))
            ended, over = self._handle(poller, [fd for fd, _ in events])
            if ended or over:
                return over
            now = time.monotonic()
            if now - self.started >= self.limits.wall_s:
                return Ended.WALL
            if now >= next_look or self._fills():
                if (passed := self.passed()) is not None:
                    return passed
                if now >= next_look:
                    next_look = time.monotonic() + self._pause(time.monotonic() - now)
            elif looks and now >= looks[0]:
                looks.pop(0)
                self.meter.glance()

    def passed(self) -> Ended | None:
        """Look at the whole tree and the working directory; the first limit that is passed."""
        self.felt = self._feel()
        self.meter.look()
        # First: many processes also use much time and memory before a busy machine lets us look.
        if self.meter.threads > self.limits.processes:
            return Ended.PROCESSES
        if self.meter.cpu_s > self.limits.cpu_s:
            return Ended.CPU
        if self.meter.starved() or self.meter.exceeds(self.limits.memory_bytes):
            return Ended.MEMORY
        self.meter.ask_delays()
        usage = self.cell.usage()
        if self.meter.exceeds(self.limits.memory_bytes - _in_sockets(usage.sockets)):
            return Ended.MEMORY
        return self._overfull(usage)

    def overfull(self) -> Ended | None:
        """Whether the program has put more into its working directory than it may."""
        return self._overfull(self.cell.usage())

    def _overfull(self, usage: Usage) -> Ended | None:
        if usage.bytes - self.before.bytes > self.limits.work_bytes:
            return Ended.WORK_BYTES
        return Ended.WORK_FILES if usage.files - self.before.files > self.limits.work_files else None

    def overflow(self) -> Ended | None:
        """Whether the program has written more than it may."""
        if self.cell.out.total > self.limits.stdout_bytes:
            return Ended.STDOUT
        return Ended.STDERR if self.cell.err.total > self.limits.stderr_bytes else None

    def _poller(self) -> select.poll:
        poller = select.poll()
        for fd in (self.cell.program, self.cell.out.fd, self.cell.err.fd):
            poller.register(fd, select.POLLIN)
        return poller

    def _handle(self, poller: select.poll, ready: list[int]) -> tuple[bool, Ended | None]:
        """Read the streams that are ready; whether the program has ended, or written too much."""
        for stream in (self.cell.out, self.cell.err):
            if stream.fd in ready:
                stream.read()
                if not stream.open:
                    poller.unregister(stream.fd)
        return self.cell.program in ready, self.overflow()

    def _pause(self, taken: float) -> float:
        """Seconds to the next look after one that took so long.

        Few while memory is half used, since it can fill within one.
        """
        if self.meter.resident > self.limits.memory_bytes // 2:
            return min(max(_SHORT_TICK_S, _SHARE * taken), _LONGEST_PAUSE_S)
        return max(_TICK_S, _SHARE * taken)

    def _feel(self) -> int:
        """Bytes that all programs of the machine hold; 0 where the kernel holds the tree to its limit."""
        return machine_memory() if self.meter.group is None else 0

    def _fills(self) -> bool:
        """Whether the machine has lost so much memory since the last look that the limit may be near."""
        if self.meter.group is not None:
            return False
        left = self.limits.memory_bytes - self.meter.resident
        return self._feel() - self.felt > max(left // 4, self.limits.memory_bytes // 16)


def _in_sockets(count: int) -> int:
    """Bytes of memory that sockets may hold: the figures of no process show them."""
    return max(0, count - _FREE_SOCKETS) * _SOCKET_BYTES
