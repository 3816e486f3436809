"""The filter in the kernel: each refused call is tried in a child that has loaded the filter.

The positive control is the same child without the filter. There the call does not give EPERM, so a refusal
does not come from missing rights.
"""

import errno
import json
import os
import platform
import subprocess
import sys

import pytest

from gograde.sandbox.seccomp.rules import ARCHES, CALLS, FILES, PROCESSES, Arch, filter_program

pytestmark = pytest.mark.needs("an architecture with a filter")

CALL_ALL = """
import ctypes, json, sys
from gograde.sandbox.host import kernel
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
def call(number, *args):
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(value) for value in args])
    return ctypes.get_errno() if result == -1 else 0
if program := bytes.fromhex(sys.argv[1]):
    kernel.forbid_new_privileges()
    kernel.load_seccomp(program)
print(json.dumps([call(*row) for row in json.loads(sys.argv[2])]))
"""

ONES = (-1,) * 6
"""Arguments that no call accepts: bad addresses, bad descriptors, unknown flags."""

HARMFUL_WITHOUT_A_FILTER = {"vhangup", "msgget", "kill"}


def native() -> Arch:
    return ARCHES[platform.machine()]


def errnos(rows: list[tuple[int, ...]], program: bytes) -> list[int]:
    command = [sys.executable, "-I", "-c", CALL_ALL, program.hex(), json.dumps(rows)]
    return list(json.loads(subprocess.check_output(command, timeout=60)))


def shut() -> bytes:
    return filter_program(PROCESSES, FILES, deny_kill=True)


ERRNOS = {"refuse": errno.EPERM, "absent": errno.ENOSYS}
NEEDS_RIGHTS = {
    why
    for why in (call.why for call in CALLS.values())
    if why.startswith(("ways ", "bwrap's own", "debuggers", "shared memory", "nice"))
}
"""The groups in which an ordinary user is refused some calls by the kernel anyway."""


def test_each_refused_call_is_answered_as_listed_and_was_not_before() -> None:
    listed = {name: call.answer_for((PROCESSES, FILES)) for name, call in CALLS.items()}
    wanted = {name: ERRNOS[answer] for name, answer in listed.items() if answer in ERRNOS}
    wanted.update({name: errno.EPERM for name, call in CALLS.items() if call.kind == "signals"})
    tried = [name for name in wanted if name in native().numbers and name not in HARMFUL_WITHOUT_A_FILTER]
    rows = [(native().numbers[name], *ONES) for name in tried]
    free = dict(zip(tried, errnos(rows, b""), strict=True))
    held = dict(zip(tried, errnos(rows, shut()), strict=True))
    assert held == {name: wanted[name] for name in tried}
    same = [name for name in tried if free[name] == wanted[name]]
    assert not [name for name in same if CALLS[name].why not in NEEDS_RIGHTS and free[name] == errno.EPERM]
    if os.geteuid() == 0:
        assert len(same) <= 0.1 * len(tried)
