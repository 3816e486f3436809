"""`gograde demo`: graded, published, corrected and regraded; a second call does nothing more."""

from __future__ import annotations

import csv
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

VERDICTS = {
    "amara": "AC",
    "bruno": "AC",
    "chen": "AC",
    "dalia": "AC",
    "emil": "WA",
    "goran": "WA",
    "ivan": "NO",
    "jun": "RTE",
    "kira": "CE",
    "lena": "AC",
    "otto": "WA",
    "rosa": "CE",
    "sven": "WA",
    "uma": "WA",
    "vera": "AC",
    "wei": "AC",
}


@pytest.mark.long
def test_the_demo_grades_publishes_and_regrades(
    terminal: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    done = terminal("demo", "--assignments", "tromp-taylor")
    assert done.returncode == 0, done.stderr
    assert "Published: students see gradebook 1 until the next gograde publish." in done.stdout
    assert "1 of 24 results changed, and 1 total." in done.stdout
    assert "1 result is newer than gradebook 1, which students see." in done.stdout
    folder = tmp_path / "gograde-demo"
    with (folder / "reports" / "scores.csv").open(newline="", encoding="utf-8") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    assert {s: row["verdict"] for s, row in rows.items()} == {
        student: VERDICTS.get(student, "NS") for student in rows
    }
    book = json.loads((folder / "gradebooks" / "0001.json").read_text())
    assert (book["at"], book["note"]) == ("2026-12-07T12:00:00+00:00", "first marks")
    again = terminal("demo")
    assert again.returncode == 0, again.stderr
    assert "Nothing had changed." in again.stdout
    assert [path.name for path in (folder / "gradebooks").glob("*.json")] == ["0001.json"]


def test_an_assignment_that_does_not_ship_makes_no_class(
    terminal: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    done = terminal("demo", "--assignments", "board9,tromp-tailor")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'tromp-tailor: no such assignment\nFix: did you mean "tromp-taylor"?\n'
    assert not [*tmp_path.iterdir()]
