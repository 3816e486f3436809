"""The oracles share no code with the code that they check, except values."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gograde.go import oracles

FOLDER = Path(oracles.__path__[0])
VALUES = {
    "rules_oracle": {"board": {"Board", "Point", "Stone"}},
    "influence_oracle": {"board": {"Board", "Point", "Stone"}},
    "joseki_oracle": {
        "board": {"Point"},
        "joseki": {"Area", "Corner", "JosekiPath", "Place", "State"},
        "position": {"Move"},
    },
}


@pytest.mark.parametrize("oracle", VALUES)
def test_an_oracle_imports_only_types_of_values(oracle: str) -> None:
    found: dict[str, set[str]] = {}
    for node in ast.walk(ast.parse((FOLDER / f"{oracle}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gograde"):
            module = str(node.module).removeprefix("gograde.go.")
            found.setdefault(module, set()).update(alias.name for alias in node.names)
    assert found == VALUES[oracle]


def test_every_oracle_is_in_the_table() -> None:
    assert {path.stem for path in FOLDER.glob("*_oracle.py")} == set(VALUES)
