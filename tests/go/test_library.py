"""`gograde.go` in a notebook: its exports, and the modules that it does not load."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import gograde.go
from gograde import go
from gograde.go import joseki, position
from gograde.go.influence import blocks, models, territory
from gograde.go.solver import exact
from tests.golden import calls_agree

HEAVY = {"numpy", "numba", "sgfmill", "pandas", "matplotlib", "click", "snakemake", "subprocess", "pathlib"}
LOADED = "import sys; before = set(sys.modules); {}; print(*sorted(set(sys.modules) - before))"


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter loads for some code."""
    argv = [sys.executable, "-S", "-c", LOADED.format(code)]
    path = {"PYTHONPATH": ":".join(sys.path)}
    return set(subprocess.run(argv, env=path, capture_output=True, text=True, check=True).stdout.split())


def test_importing_the_library_loads_nothing_heavy() -> None:
    modules = loaded_by("import gograde.go")
    assert {name for name in modules if name.startswith("gograde.go.")} == set()
    assert modules & HEAVY == set()


def test_a_name_loads_no_more_than_it_needs() -> None:
    modules = loaded_by("from gograde.go import play")
    assert {name for name in modules if name.startswith("gograde.go.")} == {
        "gograde.go.board",
        "gograde.go.moves",
    }


def test_boards_play_without_numpy() -> None:
    code = "from gograde.go import *; print(end='') if play(Board.empty(9), Stone.BLACK, (4, 4)) else 1"
    assert loaded_by(code) & HEAVY == set()


def test_every_export_exists_and_kernels_are_loaded_when_they_are_imported() -> None:
    assert all(getattr(go, name) for name in go.__all__)
    assert "numba" in loaded_by("from gograde.go import kernels; kernels.area_score")
    with pytest.raises(AttributeError, match=r"^module 'gograde\.go' has no attribute 'ladders'$"):
        go.ladders  # noqa: B018


def test_what_is_refused_is_said() -> None:
    calls_agree("go/refusals.txt", joseki, models, blocks, territory, exact, position, go)


def test_the_example_in_the_docstring_is_true() -> None:
    results = doctest.testmod(go)
    assert (results.attempted, results.failed) == (2, 0)


# -- `docs/go.md` lists every name of `gograde.go`, and its examples are right ---------------------


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
