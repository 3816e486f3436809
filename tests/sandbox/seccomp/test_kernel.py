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
from pathlib import Path

import pytest

from gograde.sandbox.seccomp.rules import ARCHES, CALLS, FILES, PROCESSES, Arch, filter_program

pytestmark = pytest.mark.needs("an architecture with a filter")

LOAD = """
import ctypes, json, os, sys
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
class Fprog(ctypes.Structure):
    _fields_ = [("len", ctypes.c_ushort), ("filter", ctypes.c_char_p)]
def load(text):
    program = bytes.fromhex(text)
    if not program:
        return
    assert libc.prctl(38, 1, 0, 0, 0) == 0
    fprog = Fprog(len(program) // 8, program)
    assert libc.prctl(22, 2, ctypes.byref(fprog)) == 0, ctypes.get_errno()
def call(number, *args):
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(value) for value in args])
    return ctypes.get_errno() if result == -1 else 0
load(sys.argv[1])
"""

CALL_ALL = LOAD + "print(json.dumps([call(*row) for row in json.loads(sys.argv[2])]))"

ONES = (-1,) * 6
"""Arguments that no call accepts: bad addresses, bad descriptors, unknown flags."""

HARMFUL_WITHOUT_A_FILTER = {"vhangup", "msgget", "kill"}


def native() -> Arch:
    return ARCHES[platform.machine()]


def child(code: str, program: bytes, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", "-c", code, program.hex(), *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def errnos(rows: list[tuple[int, ...]], program: bytes) -> list[int]:
    done = child(CALL_ALL, program, json.dumps(rows))
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))


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


CHMOD = LOAD + "os.chmod(sys.argv[2], 0o600); os.utime(sys.argv[2], (1, 1))"


def test_pretended_calls_succeed_and_change_nothing(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch(mode=0o644)
    file.chmod(0o644)
    program = filter_program(FILES)
    before = file.stat()
    assert child(CHMOD, program, str(file)).returncode == 0
    assert (file.stat().st_mode, file.stat().st_mtime_ns) == (before.st_mode, before.st_mtime_ns)
    assert child(CHMOD, b"", str(file)).returncode == 0
    assert (file.stat().st_mode & 0o777, file.stat().st_mtime) == (0o600, 1)
