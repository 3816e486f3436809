"""The compiled area score: the largest board, and the code cache on disk."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gograde
from gograde.go import Board, Stone
from gograde.go.area_kernel import area_score


def test_the_largest_board_is_counted() -> None:
    lone = Board.empty(255).with_stones(Stone.BLACK, [(254, 254)])
    assert area_score(lone.to_array()) == (65025, 0)


CALL = "from gograde.go import Board, area_kernel as k; print(k.area_score(Board.empty(2).to_array()))"


@pytest.fixture
def read_only_package(tmp_path: Path) -> Path:
    """A copy of the library whose folder takes no cache, for the superuser neither."""
    source, copy = Path(gograde.__file__).parent, tmp_path / "site" / "gograde"
    shutil.copytree(source / "go", copy / "go", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("__init__.py", "errors.py"):
        shutil.copy(source / name, copy / name)
    (copy / "go" / "__pycache__").write_text("a file where the folder would be")
    return copy.parent


def run(package: Path, cache: str) -> str:
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    env = {**kept, "PYTHONPATH": str(package), "XDG_CACHE_HOME": cache, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.check_output([sys.executable, "-c", CALL], env=env, cwd=package, text=True)


def test_code_is_kept_in_the_users_cache_when_the_package_is_read_only(
    read_only_package: Path, tmp_path: Path
) -> None:
    assert run(read_only_package, str(tmp_path / "cache")) == "(0, 0)\n"
    kept = [path.name for path in (tmp_path / "cache").rglob("*.nbi")]
    assert [name.split("-")[0] for name in kept if "area_score" in name] == ["area_kernel.area_score"]


def test_kernels_work_where_nothing_can_be_written(read_only_package: Path) -> None:
    assert run(read_only_package, os.devnull) == "(0, 0)\n"
