"""`grades.csv`, `scores.csv` and their descriptor."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from gograde.report.exports import class_tables
from gograde.report.exports.reports_folder import write_reports
from gograde.report.results import load_results

HOSTILE = "=cmd('calc')\n<script>\x1b[31m\u202e\"',;@"


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def grades(class_dir: Path) -> dict[str, dict[str, str]]:
    table = class_tables.grades(load_results(class_dir))
    return {row["student_id"]: row for row in rows(class_tables.csv_text(table))}


def test_a_row_a_student_with_both_results_side_by_side(grades: dict) -> None:
    assert list(grades) == ["alice", "bob", "carol", "dan", "erin", "frank", "grace"]
    assert grades["carol"] == {
        "student_id": "carol", "last_name": "Chen", "first_name": "Carol", "email": "",
        "board9_verdict": "WA", "board9_official": "fail", "board9_score": "", "board9_max_score": "7",
        "board9_pending": "1", "board9_late_days": "2", "board9_late_penalty": "1.2", "board9_final": "",
        "board9_at_least": "3.8", "board9_at_most": "4.8",
        "board9_corrections": "0", "board9_sandbox": "bwrap",
        "total": "", "total_at_least": "54.285714285714285", "total_at_most": "68.57142857142857",
        "total_pending": "1",
    }  # fmt: skip


def test_what_is_not_decided_is_empty_and_not_zero(grades: dict) -> None:
    frank = grades["frank"]
    assert (frank["board9_final"], frank["total"], frank["board9_pending"]) == ("", "", "3")
    assert frank["board9_verdict"] == "JE"
    assert (frank["board9_at_least"], frank["board9_at_most"], frank["total_at_most"]) == ("0", "3", "100")
    dan = grades["dan"]
    assert (dan["board9_score"], dan["board9_final"], dan["total"]) == ("0", "0", "0")


def test_a_row_a_test(class_dir: Path) -> None:
    made = rows(class_tables.csv_text(class_tables.scores(load_results(class_dir))))
    bobs = {row["test"]: row for row in made if row["student_id"] == "bob"}
    assert list(bobs) == ["sample-01/0", "sample-01/3", "01/0", "01/3", "01/3 picture"]
    assert bobs["01/3"] == {
        "student_id": "bob", "assignment": "board9", "test": "01/3", "group": "capture", "batch": "01",
        "verdict": "WA", "points": "0", "max_points": "2", "corrected": "", "visibility": "hidden",
        "message": "1 missing, 1 too many", "remarks": "", "features": "edge-capture",
    }  # fmt: skip
    assert (bobs["01/3 picture"]["points"], bobs["01/3 picture"]["max_points"]) == ("", "1")


def test_the_first_lines_of_the_file(class_dir: Path) -> None:
    text = class_tables.csv_text(class_tables.scores(load_results(class_dir)))
    assert text.split("\n")[1] == (
        '"alice","board9","sample-01/0","sample","sample-01","AC",1,1,"","visible","","","rule-obeyed"'
    )
    assert "\r" not in text


def test_no_hostile_name_is_a_formula(
    make_class: Callable[..., Path], make_person, make_record, all_tests
) -> None:
    person = make_person("eve", make_record("eve", all_tests), HOSTILE, "@SUM(A1)", "-1+1")
    [row] = rows(class_tables.csv_text(class_tables.grades(load_results(make_class([person])))))
    assert row["last_name"] == "'=cmd('calc') <script>\\x1b[31m\\u202e\"',;@"
    assert (row["first_name"], row["email"]) == ("'@SUM(A1)", "'-1+1")


def validate(folder: Path) -> tuple[int, dict]:
    """What frictionless says of a descriptor."""
    command = [sys.executable, "-m", "frictionless", "validate", "datapackage.json", "--json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout)


def test_frictionless_finds_the_package_valid(class_dir: Path) -> None:
    write_reports(class_dir, class_dir / "reports")
    code, report = validate(class_dir / "reports")
    assert (code, report["valid"], report["stats"]["errors"]) == (0, True, 0)
    assert [task["stats"]["rows"] for task in report["tasks"]] == [7, 26]


def test_neutralised_cells_are_valid_too(make_class, make_person, make_record, all_tests) -> None:
    bad = [replace(test, message=HOSTILE, remarks=(HOSTILE,)) for test in all_tests]
    folder = make_class([make_person("=e", make_record("=e", bad), HOSTILE, "=1", "=1")], title=HOSTILE)
    write_reports(folder, folder / "reports")
    code, report = validate(folder / "reports")
    assert (code, report["valid"]) == (0, True)
    assert [task["stats"]["rows"] for task in report["tasks"]] == [1, 5]


def test_frictionless_would_see_a_changed_cell(class_dir: Path) -> None:
    write_reports(class_dir, class_dir / "reports")
    path = class_dir / "reports" / "grades.csv"
    path.write_text(path.read_text().replace('"WA"', '"XX"', 1))
    code, report = validate(path.parent)
    kinds = {error["type"] for task in report["tasks"] for error in task["errors"]}
    assert code == 1
    assert kinds >= {"constraint-error", "hash-count"}
