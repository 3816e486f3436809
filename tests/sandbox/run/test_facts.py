"""The facts of a run: exit, streams, files, environment; equal in every back end."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.protocol import KEPT_BYTES, Collect, Job, StagedFile
from gograde.sandbox.run.wires import Capture
from tests.sandboxes import WAITS, Box, require_listener


@pytest.mark.every_box
def test_a_program_reads_its_files_and_gives_one_back(box):
    script = "cat in/board.txt; tr a-z A-Z <in/board.txt >answer.txt"
    result = box.shell(script, files={"in/board.txt": b"x o\n"}, collect="answer.txt")
    assert (result.exit_code, result.signal, result.killed_for) == (0, None, None)
    assert (result.stdout, result.stderr, dict(result.files)) == (b"x o\n", b"", {"answer.txt": b"X O\n"})


SIGNALS = ("ABRT", "SEGV", "TERM", "KILL", "ALRM")
SHELL = {
    "cat": (0, None, b"\0one\ntwo"),
    **{f"exit {code}": (code, None, b"") for code in (0, 1, 125, 255)},
    **{f"kill -{name} $$": (None, signal.Signals[f"SIG{name}"], b"") for name in SIGNALS},
    "trap - PIPE; yes | head -1; grep -c . /dev/null": (1, None, b"y\n0\n"),
}


def test_how_a_program_ends_and_what_it_says(box):
    assert box.shell("wc -c").stdout.strip() == b"0", "no standard input is an empty one"
    for script, facts in SHELL.items():
        result = box.shell(script, stdin=b"\0one\ntwo")
        assert (result.exit_code, result.signal, result.stdout) == facts, script


def test_a_staged_program_is_started_by_its_name(box):
    for data, executable, facts in (
        (b"#!/bin/sh\necho $1 from $0\n", True, (0, b"hello from ./prog\n", b"")),
        (b"echo plain\n", True, (0, b"plain\n", b"")),  # without a first line it is a shell script
        (b"#!/bin/sh\n", False, (126, b"", b"prog: permission denied\n")),
        (None, False, (127, b"", b"prog: not found\n")),
    ):
        files = () if data is None else (StagedFile("prog", data, executable=executable),)
        result = box.run(Job(("./prog", "hello"), files=files))
        assert (result.exit_code, result.stdout, result.stderr) == facts


@pytest.mark.every_box
def test_the_environment_is_the_jobs_and_nothing_else(box, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    source = "import os; print(sorted(os.environ.items()))"
    result = box.python(source, env={"LC_ALL": "C", "HOME": "/box"})
    assert result.stdout == b"[('HOME', '/box'), ('LC_ALL', 'C')]\n"


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
    assert b"SIG_IGN" not in box.python(source).stdout


def test_two_runs_see_the_same_addresses(box):
    source = "print(id(object()), hash('a'))"
    runs = {box.python(source, env={"PYTHONHASHSEED": "0"}).stdout for _ in range(3)}
    assert len(runs) == 1


def test_a_path_above_the_box_cannot_be_staged_and_no_name_twice(box):
    with pytest.raises(JudgeError) as caught:
        box.shell("true", files={"../evil": b""})
    assert str(caught.value) == (
        "sandbox: '../evil' is no path to stage\nFix: use relative paths without '.' and '..'"
    )
    with pytest.raises(JudgeError, match="cannot stage 'a': File exists"):
        box.run(Job(("/bin/true",), files=(StagedFile("a", b"1"), StagedFile("a", b"2"))))


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


def test_an_empty_collect_takes_nothing(box):
    result = box.shell("echo a >a.txt", collect=Collect())
    assert (dict(result.files), dict(result.refused)) == ({}, {})


def test_the_grader_keeps_no_descriptor_and_no_child(backend, in_child):
    def leftovers() -> tuple[set[Path], bool]:
        backend.run(Job(("/bin/true",)))
        before = set(Path("/proc/self/fd").iterdir())
        for script in ("true", f"({WAITS}) & exit 1", "kill -9 $$", "mkfifo p; (cat <p & cat <p &)"):
            backend.run(Job(("/bin/sh", "-c", script)))
        try:
            os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return set(Path("/proc/self/fd").iterdir()) ^ before, False
        return set(), True

    assert in_child(leftovers) == (set(), False)


# -- A stream is truncated, counted and stripped of the host's paths, however it arrives ---------

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


def test_the_working_directory_is_called_box():
    capture = captured(b"File /tmp/gograde-box-1/box/a.py and /tmp/gograde-box-1/boxes")
    assert bytes(capture.head) == b"File /box/a.py and /boxes"
    assert capture.total == len(capture.head)


@pytest.mark.parametrize("cut", range(1, len(FOLDER) + 3))
def test_also_when_its_name_comes_in_two_pieces(cut):
    text = b"a " + FOLDER + b"/x"
    assert bytes(captured(text[:cut], text[cut:]).head) == b"a /box/x"


def test_the_beginning_of_its_name_is_no_name():
    assert bytes(captured(b"/tmp/gograde", b"-box-2").head) == b"/tmp/gograde-box-2"
    assert bytes(captured(b"/tmp/gogra").head) == b"/tmp/gogra"


def test_without_a_folder_nothing_is_replaced():
    assert bytes(captured(FOLDER, folder=b"").head) == FOLDER


def test_more_than_is_kept_is_counted():
    capture = captured(*[bytes(30_000)] * 4)
    assert (len(capture.head), capture.total) == (KEPT_BYTES, 120_000)


def test_a_writer_that_stays_does_not_hold_up_the_end():
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    capture = Capture(reader)
    os.write(writer, b"last words")
    capture.drain()
    assert bytes(capture.head) == b"last words"


# -- Programs that imitate a fault of the sandbox, or hide their attempts ------------------------

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
