"""A graded class of seven whose roster knows the ids of every learning system."""

import csv
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from gograde.cli.main import run_command
from gograde.core.record import SubmissionRef, TestScore, Visibility
from gograde.core.verdict import Verdict

HOSTILE = '=HYPERLINK("http://x.invalid","A")'
ROSTER = [
    ("student_id", "last_name", "first_name", "email", "login", "canvas_id", "moodle_id", "Section"),
    ("00123", HOSTILE, 'Bo "b", the 1st', "bo@example.org", "bo", "9001", "Participant 31", "A"),
    ("1001", "Li", "Wei", "li@example.org", "liwei", "9002", "Participant 32", "A"),
    ("1002", "Müller", "Jörg", "jm@example.org", "joerg", "9003", "Participant 33", "B"),
    ("1003", "O'Neil", "Anna", "", "anna", "9004", "34", "B"),
    ("1004", "王", "小明", "wang@example.org", "wxm", "9005", "Participant 35", "B"),
    ("1005", "Diaz", "Dan", "dan@example.org", "dan", "9006", "Participant 36", "B"),
    ("1006", "Chen", "Carol", "carol@example.org", "carol", "9007", "Participant 37", "B"),
]


def scored(points: float | None, verdict: Verdict, *, more: float = 0) -> tuple[TestScore, ...]:
    """Tests of 20 points in all; `more` of them wait for a person."""
    base: dict[str, Any] = {"batch": "01", "visibility": Visibility.HIDDEN}
    made = [
        TestScore(name="01/0", group="rule", verdict=verdict, points=points, max_points=20 - more, **base)
    ]
    waiting = TestScore(
        name="01/0 picture", group="picture", verdict=Verdict.RV, points=None, max_points=more, **base
    )
    return (*made, *([waiting] if more else []))


@pytest.fixture
def lms_class(tmp_path, make_class, make_record, make_person) -> Path:
    """The class; board9 gives 20 points."""
    nobody = {"verdict": Verdict.NS, "submission": SubmissionRef(student="1005"), "runs": (), "usage": ()}
    tests: Mapping[str, tuple[tuple[TestScore, ...], dict[str, Any]]] = {
        "00123": (scored(20, Verdict.AC), {}),
        "1001": (scored(12.5, Verdict.WA), {}),
        "1002": (scored(17.325, Verdict.WA), {}),
        "1003": (scored(None, Verdict.JE), {"official": "pending"}),
        "1004": (scored(15, Verdict.AC, more=5), {}),
        "1005": (scored(0, Verdict.NS), nobody),
        "1006": (scored(18, Verdict.WA), {}),
    }
    late = {"days": 2, "penalty": 1.2, "reason": "2 days late"}
    people = [
        make_person(row[0], make_record(row[0], tests[row[0]][0], **tests[row[0]][1]), *row[1:4],
                    late=late if row[0] == "1006" else None)
        for row in ROSTER[1:]
    ]  # fmt: skip
    folder = make_class(people)
    write_roster(folder, ROSTER)
    book = folder / "work" / "gradebook.json"
    marks = json.loads(book.read_text("utf-8"))
    for entry in marks["entries"]:
        entry["submitted_at"] = None if entry["student"] == "1005" else "2026-11-14T10:00:00+00:00"
    book.write_text(json.dumps(marks), "utf-8")
    return folder


def write_roster(folder: Path, rows: list[tuple[str, ...]]) -> None:
    with (folder / "roster.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)


@pytest.fixture
def second_assignment(lms_class: Path) -> Path:
    """The class with a second assignment of the same marks, `influence`."""
    path = lms_class / "work" / "gradebook.json"
    book = json.loads(path.read_text("utf-8"))
    book["assignments"].append({**book["assignments"][0], "id": "influence", "title": "Influence"})
    book["entries"] += [{**entry, "assignment": "influence"} for entry in book["entries"]]
    path.write_text(json.dumps(book), "utf-8")
    return lms_class


@pytest.fixture
def export(lms_class: Path, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> Callable[..., Any]:
    """Run the command on a template; returns what was written and the report."""

    def run(system: str, template: bytes | None = None, *more: str, code: int = 0) -> tuple[bytes, Any]:
        target, source = tmp_path / "out.csv", tmp_path / "template.csv"
        target.unlink(missing_ok=True)
        options = [*more, "--format", "json", "-o", str(target)]
        if template is not None:
            source.write_bytes(template)
            options += ["--template", str(source)]
        capsysbinary.readouterr()
        ended = run_command(["export", str(lms_class), "--to", system, *options])
        said = capsysbinary.readouterr()
        assert ended == code, said.err.decode()
        if code:
            assert not target.exists()
            return b"", said.err.decode()
        assert said.err == b""
        return target.read_bytes(), json.loads(said.out)

    return run
