"""Checks that the peak use of a run, measured from outside, stays within its limits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from gograde.sandbox.protocol import KEPT_BYTES, MIB, RunResult
from tests.attacks.harness.judge import Check
from tests.attacks.harness.sight import Sight, Watcher
from tests.attacks.harness.world import World

_OVERSHOOT = 320 * MIB
"""What may be taken between two looks, where nothing but looking holds."""
_SPARE_TASKS = 4 + 64 + 3
"""The kernel's own limit lies above the one that is watched, by most where others' processes count along."""
_SPARE_DISK = 24 * MIB
_SPARE_FILES = 2500
_LATE_S = 2.0
_BUSY_S = 0.6
_SHARE_SEEN = 0.7
_REFUSALS = 200
_LOCKS = 6000
_HELD = re.compile(rb"held (\d+)")
_MAPPINGS = 1_200_000
_MAPPED = re.compile(rb"mappings (\d+)")
_LOCKED = re.compile(rb"locks (\d+)")
_USED = re.compile(rb"used ([\d.]+) seconds")


@contextmanager
def watch(world: World) -> Iterator[Sight]:
    """Look at the run while it goes on."""
    with Watcher(world.word) as sight:
        yield sight


def _sight(world: World) -> Sight:
    found: Sight = world.seen["exhaust"]
    return found


def _output(world: World, result: RunResult) -> str:
    limits = world.limits
    kept = max(len(result.stdout), len(result.stderr))
    taken = max(result.stdout_bytes - limits.stdout_bytes, result.stderr_bytes - limits.stderr_bytes)
    return _above(kept, KEPT_BYTES, "bytes kept") or _above(taken, MIB, "bytes taken in beyond the limit")


def _cpu(world: World, result: RunResult) -> str:
    """Whether less CPU time was counted than most of what the program used."""
    used = max(map(float, _USED.findall(result.stdout)), default=0.0)
    return f"{result.cpu_s:.2f} s seen of {used:.2f} s used" if result.cpu_s < _SHARE_SEEN * used else ""


def _got(world: World, result: RunResult) -> str:
    """Lines `got …`: what the program says it was given."""
    return next((line.decode() for line in result.stdout.splitlines() if line.startswith(b"got ")), "")


def _told(result: RunResult, figure: re.Pattern[bytes] = _HELD) -> int:
    return max(map(int, figure.findall(result.stdout)), default=0)


def _above(found: float, most: float, what: str) -> str:
    return f"{found} {what}, {most} allowed" if found > most else ""


def _seen(figure: str, limit: str, spare: float, what: str) -> Check:
    """What was seen of the run at one time is not above a limit, and what may be taken between two looks."""
    return lambda world, result: _above(
        getattr(_sight(world), figure), getattr(world.limits, limit) + spare, what
    )


def _counted(limit: str, spare: float, what: str) -> Check:
    """What no figure of a process shows, by the program's own count, which is all there is."""
    return lambda world, result: _above(_told(result), getattr(world.limits, limit) + spare, what)


CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "memory": _seen("memory", "memory_bytes", _OVERSHOOT, "bytes of memory"),
        "processes": _seen("tasks", "processes", _SPARE_TASKS, "processes and threads"),
        "disk": _seen("disk", "work_bytes", _SPARE_DISK, "bytes on disk"),
        "files": _seen("files", "work_files", _SPARE_FILES, "files"),
        "over_time": _seen("cpu_s", "cpu_s", _BUSY_S, "s of CPU time"),
        "held": _counted("memory_bytes", 0, "bytes in the kernel's keeping"),
        "held_on_disk": _counted("work_bytes", _SPARE_DISK, "bytes on disk without a name"),
        "descriptors": _counted("open_files", 0, "open files"),
        "locks": lambda world, result: _above(_told(result, _LOCKED), _LOCKS, "locks"),
        "mappings": lambda world, result: _above(_told(result, _MAPPED), _MAPPINGS, "mappings"),
        "output": _output,
        "cpu": _cpu,
        "late": lambda world, result: _above(result.wall_s, world.limits.wall_s + _LATE_S, "s by the clock"),
        "got": _got,
        "flood": lambda world, result: _above(
            len(result.files) + len(result.refused), _REFUSALS, "names in the record"
        ),
    }
)
"""The checks of programs that exhaust."""
