"""The notebook about the class as pandas: its cells run, and it holds no outputs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

NOTEBOOK = Path(__file__).parents[2] / "docs" / "class.ipynb"
CELLS: list[dict[str, Any]] = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
CODE = ["".join(cell["source"]) for cell in CELLS if cell["cell_type"] == "code"]


def test_no_output_is_kept() -> None:
    kept = [cell for cell in CELLS if cell["cell_type"] == "code"]
    assert [(cell["outputs"], cell["execution_count"]) for cell in kept] == [([], None)] * len(kept)


def test_the_cells_run_one_after_the_other(reports: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(reports.parent.parent)
    names: dict[str, Any] = {}
    shown = []
    for source in CODE:
        *before, last = source.split("\n")
        exec("\n".join(before), names)
        shown.append(eval(last, names))
    scores, open_marks, percent, shares, easy, usage = shown
    assert len(scores) == 5
    assert set(open_marks["student_id"]) == {"alice", "bob", "carol", "frank", "grace"}
    assert percent.loc["board9", "count"] == 2
    assert shares.loc["carol", ("board9", "capture")] == 1
    assert "sample-01/0" in easy
    assert isinstance(usage, pd.DataFrame)
