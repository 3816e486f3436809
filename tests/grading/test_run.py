"""Runs of a submission on its batches: programs started, results kept, and faults of the sandbox."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gograde.core.record import HandedIn
from gograde.core.verdict import Verdict
from gograde.errors import JudgeError
from gograde.grading.contracts.files import host_folders
from gograde.grading.facts import JUDGE_ERROR, SKIPPED, RunRecord, Started
from gograde.grading.run import run_submission
from gograde.intake.runtime import Interpreter, Runtime
from gograde.intake.submission import Submission, digest
from gograde.sandbox.protocol import MIB, Ended, Job, RunResult
from tests.echo import numpy_runtime
from tests.needs import require

FAULT = JudgeError("sandbox", "cannot start", "mend it")


def submission(**files: bytes) -> Submission:
    named = {name.replace("__", "/").replace("_dot_", "."): data for name, data in files.items()}
    return Submission(named, digest(named))


ECHO = submission(echo_dot_py=b"print('x')")


def run(task: Any, handed: Submission | None = ECHO) -> RunRecord:
    return run_submission(handed, HandedIn("alice", handed.sha256 if handed else None), task)


def test_one_run_a_batch_in_order(task_with: Callable[..., Any], scripted: Callable[..., Any]) -> None:
    backend = scripted()
    record = run(task_with(backend))
    assert [(b.batch, b.verdict, b.facts().stdout) for b in record.batches] == [
        ("sample-01", Verdict.AC, b"sample"),
        ("01", Verdict.AC, b"one"),
        ("02", Verdict.AC, b"two"),
    ]
    assert record.verdict is None
    job: Job = backend.jobs[0]
    assert job.argv[1:] == ("-s", "-B", "./echo.py")
    assert job.limits.memory_bytes == 256 * MIB
    assert {"echo.py", "word.txt"} <= {file.path for file in job.files}
    assert "PYTHONUNBUFFERED" not in job.env
    assert job.env["LANG"] == "C.UTF-8"


def test_nothing_handed_in_is_not_run(task_with: Callable[..., Any], scripted: Callable[..., Any]) -> None:
    backend = scripted()
    record = run(task_with(backend), None)
    assert (record.verdict, record.message, backend.jobs) == (Verdict.NS, "nothing was handed in", [])


def test_what_was_refused_is_not_run(task_with: Callable[..., Any], scripted: Callable[..., Any]) -> None:
    refused = Submission({}, "0" * 64, "a.zip: ../x: leads out of the folder (..)")
    for handed, message in (
        (refused, "a.zip: ../x: leads out of the folder (..)"),
        (submission(notes_dot_txt=b""), "no program found among notes.txt; name it echo.py, or name it in"),
    ):
        backend = scripted()
        record = run(task_with(backend), handed)
        assert record.verdict is Verdict.CE
        assert record.message.startswith(message)
        assert backend.jobs == []


def test_a_failing_sandbox_is_asked_once_more(task_with, scripted, done) -> None:
    backend = scripted(FAULT, done, done, FAULT, done)
    assert run(task_with(backend)).verdict is None
    assert len(backend.jobs) == 5


def test_a_sandbox_that_fails_twice_is_our_fault(task_with, scripted, done, capsys) -> None:
    backend = scripted(done, FAULT, FAULT)
    record = run(task_with(backend))
    assert (record.verdict, record.message, record.batches) == (Verdict.JE, JUDGE_ERROR, ())
    assert len(backend.jobs) == 3
    assert "judge error: sandbox: cannot start" in capsys.readouterr().err


def test_after_two_runs_ended_by_a_limit_the_rest_is_skipped(task_with, scripted, done) -> None:
    killed = replace(done, exit_code=None, signal=9, killed_for=Ended.CPU)
    backend = scripted(killed)
    record = run(task_with(backend))
    assert [(b.verdict, b.message) for b in record.batches] == [
        (Verdict.TLE, "used more than 2 s of CPU time"),
        (Verdict.TLE, "used more than 2 s of CPU time"),
        (Verdict.SK, SKIPPED),
    ]
    assert len(backend.jobs) == 2


def test_files_that_were_only_put_there_are_no_answers(task_with, scripted, done) -> None:
    def gives_all(job: Job) -> RunResult:
        return replace(done, files={file.path: file.data for file in job.files} | {"answer.txt": b"new"})

    record = run(task_with(scripted(gives_all)), submission(echo_dot_py=b"", notes_dot_txt=b"mine"))
    assert dict(record.batches[0].facts().files) == {"answer.txt": b"new"}


def test_of_a_file_that_was_put_there_only_the_new_end_counts(task_with, scripted, done) -> None:
    files = {"result.txt": b"old\nnew\n", "notes.txt": b"rewritten\n", "empty.txt": b"new\n"}
    handed = submission(echo_dot_py=b"", result_dot_txt=b"old\n", notes_dot_txt=b"mine\n", empty_dot_txt=b"")
    record = run(task_with(scripted(replace(done, files=files))), handed)
    assert dict(record.batches[0].facts().files) == {
        "result.txt": b"new\n",
        "notes.txt": b"rewritten\n",
        "empty.txt": b"new\n",
    }


BOARD, OLD = "replaced by the board of the case", "hw/Answer_old.txt"
NUMPY = "names that numpy 2 no longer has work here, but not with numpy 2 alone"
LEFT_OUT: dict[str, tuple[dict[str, bytes], dict[str, str]]] = {
    "answers": ({"hw/echo.py": b"", OLD: b"3 4"}, {OLD: "an old answer"}),
    "boards": (
        {"echo.py": b"", "data/word.txt": b"my own", "word.txt": b"my own"},
        {"data/word.txt": BOARD, "word.txt": BOARD},
    ),
    "programs": ({"echo.py": b"import b", "b.py": b"", "old/echo.py": b""}, {"old/echo.py": "not started"}),
    "numpy": ({"echo.py": b"import numpy as np\nx = np.int(3)\n"}, {"echo.py": NUMPY}),
}


@pytest.mark.parametrize(("files", "told"), LEFT_OUT.values(), ids=LEFT_OUT)
def test_what_is_left_out_or_replaced_is_told(files, told, task_with, scripted) -> None:
    backend = scripted()
    assert run(task_with(backend), Submission(files, digest(files))).left_out == told
    staged = [{file.path: file.data for file in job.files} for job in backend.jobs]
    assert "Answer_old.txt" not in staged[0]
    boards = [[files[path] for files in staged] for path, why in told.items() if why == BOARD]
    assert boards == [[b"sample", b"one", b"two"]] * len(boards)


def test_a_shell_script_gets_the_line_ends_of_unix(task_with, scripted) -> None:
    backend = scripted()
    record = run(task_with(backend), submission(echo_dot_sh=b"#!/bin/sh\r\ncat word.txt\r\n"))
    [script] = [file for file in backend.jobs[0].files if file.path == "echo.sh"]
    assert (script.data, script.executable) == (b"#!/bin/sh\ncat word.txt\n", True)
    assert record.left_out == {"echo.sh": "its line ends were changed to those of Unix"}
    assert record.started is not None
    assert record.started.language == "shell"


def test_the_folders_of_this_machine_are_not_kept(task_with, scripted, done) -> None:
    folder = bytes(next(path for path in numpy_runtime().neutral() if path.name == "site-packages"))
    said = replace(done, exit_code=1, stdout=folder, stderr=b'File "' + folder + b'/a.py"\nE: ' + folder)
    handed, other = submission(echo_dot_py=b""), submission(echo_dot_sh=b"")
    facts = run(task_with(scripted(said)), handed).batches[0].facts()
    assert facts.stdout == b"/python/lib/site-packages"
    assert facts.stderr == b'File "/python/lib/site-packages/a.py"\nE: /python/lib/site-packages'
    assert facts.message == "exit code 1: E: /python/lib/site-packages"
    assert run(task_with(scripted(said)), other).batches[0].facts().stdout == folder


def test_the_system_itself_is_no_folder_of_the_interpreter() -> None:
    base = Interpreter(Path("/usr/bin/python3.11"), Path("/usr"), "lib", "3.11.2")
    folders = dict(host_folders(Runtime(Path("/srv/runtimes/3"), base)))
    assert b"/usr" not in folders
    assert (folders[b"/srv/runtimes/3"], folders[b"/usr/lib/python3.11"]) == (b"/python", b"/python/lib")


# -- in the real sandbox --------------------------------------------------------------------


@pytest.mark.parametrize("name", ["echo.py", "echo.sh", "echo.c"])
def test_programs_of_each_language_answer(name, task_with, programs, sandbox) -> None:
    if name == "echo.c":
        require("cc")
    say = {
        "hw/say.h": b"void say(const char *);",
        "hw/say.c": b"#include <stdio.h>\nvoid say(const char *w) { puts(w); }",
    }
    files = {f"hw/{name}": programs[name], **(say if name == "echo.c" else {})}
    record = run(task_with(sandbox), Submission(files, digest(files)))
    said = [(b.verdict, b.facts().stdout.strip()) for b in record.batches]
    assert said == [(Verdict.AC, b"sample"), (Verdict.AC, b"one"), (Verdict.AC, b"two")]
    assert record.started is not None
    assert (record.started.path, "/" in record.started.argv[0]) == (f"hw/{name}", name == "echo.c")


def test_modules_beside_the_entry_and_numpy_are_found_and_the_grader_is_not(task_with, sandbox) -> None:
    program = b"""
import os, sys, helper, numpy, tkinter
try:
    import gograde.errors
    print("sees the grader")
except ImportError:
    print(open("word.txt").read())
"""
    files = {"echo.py": program, "helper.py": b""}
    record = run(task_with(sandbox), Submission(files, digest(files)))
    first = record.batches[0].facts()
    assert (first.stdout, first.stderr) == (b"sample\n", b"")


@pytest.mark.parametrize(
    ("files", "verdict", "message"),
    [
        ({"echo.py": b"print(1"}, Verdict.CE, "SyntaxError: '(' was never closed"),
        ({"echo.py": b"raise ValueError('no')"}, Verdict.RTE, "exit code 1: ValueError: no"),
        ({"echo.py": b"import os; os.abort()"}, Verdict.RTE, "killed by SIGABRT"),
        ({"echo.py": b"while True: pass"}, Verdict.TLE, "used more than 2 s of CPU time"),
        ({"echo.py": b"while True: print('x' * 1000)"}, Verdict.OLE, "printed more than 64 KiB"),
        ({"echo.sh": b"exit 3"}, Verdict.RTE, "exit code 3, where 0 says that all went well"),
    ],
)
def test_how_a_run_can_end(files, verdict, message, task_with, sandbox) -> None:
    record = run(
        replace(task_with(sandbox), batches=task_with(sandbox).batches[:1]), Submission(files, digest(files))
    )
    assert (record.batches[0].verdict, record.batches[0].message) == (verdict, message)


@pytest.mark.parametrize(
    "files",
    [
        {"echo.py": b"print(open('word.txt').read())\ninput()\n"},
        {"echo.sh": b"#!/bin/sh\r\ncat word.txt\r\n"},
        {"echo.py": b"print(open('data/word.txt').read())\n", "data/word.txt": b"mine"},
    ],
)
def test_habits_of_students_that_do_no_harm(files, task_with, sandbox) -> None:
    record = run(task_with(sandbox), Submission(files, digest(files)))
    said = [(b.verdict, b.facts().stdout.strip()) for b in record.batches]
    assert said == [(Verdict.AC, b"sample"), (Verdict.AC, b"one"), (Verdict.AC, b"two")]


def test_what_is_appended_to_an_old_result_is_the_answer(task_with: Callable[..., Any], sandbox: Any) -> None:
    program = b"open('result.txt', 'a').write(open('word.txt').read())\n"
    files = {"echo.py": program, "result.txt": b"old words\n"}
    record = run(task_with(sandbox), Submission(files, digest(files)))
    assert [dict(b.facts().files) for b in record.batches] == [
        {"result.txt": b"sample"},
        {"result.txt": b"one"},
        {"result.txt": b"two"},
    ]


def test_an_error_in_a_library_is_told_by_the_line_that_calls_it(task_with, sandbox) -> None:
    files = {"echo.py": b"import json\nprint(json.__file__)\njson.loads('{')\n"}
    facts = run(task_with(sandbox), Submission(files, digest(files))).batches[0].facts()
    assert facts.stdout == b"/python/lib/json/__init__.py\n"
    assert facts.stderr.startswith(
        b'Traceback (most recent call last):\n  File "echo.py", line 3, in <module>\n'
        b"    json.loads('{')\njson.decoder.JSONDecodeError: "
    )


@pytest.mark.needs("cc")
def test_c_that_does_not_compile_never_sees_a_board(task_with: Callable[..., Any], sandbox: Any) -> None:
    files = {"echo.c": b"int main(void) {\n  return wrong;\n}\n"}
    record = run(task_with(sandbox), Submission(files, digest(files)))
    assert record.verdict is Verdict.CE
    assert record.started == Started(path="echo.c", language="c")
    assert "\necho.c:2:10: error:" in record.message
    includes = {"echo.c": b'#include "word.txt"\nint main(void) { return 0; }\n'}
    assert "word.txt" in run(task_with(sandbox), Submission(includes, digest(includes))).message


def test_the_environment_holds_nothing_of_the_graders(task_with: Callable[..., Any], sandbox: Any) -> None:
    files = {"echo.py": b"import os\nprint(sorted(os.environ))"}
    record = run(task_with(sandbox), Submission(files, digest(files)))
    seen = set(eval(record.batches[0].facts().stdout))
    assert seen <= {
        *("HOME", "LANG", "LC_CTYPE", "MPLBACKEND", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "PATH", "PWD"),
        *("PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED", "PYTHONPATH", "SDL_VIDEODRIVER", "TMPDIR", "TZ", "_"),
        *("GOGRADE_SHOWN", "PYGAME_HIDE_SUPPORT_PROMPT", "QT_QPA_PLATFORM", "SDL_AUDIODRIVER"),
    }
