"""Tables of marks without a template, read back by the rules of their systems."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gograde.cli.main import run_command
from gograde.report.words.wording import number_text
from tests.report.lms import readers
from tests.report.lms.conftest import MARKS, ROSTER, write_roster

TITLE = "Reading a 9x9 board"
EXPECTED = {row[0]: (float(MARKS[row[0]]) if row[0] in MARKS else None) for row in ROSTER[1:]}


def by(column: int) -> dict[str, float | None]:
    """The marks by another id of the roster."""
    return {row[column]: EXPECTED[row[0]] for row in ROSTER[1:]}


def test_canvas(export: Callable[..., Any], second_assignment: Path) -> None:
    data, said = export("canvas")
    marks, points = readers.canvas(data)
    assert marks == {TITLE: by(5), "Influence": by(5)}
    assert points == {TITLE: 20, "Influence": 20}
    assert data.decode().splitlines()[1] == "    Points Possible,,,,,20,20"
    assert [work["written"] for work in said["assignments"]] == [5, 5]
    assert [work["open"] for work in said["assignments"]] == [["1003", "1004"]] * 2


def test_canvas_without_ids_has_ids_of_the_roster(export: Callable[..., Any], lms_class: Path) -> None:
    write_roster(lms_class, [row[:4] for row in ROSTER])
    marks, _ = readers.canvas(export("canvas")[0])
    assert marks[TITLE] == EXPECTED


def test_moodle_says_whose_number_is_not_known(export: Callable[..., Any], lms_class: Path) -> None:
    write_roster(lms_class, [row[:4] for row in ROSTER])
    _, said = export("moodle")
    assert said["note"] == (
        "7 students have no moodle_id in roster.csv: a worksheet needs it; give the one that Moodle hands out"
        " as --template, or upload this file as grades in CSV."
    )


def test_blackboard(export: Callable[..., Any]) -> None:
    data, _ = export("blackboard")
    assert readers.blackboard(data) == {TITLE: by(4)}
    assert all(line.startswith('"') and line.endswith('"') for line in data.decode().splitlines())


def test_the_long_table(export: Callable[..., Any], second_assignment: Path) -> None:
    data, _ = export("csv", None, "-a", "board9")
    table = list(csv.DictReader(io.StringIO(data.decode(), newline="")))
    assert list(table[0]) == [
        "assignment", "due", "submitted", "student_id", "last_name", "first_name", "email",
        "raw_score", "late_penalty", "score", "max_score",
    ]  # fmt: skip
    assert {row["assignment"] for row in table} == {"board9"}
    [carol] = [row for row in table if row["student_id"] == "1006"]
    assert list(carol.values()) == [
        "board9", "2026-11-15T23:59:00+00:00", "2026-11-14T10:00:00+00:00", "1006", "Chen", "Carol",
        "carol@example.org", "18", "1.2", "16.8", "20",
    ]  # fmt: skip
    shown = {row["student_id"]: row["score"] for row in table}
    assert shown == {**MARKS, "1002": "17.325", "1003": "", "1004": ""}
    [missing] = [row for row in table if row["student_id"] == "1005"]
    assert (missing["submitted"], missing["raw_score"]) == ("", "0")


def test_a_student_who_came_after_the_grading_is_open(export: Callable[..., Any], lms_class: Path) -> None:
    write_roster(lms_class, [*ROSTER, ("2000", "New", "Ned", "", "ned", "", "", "")])
    data, said = export("gradescope")
    assert readers.gradescope(data)["2000"] is None
    assert said["assignments"][0]["open"] == ["1003", "1004", "2000"]


def test_halves_are_rounded_up_and_zeros_are_left_out() -> None:
    assert [number_text(value, 2) for value in (2.675, 1.005, 12.5, 20.0, 0, 1 / 3, 13.600000000000001)] == [
        "2.68", "1.01", "12.5", "20", "0", "0.33", "13.6",
    ]  # fmt: skip
    assert number_text(100, 2) == "100"
    assert number_text(-12.5, 2) == "-12.5"


def test_without_a_file_the_table_is_printed_and_the_report_beside_it(
    lms_class: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["export", str(lms_class), "--to", "gradescope"]) == 0
    said = capsys.readouterr()
    assert readers.gradescope(said.out.encode()) == EXPECTED
    assert said.err == (
        "Marks are those of the last grading, which is not published.\n"
        "board9: 5 marks\n"
        "  left empty, since not decided: 2 (1003, 1004)\n"
        "Note: Gradescope hands such tables out, and documents no way to read them in.\n"
    )


def test_the_file_is_for_its_owner_and_the_same_each_time(export: Callable[..., Any], tmp_path: Path) -> None:
    first, _ = export("canvas")
    assert (tmp_path / "out.csv").stat().st_mode & 0o077 == 0
    assert export("canvas")[0] == first


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (
            ["--to", "moodle"],
            "--to moodle: its tables are about one assignment\nFix: give -a with one of: board9",
        ),
        (
            ["--to", "canvas", "-a", "bord9"],
            '-a bord9: no assignment of this gradebook\nFix: did you mean "board9"?',
        ),
        (["--to", "canvas", "--scale"], "--scale: says something of a template, and there is none\n"),
        (["--to", "canvas", "--column", "x"], "--column: says something of a template, and there is none\n"),
        (["--to", "canvas", "--template", "x.csv"], "--template: foreign text does not go to a terminal\n"),
        (
            ["--to", "canvas", "--format", "json"],
            "--format json: the table is printed where the report goes\n",
        ),
        (["--to", "canvas", "--template", "x.csv", "-o", "x.csv"], "-o x.csv: this is the template\n"),
        (
            ["--to", "canvas", "--template", "x.csv", "-o", "y.csv", "--column", "x"],
            "--column: one column for 2 assignments\nFix: give -a with one of: board9, influence",
        ),
        (["--to", "canvas", "--at", "3"], "--at 3: no such gradebook of this class\n"),
    ],
)
def test_what_cannot_be_asked_for(
    second_assignment: Path, args: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["export", str(second_assignment), *args]) == 2
    assert capsys.readouterr().err.startswith(told)
