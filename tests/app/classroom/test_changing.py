"""Corrections, publishing, exports and grading from a page: what is written, and what is refused."""

import json
import os
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any

import pytest

from gograde.cli.main import run_command
from gograde.workflow import lock
from gograde.workflow.progress import FiledProgress, LineProgress
from tests.app.classroom.conftest import one
from tests.browser import Browser
from tests.golden import agrees

Hall = Any
Rows = Callable[[], list[dict[str, str]]]
WISH = {
    "assignment": "board9", "student_id": "bob", "test": "01/1 picture", "points": "0.5", "by": "Ms Rivera",
    "reason": "half of it is right", "decision": "",
}  # fmt: skip


def add(hall: Hall, **changes: str) -> Any:
    return hall.server.ask("corrections/add", {**WISH, **changes})


# -- corrections ------------------------------------------------------------------------------


def test_a_correction_says_who_what_and_why(hall: Hall, rows: Rows) -> None:
    assert add(hall).json == {"say": "Written: 0.5 for 01/1 picture of bob in board9."}
    [row] = rows()
    assert {key: row[key] for key in WISH} == WISH
    assert row["at"][10] == "T"
    assert "half of it is right" in hall.page("corrections")
    assert add(hall, test="", student_id="dan", points="0").json["say"] == (
        "Written: 0 for the whole of dan in board9."
    )
    assert "01/2 picture" in hall.page("review?student=bob")
    assert "Nothing is left" in hall.page("review?student=dan")


WRONG = (
    {"student_id": "bo"}, {"assignment": "board8"}, {"test": "01/9"}, {"points": "2"}, {"points": "many"},
    {"reason": " "}, {"decision": "perhaps"}, {"assignment": "little-go"},
)  # fmt: skip


def test_a_wrong_correction_is_refused_in_the_words_of_the_commands(hall: Hall, rows: Rows) -> None:
    said = []
    for changes in WRONG:
        answer = add(hall, **changes)
        assert answer.status == 422
        error = "{where}: {what}\nFix: {fix}".format(**answer.json).replace(str(hall.path), "CLASS")
        said.append(f"== {changes}\n{error}\n")
    agrees("app/corrections.txt", "\n".join(said))
    assert rows() == []


def test_nobody_corrects_over_another(hall: Hall, rows: Rows) -> None:
    add(hall)
    again = add(hall, points="1", by="you")
    assert again.status == 422
    assert again.json["what"] == "somebody has decided '01/1 picture' of bob in board9 meanwhile"
    [row] = rows()
    assert (row["points"], row["by"]) == ("0.5", "Ms Rivera")


def test_a_correction_is_taken_out_unless_it_was_changed(hall: Hall, rows: Rows) -> None:
    add(hall)
    seal = one('data-out="([0-9a-f]+)"', hall.page("corrections"))
    hall.overrides.write_text(hall.overrides.read_text().replace("half of it", "most of it"))
    stale = hall.server.ask("corrections/out", {"row": seal})
    assert (stale.status, stale.json["what"]) == (422, "this correction was changed or taken out meanwhile")
    assert len(rows()) == 1
    seal = one('data-out="([0-9a-f]+)"', hall.page("corrections"))
    said = hall.server.ask("corrections/out", {"row": seal}).json["say"]
    assert said == "Taken out: 01/1 picture of bob in board9."
    assert rows() == []
    assert add(hall, points="1").status == 200


def test_what_the_system_refuses_is_told(hall: Hall) -> None:
    hall.overrides.mkdir()
    told = add(hall)
    assert (told.status, told.json["where"]) == (422, str(hall.overrides))
    assert told.json["what"] == "Is a directory"
    assert told.json["fix"].startswith("move away what lies there")
    assert [path.name for path in hall.path.glob(".partial-*")] == []


# -- publishing and exports -------------------------------------------------------------------


def test_publishing_says_what_the_command_says(hall: Hall, capsys: pytest.CaptureFixture[str]) -> None:
    said = hall.server.ask("marks/publish", {"note": "first marks"}).json["text"].splitlines()
    assert said[:2] == [
        "Gradebook 1 is published: gradebooks/0001.json keeps it.",
        f"Students' pages: {hall.path}/reports/students",
    ]
    assert "3 marks are not complete: alice (board9), bob (board9), dan (board9)." in said[2]
    assert json.loads((hall.path / "gradebooks/0001.json").read_bytes())["note"] == "first marks"
    page = hall.page("marks")
    assert "first marks" in page and "students see it" in page
    assert run_command(["publish", str(hall.path)]) == 0
    again = hall.server.ask("marks/publish", {"note": ""}).json["text"]
    assert again == capsys.readouterr().out.rstrip("\n")


def test_what_cannot_be_graded_as_it_is_is_not_published(hall: Hall) -> None:
    (hall.path / "work/plan").mkdir()
    (hall.path / "work/plan/plan.json").write_text("{}")
    refused = hall.server.ask("marks/publish", {"note": ""})
    assert (refused.status, refused.json["fix"]) == (422, "run gograde run again")
    assert "the class cannot be graded as it is after these marks were made" in hall.page("regrade")


def test_an_export_is_that_of_the_command(hall: Hall, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    answer = hall.server.ask("marks/export", {"to": "csv", "assignment": "board9"}).json
    assert answer["text"].startswith("Marks are those of ")
    assert "left empty, since not decided: 3 (alice, bob, dan)" in answer["text"]
    assert answer["name"] == "marks-csv.csv"
    assert run_command(["export", str(hall.path), "--to", "csv", "-a", "board9"]) == 0
    assert b64decode(answer["data"]) == capfdbinary.readouterr().out
    for wrong in ({"to": "../x"}, {"to": "csv", "assignment": "board8"}, {}):
        assert hall.server.ask("marks/export", wrong).status == 422


def test_a_table_of_a_system_is_filled_in(hall: Hall) -> None:
    table = b"Student,ID,board9 (7)\r\n    Points Possible,,4\r\nCarol,carol,\r\nDan,dan,\r\n"
    wish = {"to": "canvas", "assignment": "board9", "name": "grades.csv", "table": b64encode(table).decode()}
    answer = hall.server.ask("marks/export", wish).json
    assert b64decode(answer["data"]) == table.replace(b"Carol,carol,", b"Carol,carol,2")
    assert answer["name"] == "grades.csv" and 'board9: 1 mark into "board9 (7)"' in answer["text"]
    for more, where in (
        ({"column": "Homework"}, "grades.csv"),
        ({"table": b64encode(b"\xff\xfe\x00").decode()}, "grades.csv"),
        ({"table": "not base64"}, "grades.csv"),
        ({"name": "", "column": "Homework"}, "--column"),
    ):
        told = hall.server.ask("marks/export", {**wish, **more})
        assert (told.status, told.json["where"].split(":")[0]) == (422, where), told.json
    assert hall.server.ask("marks/export", {**wish, "name": "../../x.csv"}).status == 200
    assert not (hall.path.parent / "x.csv").exists()


def test_what_needs_the_class_says_who_has_it(hall: Hall) -> None:
    with lock.grader(hall.path / "work"):
        for path in ("marks/publish", "regrade/preview"):
            told = hall.server.ask(path, {})
            assert (told.status, told.json) == (
                422,
                {
                    "where": str(hall.path),
                    "what": f"another gograde run is grading this class (process {os.getpid()})",
                    "fix": "wait until it has ended, or stop it",
                },
            )
        assert add(hall).status == 200  # a decision needs no more than the file


# -- grading ----------------------------------------------------------------------------------


def test_a_run_anywhere_is_shown_live(hall: Hall) -> None:
    with hall.server.hears() as events, open(os.devnull, "w") as nowhere:  # noqa: PTH123

        def until(**wanted: Any) -> dict[str, Any]:
            return next(v for t, v in events if t == "progress" and wanted.items() <= v.items())

        progress = FiledProgress(LineProgress(nowhere), hall.path / "work")
        assert until(running=True)["jobs"] is None
        progress.total(3)
        progress.started("board9: alice")
        progress.started("board9: bob")
        progress.finished("board9: alice")
        seen = until(running=True, done=1)
        assert (seen["jobs"], seen["at_work"], seen["latest"]) == (3, ["board9: bob"], ["board9: alice"])
        assert seen["left_s"] is not None and seen["ours"] == ""
        progress.close()
        assert until(running=False)["at_work"] == []


def test_a_run_from_a_page_says_what_the_command_says(hall: Hall) -> None:
    (hall.path / "class.yaml").write_text("schema: gograde/class/v1\ntitle: Go\nassignments: {board8: {}}\n")
    assert hall.server.ask("grading/stop", {}).json["what"] == "it has started nothing that is at work"
    with hall.server.hears() as events:
        assert hall.server.ask("grading/start", {}).json == {"say": "Started."}
        told = next(v["ended"] for t, v in events if t == "progress" and v["ended"])
    assert (told["word"], told["code"], told["out"]) == ("run", 3, "")
    assert told["err"].startswith(f"{hall.path}/class.yaml: assignments.board8: ")
    assert "\nFix: " in told["err"]


def test_the_pages_in_a_browser(hall: Hall, looked: Browser, rows: Rows) -> None:
    looked.open(hall.server.address + "corrections?student=bob")
    assert looked.value("document.querySelector('[name=student_id]').value") == "bob"
    fields = {"points": "1", "reason": "seen in the lab", "test": "01/2 picture"}
    for name, text in fields.items():
        looked.value(f"document.querySelector('[name={name}]').value = {text!r}")
    looked.follow(lambda: looked.click("form[data-does] button"))
    looked.until("document.querySelector('#said').textContent.startsWith('Written: 1')")
    assert [(row["test"], row["by"]) for row in rows()] == [("01/2 picture", "Mr Sato")]
    looked.follow(lambda: looked.click("button[data-out]"))
    assert rows() == []
    looked.open(hall.server.address + "marks")
    looked.value("document.querySelector('[name=note]').value = 'first marks'")
    looked.click("form[data-does] button")
    looked.until("document.querySelector('#published').textContent.startsWith('Gradebook 1 is published')")
    looked.value("document.querySelector('[name=to]').value = 'canvas'")
    looked.click("form[data-export] button")
    looked.until("document.querySelector('#file a')?.download === 'marks-canvas.csv'")
    assert "Marks are those of gradebook 1" in looked.value("document.querySelector('#exported').textContent")
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        looked.open(hall.server.address + "regrade")
        progress = FiledProgress(LineProgress(nowhere), hall.path / "work")
        progress.total(2)
        progress.started("board9: <b>alice</b>")
        looked.until("document.querySelector('#at-work').textContent === 'board9: <b>alice</b>'")
        assert looked.value("document.querySelector('#progress').hidden") is False
        progress.finished("board9: <b>alice</b>")
        looked.until("document.querySelector('#how-far').textContent.startsWith('Running: 1 of 2 jobs')")
        progress.close()
    looked.until("document.querySelector('#how-far').textContent.startsWith('The last run ended early')")
    assert looked.faults() == []
