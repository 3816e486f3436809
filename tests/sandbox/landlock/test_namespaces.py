"""A grader that is root gives Landlock runs namespaces: what only sampling held is bounded by the kernel."""

from dataclasses import replace
from typing import Any

import pytest

from gograde.sandbox.collect import entries, room
from gograde.sandbox.host import kernel
from gograde.sandbox.landlock import Landlock
from gograde.sandbox.protocol import MIB, Limits
from gograde.sandbox.select import choose_backend
from tests.sandboxes import Box, python_job, shell_job

pytestmark = pytest.mark.needs("root")

BURSTS = """\
import os
import signal
held = 0
for number in range(16):
    file = os.open(f"f{number}", os.O_RDWR | os.O_CREAT)
    try:
        os.posix_fallocate(file, 0, 15 << 20)
        held += 15 << 20
        os.write(1, b"%d\\n" % held)
    except OSError:
        pass
"""

LITTER = """\
import os
import signal
for number in range(600):
    try:
        os.close(os.open(f"f{number}", os.O_WRONLY | os.O_CREAT))
        os.write(1, b".")
    except OSError:
        pass
"""


@pytest.fixture(scope="module")
def landlock() -> Landlock:
    found = choose_backend(name="landlock")
    assert isinstance(found, Landlock)
    return found


def test_root_gets_namespaces(landlock: Landlock) -> None:
    assert landlock.in_spaces


def test_bytes_taken_between_two_looks_are_bounded(landlock: Landlock, outside: Box) -> None:
    job = python_job(BURSTS, limits=Limits(work_bytes=32 * MIB, file_bytes=16 * MIB, wall_s=20))
    loose = replace(job, limits=Limits(work_bytes=512 * MIB, file_bytes=16 * MIB))
    assert max(map(int, outside.run(loose).stdout.split())) > 2 * room(job)
    assert max(map(int, landlock.run(job).stdout.split())) <= room(job)


def test_names_made_between_two_looks_are_bounded(landlock: Landlock, outside: Box) -> None:
    job = python_job(LITTER, limits=Limits(work_files=100))
    loose = replace(job, limits=Limits(work_files=5000))
    assert outside.run(loose).stdout.count(b".") > 2 * entries(job)
    assert landlock.run(job).stdout.count(b".") <= entries(job)


def test_the_program_is_the_second_process_of_its_namespace(landlock: Landlock) -> None:
    result = landlock.run(shell_job("pwd; echo $$; echo a >b; cat b", collect="b"))
    assert (result.stdout, result.files) == (b"/box\n2\na\n", {"b": b"a\n"})


def test_before_linux_6_17_a_process_inside_mounts_its_proc(landlock, monkeypatch) -> None:
    real = kernel.mount

    def older(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
        if "pidns" in data:
            raise OSError(22, "Invalid argument")
        real(source, target, kind, flags, data)

    monkeypatch.setattr(kernel, "mount", older)
    assert landlock.run(shell_job("echo $$; exit 4")).exit_code == 4
    monkeypatch.setattr("gograde.sandbox.landlock._MOUNT_PROC", ["/bin/false"])
    with pytest.raises(Exception, match="Invalid argument"):
        landlock.run(shell_job("exit 0"))


def test_where_no_namespace_can_be_made_a_process_group_does(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(others: int = 0) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(kernel, "private_mounts", refuse)
    found: Any = choose_backend(name="landlock")
    assert (found.in_spaces, found.run(shell_job("exit 4")).exit_code) == (b"", 4)


def test_a_working_folder_may_lie_in_shared_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", "/dev/shm")
    monkeypatch.setattr("tempfile.tempdir", None)
    found = choose_backend(name="landlock")
    assert found.run(shell_job("echo a >b; exit 4")).exit_code == 4
