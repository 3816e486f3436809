"""`docs/architecture.md` is complete: every path in it exists, and it names every folder."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

NAMES = sorted(set(re.findall(r"`(gograde\.[\w.]+)`", TEXT)))
PATHS = sorted(set(re.findall(r"`((?:gograde|tests|docs|cases|starters|benchmarks|\.ci)/[\w./-]*)`", TEXT)))
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


@pytest.mark.parametrize("name", NAMES)
def test_a_name_on_the_map_exists(name: str) -> None:
    assert found(name) is not None


@pytest.mark.parametrize("path", PATHS)
def test_a_path_on_the_map_exists(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_folder_is_on_the_map(folder: str) -> None:
    assert re.search(rf"^  {folder}/ ", TEXT, re.MULTILINE)


def test_the_map_is_short_and_has_three_walks() -> None:
    assert len(NAMES) > 30
    assert TEXT.count("\n") < 140
    assert [line for line in TEXT.splitlines() if line.startswith("## ")][-3:] == [
        "## Walk: a submission, from archive to page",
        "## Walk: a picture, from canvas to verdict",
        "## Walk: a game, from schedule to rating",
    ]


def test_a_name_that_is_not_there_is_found_out() -> None:
    with pytest.raises((ImportError, AttributeError)):
        found("gograde.intake.submission.read_nothing")
