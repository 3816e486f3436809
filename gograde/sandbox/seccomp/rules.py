"""The system calls of x86_64 and aarch64: their numbers and answers (`calls.toml`), and checks of arguments.

The numbers come from the kernel's tables (x86_64: `syscall_64.tbl`; aarch64: `asm-generic/unistd.h`).
A test compares them with the machine's headers.
"""

from __future__ import annotations

import errno
import mmap
import os
import socket
import stat
import struct
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from gograde.errors import JudgeError

PROCESSES = "processes"
FILES = "files"
"""What a run may share with the host."""


@dataclass(frozen=True)
class CallRule:
    """One system call: the answer, and the answer where the run shares with the host what `shared` names.

    The grader is asked about a call with a kind.  `why` is the reason of the call's group.
    """

    answer: str
    why: str
    shared: str = ""
    then: str = ""
    kind: str = ""

    def answer_for(self, sharing: tuple[str, ...]) -> str:
        return self.then if self.shared in sharing else self.answer


@dataclass(frozen=True)
class Arch:
    """One architecture: its name, its `AUDIT_ARCH_*` value, and its call numbers by name."""

    name: str
    audit: int
    numbers: Mapping[str, int]


def _rows(group: Mapping[str, Any]) -> list[list[str]]:
    """The name and the numbers of each call or argument of a group."""
    return [row.split() for row in group["numbers"].replace("\n", " ").split(",")]


def _numbers(column: int) -> Mapping[str, int]:
    rows = [row for group in _GROUPS for row in _rows(group)]
    return MappingProxyType({row[0]: int(row[column]) for row in rows if row[column] != "-"})


def _call(group: Mapping[str, Any]) -> CallRule:
    return CallRule(**{name: text for name, text in group.items() if name not in ("of", "numbers")})


_DATA = tomllib.loads((Path(__file__).parent / "calls.toml").read_text(encoding="utf-8"))
_GROUPS = _DATA["calls"]
CALLS: Mapping[str, CallRule] = MappingProxyType(
    {row[0]: _call(group) for group in _GROUPS for row in _rows(group)}
)
_ARCHES = Arch("x86_64", 0xC000003E, _numbers(1)), Arch("aarch64", 0xC00000B7, _numbers(2))
ARCHES: Mapping[str, Arch] = MappingProxyType({arch.name: arch for arch in _ARCHES})
ARGUMENTS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {group["of"]: tuple(int(row[1], 0) for row in _rows(group)) for group in _DATA["arguments"]}
)
"""By call, the values of the argument that says what the call does."""


@dataclass(frozen=True)
class Check:
    """Compares the low 32 bits of one argument, masked with `mask`, with `values`.

    With `passes` the check passes only for a listed value; without it, only for a value that is not listed.
    `otherwise` is the answer to a call that does not pass; with a `kind`, the grader is asked about it where
    it can be.  A call that passes all its checks is allowed.
    The kernel reads these arguments as 32-bit numbers, so the upper bits do not matter.
    """

    argument: int
    values: tuple[int, ...]
    passes: bool
    mask: int = 0xFFFFFFFF
    otherwise: str = "refuse"
    kind: str = ""


_NEW_NAMESPACES = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
_CLONE_PARENT = 0x00008000
_CLONE_FILES = 0x00000400
_CLONE_THREAD = 0x00010000
_SO_SNDBUFFORCE = 32
_SO_RCVBUFFORCE = 33
_SOCK_TYPE_MASK = 0xF
_F_SETOWN = 8
_F_SETSIG = 10
_F_SETOWN_EX = 15
_KEEP_SIZE = 1
_PUNCH_HOLE = 2
_KIND_OF_FILE = 0xF000
_DEVICES = (stat.S_IFCHR, stat.S_IFBLK)

AT_CWD = 0xFFFFFF9C
"""`AT_FDCWD` as an unsigned number.  An `openat` with another descriptor cannot be judged by its path."""

_SILENT_FAMILIES = (0, socket.AF_UNIX, socket.AF_INET6, socket.AF_NETLINK)
"""Socket families that the C library asks for, and libraries that look for IPv6."""

F_GETLK = 5
_LOCKS = {"F_GETLK": F_GETLK, "F_SETLK": 6, "F_SETLKW": 7}


_PR_SET_DUMPABLE = 4

_OWN = Check(0, (0,), passes=True, otherwise="allow", kind="pids")
_OWN_SECOND = Check(1, (0,), passes=True, otherwise="allow", kind="pids")
"""Ask about a process that is named by another number than 0, which means the caller."""

RULES: Mapping[str, tuple[Check, ...]] = MappingProxyType(
    {
        "open": (Check(1, (0,), passes=False, mask=os.O_PATH, otherwise="allow", kind="files"),),
        "openat": (
            Check(0, (AT_CWD,), passes=True, otherwise="allow"),
            Check(2, (0,), passes=False, mask=os.O_PATH, otherwise="allow", kind="files"),
        ),
        "clone": (
            Check(0, (0,), passes=True, mask=_CLONE_PARENT),
            # The table of descriptors of a process lists those of all its threads, and of no other process.
            Check(0, (0, _CLONE_THREAD | _CLONE_FILES), passes=True, mask=_CLONE_THREAD | _CLONE_FILES),
            Check(0, (0,), passes=True, mask=_NEW_NAMESPACES, kind="namespaces"),
        ),
        "prlimit64": (Check(0, (0,), passes=True, kind="limits"),),
        "fcntl": (
            Check(1, (_F_SETOWN, _F_SETSIG, _F_SETOWN_EX), passes=False),
            Check(1, (*ARGUMENTS["fcntl"], *_LOCKS.values()), passes=True, otherwise="invalid"),
            Check(1, tuple(_LOCKS.values()), passes=False, otherwise="pretend", kind="locks"),
        ),
        "fallocate": (Check(1, (_PUNCH_HOLE | _KEEP_SIZE,), passes=True, otherwise="unsupported"),),
        "ioctl": (Check(1, ARGUMENTS["ioctl"], passes=True, otherwise="no terminal"),),
        "prctl": (
            Check(0, (_PR_SET_DUMPABLE,), passes=False, otherwise="pretend"),  # it would hide its mappings
            Check(0, ARGUMENTS["prctl"], passes=True, otherwise="invalid"),
        ),
        "mknod": (Check(1, _DEVICES, passes=False, mask=_KIND_OF_FILE, kind="kernel"),),
        "mknodat": (Check(2, _DEVICES, passes=False, mask=_KIND_OF_FILE, kind="kernel"),),
        # While a part of a shared mapping is mapped, all its pages stay in memory, unseen in /proc.
        "mmap": (Check(3, (0,), passes=True, mask=mmap.MAP_SHARED, otherwise="allow", kind="memory"),),
        "socket": (
            Check(0, _SILENT_FAMILIES, passes=False),
            Check(0, _SILENT_FAMILIES, passes=True, kind="network"),
        ),
        "socketpair": (
            Check(0, (socket.AF_UNIX,), passes=True),
            # Each of a pair of datagram sockets can still send to any address.
            Check(1, (socket.SOCK_STREAM, socket.SOCK_SEQPACKET), passes=True, mask=_SOCK_TYPE_MASK),
        ),
        # A run has only Unix sockets, whose only level is SOL_SOCKET, so the level does not matter.
        "setsockopt": (
            Check(2, (socket.SO_SNDBUF, socket.SO_RCVBUF, _SO_SNDBUFFORCE, _SO_RCVBUFFORCE), passes=False),
        ),
        "utimensat": (
            # `Path.touch` sets a path to the current time, and makes the file only when that fails.
            Check(1, (0,), passes=False, otherwise="pretend"),
            Check(2, (0,), passes=False),
            Check(0, (), passes=True, otherwise="pretend"),
        ),
        **dict.fromkeys(("getpriority", "ioprio_get"), (_OWN_SECOND,)),
        **dict.fromkeys(("getpgid", "getsid", "get_robust_list", "pidfd_open"), (_OWN,)),
        **dict.fromkeys(("sched_getaffinity", "sched_getattr", "sched_getparam"), (_OWN,)),
        **dict.fromkeys(("sched_getscheduler", "sched_rr_get_interval"), (_OWN,)),
    }
)


_LOAD = 0x20
_AND = 0x54
_RETURN = 0x06
_JUMP = 0x05
_JUMP_EQUAL = 0x15
_JUMP_LEAST = 0x35
_JUMP_ANY_BIT = 0x45
_NUMBER = 0
_ARCH = 4
_ARGUMENTS = 16
_FARTHEST = 255  # steps that a conditional jump can skip

_ERRNO = 0x00050000
_ANSWERS: Mapping[str, int] = MappingProxyType(
    {
        "allow": 0x7FFF0000,
        "ask": 0x7FC00000,
        "kill": 0x80000000,
        "refuse": _ERRNO | errno.EPERM,
        "absent": _ERRNO | errno.ENOSYS,
        "pretend": _ERRNO | 0,
        "unsupported": _ERRNO | errno.EOPNOTSUPP,
        "invalid": _ERRNO | errno.EINVAL,
        "no terminal": _ERRNO | errno.ENOTTY,
    }
)

_X32_BIT = 0x40000000


def filter_program(
    *sharing: str, arch: str | None = None, deny_kill: bool = False, noticed: bool = False
) -> bytes:
    """The filter for `arch` (this machine's by default) as an array of `struct sock_filter`.

    arch: `x86_64` or `aarch64`.
    sharing: what the run shares with the host, of PROCESSES and FILES.
    deny_kill: refuse every way to send a signal (where nothing confines signals).
    noticed: allow the calls that a `noticing_program`, loaded beside this filter, asks about.

    Raises JudgeError for another architecture.
    """

    def body(name: str) -> bytes:
        call = CALLS[name]
        answer = call.answer_for(sharing)
        if deny_kill and call.kind == "signals":
            return _return("refuse")
        if noticed and call.kind:
            return _return("allow")
        if answer == "rule":
            return _judged(RULES[name], lambda check: "allow" if noticed and check.kind else check.otherwise)
        return _return(answer)

    return _program(_arch(arch), body, unknown="allow" if noticed else "absent", foreign=("kill", "refuse"))


def noticing_program(*sharing: str, arch: str | None = None) -> bytes:
    """The filter that asks the grader about calls with a kind and about unknown calls, and allows all others.

    A run loads it beside `filter_program(noticed=True)`, whose refusals take precedence.  Calls of another
    ABI are allowed here, because the other filter refuses them.
    """

    def body(name: str) -> bytes:
        call = CALLS[name]
        if call.kind:
            return _return("ask")
        if call.answer_for(sharing) == "rule":
            return _judged(RULES[name], lambda check: "ask" if check.kind else "allow")
        return _return("allow")

    return _program(_arch(arch), body, unknown="ask", foreign=("allow", "allow"))


def noticed_kinds(arch: str | None = None) -> Mapping[int, tuple[str, str]]:
    """Maps the number of each known call that `noticing_program` asks about to its kind and its name."""
    target = _arch(arch)
    of_rules = ((name, check.kind) for name, found in RULES.items() for check in found)
    by_argument = {name: kind for name, kind in of_rules if kind}
    kinds = {name: call.kind or by_argument.get(name, "") for name, call in CALLS.items()}
    return {number: (kinds[name], name) for name, number in target.numbers.items() if kinds[name]}


def joining(program: bytes, group: int) -> bytes:
    """The filter `program` with one exception: a process may put itself into the process group `group`.

    `program` refuses `setpgid`, but a program of the run joins its group when the filter is already loaded.
    The result is valid for the running architecture only.
    """
    target = _arch()
    steps = [
        _step(_LOAD, _ARCH),
        _step(_JUMP_EQUAL, target.audit, 0, 7),
        _step(_LOAD, _NUMBER),
        _step(_JUMP_EQUAL, target.numbers["setpgid"], 0, 5),
        _step(_LOAD, _ARGUMENTS),
        _step(_JUMP_EQUAL, 0, 0, 3),
        _step(_LOAD, _ARGUMENTS + 8),
        _step(_JUMP_EQUAL, group, 0, 1),
        _return("allow"),
    ]
    return b"".join(steps) + program


def _arch(name: str | None = None) -> Arch:
    name = name or os.uname().machine
    if name not in ARCHES:
        raise JudgeError(
            f"architecture {name}",
            "no system call filter is known for it, so no submission can be held",
            f"grade on a machine with one of: {', '.join(ARCHES)}",
        )
    return ARCHES[name]


def _program(target: Arch, body: Callable[[str], bytes], *, unknown: str, foreign: tuple[str, str]) -> bytes:
    """A filter with a body for each known call; `foreign` are the answers to calls of another ABI and of x32.

    Numbers of another ABI mean other calls.
    """
    preamble = [
        _step(_LOAD, _ARCH),
        _step(_JUMP_EQUAL, target.audit, 1, 0),
        _return(foreign[0]),
        _step(_LOAD, _NUMBER),
    ]
    if target.name == "x86_64":
        preamble += [_step(_JUMP_ANY_BIT, _X32_BIT, 0, 1), _return(foreign[1])]
    bodies = {number: body(name) for name, number in target.numbers.items()}
    return b"".join([*preamble, _search(bodies, _return(unknown))])


def _search(bodies: Mapping[int, bytes], unknown: bytes) -> bytes:
    """Steps that continue with the body of the loaded number, or with `unknown`; each body returns."""
    starts: list[tuple[int, bytes]] = []
    for number in range(max(bodies) + 2):
        body = bodies.get(number, unknown)
        if not starts or starts[-1][1] != body:
            starts.append((number, body))
    return _halved(starts)


def _halved(starts: list[tuple[int, bytes]]) -> bytes:
    """The search among bodies that each begin at a number and end where the next one begins."""
    if len(starts) == 1:
        return starts[0][1]
    middle = len(starts) // 2
    lower, upper = _halved(starts[:middle]), _halved(starts[middle:])
    skipped = len(lower) // len(_return("allow"))
    if skipped <= _FARTHEST:
        return _step(_JUMP_LEAST, starts[middle][0], skipped, 0) + lower + upper
    return _step(_JUMP_LEAST, starts[middle][0], 0, 1) + _step(_JUMP, skipped) + lower + upper


def _judged(checks: Iterable[Check], failed: Callable[[Check], str]) -> bytes:
    """The answer that `failed` gives for the first check that a call does not pass, or leave to make it."""
    steps = (step for check in checks for step in _check(check, _return(failed(check))))
    return b"".join(steps) + _return("allow")


def _check(check: Check, failed: bytes) -> Iterator[bytes]:
    yield _step(_LOAD, _ARGUMENTS + 8 * check.argument)
    yield _step(_AND, check.mask)
    if check.passes:
        for left, value in zip(range(len(check.values), 0, -1), check.values, strict=True):
            yield _step(_JUMP_EQUAL, value, left, 0)
        yield failed
        return
    for value in check.values:
        yield _step(_JUMP_EQUAL, value, 0, 1)
        yield failed


def _return(answer: str) -> bytes:
    return _step(_RETURN, _ANSWERS[answer])


def _step(code: int, value: int, on_true: int = 0, on_false: int = 0) -> bytes:
    """One `struct sock_filter` (code, two jumps, constant) in the machine's byte order."""
    return struct.pack("=HBBI", code, on_true, on_false, value)
