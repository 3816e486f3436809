"""`gograde publish` on a graded class: what students see, and that the marks of the day are kept."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from gograde.classroom.classroom import load_class
from gograde.cli.main import run_command
from gograde.codec import to_json
from gograde.grading.records import write_record
from gograde.workflow.report_folder import are_as_written
from gograde.workflow.steps.gradebook import make_gradebook
from tests.golden import agrees, transcript

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


SAID = (
    "publish CLASS --list", f"publish CLASS --note {'x' * 501}", "publish CLASS --note first\udcff",
    "publish CLASS --list", "publish CLASS --note first_marks", "publish CLASS --list --format json",
    "publish CLASS --format json",
)  # fmt: skip
UNGRADED = tuple(f"{command} EMPTY" for command in ("publish", "regrade", "report", "export --to csv"))


def test_what_is_said_of_publishing_is_kept(graded: Room, make_room, tmp_path: Path, capsys) -> None:
    """At last the marks are out of date."""
    room = make_room(tmp_path / "empty")
    (room.path / "class.yaml").write_text("schema: gograde/class/v1\ntitle: T\nassignments: {board9: {}}\n")
    (room.path / "roster.csv").write_text("student_id\nalice\n")
    named = {graded.path: "CLASS", room.path: "EMPTY"}
    said = [transcript([*UNGRADED, *SAID], named, capsys)]
    (graded.path / "overrides.csv").write_text(OVERRIDE)
    said.append(transcript(["publish CLASS"], named, capsys))
    make_gradebook(load_class(graded.path))
    said.append(transcript(["publish CLASS", "publish CLASS --list"], named, capsys))
    graded.edit("class.yaml", "weight: 100", "weight: 50")
    said.append(transcript(["publish CLASS"], named, capsys))
    text = re.sub(r'"students_pages": .*', '"students_pages": ...', "\n".join(said))
    agrees("workflow/publish.txt", re.sub(r"\d{4}-\d\d-\d\dT[\d:.+]+", "NOW", text))
    assert not (room.path / "work").exists()
    assert len([*(graded.path / "gradebooks").glob("*.json")]) == 2


@pytest.mark.parametrize(
    ("past_due", "said", "opened"), [(True, False, True), (False, False, False), (False, True, True)]
)
def test_publishing_releases_hidden_tests_once_nobody_can_hand_in(graded, capsys, *, past_due, said, opened):
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
