"""`docs/architecture.md` names every folder; what it and the pages about the engine name exists."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

NAME = r"`(gograde\.[\w.]+)`"
PATH = r"`((?:gograde|tests|docs|cases|starters|benchmarks|\.ci)/[\w./-]*)`"
FOLDERS = sorted(
    path.name for path in (ROOT / "gograde").iterdir() if path.is_dir() and (path / "__init__.py").exists()
)


def found(name: str) -> object:
    """The module, class, function or method of this full name; raises AttributeError or ImportError."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            value: object = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            value = getattr(value, part)
        return value
    raise ImportError(name)


def test_what_the_pages_name_exists() -> None:
    for page in ("architecture", "decisions", "engine", "paper", "sandbox"):
        text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
        assert [name for name in re.findall(NAME, text) if found(name) is None] == []
        paths = set(re.findall(PATH, text)) - {"gograde/formulary.json"}
        assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_folder_is_on_the_map() -> None:
    assert [folder for folder in FOLDERS if not re.search(rf"^  {folder}/ ", TEXT, re.MULTILINE)] == []


def test_the_map_is_short_and_has_three_walks() -> None:
    assert len(set(re.findall(NAME, TEXT))) > 30
    assert TEXT.count("\n") < 170
    assert [line for line in TEXT.splitlines() if line.startswith("## ")][-3:] == [
        "## Walk: a submission, from archive to page",
        "## Walk: a picture, from canvas to verdict",
        "## Walk: a game, from schedule to rating",
    ]


def test_a_name_that_is_not_there_is_found_out() -> None:
    with pytest.raises((ImportError, AttributeError)):
        found("gograde.intake.submission.read_nothing")
