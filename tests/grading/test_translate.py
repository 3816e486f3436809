"""Python 2 homework is told apart, translated in the sandbox, and run; the rest is left alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gograde.grading.facts import HandedIn, RunRecord
from gograde.grading.intake import Submission, digest
from gograde.grading.runner import run_submission
from gograde.grading.score import flags
from gograde.grading.translate import is_python_3, translated, translation_job
from gograde.scoring.verdict import Verdict

OLD = b"""import helper
for line in open('word.txt'):
\tif line:
\t\tprint helper.strip(line)
        # eight blanks
"""
HELPER = b"""def strip(line):
    seen = {}
    return ''.join([c for c in line if seen.has_key(c) or not c.isspace()])
"""


@pytest.fixture(scope="module")
def sandbox() -> Any:
    from gograde.sandbox.select import choose_backend

    return choose_backend()


def run(task: Any, files: dict[str, bytes]) -> RunRecord:
    handed = Submission(files, digest(files))
    return run_submission(handed, HandedIn("alice", handed.sha256), task)


def test_python_3_is_told_from_what_is_not() -> None:
    assert is_python_3(b"print('x')\n")
    assert not is_python_3(b"print 'x'\n")
    assert not is_python_3(b"if 1:\n\tx = 1\n        y = 2\n")
    assert not is_python_3(b"x = 1\0")
    assert not is_python_3(b"(" * 100_000)


def test_sources_are_numbered_and_tabs_are_columns() -> None:
    job = translation_job({"b/ä.py": b"if 1:\n\tx = '\t'\n", "a.py": b"print 1\n"})
    assert [(file.path, file.data) for file in job.files] == [
        ("source_0.py", b"print 1\n"),
        ("source_1.py", b"if 1:\n        x = '\t'\n"),
    ]


def test_what_is_still_no_python_3_stays_as_it_was() -> None:
    sources = {"a.py": b"print 1\n", "b.py": b"print 2\n"}
    assert translated(sources, {"source_0.py": b"print(1)\n", "source_1.py": b"print 2\n"}) == {
        "a.py": b"print(1)\n",
        "b.py": b"print 2\n",
    }


def test_python_2_runs_and_is_flagged(task_with: Callable[..., Any], sandbox: Any) -> None:
    record = run(task_with(sandbox), {"hw/echo.py": OLD, "hw/helper.py": HELPER})
    assert [(b.verdict, b.message, b.facts().stdout) for b in record.batches] == [
        (Verdict.AC, "", b"sample\n"),
        (Verdict.AC, "", b"one\n"),
        (Verdict.AC, "", b"two\n"),
    ]
    assert record.files["hw/echo.py"] == OLD
    assert [(flag.id, flag.evidence) for flag in flags(record)] == [
        ("translated", "Python 2, translated to Python 3 by fissix before it ran")
    ]


def test_what_is_neither_is_a_compile_error(task_with: Callable[..., Any], sandbox: Any) -> None:
    record = run(task_with(sandbox), {"echo.py": b"def f(:\n    pass\n"})
    assert [run.verdict for run in record.batches] == [Verdict.CE] * 3
    assert record.started is not None
    assert record.started.language == "python"
    assert flags(record) == ()
