"""Carries out one run: stages files, starts the program, watches it, and collects the facts."""

from __future__ import annotations

import math
import os
import resource
import secrets
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from threading import get_native_id

from gograde.errors import JudgeError
from gograde.private import lock_folder
from gograde.sandbox.attempts import attend, of_answers
from gograde.sandbox.cgroup import RunGroup
from gograde.sandbox.collect import Usage, among_answers, collect_each, stage
from gograde.sandbox.host import kernel
from gograde.sandbox.host.identity import Identity, has_users
from gograde.sandbox.host.processes import PAGE, Process, Scheduled, Tree, scheduled
from gograde.sandbox.host.spawn import in_thread
from gograde.sandbox.protocol import KIB, MIB, SPARE_PROCESSES, Ended, Job, Limits, RunResult
from gograde.sandbox.run.wires import Cell, authors_words


@dataclass(frozen=True)
class RunSession:
    """The back end's name, the program's user, and the control group of one run."""

    backend: str
    who: Identity
    group: RunGroup | None


def carry_out(cell: Cell, job: Job, session: RunSession) -> RunResult:
    """Stage the files, run the program within its limits, kill its processes, and collect its files."""
    try:
        with session.who.for_files():
            stage(cell.box, job.files)
        return _measured(cell, job, session, _meter(cell, session.group))
    finally:
        cell.close()


def _meter(cell: Cell, group: RunGroup | None) -> Meter:
    """A meter with the group, where the waiting process can be moved there, else with the kernel's clock."""
    with suppress(OSError):
        if group is not None:
            return Meter(cell.tree, cell.before, group.around(cell.pid))
    with suppress(OSError):
        return Meter(cell.tree, cell.before, clock=cell.keep(kernel.open_task_clock(cell.pid)))
    return Meter(cell.tree, cell.before)


def _measured(cell: Cell, job: Job, session: RunSession, meter: Meter) -> RunResult:
    watch = LimitWatch(cell, job.limits, cell.usage(), meter, time.monotonic())
    cell.start()
    watch.started = time.monotonic()
    try:
        ended = watch.wait()
        wall_s = time.monotonic() - watch.started
        if meter.looks:  # for a shorter run the kernel's figures suffice
            meter.look()
            meter.ask_delays()
    finally:
        ending = cell.finish()
    if ending.lost and ended is None and not meter.starved():
        raise JudgeError(f"sandbox {session.backend}", "somebody else killed it", "run it again")
    cell.ends.out.drain()
    cell.ends.err.drain()
    cpu_s = max(meter.cpu_s, ending.cpu_s, meter.counted_s())
    code, kinds = os.waitstatus_to_exitcode(ending.status), (job.collect_first, job.collect)
    ended = ended or _late(watch, code, cpu_s)
    with session.who.for_files():
        files, refused = collect_each(cell.box, kinds)
    tried = (attempt for attempt in ending.attempts if attempt not in job.harmless)
    return RunResult(
        backend=session.backend,
        exit_code=code if code >= 0 else None,
        signal=-code if code < 0 else None,
        killed_for=ended,
        cpu_s=cpu_s,
        wall_s=wall_s,
        max_rss_kib=meter.peak // KIB,
        stdout=bytes(cell.ends.out.head),
        stderr=authors_words(bytes(cell.ends.err.head), job.frames),
        stdout_bytes=cell.ends.out.total,
        stderr_bytes=cell.ends.err.total,
        files=files,
        refused=refused,
        delay_s=watch.delay_s,
        violations=(*tried, *of_answers(among_answers(refused, kinds))),
        unlisted=cell.notices.unlisted() if cell.notices else (),
    )


def _late(watch: LimitWatch, code: int, cpu_s: float) -> Ended | None:
    """The limit that the program exceeded after the last look, or that the kernel enforced; else None."""
    if watch.meter.starved():
        return Ended.MEMORY
    # The kernel kills for RLIMIT_CPU with these signals.
    by_clock = code in (-signal.SIGXCPU, -signal.SIGKILL) and cpu_s >= math.floor(watch.limits.cpu_s)
    if by_clock or cpu_s > watch.limits.cpu_s:
        return Ended.CPU
    if code == -signal.SIGXFSZ:
        return Ended.WORK_BYTES
    return watch.overflow() or watch.overfull(watch.cell.usage())


_TRIES = 3  # runs of a program; the sandbox ends each that uses up the processes
_CROWD = "crowd"


def uncrowded(backend: str, run: Callable[[], RunResult]) -> RunResult:
    """Call `run`, and again while it fails beside a run with too many processes; the last result counts.

    The kernel counts processes by user, which runs share where the grader cannot give each its own.
    An OSError or SubprocessError of `run` becomes a JudgeError that names the back end.
    """
    try:
        for _ in range(_TRIES):
            before = _last_crowd()
            result = run()
            if result.killed_for is Ended.PROCESSES and not has_users():
                (lock_folder() / _CROWD).write_bytes(secrets.token_bytes(8))
            if Ended.PROCESSES is result.killed_for or result.exit_code == 0 or _last_crowd() == before:
                break
    except (OSError, subprocess.SubprocessError) as error:
        fix = "gograde doctor tells what this machine lacks"
        raise JudgeError(f"sandbox {backend}", str(error), fix) from error
    return result


def _last_crowd() -> bytes:
    """The note of the last run with too many processes; b"" when there is none, or each run has a user."""
    with suppress(FileNotFoundError):
        return b"" if has_users() else (lock_folder() / _CROWD).read_bytes()
    return b""


_STACK = 8 * MIB  # bytes, the default of Linux
_TICKS = 1.5
"""Seconds of RLIMIT_CPU for each second of the run's limit.

The kernel counts whole ticks, on a shared CPU a tenth too much.  It must not kill a program before the
watch can name the limit.
"""


def set_limits(pid: int, limits: Limits, others: int, who: Identity) -> None:
    """Set the limits of a process of `who` that waits for its start; all that it starts has them too."""

    def work() -> int:
        if who.drop:  # root may lack the right to set the limits of others
            who.assume_in_thread()
        for number, value in process_limits(limits, others).items():
            resource.prlimit(pid, number, (value, value))
        return 0

    in_thread(work) if who.drop else work()


def process_limits(limits: Limits, others: int) -> Mapping[int, int]:
    """Limits by RLIMIT number; none exceeds the grader's own hard limit.

    `others` is the number of the user's other processes, which the kernel counts too.
    They apply between two samples of the watch, which names the limit that a whole tree exceeds.
    The limit of address space is generous, because the watch limits the resident memory.
    """
    wanted = {
        resource.RLIMIT_AS: max(limits.address_bytes, 4 * limits.memory_bytes),
        resource.RLIMIT_CPU: math.ceil(_TICKS * limits.cpu_s) + 1,
        resource.RLIMIT_FSIZE: limits.file_bytes,
        resource.RLIMIT_NOFILE: limits.open_files,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_STACK: _STACK,
        resource.RLIMIT_NPROC: limits.processes + SPARE_PROCESSES + others,
    }
    most = {number: resource.getrlimit(number)[1] for number in wanted}
    return {
        number: value if most[number] == resource.RLIM_INFINITY else min(value, most[number])
        for number, value in wanted.items()
    }


_SHORTEST_S = 0.006  # seconds from the start to the first look; pauses double while the program does not grow
_SHORT_TICK_S = 0.01  # seconds between two looks while memory is more than half used, and grows
_TICK_S = 0.05  # the longest pause while much memory is used, or more than before
_LONGEST_S = 0.1  # the longest otherwise
_GLANCE_S = 0.02  # seconds from the start in which a look reads only the memory of the first process
_GROWN = 16  # a tree has grown when it has more memory than at the look before, by this part of the limit
_FILL = 4096 * MIB  # bytes that one CPU fills in a second, more than was seen of any
_SHARE = 9  # the ratio of a pause to the look before it, so that looks take at most a tenth of one CPU
_MOST = 2  # the most by which a slow look lengthens a pause

_MOST_DELAYED = 4
"""Times the limit by the clock that a program may wait for a CPU without being charged.

A program that keeps its own processes waiting can lengthen its run by no more than this.
"""

_MAPPINGS = 65_530
"""Mappings of all processes, as many as the kernel permits a single one; it keeps each in 200 bytes."""

_COUNT_S = 0.05  # seconds of CPU time between two counts; to make `_MAPPINGS` mappings takes longer

_FREE_SOCKETS = 64  # the number of sockets that do not count as memory
_SOCKET_BYTES = 2 * 212_992
"""The most bytes that one socket buffers: two messages, as the filter forbids larger buffers.

No process's figures include them.
"""


@dataclass
class Meter:
    """Adds up the CPU time and memory of a process tree.

    The kernel forgets the CPU time of a process that no parent waits for, so the meter remembers the last
    figure of each process.  CPU time that the main process used `before` the start does not count.
    `clock` is a descriptor of the kernel's clock of the tree; it includes children that no parent waits for.
    """

    tree: Tree
    before: Scheduled = field(default_factory=Scheduled)
    group: RunGroup | None = None
    clock: int | None = None
    cpu_s: float = 0.0
    counted: float = 0.0
    looked: float = field(default_factory=time.monotonic)
    resident: int = 0
    grown: int = 0
    peak: int = 0
    threads: int = 0
    looks: int = 0
    _tasks: list[Process] = field(default_factory=list)
    _share: int = 0
    _mapped_s: float = 0.0
    _shared: dict[tuple[int, int], Process] = field(default_factory=dict)
    _own: dict[tuple[int, int], float] = field(default_factory=dict)
    _delays: dict[tuple[int, int], float] = field(default_factory=dict)

    def glance(self) -> None:
        """Measure the main process only, which is cheap."""
        task = self.tree.main()
        self.peak = max(self.peak, task.resident if task else 0)

    def look(self) -> None:
        """Measure every process."""
        tasks = self.tree.tasks()
        self.looks += 1
        self._own.update({(task.pid, task.start): task.own_s for task in tasks})
        used = max(sum(task.all_s for task in tasks), sum(self._own.values()))
        self.counted, self.looked = self.counted_s(), time.monotonic()
        self.cpu_s = max(self.cpu_s, used - self.before.ran_s, self.counted)
        resident = sum(task.resident for task in tasks)
        self.resident, self.grown = resident, resident - self.resident
        self.threads = sum(task.threads for task in tasks)
        self.peak = max(self.peak, self.resident)
        self._tasks = tasks

    def ask_delays(self) -> None:
        """Read how long the processes of the last look have waited for a CPU."""
        delays = [((task.pid, task.start), self.tree.delay_s(task)) for task in self._tasks]
        self._delays.update({key: delay for key, delay in delays if delay is not None})

    def counted_s(self) -> float:
        """Seconds of CPU that a control group or task clock has counted for the tree; 0 without either."""
        if self.group is not None:
            return self.group.cpu_s()
        return int.from_bytes(os.read(self.clock, 8), sys.byteorder) / 1e9 if self.clock is not None else 0.0

    def starved(self) -> bool:
        """Whether the kernel has killed a process of the control group for lack of memory."""
        return self.group is not None and self.group.killed()

    @property
    def delay_s(self) -> float | None:
        """Seconds that the measured processes waited for a CPU; None when the kernel gives no figure."""
        if not self._delays:
            return None
        return max(0.0, sum(self._delays.values()) - (self.before.waited_s or 0.0))

    @property
    def most(self) -> int:
        """The most bytes of memory that the tree can have had at the last look."""
        return min(self.resident, self._share + self._growth())

    def exceeds(self, memory: int) -> bool:
        """Whether the tree used more than `memory` bytes at the last look, with shared pages counted once.

        It is slow to read how much is shared, so that is read only when the sum may exceed `memory`.
        """
        if self.most <= memory:
            return False
        share = 0
        for task in self._tasks:
            share += self.tree.proportional(task)
            if share > memory:  # return at once, as memory may grow fast
                return True
        self._share = share
        self._shared = {(task.pid, task.start): task for task in self._tasks}
        return False

    def riddled(self) -> bool:
        """Whether the tree has more than `_MAPPINGS`, which are counted when it has used some CPU time.

        With many mappings it takes long to read how much memory is shared.
        """
        if self.cpu_s - self._mapped_s < _COUNT_S:
            return False
        self._mapped_s, left = self.cpu_s, _MAPPINGS
        for task in self._tasks:
            if left >= 0:
                left -= self.tree.mappings(task, left)
        return left < 0

    def _growth(self) -> int:
        """The most bytes by which the sum can have grown, through new pages and copies of shared pages."""
        grown = 0
        for task in self._tasks:
            then = self._shared.get((task.pid, task.start))
            if then is None:
                grown += task.resident
            else:
                grown += max(0, task.resident - then.resident) + PAGE * (task.faults - then.faults)
        return grown


@dataclass
class LimitWatch:
    """The limits of one run, and the measurements so far.

    `before` is the usage of the working directory at the program's start.
    """

    cell: Cell
    limits: Limits
    before: Usage
    meter: Meter
    started: float
    waited_s: float = field(default_factory=lambda: _waited_s())  # noqa: PLW0108 - it is defined below

    @property
    def delay_s(self) -> float | None:
        """Seconds that the program waited for a CPU or for the grader's answers; None when unknown."""
        if self.meter.delay_s is None:
            return None
        return self.meter.delay_s + (_waited_s() - self.waited_s if self.cell.notices else 0.0)

    def _later_deadline(self) -> float:
        """The moment of the limit by the clock, moved by the time that the program has waited for a CPU."""
        self.meter.look()
        self.meter.ask_delays()
        waited_s = min(self.delay_s or 0.0, _MOST_DELAYED * self.limits.wall_s)
        return self.started + self.limits.wall_s + waited_s

    def wait(self) -> Ended | None:
        """Wait until the program ends (returns None) or exceeds a limit."""
        poller = select.poll()
        listener = self.cell.notices.listener if self.cell.notices else -1
        for fd in (self.cell.program, self.cell.ends.out.fd, self.cell.ends.err.fd, listener):
            if fd >= 0:
                poller.register(fd, select.POLLIN)
        pause = _SHORTEST_S
        next_look, deadline = self.started + pause, self.started + self.limits.wall_s
        while True:
            now = time.monotonic()
            wake = min(next_look, deadline, now + max(_SHORTEST_S, self._safe_s()))
            events = dict(poller.poll(max(0.0, (wake - now) * 1000)))
            if event := events.pop(listener, 0):
                attend(poller, self.cell.notices, event)
            for stream in (self.cell.ends.out, self.cell.ends.err):
                if stream.fd in events:
                    stream.read()
                    if not stream.open:
                        poller.unregister(stream.fd)
            if (over := self.overflow()) is not None or self.cell.program in events:
                return over
            now = time.monotonic()
            if now >= deadline and now >= (deadline := self._later_deadline()):
                return Ended.WALL
            due, used_s = now >= next_look, time.thread_time()
            if due and now - self.started < min(_GLANCE_S, self._safe_s()):
                self.meter.glance()
            elif (due or self._may_fill()) and (passed := self.passed()) is not None:
                return passed
            if due:
                pause = self._pause(pause, time.thread_time() - used_s)
                next_look = time.monotonic() + pause

    def passed(self) -> Ended | None:
        """Measure the whole tree and the working directory; returns the first exceeded limit."""
        self.meter.look()
        # Processes come first: many of them also use much time and memory before the next look.
        if self.meter.threads > self.limits.processes:
            return Ended.PROCESSES
        if self.meter.cpu_s > self.limits.cpu_s:
            return Ended.CPU
        if self.meter.starved() or self.meter.riddled() or self.meter.exceeds(self.limits.memory_bytes):
            return Ended.MEMORY
        self.meter.ask_delays()
        usage = self.cell.usage()
        in_sockets = max(0, usage.sockets - _FREE_SOCKETS) * _SOCKET_BYTES
        if self.meter.exceeds(self.limits.memory_bytes - in_sockets):
            return Ended.MEMORY
        return self.overfull(usage)

    def overfull(self, usage: Usage) -> Ended | None:
        """The limit of the working directory that the program exceeds, if any."""
        if usage.bytes - self.before.bytes > self.limits.work_bytes:
            return Ended.WORK_BYTES
        return Ended.WORK_FILES if usage.files - self.before.files > self.limits.work_files else None

    def overflow(self) -> Ended | None:
        """The limit of a stream that the program exceeds, if any."""
        if self.cell.ends.out.total > self.limits.stdout_bytes:
            return Ended.STDOUT
        return Ended.STDERR if self.cell.ends.err.total > self.limits.stderr_bytes else None

    def _pause(self, before: float, taken: float) -> float:
        """Seconds until the next look, after one of `taken` CPU seconds: twice those `before` without growth.

        The pause is shorter while more than half of the memory is used, and shortest while that grows.
        A program can make looks slow, but it cannot make the pauses between them long.
        """
        grown = self.meter.grown > self.limits.memory_bytes // _GROWN
        half = self.meter.most > self.limits.memory_bytes // 2
        longest = _TICK_S if grown or half or self.meter.group is None else _LONGEST_S
        longest = _SHORT_TICK_S if grown and half else longest
        return min(max(min(2 * before, longest), _SHARE * taken), _MOST * longest)

    def _safe_s(self) -> float:
        """Seconds in which the program cannot fill half of the memory that it has left, on all its CPUs."""
        if self.meter.group is not None:  # the kernel limits its memory
            return _LONGEST_S
        cpus = min(self.limits.processes, os.cpu_count() or 1)
        return (self.limits.memory_bytes - self.meter.most) / 2 / (_FILL * cpus)

    def _may_fill(self) -> bool:
        """Whether it has had the CPU time since the last look to fill a quarter of that."""
        if self.meter.clock is None:
            return time.monotonic() - self.meter.looked > self._safe_s()
        left = self.limits.memory_bytes - self.meter.most
        return _FILL * (self.meter.counted_s() - self.meter.counted) > left / 4


def _waited_s() -> float:
    """Seconds so far that this thread, which answers the program's calls, was ready and waited for a CPU."""
    return scheduled(get_native_id()).waited_s or 0.0
