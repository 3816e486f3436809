"""Assembles the filters of a run: classic BPF, as bytes for the kernel or for bwrap.

The filter allows the calls of `calls.toml`, and answers ENOSYS to all others.  A second filter beside it
asks the grader.  Each searches the number of a call by halves.
"""

from __future__ import annotations

import errno
import os
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

from gograde.errors import JudgeError
from gograde.sandbox.seccomp.rules import ARCHES, CALLS, RULES, Arch, Check

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
