"""The guarantees that a machine does not give, and a kernel that lacks features."""

from __future__ import annotations

import errno
import os
import struct
import sys
from collections.abc import Iterable

from gograde.sandbox.doctor.survey import Guarantee
from gograde.sandbox.host import kernel
from gograde.sandbox.seccomp.rules import ARCHES
from tests.sandboxes import interpreter

OPTIONAL = {"canary-stat", "noticed"}


def use_reachable_interpreter() -> None:
    """Let the doctor, in this child, start an interpreter that every user can reach."""
    python = interpreter()
    sys.executable = os.fspath(python)
    sys.prefix = sys.base_prefix = os.fspath(python.resolve().parents[1])


def unmet(guarantees: Iterable[Guarantee]) -> list[tuple[str, str]]:
    return [(one.id, one.detail) for one in guarantees if not one.ok and one.id not in OPTIONAL]


# -- A kernel with fewer features, for this process and its children, by a real filter of system calls

CLONE_NEWUSER = 0x10000000
LANDLOCK_CREATE_RULESET = 444
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
LOAD, JUMP_EQUAL, JUMP_ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06


def switch_off(*, landlock: bool = False, namespaces: bool = False) -> None:
    """From here on there is no Landlock, or nobody may make user namespaces, as in many containers."""
    numbers = ARCHES[os.uname().machine].numbers
    steps = [step(LOAD, 0)]
    if landlock:
        steps += [step(JUMP_EQUAL, LANDLOCK_CREATE_RULESET, 0, 1), step(RETURN, REFUSE | errno.ENOSYS)]
    if namespaces:
        steps += [step(JUMP_EQUAL, numbers["clone3"], 0, 1), step(RETURN, REFUSE | errno.ENOSYS)]
        for name in ("clone", "unshare"):
            steps += [step(JUMP_EQUAL, numbers[name], 0, 4), step(LOAD, 16)]
            steps += [step(JUMP_ANY_BIT, CLONE_NEWUSER, 0, 1), step(RETURN, REFUSE | errno.EPERM)]
            steps += [step(RETURN, ALLOW)]
    kernel.forbid_new_privileges()
    kernel.load_seccomp(b"".join([*steps, step(RETURN, ALLOW)]))


def step(code: int, value: int, on_true: int = 0, on_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, on_true, on_false, value)
