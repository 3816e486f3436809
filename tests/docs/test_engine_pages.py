"""The pages about the engine and the paper name only what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.test_architecture import found

ROOT = Path(__file__).parents[2]
PAGES = [page for page in ("engine.md", "paper.md") if (ROOT / "docs" / page).exists()]
TEXT = "\n".join((ROOT / "docs" / page).read_text(encoding="utf-8") for page in PAGES)
NAMES = sorted(set(re.findall(r"`(gograde\.[\w.]+)`", TEXT)))
PATHS = sorted(set(re.findall(r"`((?:gograde|tests|docs|benchmarks)/[\w./-]*)`", TEXT)))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_on_the_pages_exists(name: str) -> None:
    assert found(name) is not None


@pytest.mark.parametrize("path", [path for path in PATHS if path != "gograde/formulary.json"])
def test_a_path_on_the_pages_exists(path: str) -> None:
    assert (ROOT / path).exists()
