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


def _memory(world: World, result: RunResult) -> str:
    return _above(_sight(world).memory, world.limits.memory_bytes + _OVERSHOOT, "bytes of memory")


def _processes(world: World, result: RunResult) -> str:
    return _above(_sight(world).tasks, world.limits.processes + _SPARE_TASKS, "processes and threads")


def _disk(world: World, result: RunResult) -> str:
    return _above(_sight(world).disk, world.limits.work_bytes + _SPARE_DISK, "bytes on disk")


def _files(world: World, result: RunResult) -> str:
    return _above(_sight(world).files, world.limits.work_files + _SPARE_FILES, "files")


def _over_time(world: World, result: RunResult) -> str:
    seen, allowed = _sight(world).cpu_s, world.limits.cpu_s
    return f"{seen:.2f} s of CPU time, {allowed} allowed" if seen > allowed + _BUSY_S else ""


def _held(world: World, result: RunResult) -> str:
    """Memory that no figure of a process shows; its own count is all there is."""
    return _above(_told(result), world.limits.memory_bytes, "bytes in the kernel's keeping")


def _held_on_disk(world: World, result: RunResult) -> str:
    """Files without a name, by its own count."""
    return _above(_told(result), world.limits.work_bytes + _SPARE_DISK, "bytes on disk without a name")


def _locks(world: World, result: RunResult) -> str:
    return _above(_told(result, _LOCKED), _LOCKS, "locks")


def _mappings(world: World, result: RunResult) -> str:
    return _above(_told(result, _MAPPED), _MAPPINGS, "mappings")


def _descriptors(world: World, result: RunResult) -> str:
    return _above(_told(result), world.limits.open_files, "open files")


def _output(world: World, result: RunResult) -> str:
    limits = world.limits
    kept = max(len(result.stdout), len(result.stderr))
    taken = max(result.stdout_bytes - limits.stdout_bytes, result.stderr_bytes - limits.stderr_bytes)
    return _above(kept, KEPT_BYTES, "bytes kept") or _above(taken, MIB, "bytes taken in beyond the limit")


def _cpu(world: World, result: RunResult) -> str:
    """Whether less CPU time was counted than most of what the program used."""
    found = _USED.search(result.stdout)
    if found is None:
        return ""
    used = float(found[1])
    return f"{result.cpu_s:.2f} s seen of {used:.2f} s used" if result.cpu_s < _SHARE_SEEN * used else ""


def _late(world: World, result: RunResult) -> str:
    over = result.wall_s - world.limits.wall_s
    return f"it was over {over:.1f} s too late" if over > _LATE_S else ""


def _got(world: World, result: RunResult) -> str:
    """Lines `got …`: what the program says it was given."""
    return next((line.decode() for line in result.stdout.splitlines() if line.startswith(b"got ")), "")


def _flood(world: World, result: RunResult) -> str:
    return _above(len(result.files) + len(result.refused), _REFUSALS, "names in the record")


def _told(result: RunResult, figure: re.Pattern[bytes] = _HELD) -> int:
    return max(map(int, figure.findall(result.stdout)), default=0)


def _above(found: int, most: int, what: str) -> str:
    return f"{found} {what}, {most} allowed" if found > most else ""


CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "memory": _memory,
        "processes": _processes,
        "disk": _disk,
        "files": _files,
        "over_time": _over_time,
        "held": _held,
        "held_on_disk": _held_on_disk,
        "locks": _locks,
        "mappings": _mappings,
        "descriptors": _descriptors,
        "output": _output,
        "cpu": _cpu,
        "late": _late,
        "got": _got,
        "flood": _flood,
    }
)
"""The checks of programs that exhaust."""
