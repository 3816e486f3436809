"""The class as pandas: what was written is what is read, and what cannot be read is told."""

from __future__ import annotations

import json
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
from gograde.frames import NAMES, Frames, frame_of, load
from gograde.frames.table import SCHEMAS, Table
from gograde.report.class_report import TABLES, every_table
from gograde.report.results import load_results
from gograde.report.words.table_text import safe
from tests.frames.conftest import MISTAKE

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


def test_what_is_not_known_stays_unknown(frames: Frames) -> None:
    scores = frames.scores.set_index(["student_id", "assignment"])
    frank = scores.loc[("frank", "board9")]
    assert frank["final"] is pd.NA
    assert (frank["at_least"], frank["at_most"], frank["judge_error"]) == (0, 3, True)
    assert frames.scores["final"].isna().sum() == 9
    whole = frames.grades.set_index("student_id")["total"]
    assert list(whole[whole.notna()].index) == ["dan", "erin"]
    assert frames.late["due"].isna().sum() == 0


def test_facts_of_one_class(frames: Frames) -> None:
    tests = frames.tests.set_index(["student_id", "assignment", "test"])
    assert tests.loc[("bob", "little-go", "01/0"), "mistake"] == MISTAKE
    assert tests.loc[("alice", "little-go", "01/0"), "corrected"] == 0.1
    assert tests.loc[("alice", "little-go", "02/random"), "message"] == "'=1+1"
    late = frames.late.set_index(["student_id", "assignment"]).loc[("carol", "board9")]
    assert (late["days"], late["penalty"], late["extension_hours"]) == (2, 1.2, 0)
    assert late["submitted_at"] == pd.Timestamp("2026-11-14 10:00", tz="UTC")
    assert frames.usage["cpu_s"].unique().tolist() == [0.25]
    [change] = frames.overrides.to_dict("records")
    assert change == {
        "student_id": "alice", "assignment": "little-go", "test": "01/0", "points": 0.1, "before": 1,
        "by": "Wu", "at": "2026-11-20", "reason": "unclear",
    }  # fmt: skip


def test_games_of_series_and_of_the_league_stand_in_one_table(frames: Frames) -> None:
    games = frames.games
    assert list(games["game"]) == list(range(1, 9))
    first, second = games.iloc[0], games.iloc[1]
    assert (first["black"], first["white"], first["winner"]) == ("alice", "reference/random", "alice")
    assert (second["black"], second["winner"]) == ("reference/random", "reference/random")
    assert (second["ended"], second["plies"], second["moves"]) == ("illegal move", 2, "PASS 1,2")
    league = games[games["series"] == "league"]
    assert list(league["winner"]) == ["a", "a", "a", "张", "b", "b"]
    assert list(league["round"]) == [0, 0, 1, 1, 2, 2]
    assert bool(league["counted"].all())
    ratings = frames.ratings.set_index("player")
    assert list(ratings.index) == ["a", "b", "张"]
    assert list(ratings["won"]) == [3, 2, 1]
    assert (ratings["elo_low"] < ratings["elo"]).all()
    assert (ratings["elo"] < ratings["elo_high"]).all()


def test_no_number_is_longer_than_six_places(reports: Path, frames: Frames) -> None:
    text = (reports / "grades.csv").read_text()
    assert '"carol"' in text
    assert frames.grades.set_index("student_id").loc["carol", "total_at_least"] == 54.285714
    assert "54.285714" in text


def test_frames_cannot_be_replaced(frames: Frames) -> None:
    with pytest.raises(FrozenInstanceError):
        frames.scores = frames.tests  # type: ignore[misc]


def test_importing_frames_costs_no_pandas() -> None:
    code = "import sys, gograde.frames, gograde.frames.marks; print({'pandas', 'numpy'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "set()\n"


# -- what cannot be read --------------------------------------------------------------------

AGAIN = "Fix: write the reports again: delete the folder and gograde run CLASS"


@pytest.fixture
def copied(reports: Path, tmp_path: Path) -> Path:
    """The reports without pages."""
    shutil.copytree(reports, tmp_path / "reports", ignore=shutil.ignore_patterns("*.html"))
    return tmp_path / "reports"


def test_a_folder_without_reports_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        load(str(tmp_path))
    assert str(error.value) == (
        f"{tmp_path}: no reports: no datapackage.json in it\nFix: gograde run CLASS writes reports"
    )


def test_a_table_that_is_gone_is_named(copied: Path) -> None:
    (copied / SCHEMAS["usage"].path).unlink()
    with pytest.raises(DataError) as error:
        load(copied)
    assert str(error.value) == f"{copied}/measured/usage.csv: cannot be read as a table (gone)\n{AGAIN}"


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
    tables = every_table(load_results_of_nobody())
    empty = Frames(**{name: frame_of(Table(one.schema, ())) for name, one in tables.items()})
    assert list(empty.scores.columns) == list(frames.scores.columns)
    assert [len(getattr(empty, name)) for name in NAMES] == [0] * len(NAMES)
    assert str(empty.late["due"].dtype) == "datetime64[ns, UTC]"


def load_results_of_nobody():
    from gograde.grading.marks.gradebook_model import Gradebook
    from gograde.report.results import Results

    book = {"schema": "gograde/gradebook/v2", "class": {"title": "Nobody"}}
    return Results(of_value(Gradebook, book), {}, {})


# -- The notebook about the class as pandas: its cells run, and it holds no outputs ----------------


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
