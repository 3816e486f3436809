"""Assembles the seccomp filter of a run: classic BPF, as bytes for the kernel or for bwrap.

The filter allows every call that it does not refuse, because a submission may be in any language.
A refused call fails with EPERM.  `clone3`, and every call newer than `LAST_KNOWN`, fails with ENOSYS.
A filter cannot read the flags of `clone3`, which lie in memory; the C library falls back to `clone`.
"""

from __future__ import annotations

import errno
import os
import struct
from collections.abc import Iterable, Iterator, Mapping

from gograde.errors import JudgeError
from gograde.sandbox.seccomp import call_tables
from gograde.sandbox.seccomp.call_tables import ARCHES, Arch, Check

_LOAD = 0x20
_AND = 0x54
_RETURN = 0x06
_JUMP_EQUAL = 0x15
_JUMP_GREATER = 0x25
_JUMP_ANY_BIT = 0x45
_NUMBER = 0
_ARCH = 4
_ARGUMENTS = 16

_ALLOW = 0x7FFF0000
_KILL_PROCESS = 0x80000000
_ERRNO = 0x00050000
_REFUSE = _ERRNO | errno.EPERM
_UNKNOWN = _ERRNO | errno.ENOSYS
_PRETEND = _ERRNO | 0
_NOTICE = 0x7FC00000

_X32_BIT = 0x40000000


def filter_program(  # noqa: PLR0913  (each switch is a fact of a back end)
    *,
    arch: str | None = None,
    deny_sockets: bool,
    deny_sessions: bool,
    deny_kill: bool,
    fake_metadata: bool = False,
    noticed: bool = False,
) -> bytes:
    """The filter for `arch` (this machine's by default) as an array of `struct sock_filter`.

    arch: `x86_64` or `aarch64`.
    deny_sockets: refuse all sockets except connected pairs; without it, all Unix sockets pass.
    deny_sessions: refuse `setsid` and `setpgid`, so that the whole tree stays in its process group.
    deny_kill: refuse every way to send a signal (where Landlock does not confine signals).
    fake_metadata: answer 0 to changes of mode, owner, times and attributes without making them.
    noticed: allow the calls that a `noticing_program`, loaded beside this filter, asks about.

    Raises JudgeError for another architecture.
    """
    target = _arch(arch or os.uname().machine)
    asked = _asked_about() if noticed else frozenset()
    listed = [
        *call_tables.ALWAYS,
        *(call_tables.SOCKETS if deny_sockets else ()),
        *(call_tables.SESSIONS if deny_sessions else ()),
    ]
    refused = [*(name for name in listed if name not in asked), *(call_tables.SIGNALS if deny_kill else ())]
    pretended = call_tables.METADATA if fake_metadata else ()
    return b"".join(
        [
            *_preamble(target),
            *_answer(target, refused, _REFUSE),
            *_answer(target, ["clone3"], _UNKNOWN),
            *(_times(target) if fake_metadata else ()),
            *_answer(target, pretended, _PRETEND),
            *_judged(target, _checks(deny_sockets=deny_sockets, deny_kill=deny_kill) | _left(asked)),
            _return(_ALLOW),
        ]
    )


def noticing_program(arch: str | None = None) -> bytes:
    """The filter that asks the grader about the calls of `NOTICED`, and allows all others.

    A run loads it beside `filter_program(noticed=True)`, whose refusals take precedence.  Calls of another
    ABI are allowed here, because the other filter refuses them.
    """
    target = _arch(arch or os.uname().machine)
    names = [name for of_kind in call_tables.NOTICED.values() for name in of_kind]
    return b"".join(
        [
            _step(_LOAD, _ARCH),
            _step(_JUMP_EQUAL, target.audit, 1, 0),
            _return(_ALLOW),
            _step(_LOAD, _NUMBER),
            *_opened_by_path(target),
            *_answer(target, names, _NOTICE),
            *_judged(target, {name: (check,) for name, (_, check) in _by_argument(target)}, _NOTICE),
            _return(_ALLOW),
        ]
    )


def noticed_kinds(arch: str | None = None) -> Mapping[int, tuple[str, str]]:
    """Maps the number of each call that `noticing_program` asks about to the kind of attempt and its name."""
    target = _arch(arch or os.uname().machine)
    named = [
        ("openat", "files"),
        *((name, kind) for kind, names in call_tables.NOTICED.items() for name in names),
    ]
    named += [(name, kind) for name, (kind, _) in call_tables.NOTICED_BY_ARGUMENT.items()]
    return {target.numbers[name]: (kind, name) for name, kind in named if name in target.numbers}


def _asked_about() -> frozenset[str]:
    return frozenset([*(name for names in call_tables.NOTICED.values() for name in names), "socket"])


def _left(asked: frozenset[str]) -> dict[str, tuple[Check, ...]]:
    """The checks that `filter_program` keeps for calls that `noticing_program` judges by an argument."""
    if not asked:
        return {}
    return {
        "clone": (call_tables.BROTHERS, call_tables.ALONE_WITH_FILES),
        "prlimit64": (),
        "socket": (call_tables.SILENTLY_REFUSED,),
    }


def _by_argument(arch: Arch) -> Iterator[tuple[str, tuple[str, Check]]]:
    rows = call_tables.NOTICED_BY_ARGUMENT.items()
    return ((name, row) for name, row in rows if name in arch.numbers)


def joining(program: bytes, group: int) -> bytes:
    """The filter `program` with one exception: a process may put itself into the process group `group`.

    `program` refuses `setpgid`, but a program of the run joins its group when the filter is already loaded.
    The result is valid for the running architecture only.
    """
    target = _arch(os.uname().machine)
    steps = [
        _step(_LOAD, _ARCH),
        _step(_JUMP_EQUAL, target.audit, 0, 7),
        _step(_LOAD, _NUMBER),
        _step(_JUMP_EQUAL, target.numbers["setpgid"], 0, 5),
        _step(_LOAD, _ARGUMENTS),
        _step(_JUMP_EQUAL, 0, 0, 3),
        _step(_LOAD, _ARGUMENTS + 8),
        _step(_JUMP_EQUAL, group, 0, 1),
        _return(_ALLOW),
    ]
    return b"".join(steps) + program


def _arch(name: str) -> Arch:
    if name not in ARCHES:
        raise JudgeError(
            f"architecture {name}",
            "no system call filter is known for it, so no submission can be held",
            f"grade on a machine with one of: {', '.join(ARCHES)}",
        )
    return ARCHES[name]


def _checks(*, deny_sockets: bool, deny_kill: bool) -> dict[str, tuple[Check, ...]]:
    """The calls that the filter judges by an argument, each with its checks."""
    pair = (
        (call_tables.UNIX_FAMILY, call_tables.CONNECTED_PAIR) if deny_sockets else (call_tables.UNIX_FAMILY,)
    )
    return {
        "clone": (call_tables.CLONE, call_tables.ALONE_WITH_FILES),
        "prlimit64": (call_tables.OWN_LIMITS,),
        "ioctl": (call_tables.IOCTL, call_tables.SIGNAL_BY_IOCTL) if deny_kill else (call_tables.IOCTL,),
        "socketpair": pair,
        "setsockopt": (call_tables.LARGER_BUFFERS,),
        "fallocate": (call_tables.BEYOND_THE_END,),
        "fcntl": (call_tables.LEASES, call_tables.SIGNAL_BY_FCNTL) if deny_kill else (call_tables.LEASES,),
        **({} if deny_sockets else {"socket": (call_tables.UNIX_FAMILY,)}),
    }


def _preamble(arch: Arch) -> Iterator[bytes]:
    """Refuse calls of another ABI, where numbers mean other calls; leave the call's number loaded."""
    yield _step(_LOAD, _ARCH)
    yield _step(_JUMP_EQUAL, arch.audit, 1, 0)
    yield _return(_KILL_PROCESS)
    yield _step(_LOAD, _NUMBER)
    if arch.name == "x86_64":
        yield _step(_JUMP_ANY_BIT, _X32_BIT, 0, 1)
        yield _return(_REFUSE)
    yield _step(_JUMP_GREATER, call_tables.LAST_KNOWN, 0, 1)
    yield _return(_UNKNOWN)


def _answer(arch: Arch, names: Iterable[str], action: int) -> Iterator[bytes]:
    """Return `action` for each call of `names` that exists on `arch`."""
    for number in sorted(arch.numbers[name] for name in names if name in arch.numbers):
        yield _step(_JUMP_EQUAL, number, 0, 1)
        yield _return(action)


def _judged(arch: Arch, checks: Mapping[str, tuple[Check, ...]], action: int = _REFUSE) -> Iterator[bytes]:
    """Allow a call of `checks` that passes all its checks; return `action` for one that fails a check."""
    for name, of_name in checks.items():
        body = [*(step for check in of_name for step in _check(check, action)), _return(_ALLOW)]
        yield _step(_JUMP_EQUAL, arch.numbers[name], 0, len(body))
        yield from body


def _times(arch: Arch) -> Iterator[bytes]:
    """Refuse a `utimensat` that sets a path to the current time; answer 0 to every other `utimensat`.

    `Path.touch` makes the refused call first, and creates the file only when that call fails.
    """
    path, times = 1, 2
    yield _step(_JUMP_EQUAL, arch.numbers["utimensat"], 0, 6)
    yield _step(_LOAD, _ARGUMENTS + 8 * path)
    yield _step(_JUMP_EQUAL, 0, 3, 0)
    yield _step(_LOAD, _ARGUMENTS + 8 * times)
    yield _step(_JUMP_EQUAL, 0, 0, 1)
    yield _return(_REFUSE)
    yield _return(_PRETEND)


def _opened_by_path(arch: Arch) -> Iterator[bytes]:
    """Ask about an `openat` with `AT_FDCWD` and without `O_PATH`; allow every other `openat`."""
    yield _step(_JUMP_EQUAL, arch.numbers["openat"], 0, 6)
    yield _step(_LOAD, _ARGUMENTS)
    yield _step(_JUMP_EQUAL, call_tables.AT_CWD, 0, 3)
    yield _step(_LOAD, _ARGUMENTS + 8 * 2)
    yield _step(_JUMP_ANY_BIT, call_tables.ONLY_PATH, 1, 0)
    yield _return(_NOTICE)
    yield _return(_ALLOW)


def _check(check: Check, action: int) -> Iterator[bytes]:
    yield _step(_LOAD, _ARGUMENTS + 8 * check.argument)
    yield _step(_AND, check.mask)
    if check.passes:
        for left, value in zip(range(len(check.values), 0, -1), check.values, strict=True):
            yield _step(_JUMP_EQUAL, value, left, 0)
        yield _return(action)
        return
    for value in check.values:
        yield _step(_JUMP_EQUAL, value, 0, 1)
        yield _return(action)


def _return(action: int) -> bytes:
    return _step(_RETURN, action)


def _step(code: int, value: int, on_true: int = 0, on_false: int = 0) -> bytes:
    """One `struct sock_filter` (code, two jumps, constant) in the machine's byte order."""
    return struct.pack("=HBBI", code, on_true, on_false, value)
