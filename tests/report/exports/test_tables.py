"""`grades.csv`, `scores.csv` and their descriptor."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from gograde.codec import replace
from gograde.report.class_report import table_of
from gograde.report.exports.reports_folder import write_reports
from gograde.report.results import load_results
from gograde.report.words.table_text import csv_text

HOSTILE = "=cmd('calc')\n<script>\x1b[31m\u202e\"',;@"


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def table_rows(class_dir: Path, name: str) -> list[dict[str, str]]:
    """The rows of a table as its file has them."""
    return rows(csv_text(table_of(name, load_results(class_dir))))


@pytest.fixture
def scores(class_dir: Path) -> dict[str, dict[str, str]]:
    return {row["student_id"]: row for row in table_rows(class_dir, "scores")}


@pytest.fixture
def grades(class_dir: Path) -> dict[str, dict[str, str]]:
    return {row["student_id"]: row for row in table_rows(class_dir, "grades")}


def test_a_row_a_student_with_a_column_an_assignment(grades: dict) -> None:
    assert list(grades) == ["alice", "bob", "carol", "dan", "erin", "frank", "grace"]
    assert grades["carol"] == {
        "student_id": "carol", "last_name": "Chen", "first_name": "Carol", "email": "",
        "total": "", "total_at_least": "54.285714", "total_at_most": "68.571429", "total_pending": "1",
        "board9_final": "",
    }  # fmt: skip


def test_a_row_a_result(scores: dict) -> None:
    assert list(scores) == ["alice", "bob", "carol", "dan", "erin", "frank", "grace"]
    assert scores["carol"] == {
        "student_id": "carol", "assignment": "board9", "verdict": "WA", "badge": "WA", "official": "fail",
        "final": "", "at_least": "3.8", "at_most": "4.8",
        "score": "", "score_at_least": "5", "max_score": "7", "pending": "1",
        "late_days": "2", "late_penalty": "1.2", "corrections": "0",
        "tests": "5", "tests_graded": "4", "tests_waiting": "1", "waiting": "1", "broken": "0",
        "judge_error": "false",
        "flags": "", "sandbox": "bwrap",
    }  # fmt: skip
    assert (scores["grace"]["flags"], scores["dan"]["sandbox"]) == ("forbidden", "")


def test_a_row_a_group_of_tests(class_dir: Path) -> None:
    carol = [row for row in table_rows(class_dir, "groups") if row["student_id"] == "carol"]
    assert [tuple(row.values())[2:] for row in carol] == [
        ("sample", "3", "3", "3", "0"),
        ("rule", "0", "0", "1", "0"),
        ("capture", "2", "2", "2", "0"),
        ("picture", "", "0", "1", "1"),
    ]


def test_what_is_not_decided_is_empty_and_not_zero(grades: dict, scores: dict) -> None:
    frank = scores["frank"]
    assert (frank["final"], grades["frank"]["total"], frank["pending"]) == ("", "", "3")
    assert (frank["verdict"], frank["judge_error"], frank["broken"]) == ("JE", "true", "3")
    assert (frank["at_least"], frank["at_most"], grades["frank"]["total_at_most"]) == ("0", "3", "100")
    assert (scores["dan"]["score"], scores["dan"]["final"], grades["dan"]["total"]) == ("0", "0", "0")


def test_a_row_a_test(class_dir: Path) -> None:
    bobs = {row["test"]: row for row in table_rows(class_dir, "tests") if row["student_id"] == "bob"}
    assert list(bobs) == ["sample-01/0", "sample-01/3", "01/0", "01/3", "01/3 picture"]
    assert bobs["01/3"] == {
        "student_id": "bob", "assignment": "board9", "test": "01/3", "group": "capture", "batch": "01",
        "verdict": "WA", "points": "0", "max_points": "2", "corrected": "", "visibility": "hidden",
        "message": "1 missing, 1 too many", "mistake": "", "remarks": "", "features": "edge-capture",
    }  # fmt: skip
    assert (bobs["01/3 picture"]["points"], bobs["01/3 picture"]["max_points"]) == ("", "1")


def test_the_first_lines_of_the_file(class_dir: Path) -> None:
    text = csv_text(table_of("tests", load_results(class_dir)))
    assert text.split("\n")[1] == (
        '"alice","board9","sample-01/0","sample","sample-01","AC",1,1,"","visible","","","","rule-obeyed"'
    )
    assert "\r" not in text


def validate(folder: Path) -> tuple[int, dict]:
    """What frictionless says of a descriptor."""
    command = [sys.executable, "-m", "frictionless", "validate", "datapackage.json", "--json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout)


def test_frictionless_finds_the_package_valid(class_dir: Path) -> None:
    write_reports(class_dir, class_dir / "reports")
    code, report = validate(class_dir / "reports")
    assert (code, report["valid"], report["stats"]["errors"]) == (0, True, 0)
    rows_of = {task["name"]: task["stats"].get("rows", 0) for task in report["tasks"]}
    assert rows_of == {
        "grades": 7, "scores": 7, "groups": 22, "late": 6, "overrides": 0, "corrections": 0,
        "tests": 26, "runs": 8, "usage": 8, "games": 0, "ratings": 0,
    }  # fmt: skip


def test_neutralised_cells_are_valid_too(make_class, make_person, make_record, all_tests) -> None:
    bad = [replace(test, message=HOSTILE, remarks=(HOSTILE,)) for test in all_tests]
    folder = make_class([make_person("=e", make_record("=e", bad), HOSTILE, "=1", "=1")], title=HOSTILE)
    write_reports(folder, folder / "reports")
    code, report = validate(folder / "reports")
    assert (code, report["valid"]) == (0, True)
    rows_of = {task["name"]: task["stats"].get("rows", 0) for task in report["tasks"]}
    assert (rows_of["grades"], rows_of["tests"]) == (1, 5)


def test_frictionless_would_see_a_changed_cell(class_dir: Path) -> None:
    write_reports(class_dir, class_dir / "reports")
    path = class_dir / "reports" / "scores.csv"
    path.write_text(path.read_text().replace('"WA"', '"XX"', 1))
    code, report = validate(path.parent)
    kinds = {error["type"] for task in report["tasks"] for error in task["errors"]}
    assert code == 1
    assert kinds >= {"constraint-error", "hash-count"}
