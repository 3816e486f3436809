"""Notebooks run as programs: their code cells in order, without the commands of IPython."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from gograde.core.verdict import Verdict
from gograde.grading.contracts.game import MoveStart, move_start, shipped_game
from gograde.grading.score import flags
from gograde.intake.reading.notebooks import in_python
from gograde.intake.reading.read_sources import read_sources
from gograde.intake.runtime import runtime_of
from gograde.intake.submission import Submission
from gograde.package.package import find_package
from gograde.sandbox.landlock import Unsandboxed
from gograde.sandbox.protocol import OURS
from tests.echo import batch
from tests.golden import values_agree
from tests.intake.conftest import run

READS = "%matplotlib inline\n!pip install numpy\nword = open('word.txt').read()"
SAYS = "print(word)"


def notebook(*cells: str, **metadata: Any) -> bytes:
    """A notebook with these code cells, below a title."""
    code = ({"cell_type": "code", "source": text.splitlines(True), "outputs": []} for text in cells)
    title = {"cell_type": "markdown", "source": "# print('no code')"}
    return json.dumps({"nbformat": 4, "metadata": metadata, "cells": [title, *code]}).encode()


def program(*cells: str) -> list[str]:
    """The lines that a program has for these cells, without ours before and after them."""
    return in_python(notebook(*cells)).source.decode().split("\n")[2:-2]


def told(task: Any, *cells: str) -> str:
    """The end of a notebook's run, in words."""
    [ended] = run(task, {"work.ipynb": notebook(*cells)}).batches
    return f"{ended.verdict.value} {ended.message}".strip()


# -- a notebook becomes a program -----------------------------------------------------------


def test_a_cell_is_python() -> None:
    values_agree("intake/cells.txt", program=program)


def test_a_remark_names_what_was_left_out() -> None:
    found = in_python(notebook("%matplotlib inline\n!pip install numpy", "%%html\n<b>", "x = !ls"))
    ran = "its 3 code cells were run in their order"
    assert found.note == f"{ran}, without !pip install (cell 1), %%html (cell 2), !ls (cell 3)"
    assert in_python(notebook("x = 1")).note == "its code cell was run"


def test_format_3_has_sheets() -> None:
    old = {"worksheets": [{"cells": [{"cell_type": "code", "input": ["x = 1\r\n", "y = 2"]}]}]}
    assert b"\nx = 1\ny = 2\n" in in_python(json.dumps(old).encode()).source


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no notebook: it is not JSON, or is cut off"),
        (b"[" * 100_000, "no notebook: it is not JSON, or is cut off"),
        (b'{"cells": [{"cell_type": "code", "source": "', "no notebook: it is not JSON, or is cut off"),
        (b"{}", "a notebook without a code cell"),
        (b'{"cells": [1, null, {"cell_type": "raw"}], "metadata": 7}', "a notebook without a code cell"),
        (notebook("x <- 1", language_info={"name": "R"}), "a notebook of R; notebooks of Python are taken"),
    ],
)
def test_what_is_no_notebook_of_python_is_refused(
    data: bytes, reason: str, task_with: Any, sandbox: Any
) -> None:
    with pytest.raises(ValueError, match=reason):
        in_python(data)
    refused = run(task_with(sandbox), {"work.ipynb": data})
    assert (refused.verdict, refused.message) == (Verdict.CE, f"work.ipynb: {reason}")


def test_whatever_a_cell_holds_is_read() -> None:
    for source in [None, 7, [], ["x", 7, None], {"a": 1}]:
        data = json.dumps(
            {"cells": [{"cell_type": "code", "source": source}], "metadata": {"kernelspec": []}}
        )
        assert in_python(data.encode()).source.startswith(b"import _notebook")


# -- and runs -------------------------------------------------------------------------------


def test_a_notebook_is_run_cell_by_cell(task_with: Any, sandbox: Any) -> None:
    record = run(task_with(sandbox), {"my work.ipynb": notebook(READS, SAYS)})
    assert [(each.verdict, each.result.stdout) for each in record.batches if each.result] == [
        (Verdict.AC, b"sample\n"),
        (Verdict.AC, b"one\n"),
        (Verdict.AC, b"two\n"),
    ]
    assert record.started is not None
    assert (record.started.path, record.started.language) == ("my work.ipynb", "python")
    ran = "its 2 code cells were run in their order, without !pip install (cell 1)"
    assert [flag.evidence for flag in flags(record, ())] == [f"my work.ipynb ({ran})"]


def test_a_cell_is_not_run_before_those_above_it(task_with: Any, sandbox: Any) -> None:
    task = task_with(sandbox, [batch("01", b"one")])
    said = "RTE exit code 1: NameError: name 'word' is not defined (cell 1, line 1)"
    assert told(task, SAYS, READS) == said


def test_an_error_names_its_cell_and_what_came_before_counts(task_with: Any, sandbox: Any) -> None:
    task = task_with(sandbox, [batch("01", b"one")])
    record = run(task, {"work.ipynb": notebook("def f():\n    return gone", READS + "\n" + SAYS, "1\nf()")})
    [ended] = record.batches
    assert ended.message == "exit code 1: NameError: name 'gone' is not defined (cell 1, line 2)"
    assert ended.result is not None
    assert ended.result.stdout == b"one\n"
    assert [line for part in ended.source for line in part.lines if "gone" in line] == ["    return gone"]


def test_a_broken_cell_fails_when_its_turn_comes(task_with: Any, sandbox: Any) -> None:
    task = task_with(sandbox, [batch("01", b"one")])
    record = run(task, {"work.ipynb": notebook(READS, SAYS, "x = 1\nfor in range(3):")})
    [ended] = record.batches
    assert (
        ended.message
        == "exit code 1: RuntimeError: cell 3, line 2 is no Python: invalid syntax (cell 3, line 1)"
    )
    assert ended.result is not None
    assert ended.result.stdout == b"one\n"


@pytest.mark.parametrize(
    "cells",
    [
        (
            "%%writefile helper.py\ndef read(): return open('word.txt').read()",
            "import helper\nprint(helper.read())",
        ),
        (
            "from IPython.display import display, clear_output\nclear_output(wait=True)",
            READS,
            "display(word)",
        ),
        ("get_ipython().run_line_magic('matplotlib', 'inline')", READS, SAYS, "word"),
        ("if __name__ == '__main__':\n    print(open('word.txt').read())",),
        ("import rules", "%run -i x", "print(rules.read())"),
    ],
)
def test_what_ipython_gives_is_there(cells: tuple[str, ...], task_with: Any, sandbox: Any) -> None:
    rules = b"def read():\n    return open('word.txt').read()\n"
    task = task_with(sandbox, [batch("01", b"one")])
    beside = {"rules.py": rules} if "rules" in cells[0] else {}
    [ended] = run(task, {"a.ipynb": notebook(*cells), **beside}).batches
    assert ended.result is not None
    assert (ended.message, ended.result.stdout) == ("", b"one\n")


def test_a_notebook_of_python_2_is_translated(task_with: Any, sandbox: Any) -> None:
    old = notebook("word = open('word.txt').read()", "print word", kernelspec={"name": "python2"})
    record = run(task_with(sandbox, [batch("01", b"one")]), {"a.ipynb": old})
    assert record.started is not None
    assert record.started.language == "python 2"
    assert record.batches[0].result is not None
    assert record.batches[0].result.stdout == b"one\n"


def test_figures_of_a_cell_are_shown_and_saved_ones_are_not_twice(task_with: Any, sandbox: Any) -> None:
    board9 = find_package("board9")
    task = task_with(sandbox, [batch("01", b"one")])
    task = replace(task, config=board9.config, runtime=runtime_of(board9))
    draws = "import IPython\nimport matplotlib.pyplot as plt\nplt.plot([1, 2])"

    def shown(*cells: str) -> int:
        [ended] = run(task, {"a.ipynb": notebook(*cells)}).batches
        return len(ended.pictures)

    assert shown("x = 1", draws, "plt.figure()\nplt.plot([3])", "print(x)") == 2
    assert shown(draws, "plt.savefig('a.png')") == 1


@pytest.mark.parametrize(
    ("name", "data", "needs"),
    [
        ("my_player.ipynb", notebook("print(1)"), "_notebook.py"),
        ("my_player.py", b"print 'PASS'", "_python_2.py"),
    ],
)
def test_a_player_has_the_modules_of_ours_that_it_imports(name: str, data: bytes, needs: str) -> None:
    start = move_start(Submission({name: data}, ""), Unsandboxed(), shipped_game())
    assert isinstance(start, MoveStart)
    assert f"{OURS}/{needs}" in [file.path for file in start.job.files]


def test_notebooks_are_compared_by_the_code_in_their_cells() -> None:
    value, [text, _] = read_sources({"paths": ["a.ipynb"], "all": False}, [notebook(READS, SAYS)])
    assert value == {"paths": ["a.ipynb"]}
    assert b"\nword = open('word.txt').read()\n" in text
