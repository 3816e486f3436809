"""What the grader puts around a program of each language, in the real sandbox."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from gograde.grading.facts import HandedIn, last_line
from gograde.grading.intake import Submission, digest
from gograde.grading.runner import run_submission
from gograde.scoring.verdict import Verdict


@pytest.fixture(scope="module")
def sandbox() -> Any:
    from gograde.sandbox.select import choose_backend

    return choose_backend()


@pytest.fixture
def first_run(task_with: Callable[..., Any], sandbox: Any) -> Callable[..., tuple[Any, ...]]:
    def run(**files: str) -> tuple[Any, ...]:
        """Verdict, message and output of the first batch; `echo_py` stands for `echo.py`."""
        sources = {name.replace("_", "."): text.encode() for name, text in files.items()}
        handed = Submission(sources, digest(sources))
        first = run_submission(handed, HandedIn("alice", handed.sha256), task_with(sandbox)).batches[0]
        return first.verdict, first.message, first.facts().stdout

    return run


needs_cc = pytest.mark.skipif("not __import__('shutil').which('cc')", reason="no C compiler")


@needs_cc
def test_what_a_c_program_printed_before_a_crash_is_kept(first_run: Any) -> None:
    source = '#include <stdio.h>\nint main(void) { puts("said"); *(volatile int *)0 = 1; return 0; }\n'
    assert first_run(echo_c=source) == (Verdict.RTE, "killed by SIGSEGV", b"said\n")


@needs_cc
def test_a_void_main_that_runs_through_ended_well(first_run: Any) -> None:
    source = '#include <stdio.h>\nvoid main(int n, char **v) { printf("%d\\n", n); }\n'
    assert first_run(echo_c=source) == (Verdict.AC, "", b"1\n")


@needs_cc
def test_exit_in_a_void_main_and_the_code_of_an_int_main_count(first_run: Any) -> None:
    void = "#include <stdlib.h>\nvoid main() { exit(3); }\n"
    assert first_run(echo_c=void) == (Verdict.RTE, "exit code 3", b"")
    assert first_run(echo_c="int main() { return 4; } // void main()\n") == (Verdict.RTE, "exit code 4", b"")


def test_old_names_of_numpy_are_there(first_run: Any) -> None:
    pytest.importorskip("numpy")
    source = "import numpy as np\nprint(np.zeros(2, dtype=np.int), np.float(1), np.bool8(1), np.object)\n"
    assert first_run(echo_py=source) == (Verdict.AC, "", b"[0 0] 1.0 True <class 'object'>\n")


def test_numpy_is_not_imported_for_a_program_that_does_not(first_run: Any) -> None:
    source = "import sys\nprint('numpy' in sys.modules, 'typing' in sys.modules)\n"
    assert first_run(echo_py=source) == (Verdict.AC, "", b"False False\n")


def test_the_message_of_a_crash_is_the_line_that_names_the_error() -> None:
    told = b'Traceback (most recent call last):\n  File "a.py", line 1\nnumpy.X.SomeError: no axis\nsee https://x\n'
    assert last_line(told) == "numpy.X.SomeError: no axis"
    assert last_line(b"a\nbad board\n\n") == "bad board"


@pytest.mark.parametrize("name", ["python", "python3"])
def test_python_in_a_script_is_that_of_python_programs(name: str, first_run: Any) -> None:
    script = f"{name} -c \"import sys, tkinter; print(sys.prefix, hasattr(tkinter, '_tkinter'))\"\n"
    assert first_run(echo_sh=script) == (Verdict.AC, "", f"{sys.prefix} False\n".encode())
