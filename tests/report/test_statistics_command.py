"""`gograde report --statistics`, and each statistic as a table of its own."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from gograde.cli import report as command
from gograde.cli.main import run_command
from gograde.frames.statistics import STATISTICS
from gograde.report.class_report import TABLES
from tests.report.several import write_works
from tests.report.test_class_table import five


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_works(tmp_path_factory.mktemp("statistics") / "autumn", five()))


def said(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert run_command(["report", *args]) == 0
    return capsys.readouterr().out


def test_the_command_offers_every_table_and_statistic() -> None:
    assert tuple(STATISTICS) == command.STATISTICS
    assert set(TABLES) == set(command.TABLES)


def test_all_at_once_in_a_terminal(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.split() for line in said(capsys, folder, "--statistics").splitlines()]
    assert ["influence", "7", "0", "0", "85.71", "100", "100", "100", "0", "100"] in lines
    assert ["board9", "rule", "5", "1", "1", "60", "0", "100", "100", "0", "100"] in lines
    assert ["board9", "sample-01/0", "sample", "4", "2", "1", "—", "4", "catches", "nobody"] in lines
    [items] = [" ".join(words) for words in lines if words[:1] == ["Difficulty"]]
    assert items.endswith("rows (solved by nobody or everybody, or hardly telling students apart)")
    assert ["influence", "90", "100", "6"] in lines
    assert lines[-1][:6] == ["What", "is", "not", "decided", "is", "left"]


def test_one_statistic_in_any_format(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, folder, "--table", "summary", "-a", "influence", "--format", "csv")
    [row] = csv.DictReader(io.StringIO(text))
    assert (row["n"], row["open"], row["missing"], row["mean"]) == ("7", "0", "0", "85.714286")
    value = json.loads(said(capsys, folder, "--statistics", "--format", "json"))
    assert value["schema"] == "gograde/statistics/v1"
    assert set(STATISTICS) < set(value)
    assert value["summary"][3]["mean"] == 85.714286
    assert "| influence | 7 |" in said(capsys, folder, "--table", "summary", "--format", "md")


def test_several_tables_are_no_csv(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["report", folder, "--statistics", "--format", "csv"]) == 2
    assert capsys.readouterr().err == (
        "--format csv: does not hold several tables\n"
        "Fix: write table or json, or ask for one, as --table items\n"
    )


def test_statistics_go_to_a_file(folder: str, tmp_path: Path, capsys) -> None:
    assert said(capsys, folder, "--statistics", "-o", str(tmp_path / "s.json")) == ""
    assert json.loads((tmp_path / "s.json").read_text())["class"] == "Several"
