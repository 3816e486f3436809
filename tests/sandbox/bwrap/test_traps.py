"""The traps that broke other sandboxes: each is proved to be real, and our sandbox to avoid it.

| trap | where it is tested |
| --- | --- |
| 1 bwrap keeps its own environment | here |
| 2 bwrap's root and /dev can be written without bounds | here |
| 3 the number of processes of root is not limited | here |
| 4 bwrap's monitor ends before the sandbox is dead | here |
| 5 what wait4 says of bwrap lacks the program's CPU time | here |
| 6 CPU time of killed and of unwaited children is lost | here; `run/test_facts.py`: unwaited children |
| 7 the memory of the first process can be written | here |
| 8 limits of a process that dropped its user cannot be set from outside | here |
| 9 root cannot write into a sandbox that does not know its uid | here |
| 10 a failed start looks like a blocked attack | here; `test_select.py`: a sandbox that does not start |
| 11 deep folders break the clean-up | here; `run/test_limits.py`: three thousand nested folders |
| 12 numbers of namespaces are used again | here: descriptors are kept, and no number is compared |
| 13 mountinfo names paths of the host | here; `run/test_isolation.py`: paths of the host |
| 14 /proc/sys belongs to root of the machine | here |
| 15 the interpreter is a script that looks for the real one | here; `doctor/test_machine.py`: the warning |
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest

from gograde.errors import JudgeError
from gograde.intake.entry import Entry
from gograde.intake.starting.launch import launch
from gograde.sandbox import protocol
from gograde.sandbox.bwrap.backend import Bubblewrap
from gograde.sandbox.host import kernel
from gograde.sandbox.host.identity import FIRST_UID, SLOTS, Identity
from gograde.sandbox.protocol import BOX, Job, StagedFile
from gograde.sandbox.select import choose_backend
from tests.echo import numpy_runtime
from tests.needs import require
from tests.sandboxes import ORDINARY, WAITS, Box, bystander, comes_true, shell_job

BWRAP = "/usr/bin/bwrap"
BARE_BWRAP = [BWRAP, "--unshare-all", "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib"]
BARE_BWRAP += ["--symlink", "usr/bin", "/bin", "--ro-bind-try", "/lib64", "/lib64"]
BARE_BWRAP += ["--proc", "/proc", "--dev", "/dev"]
Child = Callable[[Callable[[], Any]], Any]
WHO: dict[str, Any] = {"user": ORDINARY, "group": ORDINARY, "extra_groups": []} if os.geteuid() == 0 else {}


def in_bare_bwrap(script: str, *options: str, **started: Any) -> str:
    """What a shell says in the sandbox that bwrap makes when it is told little."""
    require("bwrap")
    command = [*BARE_BWRAP, *options, "/bin/sh", "-c", script]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, **WHO, **started)
    return done.stdout


# 1


def test_the_environment_of_bwrap_is_empty_before_it_starts(bubblewrap: Bubblewrap) -> None:
    read = "tr '\\0' '\\n' </proc/1/environ"
    shown = in_bare_bwrap(read, "--clearenv", env={**os.environ, "GRADERS_TOKEN": "hunter2"})
    assert "GRADERS_TOKEN=hunter2" in shown
    with running(bubblewrap, WAITS) as monitor:
        assert Path(f"/proc/{monitor}/environ").read_bytes() == b""


@contextmanager
def running(backend: Bubblewrap, script: str) -> Iterator[int]:
    """A run that goes on in a process of its own; the number of bwrap's monitor, its child."""
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            backend.run(shell_job(script))
        os._exit(0)
    try:
        yield monitor_of(child)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def monitor_of(grader: int) -> int:
    """Waited for until its program runs, which it starts last."""

    def started() -> list[int]:
        return [
            child
            for child in children(grader)
            if any(WAITS.encode() in cmdline(inner) for first in children(child) for inner in children(first))
        ]

    assert comes_true(started), "the sandbox did not start"
    return started()[0]


def children(pid: int) -> list[int]:
    with suppress(OSError):
        threads = Path(f"/proc/{pid}/task").iterdir()
        return [int(word) for thread in threads for word in (thread / "children").read_text().split()]
    return []


def cmdline(pid: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


# 2


def test_nothing_but_small_folders_can_be_written(bubblewrap: Bubblewrap) -> None:
    tell = "touch $at/x 2>/dev/null && echo $at $(df -k $at | tail -1)"
    script = f"for at in / /dev /dev/shm /box; do {tell}; done"
    shown = in_bare_bwrap(script.replace(" /box", "")).splitlines()
    assert [row.split()[0] for row in shown] == ["/", "/dev", "/dev/shm"]
    result = bubblewrap.run(shell_job(script))
    room = {row.split()[0]: int(row.split()[2]) for row in result.stdout.decode().splitlines()}
    assert set(room) == {"/dev/shm", str(BOX)}
    assert max(room.values()) < 64 * 1024


# 3

FORKS = """
import os, resource
reader, writer = os.pipe()
resource.setrlimit(resource.RLIMIT_NPROC, (10, 10))
made = 0
try:
    while made < 40:
        if os.fork() == 0: os.close(writer); os.read(reader, 1); os._exit(0)
        made += 1
except OSError: pass
print(made)
"""


@pytest.mark.needs("root")
def test_root_is_nobody_before_its_processes_are_counted(box: Box) -> None:
    unlimited = subprocess.run([sys.executable, "-c", FORKS], stdout=subprocess.PIPE, check=True)
    assert unlimited.stdout == b"40\n"
    if box.user == "root":
        assert int(box.python(FORKS).stdout) < 10
        assert int(box.shell("id -u").stdout) in range(FIRST_UID, FIRST_UID + SLOTS)


# 4


@pytest.mark.usefixtures("bubblewrap")
def test_the_end_of_the_monitor_is_not_the_end_of_the_sandbox() -> None:
    """The trap: right after bwrap is killed and reaped something of it runs."""
    assert any(survivors_of_bare_bwrap() for _ in range(20))


def survivors_of_bare_bwrap() -> list[int]:
    mark = f"{time.monotonic_ns()}"
    start = f"sh -c 'while :; do :; done' {mark} &"
    script = f"exec 2>/dev/null; {start * 8} echo; wait"
    command = [*BARE_BWRAP, "--die-with-parent", "/bin/sh", "-c", script]
    with subprocess.Popen(command, stdout=subprocess.PIPE, **WHO) as started:
        assert started.stdout is not None
        started.stdout.readline()
        started.kill()
        started.wait()
        return named(mark)


def named(mark: str) -> list[int]:
    pids = [int(path.name) for path in Path("/proc").glob("[0-9]*")]
    return [pid for pid in pids if mark.encode() in cmdline(pid)]


def test_when_a_run_is_over_all_of_it_is_dead(box: Box) -> None:
    for number in range(3):
        mark = f"busy-{os.getpid()}-{time.monotonic_ns()}-{number}"
        start = f"sh -c 'while :; do :; done' {mark} &"
        result = box.shell(f"exec 2>/dev/null; {start * 8} echo started")
        assert result.stdout == b"started\n"
        assert named(mark) == []


# 5, 6

SPIN = "import time\nwhile time.process_time() < 0.3: pass"


def test_cpu_time_is_counted_where_bwrap_tells_none(bubblewrap: Bubblewrap, python: Path) -> None:
    command = [*BARE_BWRAP, "--", os.fspath(python), "-S", "-c", SPIN]
    started = subprocess.Popen(command, **WHO)
    _, _, used = os.wait4(started.pid, 0)
    started.returncode = 0
    assert used.ru_utime + used.ru_stime < 0.2
    assert bubblewrap.run(Job((os.fspath(python), "-S", "-c", SPIN))).cpu_s > 0.28


def test_cpu_time_of_processes_that_are_killed_is_counted(box: Box, python: Path) -> None:
    mark = f"spins-{os.getpid()}-{time.monotonic_ns()}"
    source = f"{SPIN}\nprint('spun', flush=True)\nwhile True: pass  # {mark}"
    if box.backend.name == "bwrap":
        command = [*BARE_BWRAP, "--", os.fspath(python), "-S", "-c", source]
        started = subprocess.Popen(command, stdout=subprocess.PIPE, **WHO)
        assert started.stdout is not None and started.stdout.readline() == b"spun\n"
        started.kill()
        _, _, used = os.wait4(started.pid, 0)
        started.returncode = 0
        started.stdout.close()
        for left in named(mark):  # bwrap's own death ends nothing: trap 4
            with suppress(ProcessLookupError):
                os.kill(left, signal.SIGKILL)
        assert used.ru_utime + used.ru_stime < 0.2
    forked = f"import os\nfor _ in range(2): os.fork()\n{source}"
    assert box.python(forked, limits={"cpu_s": 0.8, "wall_s": 30}).cpu_s > 0.8


# 7


def test_the_first_process_cannot_be_written(box: Box) -> None:
    script = "(exec 3<>/proc/1/mem) 2>/dev/null && echo opened"
    if box.backend.name == "bwrap":
        assert in_bare_bwrap(script) == "opened\n"
    assert box.shell(script + "; true").stdout == b""


# 8


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


# 9


@pytest.mark.needs("root")
def test_files_are_staged_as_the_user_of_the_submission(
    bubblewrap: Bubblewrap, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = shell_job("cat board.txt; rm board.txt", files={"board.txt": b"x"})
    assert bubblewrap.run(job).stdout == b"x"
    monkeypatch.setattr(Identity, "for_files", lambda self: nullcontext())
    with pytest.raises(JudgeError, match="Value too large"):
        bubblewrap.run(job)


# 10


def test_a_program_that_speaks_like_a_failed_start_is_a_result(box: Box) -> None:
    result = box.shell("echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1")
    assert (result.exit_code, result.stderr[:6]) == (1, b"bwrap:")


def test_a_program_cannot_say_ready_in_place_of_the_sandbox(box: Box) -> None:
    assert box.shell("echo ready >&0; echo ready >&2; exit 3").exit_code == 3


# 11

DEPTH = 2100  # folders: more than Python recurses, and their path is longer than the system takes


def test_folders_are_removed_that_rmtree_does_not_manage(
    in_child: Child, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def with_rmtree() -> str:
        nest(tmp_path, DEPTH)
        try:
            shutil.rmtree(tmp_path / "d")
        except (RecursionError, OSError) as error:
            return type(error).__name__
        return ""

    trapped = in_child(with_rmtree)
    assert trapped or sys.version_info >= (3, 13)
    subprocess.run(["rm", "-rf", str(tmp_path / "d")], check=True)
    source = f"import os\nfor _ in range({DEPTH}):\n    os.mkdir('d'); os.chdir('d')\n"
    with tempfile.TemporaryDirectory() as boxes:
        Path(boxes).chmod(0o1777)
        monkeypatch.setattr(tempfile, "tempdir", boxes)
        result = Box(choose_backend(name="landlock"), "root").python(source, limits={"work_files": 5000})
        assert result.exit_code == 0
        assert list(Path(boxes).iterdir()) == []


def nest(folder: Path, depth: int) -> None:
    os.chdir(folder)
    for _ in range(depth):
        Path("d").mkdir()
        os.chdir("d")
    os.chdir("/")


# 12


def test_no_number_of_a_namespace_is_compared() -> None:
    """A pidfd names one process for ever; numbers of namespaces and processes come again."""
    sources = list(Path(protocol.__file__).parent.rglob("*.py"))
    assert Path(kernel.__file__) in sources
    lines = [line for path in sources for line in path.read_text().splitlines() if "ns/pid" in line]
    assert [line for line in lines if "pidns=" not in line] == []  # what names a namespace for a mount


# 13


def test_the_mounts_name_no_folder_of_a_student(bubblewrap: Bubblewrap, tmp_path: Path) -> None:
    folder = Path(f"/var/tmp/student-4711-{os.getpid()}")
    folder.mkdir(mode=0o755)
    try:
        assert folder.name in in_bare_bwrap("cat /proc/self/mountinfo", "--ro-bind", str(folder), "/mnt")
    finally:
        folder.rmdir()
    files = (StagedFile("prog", b"cat /proc/self/mountinfo", executable=True),)
    shown = bubblewrap.run(Job(("./prog",), files=files)).stdout.decode()
    assert {line.split()[3] for line in shown.splitlines() if line.split()[4] == str(BOX)} == {"/"}
    assert "student" not in shown and "gograde" not in shown


# 14


@pytest.mark.needs("root")
def test_no_submission_owns_the_settings_of_the_kernel(box: Box) -> None:
    script = "for f in core_pattern hostname; do test -O /proc/sys/kernel/$f && echo $f; done; true"
    own = subprocess.run(["/bin/bash", "-c", script], stdout=subprocess.PIPE, check=True).stdout
    assert own == b"core_pattern\nhostname\n"
    assert box.shell(script).stdout == b""


# 15


def test_programs_start_with_the_interpreter_and_not_with_what_looks_for_it() -> None:
    start = launch(Entry("board9.py", "python", ("board9.py",)), (), (), numpy_runtime())
    first = Path(start.argv[0]).resolve()
    with first.open("rb") as file:
        assert file.read(4) == b"\x7fELF"
    assert first == Path(sys.executable).resolve()
    assert "env" not in start.argv
