"""`gograde publish` on a graded class: what students see, and that the marks of the day are kept."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from gograde.classroom.classroom import load_class
from gograde.cli.main import run_command
from gograde.codec import to_json
from gograde.grading.records import write_record
from gograde.workflow.report_folder import are_as_written
from gograde.workflow.steps.gradebook import make_gradebook

Room = Any  # the fixtures' own class; tests cannot import their conftest

OVERRIDE = "assignment,student_id,test,points,by,at,reason\nboard9,alice,,7,Ms Rivera,,she asked\n"


def published(room: Room, capsys: pytest.CaptureFixture[str], *options: str) -> list[str]:
    """The lines that `gograde publish` prints; it must end well."""
    code = run_command(["publish", str(room.path), *options])
    captured = capsys.readouterr()
    assert (code, captured.err) == (0, "")
    return captured.out.splitlines()


def of_students(room: Room) -> dict[str, str]:
    return {name: digest for name, digest in room.reports().items() if name.startswith("students/")}


def test_students_keep_what_was_published_until_the_next_time(graded: Room, capsys) -> None:
    before = graded.reports()
    lines = published(graded, capsys, "--note", "first marks")
    assert lines[:2] == [
        "Gradebook 1 is published: gradebooks/0001.json keeps it.",
        f"Students' pages: {graded.path}/reports/students",
    ]
    assert graded.reports() == before
    kept = (graded.path / "gradebooks/0001.json").read_bytes()
    assert json.loads(kept)["note"] == "first marks"
    assert published(graded, capsys)[0] == (
        "Students see these marks already: nothing is newer than gradebook 1."
    )

    (graded.path / "overrides.csv").write_text(OVERRIDE)
    done = graded.run()
    assert done.code == 0, done.err
    assert "1 result is newer than gradebook 1, which students see." in done.out
    assert of_students(graded) == {name: before[name] for name in of_students(graded)}
    assert graded.reports()["staff/alice.html"] != before["staff/alice.html"]

    assert published(graded, capsys)[0] == "Gradebook 2 is published: gradebooks/0002.json keeps it."
    now = of_students(graded)
    assert {name for name in now if now[name] != before[name]} == {"students/alice.html"}
    assert (graded.path / "gradebooks/0001.json").read_bytes() == kept
    assert run_command(["report", str(graded.path), "--diff", "1", "2"]) == 0
    assert "correction: the whole 7 points, by Ms Rivera: she asked" in capsys.readouterr().out
    assert are_as_written(load_class(graded.path), graded.path / "reports")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda room: (room.path / "overrides.csv").write_text(OVERRIDE), "overrides.csv changed"),
        (lambda room: room.edit("class.yaml", "weight: 100", "weight: 50"), "class.yaml changed"),
    ],
)
def test_marks_that_are_out_of_date_are_not_published(graded: Room, change, told: str, capsys) -> None:
    change(graded)
    assert run_command(["publish", str(graded.path)]) == 3
    assert capsys.readouterr().err == (
        f"{graded.path}: {told} after these marks were made\n"
        f"Fix: gograde run {graded.path}, look at the reports, then publish\n"
    )
    assert not (graded.path / "gradebooks").exists()


def test_what_was_never_graded_says_how(make_room, tmp_path: Path, capsys) -> None:
    room = make_room(tmp_path / "class")
    (room.path / "class.yaml").write_text("schema: gograde/class/v1\ntitle: T\nassignments: {board9: {}}\n")
    (room.path / "roster.csv").write_text("student_id\nalice\n")
    for words in ("publish", "regrade", "report", "export --to csv"):
        command, *options = words.split()
        assert run_command([command, str(room.path), *options]) == 3
        told = f"{room.path}: nothing has been graded yet\nFix: gograde run {room.path}\n"
        assert capsys.readouterr() == ("", told), words
    assert not (room.path / "work").exists()


def test_the_kept_gradebooks_are_listed(graded: Room, capsys) -> None:
    assert published(graded, capsys, "--list") == ["No gradebook is kept yet: gograde publish keeps one."]
    published(graded, capsys, "--note", "first marks")
    (graded.path / "overrides.csv").write_text(OVERRIDE)
    make_gradebook(load_class(graded.path))
    published(graded, capsys)
    books = json.loads("\n".join(published(graded, capsys, "--list", "--format", "json")))
    assert [(one["number"], one["note"]) for one in books] == [(1, "first marks"), (2, "")]
    assert published(graded, capsys, "--list") == [
        f"1 published {books[0]['at']} first marks",
        f"2 published {books[1]['at']}  (students see it)",
    ]


def test_a_note_without_end_is_refused(graded: Room, capsys) -> None:
    assert run_command(["publish", str(graded.path), "--note", "x" * 501]) == 2
    assert capsys.readouterr().err == "--note: 501 characters\nFix: write at most 500\n"
    assert run_command(["publish", str(graded.path), "--note", os.fsdecode(b"first\xff")]) == 2
    assert capsys.readouterr().err == "--note: is not UTF-8: first\\xff\nFix: write it again\n"
    assert run_command(["publish", str(graded.path), "--list"]) == 0  # no gradebook that cannot be read


def test_for_programs(graded: Room, capsys) -> None:
    value = json.loads("\n".join(published(graded, capsys, "--format", "json")))
    assert {key: value[key] for key in ("schema", "number", "file", "new", "note", "still_hidden")} == {
        "schema": "gograde/published/v1",
        "number": 1,
        "file": "gradebooks/0001.json",
        "new": True,
        "note": "",
        "still_hidden": [],
    }
    assert value["students_pages"] == f"{graded.path}/reports/students"


@pytest.mark.parametrize(
    ("past_due", "said", "opened"), [(True, False, True), (False, False, False), (False, True, True)]
)
def test_publishing_releases_hidden_tests_once_nobody_can_hand_in(
    graded: Room, capsys, *, past_due: bool, said: bool, opened: bool
) -> None:
    path = graded.path / "work/gradebook.json"
    book = json.loads(path.read_bytes())
    book["assignments"][0]["visibility"] = "after_published"
    book["assignments"][0]["released"] = {
        "visible": True, "hidden": False, "after_due_date": past_due, "after_published": said,
    }  # fmt: skip
    write_record(path, to_json(book), {**book["made_from"]})
    lines = published(graded, capsys)
    kept = json.loads((graded.path / "gradebooks/0001.json").read_bytes())
    assert kept["gradebook"]["assignments"][0]["released"]["after_published"] is opened
    closed = (
        "board9: its hidden tests stay hidden while work is taken; published: true in class.yaml releases "
        "them at the next publishing."
    )
    assert (closed in lines) is not opened
