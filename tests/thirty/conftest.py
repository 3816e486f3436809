"""The class of thirty, graded and published once for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from gograde.cli.main import run_command
from tests.thirty import table
from tests.thirty.course import grade


@pytest.fixture(scope="session")
def thirty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the class; nobody writes into it."""
    folder = tmp_path_factory.mktemp("thirty")
    grade(table.course(), folder)
    assert run_command(["publish", str(folder)]) == 0
    return folder
