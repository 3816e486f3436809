"""What Landlock lets a submission do with files: read the system, write its working directory."""

from __future__ import annotations

import os
import stat
import struct
from collections.abc import Iterator
from pathlib import Path

from gograde.errors import JudgeError
from gograde.sandbox import kernel, system
from gograde.sandbox.protocol import Job
from gograde.sandbox.workdir import WorkDir

LEAST_ABI = 3
"""Below it truncation of other files cannot be refused."""
NETWORK_ABI = 4
DEVICE_ABI = 5
SCOPES_ABI = 6
"""From here on signals and abstract sockets stay among a program's own processes."""

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_MAKE_CHAR, _MAKE_BLOCK = 1 << 6, 1 << 11
_TRUNCATE, _IOCTL_DEV = 1 << 14, 1 << 15
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_DEVICE = _READ_FILE | _WRITE_FILE | _IOCTL_DEV
_TCP_BIND_AND_CONNECT = 3
_SIGNALS_AND_ABSTRACT_SOCKETS = 3


def make_ruleset(job: Job, work: WorkDir, abi: int) -> int:
    """The descriptor of a ruleset that allows `job` what it needs and refuses everything else."""
    handled = _IOCTL_DEV * 2 - 1 if abi >= DEVICE_ABI else _IOCTL_DEV - 1
    ruleset = kernel.landlock_ruleset(_attributes(handled, abi))
    for path, rights in _rules(job, work):
        _allow(ruleset, path, rights & handled)
    return ruleset


def _attributes(handled: int, abi: int) -> bytes:
    """A struct landlock_ruleset_attr, as long as the kernel of this version knows it."""
    words = [handled]
    if abi >= NETWORK_ABI:
        words.append(_TCP_BIND_AND_CONNECT)
    if abi >= SCOPES_ABI:
        words.append(_SIGNALS_AND_ABSTRACT_SOCKETS)
    return struct.pack(f"{len(words)}Q", *words)


def _rules(job: Job, work: WorkDir) -> Iterator[tuple[Path, int]]:
    yield work.path, (_IOCTL_DEV - 1) & ~(_MAKE_CHAR | _MAKE_BLOCK)
    yield work.stdin, _READ_FILE
    for path in system.existing(system.DEVICES):
        yield path, _DEVICE
    hidden = {path.resolve() for path in job.hidden}
    readable = (*system.existing((*system.PROGRAMS, *system.SETTINGS)), *job.readable)
    for path in dict.fromkeys(path.resolve() for path in readable):
        yield from _around(path, hidden)


def _around(path: Path, hidden: set[Path]) -> Iterator[tuple[Path, int]]:
    """Rules for all of `path` but what is hidden below it: there, its neighbours one by one.

    A rule holds for everything below, and none can take away: the names in a hidden folder can
    still be listed, its files not opened.
    """
    if path in hidden:
        return
    if not any(path in other.parents for other in hidden):
        yield path, _READ
        return
    yield path, _READ_DIR
    for inner in path.iterdir():
        yield from _around(inner, hidden)


def _allow(ruleset: int, path: Path, rights: int) -> None:
    try:
        target = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError as error:
        fault = f"cannot allow {path}: {error.strerror}"
        raise JudgeError("sandbox landlock", fault, f"make {path} readable") from error
    try:
        if not stat.S_ISDIR(os.fstat(target).st_mode):
            rights &= _ON_FILES
        kernel.landlock_allow(ruleset, target, rights)
    finally:
        os.close(target)
