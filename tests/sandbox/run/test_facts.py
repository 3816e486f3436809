"""The facts of a run: exit, streams, files, environment; equal in every back end."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.protocol import KEPT_BYTES, Collect, Job, StagedFile
from tests.sandboxes import WAITS


@pytest.mark.every_box
def test_a_program_reads_its_files_and_gives_one_back(box):
    script = "cat in/board.txt; tr a-z A-Z <in/board.txt >answer.txt"
    result = box.shell(script, files={"in/board.txt": b"x o\n"}, collect="answer.txt")
    assert (result.exit_code, result.signal, result.killed_for) == (0, None, None)
    assert (result.stdout, result.stderr, dict(result.files)) == (b"x o\n", b"", {"answer.txt": b"X O\n"})


def test_standard_input_is_what_the_job_says(box):
    assert box.shell("cat", stdin=b"\0one\ntwo").stdout == b"\0one\ntwo"


def test_no_standard_input_is_an_empty_one(box):
    assert box.shell("wc -c").stdout.strip() == b"0"


@pytest.mark.parametrize("code", [0, 1, 125, 255])
def test_the_exit_code_is_the_programs(box, code):
    assert box.shell(f"exit {code}").exit_code == code


@pytest.mark.parametrize("name", ["ABRT", "SEGV", "TERM", "KILL", "ALRM"])
def test_a_program_that_kills_itself_is_reported_with_its_signal(box, name):
    result = box.shell(f"kill -{name} $$")
    assert (result.exit_code, result.signal) == (None, signal.Signals[f"SIG{name}"])


def test_a_staged_program_is_started_by_its_name(box):
    files = (StagedFile("prog", b"#!/bin/sh\necho $1 from $0\n", executable=True),)
    assert box.run(Job(("./prog", "hello"), files=files)).stdout == b"hello from ./prog\n"


def test_a_program_without_a_first_line_is_a_shell_script(box):
    files = (StagedFile("prog", b"echo plain\n", executable=True),)
    assert box.run(Job(("./prog",), files=files)).stdout == b"plain\n"


def test_a_missing_program_is_the_submissions_fault(box):
    result = box.run(Job(("./prog",)))
    assert (result.exit_code, result.stderr) == (127, b"prog: not found\n")


def test_a_program_that_may_not_be_executed_is_the_submissions_fault(box):
    result = box.run(Job(("./prog",), files=(StagedFile("prog", b"#!/bin/sh\n"),)))
    assert (result.exit_code, result.stderr) == (126, b"prog: permission denied\n")


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
