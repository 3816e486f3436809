"""Watches a running program and says which limit it passed."""

from __future__ import annotations

import select
import time
from dataclasses import dataclass, field

from gograde.sandbox.cell import Cell, Usage
from gograde.sandbox.cgroup import RunGroup
from gograde.sandbox.protocol import Ended, Limits
from gograde.sandbox.tree import Scheduled, Tree

_TICK_S = 0.05
_SHORT_TICK_S = 0.01
_SHARE = 9
"""A look that takes long, since there is much to look at, is followed by a pause so many times as long."""
_FIRST_LOOKS_S = (0.006, 0.02)
"""A program that ends within one tick is looked at too, for its memory."""


@dataclass
class Meter:
    """Adds up what the processes of a tree use.

    A process that nobody waits for takes its CPU time along when it dies; so the last
    figure seen of each (pid, start) counts as well.  What the main process used `before` the start
    does not count.
    """

    tree: Tree
    before: Scheduled = field(default_factory=Scheduled)
    group: RunGroup | None = None
    cpu_s: float = 0.0
    resident: int = 0
    peak: int = 0
    threads: int = 0
    looks: int = 0
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
        self.cpu_s = max(self.cpu_s, used - self.before.ran_s, self.group.cpu_s() if self.group else 0.0)
        delays = [((task.pid, task.start), self.tree.delay_s(task)) for task in tasks]
        self._delays.update({key: delay for key, delay in delays if delay is not None})
        self.resident = sum(task.resident for task in tasks)
        self.threads = sum(task.threads for task in tasks)
        self.peak = max(self.peak, self.resident)

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
        """Whether the tree holds more than `memory` bytes, shared pages counted once."""
        if self.resident <= memory:
            return False
        return sum(self.tree.proportional(task) for task in self.tree.tasks()) > memory


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

    def wait(self) -> Ended | None:
        """Wait until the program ends (None) or passes a limit."""
        poller = self._poller()
        looks = [self.started + delay for delay in _FIRST_LOOKS_S]
        next_look = self.started + _TICK_S
        while True:
            wake = min(looks[0] if looks else next_look, next_look, self.started + self.limits.wall_s)
            events = poller.poll(max(0.0, (wake - time.monotonic()) * 1000))
            ended, over = self._handle(poller, [fd for fd, _ in events])
            if ended or over:
                return over
            now = time.monotonic()
            if now - self.started >= self.limits.wall_s:
                return Ended.WALL
            if now >= next_look:
                if (passed := self.passed()) is not None:
                    return passed
                next_look = time.monotonic() + max(self._tick(), _SHARE * (time.monotonic() - now))
            elif looks and now >= looks[0]:
                looks.pop(0)
                self.meter.glance()

    def passed(self) -> Ended | None:
        """Look at the whole tree and the working directory; the first limit that is passed."""
        self.meter.look()
        if self.meter.cpu_s > self.limits.cpu_s:
            return Ended.CPU
        if self.meter.starved() or self.meter.exceeds(self.limits.memory_bytes):
            return Ended.MEMORY
        if self.meter.threads > self.limits.processes:
            return Ended.PROCESSES
        return self.overfull()

    def overfull(self) -> Ended | None:
        """Whether the program has put more into its working directory than it may."""
        usage = self.cell.usage()
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

    def _tick(self) -> float:
        """Seconds to the next look: few while memory is half used, since it can fill within one."""
        return _SHORT_TICK_S if self.meter.resident > self.limits.memory_bytes // 2 else _TICK_S
