"""The README: its summary is that of the demo, and where the package is published no link is relative."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
REPOSITORY = "https://example.org/gograde"


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def links(text: str) -> list[str]:
    page = MarkdownIt("commonmark").enable("table").render(text)
    return re.findall(r'(?:href|src)="([^"]*)"', page)


def test_each_link_of_the_readme_leads_to_a_file() -> None:
    found = links(README)
    assert len(found) > 20
    assert [link for link in found if not (ROOT / link).exists()] == []


def test_published_with_an_address_every_link_is_whole(hook: ModuleType) -> None:
    found = links(hook.outside(README, REPOSITORY))
    assert len(found) == len(links(README))
    assert all(link.startswith(f"{REPOSITORY}/") for link in found)
    assert f"{REPOSITORY}/raw/HEAD/docs/report.png" in found
    assert f"{REPOSITORY}/blob/HEAD/docs/class.md" in found
    assert all((ROOT / link.partition("/HEAD/")[2]).exists() for link in hook.urls(REPOSITORY).values())


def test_published_without_an_address_nothing_is_linked(hook: ModuleType) -> None:
    text = hook.outside(README, "")
    assert links(text) == []
    assert "| `docs/class.md` | the term of a class" in text
    assert hook.outside("[a](https://example.org/x) [b](#c)", "") == "[a](https://example.org/x) [b](#c)"
