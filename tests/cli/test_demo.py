"""The example class: its content, and the result of each student."""

from __future__ import annotations

import csv
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from gograde.classroom.example_class import STUDENTS, example_files, make_example
from gograde.errors import DataError
from gograde.package.package import find_package

VERDICTS = {
    "amara": ("AC", "pass"),
    "bruno": ("AC", "pass"),
    "chen": ("NO", "fail"),
    "dalia": ("AC", "pass"),
    "emil": ("AC", "pass"),
    "fatou": ("NO", "fail"),
    "goran": ("NO", "fail"),
    "hana": ("WA", "fail"),
    "ivan": ("NO", "fail"),
    "jun": ("RTE", "fail"),
    "kira": ("CE", "fail"),
    "luca": ("TLE", "fail"),
    "mina": ("OLE", "fail"),
    "noor": ("NS", "fail"),
    "otto": ("CE", "fail"),
    "petra": ("CE", "fail"),
}


def test_the_example_has_a_late_a_missing_a_broken_and_an_unreadable_one() -> None:
    assert len(STUDENTS) == 16
    files = example_files(find_package("board9"))
    assert "submissions/board9/chen.zip" in files
    assert files["submissions/board9/otto.zip"].startswith(b"PK")
    assert files["submissions/board9/petra/homework.rar"].startswith(b"Rar!")
    assert not [path for path in files if "noor" in path]
    assert b"emil,2026-11-17T09:30:00+00:00" in files["submissions/board9/submitted_at.csv"]
    assert files == example_files(find_package("board9"))


def test_the_example_is_not_put_among_other_files(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("precious")
    with pytest.raises(DataError) as error:
        make_example(tmp_path, find_package("board9"))
    assert (
        str(error.value) == f"{tmp_path}: holds files that are not the example class\nFix: give a new folder"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.long
def test_the_demo_grades_everybody_as_they_deserve(
    terminal: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    done = terminal("demo")
    assert done.returncode == 0, done.stderr
    assert done.stdout.rstrip().endswith("gograde-demo/reports/index.html")
    reports = tmp_path / "gograde-demo" / "reports"
    with (reports / "scores.csv").open(newline="", encoding="utf-8") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    assert {s: (row["verdict"], row["official"]) for s, row in rows.items()} == VERDICTS
    assert (rows["amara"]["final"], rows["emil"]["final"]) == ("96", "76.8")
    assert {path.stem for path in (reports / "students").iterdir()} == set(VERDICTS)
