"""A class behind a server, started once as a person starts it."""

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from tests.app.classroom.made_class import make_class
from tests.app.served import Answer, Served, served

PAGES = ("", "review", "corrections?student=bob", "regrade", "marks", "staff/alice.html")


@dataclass(frozen=True)
class Hall:
    """The class folder, and the server of its pages."""

    path: Path
    server: Served

    @property
    def overrides(self) -> Path:
        return self.path / "overrides.csv"

    def page(self, path: str) -> str:
        answer = self.server.ask(path)
        assert answer.status == 200, answer.text
        return answer.text

    def sitting(self, path: str = "review") -> tuple[str, str]:
        """A new sitting, and the word for what its page shows."""
        text = self.page(path)
        return one(r'data-sitting="([^"]+)"', text), shown(text)

    def press(self, sitting: str, seal: str, key: str, **more: str) -> Answer:
        asked = {"sitting": sitting, "shown": seal, "key": key, "by": "Ms Rivera", "comment": "", **more}
        return self.server.ask("review/press", asked)


def one(pattern: str, text: str) -> str:
    [found] = re.findall(pattern, text)
    return str(found)


def shown(html: str) -> str:
    return one(r'data-shown="([0-9a-f]{64})"', html)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Hall, Path]]:
    folder = tmp_path_factory.mktemp("view")
    first = make_class(folder / "first")
    path = folder / "autumn"
    shutil.copytree(first, path)
    with served(["-m", "gograde", "view", str(path), "--by", "Mr Sato"]) as server:
        yield Hall(path, server), first


@pytest.fixture
def hall(made: tuple[Hall, Path]) -> Hall:
    """The class as it was made; its server goes on, and may still write into what is moved away."""
    found, first = made
    aside = mkdtemp(dir=first.parent)
    for path in found.path.iterdir():
        path.rename(Path(aside, path.name))
    shutil.copytree(first, found.path, dirs_exist_ok=True)
    return found


@pytest.fixture
def rows(hall: Hall) -> Callable[[], list[dict[str, Any]]]:
    """The rows of overrides.csv, as they are now."""
    import csv

    def read() -> list[dict[str, Any]]:
        path = hall.overrides
        return list(csv.DictReader(path.read_text().splitlines())) if path.exists() else []

    return read
