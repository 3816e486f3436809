"""The kinds of contract: each has its module, and only the modules that a package needs are loaded."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import gograde.grading
from gograde.codec import of_value
from gograde.grading.contracts.kind import code_of_kind, kind_of
from gograde.package.config import Contract

KINDS = get_args(get_type_hints(Contract)["kind"])


def contract(kind: str) -> Contract:
    return of_value(Contract, {"kind": kind, "entries": ["a.py"], "languages": ["python"]})


def test_the_kinds() -> None:
    assert KINDS == ("files", "stdio", "module", "game")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_module(kind: str) -> None:
    module = {"stdio": "files"}.get(kind, kind)
    assert code_of_kind(contract(kind)) == f"gograde.grading.contracts.{module}"
    assert kind_of(contract(kind)).finder in (
        "gograde.intake.reading.programs:programs",
        "gograde.intake.reading.programs:named_programs",
    )


@pytest.mark.parametrize(("kind", "plays"), [("files", False), ("game", True)])
def test_the_arena_is_loaded_for_games_alone(kind: str, plays: bool) -> None:
    code = (
        "import json, sys, gograde.workflow.steps.run, importlib;"
        f"importlib.import_module('gograde.grading.contracts.{kind}');"
        "print(json.dumps(any(name.startswith('gograde.arena') for name in sys.modules)))"
    )
    assert json.loads(subprocess.check_output([sys.executable, "-P", "-c", code], text=True)) is plays


def test_grading_names_no_assignment() -> None:
    folder = Path(gograde.grading.__path__[0])
    named = {
        path.name: found
        for path in folder.rglob("*.py")
        if (found := re.findall(r"gograde\.assignments\.\w+", path.read_text("utf-8")))
    }
    assert named == {}
