"""Carries out one run: stages files, starts the program, watches it, and collects the facts."""

from __future__ import annotations

import math
import os
import resource
import secrets
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from gograde.errors import JudgeError
from gograde.private import lock_folder
from gograde.sandbox.host import kernel
from gograde.sandbox.host.identity import Identity, has_users
from gograde.sandbox.host.spawn import in_thread
from gograde.sandbox.limits.cgroup import RunGroup
from gograde.sandbox.notices.attempts import of_answers
from gograde.sandbox.protocol import KIB, MIB, SPARE_PROCESSES, Ended, Job, Limits, RunResult
from gograde.sandbox.run.watch import Meter, Watch
from gograde.sandbox.run.wires import Cell
from gograde.sandbox.workdir.collect import among_answers, collect_each, stage


@dataclass(frozen=True)
class Session:
    """The back end's name, the program's user, and the control group of one run."""

    backend: str
    who: Identity
    group: RunGroup | None


def carry_out(cell: Cell, job: Job, session: Session) -> RunResult:
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


def _measured(cell: Cell, job: Job, session: Session, meter: Meter) -> RunResult:
    watch = Watch(cell, job.limits, cell.usage(), meter, time.monotonic())
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
        stdout=bytes(cell.ends.out.kept),
        stderr=bytes(cell.ends.err.kept),
        stdout_bytes=cell.ends.out.total,
        stderr_bytes=cell.ends.err.total,
        files=files,
        refused=refused,
        delay_s=watch.delay_s,
        violations=(*tried, *of_answers(among_answers(refused, kinds))),
        unlisted=cell.notices.unlisted() if cell.notices else (),
    )


def _late(watch: Watch, code: int, cpu_s: float) -> Ended | None:
    """The limit that the program exceeded after the last look, or that the kernel enforced; else None."""
    if watch.meter.starved():
        return Ended.MEMORY
    # The kernel kills for RLIMIT_CPU with these signals.
    by_clock = code in (-signal.SIGXCPU, -signal.SIGKILL) and cpu_s >= math.floor(watch.limits.cpu_s)
    if by_clock or cpu_s > watch.limits.cpu_s:
        return Ended.CPU
    return (
        Ended.WORK_BYTES
        if code == -signal.SIGXFSZ
        else watch.overflow() or watch.overfull(watch.cell.usage())
    )


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
