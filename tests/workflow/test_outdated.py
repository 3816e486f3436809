"""`gograde report` lists what changed in a class after its marks were made."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from typing import Any

import pytest

from gograde.cli.main import run_command
from gograde.grading.facts import HandedIn
from gograde.workflow.outdated import changed_files, changed_submissions

Room = Any  # the fixtures' own class; tests cannot import their conftest
Change = Callable[[Room], object]

TIMES = "submissions/board9/submitted_at.csv"
OVERRIDE = "assignment,student_id,test,points,by,at,reason\nboard9,alice,,7,Ms Rivera,,she asked\n"


def told(room: Room, capsys: pytest.CaptureFixture[str], *options: str) -> list[str]:
    """The lines that `gograde report` prints to the error stream."""
    assert run_command(["report", str(room.path), *options]) == 0
    return capsys.readouterr().err.splitlines()


def touch_all(room: Room) -> None:
    """New times, and new files with the same content."""
    for path in [room.path / "class.yaml", *(room.path / "submissions").rglob("*")]:
        os.utime(path)
    shutil.copytree(room.submission("alice"), room.path / "alice")
    shutil.rmtree(room.submission("alice"))
    (room.path / "alice").rename(room.submission("alice"))


def comment(room: Room) -> None:
    room.edit("class.yaml", "title: A class", "# of this autumn\ntitle:   A class")


@pytest.mark.parametrize("change", [lambda room: None, touch_all, comment])
def test_nothing_is_said_when_no_content_changed(graded: Room, change: Change, capsys) -> None:
    change(graded)
    assert told(graded, capsys) == []
    assert run_command(["report", str(graded.path), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["outdated"] == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda room: room.edit("class.yaml", "weight: 100", "weight: 50"), "class.yaml changed"),
        (lambda room: room.edit("roster.csv", "alice\n", "alice\nzoe\n"), "roster.csv changed"),
        (lambda room: (room.path / "overrides.csv").write_text(OVERRIDE), "overrides.csv changed"),
        (
            lambda room: next(room.submission("alice").glob("*.py")).write_text("print(1)\n"),
            "board9: the work of alice changed",
        ),
        (lambda room: shutil.rmtree(room.submission("alice")), "board9: the work of alice went away"),
        (lambda room: room.submission("张三.py").write_text("print(1)\n"), "board9: 张三 handed in"),
        (
            lambda room: room.edit(
                "submissions/board9/submitted_at.csv", "alice,2026-11-15", "alice,2026-11-14"
            ),
            "board9: the time of alice changed",
        ),
    ],
)
def test_a_change_is_said_with_the_way_out(graded: Room, change: Change, words: str, capsys) -> None:
    change(graded)
    line = f"{words} after these marks were made"
    assert told(graded, capsys) == [f"{line}: run gograde run {graded.path}"]
    assert run_command(["report", str(graded.path), "--format", "json"]) == 0
    captured = capsys.readouterr()
    assert (json.loads(captured.out)["outdated"], captured.err) == ([line], "")


def test_a_file_with_an_old_time_is_seen_too(graded: Room, capsys) -> None:
    """As after `cp -p` or an archive that was unpacked."""
    source = next(graded.submission("alice").glob("*.py"))
    source.write_text("print(1)\n")
    for path in (source, graded.path / "class.yaml"):
        os.utime(path, (0, 0))
    assert "the work of alice changed" in told(graded, capsys)[0]


def test_one_student_is_told_of_that_student_only(graded: Room, capsys) -> None:
    shutil.rmtree(graded.submission("alice"))
    assert told(graded, capsys, "--student", "zip") == []
    assert len(told(graded, capsys, "--student", "alice")) == 1


def test_a_class_that_cannot_be_graded_any_more_is_said(graded: Room, capsys) -> None:
    graded.edit("class.yaml", "title:", "titel:")
    [line] = told(graded, capsys)
    assert line.startswith("the class cannot be graded as it is after these marks were made (")
    assert "titel: unknown key" in line


def test_after_the_next_run_nothing_is_said(graded: Room, capsys) -> None:
    graded.edit("class.yaml", "weight: 100", "weight: 50")
    next(graded.submission("alice").glob("*.py")).write_text("print(1)\n")
    assert len(told(graded, capsys)) == 2
    assert graded.run("--student", "alice").code == 0
    assert [line.partition(" after")[0] for line in told(graded, capsys)] == [
        "class.yaml changed",
        "board9: the work of alice was graded again",
    ]
    assert graded.run().code == 0
    assert told(graded, capsys) == []


def test_marks_without_the_digest_of_a_file_say_nothing_of_it() -> None:
    assert list(changed_files({}, {"class.yaml": "a"})) == []
    assert list(changed_files({"class.yaml": "a"}, {"class.yaml": "b", "roster.csv": "c"})) == [
        "class.yaml changed after these marks were made"
    ]


def test_many_students_are_counted() -> None:
    before = {("board9", f"s{number}"): HandedIn(f"s{number}", "a") for number in range(8)}
    now = {pair: HandedIn(pair[1], "b") for pair in before}
    assert list(changed_submissions(before, now)) == [
        "board9: the work of s0, s1, s2, s3, s4 and 3 more changed after these marks were made"
    ]
    assert list(changed_submissions(before, before)) == []


def test_a_time_that_comes_from_elsewhere_is_told() -> None:
    pair = ("board9", "alice")

    def at(time: str, basis: str) -> dict[tuple[str, str], HandedIn]:
        return {pair: HandedIn("alice", "a", time, basis)}

    intake = "moment of intake"
    assert list(changed_submissions(at("1", intake), at("1", intake))) == []
    assert list(changed_submissions(at("1", intake), at("1", "submitted_at.csv"))) == [
        "board9: the time of alice changed after these marks were made"
    ]
