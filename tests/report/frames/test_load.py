"""The class as pandas: what was written is what is read, and what cannot be read is told."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from dataclasses import FrozenInstanceError, fields
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from gograde.codec import of_value
from gograde.errors import DataError
from gograde.grading.marks.gradebook import Gradebook
from gograde.report.class_report import TABLES, every_table
from gograde.report.frames import NAMES, Frames, frame_of, load
from gograde.report.frames.table import SCHEMAS, Table
from gograde.report.results import Results, load_results
from gograde.report.words.table_text import safe
from tests.golden import agrees, errors_agree

KINDS = {"string": "string", "number": "Float64", "integer": "Int64", "boolean": "boolean"}


def test_the_frames_of_a_folder_are_those_of_the_tables_that_were_written(
    reports: Path, frames: Frames
) -> None:
    made = every_table(load_results(reports.parent))
    for name in NAMES:
        pd.testing.assert_frame_equal(getattr(frames, name), frame_of(safe(made[name])))


def test_every_column_has_the_dtype_of_its_description(reports: Path, frames: Frames) -> None:
    described = json.loads((reports / "datapackage.json").read_text())["resources"]
    assert [one["name"] for one in described] == list(TABLES)
    assert set(NAMES) == set(TABLES) == {field.name for field in fields(Frames)}
    for one in described:
        frame = getattr(frames, one["name"])
        assert list(frame.columns) == [field["name"] for field in one["schema"]["fields"]]
        for field in one["schema"]["fields"]:
            assert field["description"], field
            assert str(frame[field["name"]].dtype) == KINDS.get(field["type"], "datetime64[ns, UTC]")


def test_facts_of_one_class(frames: Frames) -> None:
    """What is not known stays unknown, no number has more than six places, and a league's games are games."""
    text = "".join(f"== {name}\n{getattr(frames, name).to_csv(index=False, na_rep='?')}" for name in NAMES)
    agrees("frames/frames.txt", re.sub("[0-9a-f]{64}", "SHA256", text))
    assert frames.scores.set_index(["student_id", "assignment"]).loc[("frank", "board9"), "final"] is pd.NA
    assert frames.late["submitted_at"].max() == pd.Timestamp("2026-11-14 10:00", tz="UTC")


def test_frames_cannot_be_replaced(frames: Frames) -> None:
    with pytest.raises(FrozenInstanceError):
        frames.scores = frames.tests  # type: ignore[misc]


def test_importing_frames_costs_no_pandas() -> None:
    code = "import sys, gograde.report.frames.marks; print({'pandas', 'numpy'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "set()\n"


# -- what cannot be read --------------------------------------------------------------------


@pytest.fixture
def copied(reports: Path, tmp_path: Path) -> Path:
    """The reports without pages."""
    shutil.copytree(reports, tmp_path / "reports", ignore=shutil.ignore_patterns("*.html"))
    return tmp_path / "reports"


def test_a_folder_without_reports_and_a_table_that_is_gone_are_named(copied: Path, tmp_path: Path) -> None:
    (copied / SCHEMAS["usage"].path).unlink()
    tried = {"no reports": lambda: load(str(tmp_path)), "gone": lambda: load(copied)}
    errors_agree("frames/refused.txt", tried.items(), tmp_path)


@pytest.mark.parametrize(
    ("old", "new"),
    [("student_id", "student"), ('"AC"', '"AC","AC"'), (",1,", ",one,"), ('"alice"', '"ali\udcffce"')],
)
def test_a_changed_table_is_refused(copied: Path, old: str, new: str) -> None:
    path = copied / "tests.csv"
    path.write_text(path.read_text().replace(old, new, 1), errors="surrogateescape")
    with pytest.raises(DataError, match=r"tests\.csv: cannot be read as a table \(.*\)\n"):
        load(copied)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"resources": [{"name": "grades"}]}', '{"resources": 3}', "\x00"]
)
def test_a_descriptor_that_is_none_is_refused(copied: Path, text: str) -> None:
    (copied / "datapackage.json").write_text(text)
    with pytest.raises(DataError, match=r"datapackage\.json: not the descriptor of reports"):
        load(copied)


def test_a_table_of_nobody_has_its_columns(frames: Frames) -> None:
    book = {"schema": "gograde/gradebook/v2", "class": {"title": "Nobody"}}
    tables = every_table(Results(of_value(Gradebook, book), {}, {}))
    empty = Frames(**{name: frame_of(Table(one.schema, ())) for name, one in tables.items()})
    assert list(empty.scores.columns) == list(frames.scores.columns)
    assert [len(getattr(empty, name)) for name in NAMES] == [0] * len(NAMES)
    assert str(empty.late["due"].dtype) == "datetime64[ns, UTC]"


# -- The notebook about the class as pandas: its cells run, and it holds no outputs ----------------


NOTEBOOK = Path(__file__).parents[3] / "docs" / "class.ipynb"
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
