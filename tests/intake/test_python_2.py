"""Python 2 homework is recognised, translated in the sandbox, and run; other programs stay unchanged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gograde.grading.facts import RunRecord
from gograde.grading.run import run_submission
from gograde.grading.score import flags
from gograde.intake.reading.python_2 import in_python_3, is_python_2_program, untabbed
from gograde.intake.reading.python_sources import is_python_2, is_python_3
from gograde.intake.submission import Submission, digest
from gograde.scoring.record import HandedIn
from gograde.scoring.verdict import Verdict
from tests.echo import batch

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


ONE = [batch("01", b"one")]


def run(task: Any, files: dict[str, bytes]) -> RunRecord:
    handed = Submission(files, digest(files))
    return run_submission(handed, HandedIn("alice", handed.sha256), task)


def test_python_3_is_told_from_what_is_not() -> None:
    assert is_python_3(b"print('x')\n")
    assert not is_python_3(b"print 'x'\n")
    assert not is_python_3(b"if 1:\n\tx = 1\n        y = 2\n")
    assert not is_python_3(b"x = 1\0")
    assert not is_python_3(b"(" * 100_000)


def test_tabs_are_columns() -> None:
    assert untabbed(b"if 1:\n\tx = '\t'\n  \ty") == b"if 1:\n        x = '\t'\n        y"


def test_what_is_still_no_python_3_stays_as_it_was() -> None:
    sources = {"a.py": b"print 1\n", "b.py": b"def f(:\n", "c.py": b"# coding: none\n", "d.py": b"x = 1\n"}
    translated = in_python_3(sources)
    assert list(translated) == ["a.py", "d.py"]
    assert translated["a.py"] == b"from _python_2 import *; print(1)\n"


def test_python_2_runs_and_is_flagged(task_with: Callable[..., Any], sandbox: Any) -> None:
    record = run(task_with(sandbox), {"hw/echo.py": OLD, "hw/helper.py": HELPER})
    assert [(b.verdict, b.message, b.facts().stdout) for b in record.batches] == [
        (Verdict.AC, "", b"sample\n"),
        (Verdict.AC, "", b"one\n"),
        (Verdict.AC, "", b"two\n"),
    ]
    assert record.files["hw/echo.py"] == OLD
    assert [(flag.id, flag.evidence) for flag in flags(record, ())] == [
        ("translated", "Python 2, translated to Python 3 by fissix before it ran")
    ]


def test_what_is_neither_is_a_compile_error(task_with: Callable[..., Any], sandbox: Any) -> None:
    record = run(task_with(sandbox), {"echo.py": b"def f(:\n    pass\n"})
    assert [run.verdict for run in record.batches] == [Verdict.CE] * 3
    assert record.started is not None
    assert record.started.language == "python"
    assert flags(record, ()) == ()


OLD_MARKS = {
    "a module": b"import Tkinter\n",
    "a name": b"for i in xrange(9): pass\n",
    "has_key": b"print({}.has_key(1))\n",
    "chevron": b"import sys\nprint >>sys.stderr, 1\n",
}
EITHER = {
    "guarded module": b"try:\n    import Tkinter as tk\nexcept ImportError:\n    import tkinter as tk\n",
    "guarded name": b"try:\n    read = raw_input\nexcept NameError:\n    read = input\n",
    "version": b"import sys\nif sys.version_info[0] < 3:\n    import Tkinter\n",
    "own name": b"xrange = range\nprint(list(xrange(3)))\n",
    "new syntax": b"print(f'{1}', end='')\nimport Tkinter\n",
    "a number with more digits than Python prints": b"if 0x" + b"f" * 9000 + b":\n    print(1)\n",
}


@pytest.mark.parametrize("mark", OLD_MARKS)
def test_python_2_is_known_by_its_names(mark: str) -> None:
    assert is_python_2(OLD_MARKS[mark])


def test_what_runs_as_python_3_is_left_alone() -> None:
    for source in EITHER.values():
        assert not is_python_2(source)


def test_an_old_module_makes_a_program_old_only_when_it_is_imported() -> None:
    files = {"hw/main.py": b"import rules\n", "hw/rules.py": b"print 1\n"}
    assert is_python_2_program(files, "hw/main.py")
    assert is_python_2_program({**files, "hw/main.py": b"from rules import *\nprint(1)\n"}, "hw/main.py")
    assert not is_python_2_program({**files, "hw/main.py": b"import ruling\n"}, "hw/main.py")


PRINTED = {
    "print('a', xrange(2)[1])": b"('a', 1)\n",
    "print 7 / 2, -7 / 2, 2 * 7 / 3 * 2, 7 / 2.0, 1 + 9 / (5 / 2)": b"3 -4 8 3.5 5\n",
    "x = 9\nx /= 2\nprint x": b"4\n",
    "from __future__ import division\nprint 7 / 2": b"3.5\n",
    "import sys\nreload(sys)\nsys.setdefaultencoding('utf-8')\nprint 'on'": b"on\n",
    "import string\nprint string.split('a b'), string.atoi('7'), string.join('xy')": b"['a', 'b'] 7 x y\n",
    "for line in file('word.txt'): print line.strip() and 1, cmp(1, 2)": b"1 -1\n",
    "a = [1, 3, 2]\na.sort(lambda x, y: y - x)\nprint a, sorted(a, cmp=cmp)": b"[3, 2, 1] [1, 2, 3]\n",
    "out = open('a', 'w')\nprint >>out, 'said'\nout.close()\nprint(open('a').read())": b"said\n\n",
    '"""Words."""\ndef f(a):\n    return a / 2\nprint f(9), __doc__': b"4 Words.\n",
}


@pytest.mark.parametrize("source", PRINTED)
def test_python_2_means_what_it_meant(source: str, task_with: Callable[..., Any], sandbox: Any) -> None:
    record = run(task_with(sandbox, ONE), {"echo.py": source.encode()})
    run_of_one = record.batches[0]
    assert (run_of_one.verdict, run_of_one.message) == (Verdict.AC, "")
    assert run_of_one.facts().stdout == PRINTED[source]
    assert record.started is not None
    assert record.started.language == "python 2"


def test_an_error_keeps_its_line_number(task_with: Callable[..., Any], sandbox: Any) -> None:
    source = b"# words\nimport sys\nprint 'a'\nx = 1 / 0\n"
    stderr = run(task_with(sandbox, ONE), {"echo.py": source}).batches[0].facts().stderr
    assert b"line 4, in <module>" in stderr
