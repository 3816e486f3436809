"""The Landlock rules of a submission: it may read the system and write its working directory."""

from __future__ import annotations

import os
import stat
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gograde.errors import JudgeError
from gograde.sandbox.host import kernel, system
from gograde.sandbox.host.reach import Unchanged
from gograde.sandbox.protocol import Job

LEAST_ABI = 3
"""Older versions cannot refuse to truncate files."""
NETWORK_ABI = 4
DEVICE_ABI = 5
SCOPES_ABI = 6
"""The first version that confines signals and abstract sockets to a program's own processes."""

_EXECUTE = 1 << 0
_WRITE_FILE = 1 << 1
_READ_FILE = 1 << 2
_READ_DIR = 1 << 3
_MAKE_CHAR = 1 << 6
_MAKE_BLOCK = 1 << 11
_TRUNCATE = 1 << 14
_IOCTL_DEV = 1 << 15
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_WRITE = (_IOCTL_DEV - 1) & ~(_MAKE_CHAR | _MAKE_BLOCK)
_DEVICE = _READ_FILE | _WRITE_FILE | _IOCTL_DEV
_TCP_BIND_AND_CONNECT = 3
_SIGNALS_AND_ABSTRACT_SOCKETS = 3


_SHAPES = 24  # sets of rules that are kept; a grading has one for each language

_Rule = tuple[Path, int]
"""A file or folder, and the rights on it and everything below it."""


@dataclass
class Rules:
    """Keeps what the rules of many runs of one back end share: those for `readable` and `hidden` paths.

    It holds paths, not descriptors: there may be hundreds of rules, and a process has 1024 open files.
    """

    _kept: Unchanged[tuple[_Rule, ...]] = field(default_factory=lambda: Unchanged(_SHAPES))

    def of(self, job: Job) -> tuple[_Rule, ...]:
        """What `job` may read."""
        key = job.readable, job.hidden
        return self._kept.get(key, lambda: tuple(_rules_of(job)), job.readable, _listed(job))


def make_ruleset(rules: Iterable[_Rule], work: Path, abi: int) -> int:
    """The descriptor of a ruleset: it allows to read what `rules` allow, and to write the folder `work`."""
    ruleset = kernel.landlock_ruleset(_attributes(_handled(abi), abi))
    for path, rights in (*rules, (work, _WRITE)):
        _allow(ruleset, path, rights & _handled(abi))
    return ruleset


def _handled(abi: int) -> int:
    return _IOCTL_DEV * 2 - 1 if abi >= DEVICE_ABI else _IOCTL_DEV - 1


def _attributes(handled: int, abi: int) -> bytes:
    """A struct landlock_ruleset_attr of the length that version `abi` has."""
    words = [handled]
    if abi >= NETWORK_ABI:
        words.append(_TCP_BIND_AND_CONNECT)
    if abi >= SCOPES_ABI:
        words.append(_SIGNALS_AND_ABSTRACT_SOCKETS)
    return struct.pack(f"{len(words)}Q", *words)


def _listed(job: Job) -> set[Path]:
    """The readable folders above hidden paths; the rules name each entry of these folders."""
    tops = _readable(job)
    above = {folder for path in job.hidden for folder in path.resolve().parents}
    return {folder for folder in above if any(folder.is_relative_to(top) for top in tops)}


def _rules_of(job: Job) -> Iterator[_Rule]:
    for device in system.existing(system.DEVICES):
        yield device, _DEVICE
    hidden = {path.resolve() for path in job.hidden}
    for path in _readable(job):
        yield from _around(path, hidden)


def _readable(job: Job) -> list[Path]:
    """The paths that a job may read, resolved and without duplicates."""
    readable = (*system.existing((*system.PROGRAMS, *system.SETTINGS)), *job.readable)
    return list(dict.fromkeys(path.resolve() for path in readable))


def _around(path: Path, hidden: set[Path]) -> Iterator[_Rule]:
    """Rules to read `path` without the hidden paths below it.

    A rule applies to everything below its folder, and no rule can withdraw rights.  So a folder above a
    hidden path has one rule for each entry that is not hidden.  The names in a hidden folder can still be
    listed, but its files cannot be opened.
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
    """Add a rule with the rights that fit a file or a folder; a path that no longer exists is skipped."""
    try:
        target = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    except OSError as error:
        fault = f"cannot allow {path}: {error.strerror}"
        raise JudgeError("sandbox landlock", fault, f"make {path} readable") from error
    try:
        folder = stat.S_ISDIR(os.fstat(target).st_mode)
        kernel.landlock_allow(ruleset, target, rights if folder else rights & _ON_FILES)
    finally:
        os.close(target)
