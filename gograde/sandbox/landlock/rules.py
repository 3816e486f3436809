"""What Landlock lets a submission do with files: read the system, write its working directory."""

from __future__ import annotations

import os
import stat
import struct
import weakref
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gograde.errors import JudgeError
from gograde.sandbox.host import kernel, system
from gograde.sandbox.host.stamps import Stamps, stamps
from gograde.sandbox.protocol import Job
from gograde.sandbox.workdir.folder import WorkDir

LEAST_ABI = 3
"""Below it truncation of other files cannot be refused."""
NETWORK_ABI = 4
DEVICE_ABI = 5
SCOPES_ABI = 6
"""From here on signals and abstract sockets stay among a program's own processes."""

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


_SHAPES = 8  # kinds of jobs whose rules are kept; a grading has one for each language

_Rule = tuple[int, int]
"""A descriptor of a file or folder, and what is allowed there and below."""


@dataclass
class Shape:
    """The rules that all jobs share which may read the same, as descriptors that close with this object.

    `system` is a ruleset that allows them, and everything below the folder in which working
    directories lie.  `tops` are the same in few words: without the neighbours of what is hidden.
    """

    system: int
    tops: tuple[_Rule, ...]
    seen: Stamps

    def __post_init__(self) -> None:
        weakref.finalize(self, _close, [self.system, *(target for target, _ in self.tops)])

    def holds(self) -> bool:
        """Whether all it was made from is there still, with the same entries."""
        return self.seen.hold()


@dataclass(frozen=True)
class Rulesets:
    """The rulesets of one run: its own and, if there is one, that of its shape; both hold."""

    own: int
    shape: Shape | None = None

    def enforce(self) -> None:
        """Confine this thread, and all it starts."""
        if self.shape is not None:
            kernel.landlock_enforce(self.shape.system)
        kernel.landlock_enforce(self.own)

    def close(self) -> None:
        os.close(self.own)


@dataclass
class Rules:
    """Makes the rulesets of one back end's runs, and keeps what many have in common."""

    _shapes: dict[tuple[object, ...], Shape] = field(default_factory=dict)

    def of(self, job: Job, work: WorkDir, abi: int) -> Rulesets:
        """What `job` may do: read what all jobs like it may, and write its own working directory.

        Where working directories lie among what is readable or hidden, two rulesets would allow
        too much, and there is one for this run alone.
        """
        shape = self._shape(job, work.path.parent.parent, abi)
        if shape is None:
            return Rulesets(make_ruleset(job, work, abi))
        own = _ruleset(abi)
        for target, rights in shape.tops:
            kernel.landlock_allow(own, target, rights)
        _allow_all(own, _rules_of_run(work), abi)
        return Rulesets(own, shape)

    def _shape(self, job: Job, place: Path, abi: int) -> Shape | None:
        """What is kept for jobs like this, made anew if it does not hold; None if nothing may be kept."""
        key = (abi, place, job.readable, job.hidden)
        shape = self._shapes.get(key)
        if shape is not None and shape.holds():
            return shape
        if _overlap(place, (*job.readable, *job.hidden)):
            return None
        while len(self._shapes) >= _SHAPES:
            self._shapes.pop(next(iter(self._shapes)), None)
        self._shapes[key] = shape = _new_shape(job, place, abi)
        return shape


def make_ruleset(job: Job, work: WorkDir, abi: int) -> int:
    """The descriptor of a ruleset that allows `job` what it needs and refuses everything else."""
    ruleset = _ruleset(abi)
    _allow_all(ruleset, (*_rules_of_run(work), *_rules_of_shape(job)), abi)
    return ruleset


def _ruleset(abi: int) -> int:
    return kernel.landlock_ruleset(_attributes(_handled(abi), abi))


def _handled(abi: int) -> int:
    return _IOCTL_DEV * 2 - 1 if abi >= DEVICE_ABI else _IOCTL_DEV - 1


def _attributes(handled: int, abi: int) -> bytes:
    """A struct landlock_ruleset_attr, as long as the kernel of this version knows it."""
    words = [handled]
    if abi >= NETWORK_ABI:
        words.append(_TCP_BIND_AND_CONNECT)
    if abi >= SCOPES_ABI:
        words.append(_SIGNALS_AND_ABSTRACT_SOCKETS)
    return struct.pack(f"{len(words)}Q", *words)


def _new_shape(job: Job, place: Path, abi: int) -> Shape:
    """Make the rules of a kind of jobs; the stamps are taken first, so that no change is missed."""
    tops = dict.fromkeys(_readable(job), _READ) | dict(_devices())
    seen = stamps(job.readable, _listed(job))
    system = _ruleset(abi)
    _allow_all(system, ((place, _WRITE), *_rules_of_shape(job)), abi)
    opened = [_opened(path, rights & _handled(abi)) for path, rights in tops.items()]
    return Shape(system, tuple(opened), seen)


def _listed(job: Job) -> set[Path]:
    """The folders whose entries are named in rules: those above what is hidden."""
    tops = _readable(job)
    above = {folder for path in job.hidden for folder in path.resolve().parents}
    return {folder for folder in above if any(_within(folder, top) for top in tops)}


def _overlap(place: Path, paths: Iterable[Path]) -> bool:
    return any(_within(place, path) or _within(path, place) for path in (each.resolve() for each in paths))


def _within(path: Path, top: Path) -> bool:
    return path == top or top in path.parents


def _rules_of_run(work: WorkDir) -> Iterator[tuple[Path, int]]:
    yield work.path, _WRITE
    yield work.stdin, _READ_FILE


def _rules_of_shape(job: Job) -> Iterator[tuple[Path, int]]:
    yield from _devices()
    hidden = {path.resolve() for path in job.hidden}
    for path in _readable(job):
        yield from _around(path, hidden)


def _devices() -> Iterator[tuple[Path, int]]:
    return ((path, _DEVICE) for path in system.existing(system.DEVICES))


def _readable(job: Job) -> list[Path]:
    """What a job may read, without links and doubles."""
    readable = (*system.existing((*system.PROGRAMS, *system.SETTINGS)), *job.readable)
    return list(dict.fromkeys(path.resolve() for path in readable))


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


def _allow_all(ruleset: int, rules: Iterable[tuple[Path, int]], abi: int) -> None:
    """Add rules; a file that has gone since its folder was listed needs none."""
    for path, rights in rules:
        try:
            target, fitting = _opened(path, rights & _handled(abi))
        except FileNotFoundError:
            continue
        try:
            kernel.landlock_allow(ruleset, target, fitting)
        finally:
            os.close(target)


def _opened(path: Path, rights: int) -> _Rule:
    """A descriptor for a rule, and those of `rights` that make sense for what it is."""
    try:
        target = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        raise
    except OSError as error:
        fault = f"cannot allow {path}: {error.strerror}"
        raise JudgeError("sandbox landlock", fault, f"make {path} readable") from error
    return target, rights if stat.S_ISDIR(os.fstat(target).st_mode) else rights & _ON_FILES


def _close(descriptors: list[int]) -> None:
    for fd in descriptors:
        os.close(fd)
