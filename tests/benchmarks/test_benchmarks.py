"""Every benchmark finds what it measures: a name that is gone from gograde is told here."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import benchmarks
from benchmarks.__main__ import NAMES, main

FOLDER = Path(benchmarks.__path__[0])


@pytest.mark.parametrize("name", NAMES)
def test_a_benchmark_can_be_started(name: str) -> None:
    assert callable(importlib.import_module(f"benchmarks.{name}").main)


def test_an_unknown_benchmark_is_told() -> None:
    with pytest.raises(SystemExit, match="no benchmark named best\nFix: choose among area, arena"):
        main(["area", "best"])
