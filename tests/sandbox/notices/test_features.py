"""What honest programs use works in both back ends, is no violation, and needs no call that is not listed."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from gograde.intake.launch import ENVIRONMENT
from gograde.sandbox.protocol import MIB, Limits, RunResult, StagedFile
from tests.needs import lacks
from tests.sandboxes import Box, sections, shell_job

PROGRAMS = sections(Path(__file__).with_name("honest.txt"))
"""Programs of Python, and scripts that run programs of the system.  Under Landlock a linker sets no mode."""

STDLIB, OTHERS = (
    [name.removeprefix(kind) for name in PROGRAMS if name.startswith(kind)] for kind in ("python ", "shell ")
)


def harmless(result: RunResult) -> None:
    assert (result.violations, result.unlisted) == ((), ())
    assert (result.exit_code, result.killed_for) == (0, None), result.stderr.decode()[-2000:]


@pytest.mark.parametrize("name", STDLIB)
def test_the_standard_library(box: Box, name: str) -> None:
    harmless(box.python(PROGRAMS[f"python {name}"], env=dict(ENVIRONMENT)))


@pytest.mark.parametrize("name", OTHERS)
def test_other_languages(box: Box, name: str) -> None:
    if shutil.which(name, path="/usr/bin:/bin") is None:
        lacks(name, "not in /usr/bin")
    limits = Limits(memory_bytes=2048 * MIB, processes=100, cpu_s=60.0, wall_s=120.0)
    files = (
        *(StagedFile(c, PROGRAMS[c].encode()) for c in ("prog.c", "prog.cc")),
        StagedFile("run", b"", True),
    )
    job = shell_job(PROGRAMS[f"shell {name}"], limits=limits, env=dict(ENVIRONMENT))
    harmless(box.run(replace(job, files=files)))


def test_a_call_of_tomorrow_is_told_and_no_violation(box: Box) -> None:
    source = "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
    source += "for n in (999, 470, 999): print(libc.syscall(n), ctypes.get_errno())"
    result = box.python(source)
    assert (result.stdout, result.violations) == (b"-1 38\n" * 3, ())
    assert result.unlisted == (("999", "470") if getattr(box.backend, "noticing", None) else ())
