"""Traps that broke other sandboxes, and that no attack and no probe of the doctor tries."""

import resource
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from gograde.intake.entry import Entry
from gograde.intake.launch import launch
from gograde.sandbox.host import kernel
from gograde.sandbox.host.identity import FIRST_UID
from tests.echo import numpy_runtime
from tests.sandboxes import Box, bystander

Child = Callable[[Callable[[], Any]], Any]


@pytest.mark.needs("root")
def test_limits_are_set_inside_by_the_user_of_the_submission(box: Box, in_child: Child) -> None:
    """Without CAP_SYS_RESOURCE root may not raise, nor set for other users, what it may set for itself."""
    script = "ulimit -n; ulimit -v; ulimit -c"

    def without_the_right() -> tuple[str, bytes]:
        drop_from_bounds(24)  # CAP_SYS_RESOURCE
        return refused_from_outside(), box.shell(script, limits={"open_files": 50}).stdout

    refusal, said = in_child(without_the_right)
    assert refusal == "PermissionError"
    assert said == b"50\n4194304\n0\n"


def drop_from_bounds(capability: int) -> None:
    """Be root without one right, as in many containers."""
    with suppress(OSError):
        kernel.prctl(24, capability)  # PR_CAPBSET_DROP
    effective, permitted, inheritable = capabilities()
    kept = ~(1 << capability)
    set_capabilities((effective & kept, permitted & kept, inheritable & kept))


def capabilities() -> tuple[int, ...]:
    lines = Path("/proc/self/status").read_text().splitlines()
    told = dict(line.split(":\t") for line in lines if ":\t" in line)
    return tuple(int(told[name], 16) for name in ("CapEff", "CapPrm", "CapInh"))


def set_capabilities(sets: tuple[int, ...]) -> None:
    import ctypes

    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    words = [value >> shift & 0xFFFFFFFF for shift in (0, 32) for value in sets]
    kernel._result(kernel._libc.capset(header, (ctypes.c_uint32 * 6)(*words)), "capset")


def refused_from_outside() -> str:
    with bystander(user=FIRST_UID) as other:
        try:
            resource.prlimit(other.pid, resource.RLIMIT_NOFILE, (50, 50))
        except PermissionError as error:
            return type(error).__name__
    return ""


def test_a_program_that_speaks_like_a_failed_start_is_a_result(box: Box) -> None:
    result = box.shell("echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1")
    assert (result.exit_code, result.stderr[:6]) == (1, b"bwrap:")


def test_a_program_cannot_say_ready_in_place_of_the_sandbox(box: Box) -> None:
    assert box.shell("echo ready >&0; echo ready >&2; exit 3").exit_code == 3


def test_programs_start_with_the_interpreter_and_not_with_what_looks_for_it() -> None:
    start = launch(Entry("board9.py", "python", ("board9.py",)), (), (), numpy_runtime())
    first = Path(start.argv[0]).resolve()
    with first.open("rb") as file:
        assert file.read(4) == b"\x7fELF"
    assert first == Path(sys.executable).resolve()
    assert "env" not in start.argv
