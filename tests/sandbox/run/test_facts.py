"""The facts of a run: exit, streams, files, environment; equal in every back end."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.host import kernel
from gograde.sandbox.protocol import KEPT_BYTES, Collect, Job, StagedFile
from gograde.sandbox.run.wires import Capture
from tests.needs import lacks
from tests.sandboxes import (
    ORDINARY,
    ROOT,
    WAITS,
    WORKS,
    Box,
    backend_or_skip,
    comes_true,
    require_listener,
    shell_job,
)


@pytest.mark.every_box
def test_a_program_reads_its_files_and_gives_one_back(box):
    script = "cat in/board.txt; tr a-z A-Z <in/board.txt >answer.txt"
    result = box.shell(script, files={"in/board.txt": b"x o\n"}, collect="answer.txt")
    assert (result.exit_code, result.signal, result.killed_for) == (0, None, None)
    assert (result.stdout, result.stderr, dict(result.files)) == (b"x o\n", b"", {"answer.txt": b"X O\n"})


@pytest.mark.every_box
def test_the_environment_is_the_jobs_and_nothing_else(box, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    source = "import os; print(sorted(os.environ.items()))"
    result = box.python(source, env={"LC_ALL": "C", "HOME": "/box"})
    assert result.stdout == b"[('HOME', '/box'), ('LC_ALL', 'C')]\n"


def program(text: bytes, *words: str, executable: bool = True) -> Job:
    """A job that starts a staged program by its name."""
    return Job(("./prog", *words), files=(StagedFile("prog", text, executable=executable),))


FACTS: dict[str, tuple[Job, dict[str, object]]] = {
    "standard input": (shell_job("cat", stdin=b"\0one\ntwo"), {"stdout": b"\0one\ntwo"}),
    "none is an empty one": (shell_job("wc -c | tr -d ' '"), {"stdout": b"0\n"}),
    **{f"exit code {code}": (shell_job(f"exit {code}"), {"exit_code": code}) for code in (0, 1, 125, 255)},
    **{
        f"killed by itself with {name}": (
            shell_job(f"kill -{name} $$"),
            {"exit_code": None, "signal": signal.Signals[f"SIG{name}"]},
        )
        for name in ("ABRT", "SEGV", "TERM", "KILL", "ALRM")
    },
    "a staged program": (
        program(b"#!/bin/sh\necho $1 from $0\n", "hello"),
        {"stdout": b"hello from ./prog\n"},
    ),
    "a program without a first line": (program(b"echo plain\n"), {"stdout": b"plain\n"}),
    "a missing program": (Job(("./prog",)), {"exit_code": 127, "stderr": b"prog: not found\n"}),
    "a program that may not be executed": (
        program(b"#!/bin/sh\n", executable=False),
        {"exit_code": 126, "stderr": b"prog: permission denied\n"},
    ),
    "nothing is collected": (shell_job("echo a >a.txt", collect=Collect()), {"files": {}, "refused": {}}),
}


@pytest.mark.parametrize("name", FACTS)
def test_the_facts_of_a_run(box, name):
    job, facts = FACTS[name]
    result = box.run(job)
    assert {key: getattr(result, key) for key in facts} == facts


def test_the_working_directory_is_called_box_everywhere(box):
    script = 'pwd; echo "$0 $HOME"; ls /nowhere"$PWD"'
    result = box.run(Job(("/bin/sh", "-c", script, "/box/x"), env={"HOME": "/box"}))
    assert result.stdout == b"/box\n/box/x /box\n"
    assert b"/nowhere/box" in result.stderr
    assert result.stdout_bytes == len(result.stdout)


def test_streams_are_kept_in_part_and_counted_whole(box):
    result = box.shell("yes | head -c 200000; yes | head -c 300 >&2")
    assert (len(result.stdout), result.stdout_bytes) == (KEPT_BYTES, 200_000)
    assert (len(result.stderr), result.stderr_bytes) == (300, 300)


def test_signals_are_as_a_shell_leaves_them(box):
    source = "import signal; print(signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGCHLD))"
    script = "trap - PIPE; yes | head -1; grep -c . /dev/null"
    assert box.shell(script).stdout == b"y\n0\n"
    assert b"SIG_IGN" not in box.python(source).stdout


def test_two_runs_see_the_same_addresses(box):
    source = "print(id(object()), hash('a'))"
    runs = {box.python(source, env={"PYTHONHASHSEED": "0"}).stdout for _ in range(3)}
    assert len(runs) == 1


def test_a_path_above_the_box_cannot_be_staged(box):
    with pytest.raises(JudgeError) as caught:
        box.shell("true", files={"../evil": b""})
    assert str(caught.value) == (
        "sandbox: '../evil' is no path to stage\nFix: use relative paths without '.' and '..'"
    )


def test_a_name_cannot_be_staged_twice(box):
    twice = (StagedFile("a", b"1"), StagedFile("a", b"2"))
    with pytest.raises(JudgeError, match="cannot stage 'a': File exists"):
        box.run(Job(("/bin/true",), files=twice))


def test_many_and_large_files_are_staged_beyond_the_programs_own_limit(box):
    files = {f"d{n % 7}/f{n}": bytes(10_000) for n in range(400)}
    result = box.shell(
        "find . -type f | wc -l", files=files, limits={"work_bytes": 1 << 20, "work_files": 10}
    )
    assert (result.stdout.strip(), result.killed_for) == (b"400", None)


def test_cpu_time_is_that_of_the_program_and_not_of_the_sandbox(box):
    spin = "import time\nwhile time.process_time() < 0.3: pass"
    assert 0.28 <= box.python(spin).cpu_s < 1
    assert box.shell("exit 0").cpu_s < 0.2


def test_memory_is_reported(box):
    result = box.python("import time\na = bytearray(50_000_000)\nwhile time.process_time() < 0.4: pass")
    assert 50_000 < result.max_rss_kib < 90_000


def test_the_grader_keeps_no_descriptor_no_thread_and_no_child(backend, in_child):
    def held() -> set[object]:
        return {*Path("/proc/self/fd").iterdir(), threading.active_count()}

    def leftovers() -> tuple[set[object], bool]:
        backend.run(Job(("/bin/true",)))
        before = held()
        for script in ("true", f"({WAITS}) & exit 1", "kill -9 $$", "mkfifo p; (cat <p & cat <p &)"):
            backend.run(Job(("/bin/sh", "-c", script)))
        try:
            os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return held() ^ before, False
        return set(), True

    assert in_child(leftovers) == (set(), False)


# -- the things that a program cannot reach, each with a control in which the probe succeeds ---------


@pytest.fixture
def open_folder(tmp_path_factory):
    """A folder that everybody may read and write, below folders that everybody may pass."""
    folder = Path(f"/var/tmp/gograde-test-{os.getpid()}")
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    yield folder
    subprocess.run(["rm", "-rf", "--", folder], check=True)


@pytest.fixture
def secret(open_folder):
    """A file that everybody may read and write."""
    path = open_folder / "secret.txt"
    path.write_text("the answer is 42\n")
    path.chmod(0o666)
    return path


def test_a_readable_folder_can_be_read_and_not_written(box, secret):
    result = box.shell(f"cat {secret}; echo 41 >{secret}", readable=(secret.parent,))
    assert (result.stdout, result.exit_code != 0) == (b"the answer is 42\n", True)
    assert secret.read_text() == "the answer is 42\n"


def test_a_program_below_a_readable_folder_can_be_started(box, open_folder):
    program = open_folder / "prog"
    program.write_text("#!/bin/sh\necho started\n")
    program.chmod(0o755)
    assert box.run(Job((os.fspath(program),), readable=(open_folder,))).stdout == b"started\n"
    assert box.run(Job((os.fspath(program),), readable=(program,))).stdout == b"started\n"
    assert box.run(Job((os.fspath(program),))).exit_code in (126, 127)


def test_what_is_hidden_below_a_readable_folder_cannot_be_read(box, open_folder):
    for name in ("open/a.txt", "closed/b.txt", "closed/in/c.txt", "file.txt"):
        (open_folder / name).parent.mkdir(exist_ok=True)
        (open_folder / name).write_text(name)
    hidden = (open_folder / "closed", open_folder / "file.txt", open_folder / "not-there")
    script = f"cd {open_folder}; cat open/a.txt closed/b.txt closed/in/c.txt file.txt"
    everything = b"open/a.txtclosed/b.txtclosed/in/c.txtfile.txt"
    assert box.shell(script, readable=(open_folder,)).stdout == everything
    assert box.shell(script, readable=(open_folder,), hidden=hidden).stdout == b"open/a.txt"
    assert box.shell(f"ls {open_folder}", readable=(open_folder,), hidden=hidden).stdout.startswith(
        b"closed\n"
    )


def test_what_is_hidden_among_the_systems_own_files_cannot_be_read(box):
    path = Path("/usr/lib/os-release")
    assert box.shell(f"cat {path}").stdout == path.read_bytes()
    assert box.shell(f"cat {path}", hidden=(path,)).stdout == b""


# -- programs that imitate a fault of the sandbox, or hide their attempts ----------------------------


_GO_ON = """
import os, signal, time
try:
    os.kill(1, signal.SIGCONT)  # the first process of the namespace, which is stopped
except OSError:
    pass
while time.process_time() < 0.1: pass  # let it go on
os._exit(3)
"""

_FALSE_NAME = """
import ctypes
for name in ({name}, b"python"):
    ctypes.CDLL(None).prctl(15, name, 0, 0, 0)
    try:
        open("/proc/1/environ")
    except OSError:
        pass
"""


def test_a_program_that_ends_its_namespace_before_the_grader_is_no_fault(box: Box) -> None:
    codes = {box.python(_GO_ON).exit_code for _ in range(4)}
    assert codes <= {3, 137}, "its own code may be lost with the first process"


def test_a_name_with_a_carriage_return_is_no_line_of_the_kernels_report(box: Box) -> None:
    require_listener(box)
    for name in (b"\rNStgid: none", b"\rNSpid:\t1"):
        result = box.python(_FALSE_NAME.format(name=name))
        assert result.violations == ("files: opens /proc/N/environ",)


# -- A stream is truncated, counted and stripped of the host's paths, however it arrives -------------


FOLDER = b"/tmp/gograde-box-1/box"


def captured(*chunks: bytes, folder: bytes = FOLDER) -> Capture:
    """What is left of `chunks` that were read one by one."""
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    capture = Capture(reader, folder)
    for chunk in chunks:
        os.write(writer, chunk)
        capture.read()
    os.close(writer)
    capture.drain()
    os.close(reader)
    return capture


CAPTURED = [
    ((b"File " + FOLDER + b"/a.py and /tmp/gograde-box-1/boxes",), FOLDER, b"File /box/a.py and /boxes"),
    *(((b"a " + FOLDER[: cut - 2], FOLDER[cut - 2 :] + b"/x"), FOLDER, b"a /box/x") for cut in range(2, 25)),
    ((b"a", b" " + FOLDER + b"/x"), FOLDER, b"a /box/x"),
    ((b"/tmp/gograde", b"-box-2"), FOLDER, b"/tmp/gograde-box-2"),
    ((b"/tmp/gogra",), FOLDER, b"/tmp/gogra"),
    ((FOLDER,), b"", FOLDER),
]
"""What is read, the folder, and what is left: also of a name in two pieces, and of the beginning of one."""


@pytest.mark.parametrize(("chunks", "folder", "left"), CAPTURED)
def test_the_working_directory_is_called_box(chunks, folder, left):
    capture = captured(*chunks, folder=folder)
    assert (bytes(capture.head), capture.total) == (left, len(left))


def test_a_writer_that_stays_does_not_hold_up_the_end():
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    capture = Capture(reader)
    os.write(writer, b"last words")
    capture.drain()
    assert bytes(capture.head) == b"last words"


# -- no process of a program survives its run, even if the grader is killed --------------------


MARK = f"test-{os.getpid()}"
"""Tells, in the environment, processes of these tests from those of tests beside them."""


def left() -> set[int]:
    """Processes on this machine that a run of a test has left behind."""
    paths = Path("/proc").glob("[0-9]*/environ")
    return {int(path.parent.name) for path in paths if f"MARK={MARK}".encode() in _text(path)}


GRADER = textwrap.dedent(
    """
    import os, sys
    from gograde.sandbox.protocol import Job, Limits
    from gograde.sandbox.select import choose_backend
    backend = choose_backend(name=sys.argv[1])
    if sys.argv[2] == "ordinary" and os.geteuid() == 0:
        os.setgroups([]); os.setresgid(*[int(sys.argv[4])] * 3); os.setresuid(*[int(sys.argv[4])] * 3)
    script = "mkfifo p; (cat <p & cat <p &); read -r x <p"
    print("start", flush=True)
    env = {"MARK": sys.argv[3], "PATH": os.defpath}
    backend.run(Job(("/bin/sh", "-c", script), limits=Limits(wall_s=600), env=env))
    """
)


@pytest.mark.parametrize("count", [0, 1, 2, 3], ids=["at once", "first process", "second", "third"])
def test_when_the_grader_is_killed_the_program_dies(box, count):
    """So many processes are there when it is killed: those of the sandbox, then those of the program."""
    with subprocess.Popen(
        [sys.executable, "-c", GRADER, box.backend.name, box.user, MARK, str(ORDINARY)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.fspath(ROOT)},
    ) as grader:
        assert grader.stdout is not None
        if grader.stdout.readline() != b"start\n":
            lacks("room for processes", "tests beside it have as many as their user may")
        assert comes_true(lambda: len(left()) >= count)
        grader.kill()
    assert comes_true(lambda: not left())


def _text(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_runs_in_several_threads_leave_no_orphans_and_the_process_as_it_was():
    """Whether a process inherits orphans is one setting for all its threads: the last one gives it back."""
    backend = backend_or_skip("landlock")
    stays = f"({WAITS}) &"
    scripts = [WORKS, f"({stays}) ; {WORKS}", f"({stays})", f"{WORKS}; ({stays})"]
    jobs = [Job(("/bin/sh", "-c", script)) for script in scripts * 2]
    before, children = kernel.inherit_orphans(False), own_children()
    try:
        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(backend.run, jobs))
        assert [(result.exit_code, result.killed_for) for result in results] == [(0, None)] * len(jobs)
        assert kernel.inherit_orphans(False) is False
        assert own_children() == children
    finally:
        kernel.inherit_orphans(before)


def own_children() -> set[str]:
    """The pids of this process's children, dead ones too."""
    found: set[str] = set()
    for folder in Path("/proc/self/task").iterdir():
        with suppress(OSError):  # a thread that was joined may be in its last moments
            found.update((folder / "children").read_text().split())
    return found
