"""The class that exports are imported into."""

from __future__ import annotations

from pathlib import Path

import pytest

from gograde.classroom.classroom import Classroom
from tests.classroom.importing.exports import a_class


@pytest.fixture
def room(tmp_path: Path) -> Classroom:
    return a_class(tmp_path / "class")
