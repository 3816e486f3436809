"""`docs/go.md` lists every name of `gograde.go`, and its examples are right."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import gograde.go

PAGE = Path(__file__).parents[2] / "docs" / "go.md"


def test_every_name_stands_once_in_a_table() -> None:
    rows = [line.split("|")[1] for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    listed = [name for cell in rows for name in re.findall(r"`(\w+)`", cell)]
    assert sorted(listed) == sorted(gograde.go.__all__)


def test_the_examples_are_right() -> None:
    text = PAGE.read_text("utf-8").replace("```\n", "\n")
    examples = doctest.DocTestParser().get_doctest(text, {}, "go.md", str(PAGE), 0)
    assert len(examples.examples) > 8
    assert doctest.DocTestRunner().run(examples).failed == 0
