"""What a submission asks for is compared with what its runtime has, and told where it is not there."""

from __future__ import annotations

from typing import Any

import pytest

from gograde.intake.reading.read import MOST_PACKAGES, required
from gograde.sandbox.select import choose_backend
from tests.echo import batch
from tests.intake.conftest import run

LINES = """\
# what I use
numpy==1.26.4
Pillow >= 9 ; python_version > "3"
scikit-learn[alldeps]~=1.4   # for fun
torch @ ./torch.whl
-r more.txt
--no-deps
./local/package
git+ssh://somewhere/x.git
"""
PROJECT = """\
[project]
name = "mine"
dependencies = ["numpy>=2", "scipy", 7, "not a name"]
[tool.poetry.dependencies]
python = "^3.11"
pandas = {version = "*"}
"""


def test_names_are_read_and_nothing_else() -> None:
    for name, text, names in [
        ("requirements.txt", LINES, ["numpy", "Pillow", "scikit-learn", "torch"]),
        ("hw/Requirements-dev.txt", "scipy\r\nscipy\r\n", ["scipy"]),
        ("requirements.txt", "\ufeffnumpy\n", ["numpy"]),
        ("pyproject.toml", PROJECT, ["numpy", "scipy", "pandas"]),
        (
            "pyproject.toml",
            '[tool.poetry.dependencies]\n"foo[bar]" = "1"\n" x " = "1"\n"? y" = "1"',
            ["foo", "x"],
        ),
        ("pyproject.toml", "[project", []),
        ("pyproject.toml", "project = 1\ntool = []", []),
        ("pyproject.toml", "x = " + "[" * 5000, []),
        ("my_requirements.txt", "scipy", []),
        ("requirements.txt", "scipy\n" * 20_000, []),
    ]:
        assert required({name: text.encode()}) == ({name: names} if names else {})


def test_no_more_names_than_a_record_may_hold() -> None:
    lines = "\n".join(f"package{n}" for n in range(500)).encode()
    found = required({"requirements.txt": lines, "requirements-b.txt": lines})
    assert sum(map(len, found.values())) == MOST_PACKAGES


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("numpy\nNumPy>=2\npip\n", None),
        ("numpy\nscipy\npygame\n", "asks for scipy, pygame, not there; a program may import {}"),
        ("\n".join("abcdefgh"), "asks for a, b, c, d, e, f and 2 more, not there; a program may import {}"),
    ],
)
def test_what_is_not_allowed_is_told_with_what_is(asked: str, told: str | None, task_with: Any) -> None:
    source = b"import numpy\nprint(open('word.txt').read())\n"
    files = {"echo.py": source, "requirements.txt": asked.encode()}
    record = run(task_with(choose_backend(), [batch("01", b"one")]), files)
    [ended] = record.batches
    assert ended.result is not None
    assert (ended.message, ended.result.stdout) == ("", b"one\n")
    allowed = "the standard library (tkinter and turtle too), numpy"
    assert record.left_out == ({} if told is None else {"requirements.txt": told.format(allowed)})


def test_an_import_that_is_not_allowed_says_what_is(task_with: Any) -> None:
    files = {"echo.py": b"import scipy\n", "requirements.txt": b"scipy"}
    [ended] = run(task_with(choose_backend(), [batch("01", b"one")]), files).batches
    assert ended.message == (
        "exit code 1: ModuleNotFoundError: No module named 'scipy' (a program may import "
        "the standard library (tkinter and turtle too), numpy, and the modules that are handed in with it)"
    )
