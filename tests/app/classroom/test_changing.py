"""Corrections, publishing, exports and grading from a page: what is written, and what is refused."""

from __future__ import annotations

import csv
import json
import os
from base64 import b64decode, b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from gograde.classroom.classroom import Override
from gograde.cli.main import run_command
from gograde.grading.marks.overrides_file import add_overrides
from gograde.workflow import lock
from gograde.workflow.progress import FiledProgress, LineProgress
from tests.app.classroom.conftest import PAGES, one, shown
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


# -- the review queue over HTTP: what keys write, and what somebody else has decided meanwhile --


STALE = {
    "where": "gograde view",
    "what": "somebody has decided something of what you see, or it was graded again",
    "fix": "look again: the page shows it as it is now",
}


def decided(rows: Rows) -> list[tuple[str, str, str]]:
    return [(row["student_id"], row["test"], row["decision"] or row["points"]) for row in rows()]


def test_keys_write_what_gograde_review_writes(hall: Hall, rows: Rows) -> None:
    sitting, seal = hall.sitting()
    first = hall.press(sitting, seal, "a", comment="the colours are swapped").json
    assert first["say"].startswith("2 tests: right.\nNot rescored: "), "made by hand, it has no plan"
    second = hall.press(sitting, shown(first["html"]), "R").json
    assert second["say"] == "1 test: wrong."
    assert "bob" in second["html"] and "Program 2 of 3" in second["html"]
    assert decided(rows) == [
        ("alice", "01/1 picture", "right"),
        ("alice", "01/3 picture", "right"),
        ("alice", "01/4 picture", "wrong"),
    ]
    [one, _, other] = rows()
    assert one["reason"] == "a person looked at the picture: right (the colours are swapped)"
    assert (one["by"], other["reason"]) == ("Ms Rivera", "a person looked at the picture: wrong")
    assert len(one["picture"]) > 64 and not other["picture"]
    assert hall.overrides.stat().st_mode & 0o777 == 0o600


def test_a_look_a_choice_and_the_way_back(hall: Hall, rows: Rows) -> None:
    sitting, seal = hall.sitting()
    look = {"corners": "50 50 450 450", "kinds": "0 0, 0 2, -"}
    for key, more in (("g", {"number": "3"}), ("l", look), ("a", {}), ("u", {}), ("n", {}), ("A", {})):
        answer = hall.press(sitting, seal, key, **more).json
        seal = shown(answer["html"])
    assert decided(rows) == [
        ("alice", "", "look"), ("bob", "01/1 picture", "right"), ("bob", "01/2 picture", "right")
    ]  # fmt: skip
    assert rows()[0]["picture"].endswith(" lattice=9x9,50,50,50,50 points=.0,0;X0,2")
    sitting, seal = hall.sitting()
    refused = hall.press(sitting, seal, "l", corners="here")
    assert (refused.status, refused.json["where"]) == (422, "the look")


def test_what_was_skipped_waits_in_the_next_sitting(hall: Hall) -> None:
    sitting, seal = hall.sitting("review?student=dan")
    over = hall.press(sitting, seal, "n").json["html"]
    assert "Nothing is left here." in over
    again = hall.page("review?student=dan")
    assert "01/1 picture" in again and "Program 1 of 1" in again


def test_a_page_keeps_its_sitting_when_it_is_loaded_again(hall: Hall, rows: Rows) -> None:
    sitting, seal = hall.sitting()
    hall.press(sitting, seal, "a")
    same, seal = hall.sitting(f"review?sitting={sitting}")
    assert same == sitting
    assert hall.press(sitting, seal, "u").json["say"].startswith("Taken back: 2 rows.")
    assert rows() == []


def test_two_windows_lose_no_decision(hall: Hall, rows: Rows) -> None:
    """Both show alice; one decides, and the other is told instead of deciding over it."""
    (mine, seal), (yours, same) = hall.sitting(), hall.sitting()
    assert seal == same
    hall.press(mine, seal, "a")
    refused = hall.press(yours, same, "R")
    assert (refused.status, refused.json) == (422, STALE)
    assert decided(rows) == [("alice", "01/1 picture", "right"), ("alice", "01/3 picture", "right")]
    now = hall.server.ask("review/look", {"sitting": yours}).json["html"]
    assert "1 test waits" in now and "01/4 picture" in now and "01/1 picture" not in now
    assert "0 decided, 4 left." in now
    assert hall.press(yours, shown(now), "R").json["say"] == "1 test: wrong."
    assert len(rows()) == 3
    assert "2 decided, 3 left." in hall.page(f"review?sitting={mine}")
    said = hall.press(mine, shown(hall.page(f"review?sitting={mine}")), "u").json["say"]
    assert said.startswith("Taken back: 2 rows.")
    assert decided(rows) == [("alice", "01/4 picture", "wrong")]


def test_a_terminal_decides_beside_the_page(hall: Hall, rows: Rows) -> None:
    sitting, seal = hall.sitting("review?student=dan")
    terminal = [
        "review", str(hall.path), "--by", "me", "--student", "dan", "-a", "board9", "--decide", "right",
    ]  # fmt: skip
    assert run_command(terminal) == 0
    assert hall.press(sitting, seal, "R").json == STALE
    assert [(row["by"], row["decision"]) for row in rows()] == [("me", "right")]
    assert run_command([*terminal, "--test", "01/1 picture"]) == 2


def test_the_last_guard_is_the_lock_of_the_file(hall: Hall, rows: Rows) -> None:
    """What is written between the look and the decision, here as a test that nobody showed."""
    add_overrides(hall.path, [Override("board9", "bob", "", 2, "you", "", "spoke to him")])
    assert "bob" not in hall.page("review")
    sitting, seal = hall.sitting()
    assert hall.press(sitting, seal, "A").json["say"] == "3 tests: right."
    assert len(rows()) == 4


def test_what_is_graded_again_is_not_decided_unseen(hall: Hall, rows: Rows) -> None:
    sitting, seal = hall.sitting()
    path = hall.path / "work/scores/board9/alice.json"
    path.write_text(path.read_text().replace("could not be told apart surely", "were too small"))
    assert hall.press(sitting, seal, "A").json == STALE
    assert rows() == []


def test_what_is_sent_is_checked(hall: Hall, rows: Rows) -> None:
    sitting, seal = hall.sitting()
    old = hall.press("nobody", seal, "A")
    assert (old.status, old.json["what"]) == (422, "this page is from before it was started")
    long = hall.press(sitting, seal, "A", comment="x" * 501)
    assert long.json == {
        "where": "comment", "what": "no text of at most 500 characters", "fix": "write a shorter one"
    }  # fmt: skip
    assert hall.press(sitting, seal, "z").json["say"] == "'z' means nothing here."
    elsewhere = hall.server.ask("review/press", {"sitting": sitting}, origin="http://evil.example")
    assert elsewhere.status == 403
    assert hall.server.ask("review/press", method="GET").status == 405
    assert rows() == []


def test_a_formula_in_a_comment_is_only_text(hall: Hall) -> None:
    sitting, seal = hall.sitting()
    hall.press(sitting, seal, "a", comment='=1+1,"\n::error::x')
    [row, _] = csv.DictReader(hall.overrides.open(newline=""))
    assert row["reason"].endswith('(=1+1,"\n::error::x)')
    assert "::error::" not in hall.page("corrections")


def test_four_windows_at_once_lose_nothing_and_decide_nothing_twice(hall: Hall, rows: Rows) -> None:
    """Each goes through the whole queue, one test at a time."""

    def decide(by: str) -> int:
        sitting, seal = hall.sitting()
        kept = 0
        for _ in range(200):  # more than all of them can lose to each other
            answer = hall.press(sitting, seal, "r", by=by)
            now = hall.server.ask("review/look", {"sitting": sitting}).json["html"]
            if answer.status == 200:
                kept += int(answer.json["say"].split()[0])
            if "Nothing is left" in now:
                return kept
            seal = shown(now)
        raise AssertionError(now)

    with ThreadPoolExecutor(4) as pool:
        kept = [*pool.map(decide, ("ann", "ben", "cem", "dot"))]
    tests = [(row["student_id"], row["test"]) for row in rows()]
    assert len(tests) == len({*tests}) == sum(kept) == 7
    assert {row["by"] for row in rows()} <= {"ann", "ben", "cem", "dot"}


# -- the pages of a class: what is shown to whom, under which policy, and by which addresses ---


@pytest.mark.parametrize("path", [*PAGES, "index.html", "students/alice.html"])
def test_a_page_is_for_staff_and_runs_nothing_but_our_own(hall: Hall, path: str) -> None:
    answer = hall.server.ask(path)
    assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    told = answer.headers["content-security-policy"]
    assert told.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in told and "frame-ancestors 'none'" in told
    assert "<b>Mallory" not in answer.text
    for secret in ("", hall.server.root[1:-2]):
        refused = hall.server.ask(f"/{secret}/{path}")
        assert (refused.status, b"alice" in refused.body) == (403, False)


def test_the_class_and_its_students_as_in_the_reports(hall: Hall) -> None:
    page = hall.page("")
    assert "&lt;b&gt;Mallory&lt;/b&gt;" in page
    assert '<a href="review">Review</a>' in page and 'id="search"' in page
    staff = hall.page("staff/alice.html")
    assert '<a href="../review?student=alice">Review this student</a>' in staff
    written = (hall.path / "reports/students/alice.html").read_text()
    assert hall.page("students/alice.html") == written


def test_pictures_and_tables_cannot_do_anything(hall: Hall) -> None:
    [picture, *_] = sorted((hall.path / "reports/staff/alice-pictures").iterdir())
    for path, kind in (
        (f"staff/alice-pictures/{picture.name}", "image/png"),
        ("grades.csv", "text/csv; charset=utf-8"),
        ("manifest.json", "application/json"),
        ("table?name=scores", "text/csv; charset=utf-8"),
    ):
        answer = hall.server.ask(path)
        assert (answer.status, answer.headers["content-type"]) == (200, kind), path
        assert "sandbox" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        "staff/zoe.html", "staff/../index.html", "staff/%2e%2e/work/gradebook.json",
        "students/../../class.yaml", "students/%2e%2e/%2e%2e/class.yaml", "students//etc/passwd",
        "../roster.csv", "roster.csv", "class.html", "table?name=../grades", "game?work=little-go&number=1",
        "league-little-go.html",
        "static/classroom/../../routes.py",
    ],
)  # fmt: skip
def test_what_is_not_looked_up_is_not_there(hall: Hall, path: str) -> None:
    answer = hall.server.ask(path)
    assert answer.status == 404
    for secret in ("gograde/class/v1", "student_id", "from __future__", "root:"):
        assert secret not in answer.text


def test_who_has_left_is_told_in_words_from_where_one_gets_on(hall: Hall) -> None:
    answer = hall.server.ask("staff/zoe.html")
    assert answer.status == 404
    assert "staff/zoe.html: is not there\nFix: choose a page above" in answer.text
    assert f'<a href="{hall.server.root}review">Review</a>' in answer.text
    assert "<script type" not in answer.text


def test_a_class_that_was_not_graded_says_so_in_the_words_of_the_commands(hall: Hall) -> None:
    (hall.path / "work/gradebook.json").unlink()
    answer = hall.server.ask("")
    assert answer.status == 422
    assert f"{hall.path}" in answer.text and "Fix: gograde run" in answer.text
    assert hall.server.ask("regrade").status == 200  # from there it is graded


def test_a_class_with_a_mistake_says_where(hall: Hall) -> None:
    (hall.path / "class.yaml").write_text("schema: gograde/class/v1\n")
    answer = hall.server.ask("review")
    assert answer.status == 422
    assert "class.yaml" in answer.text and "Fix: " in answer.text


def test_what_is_no_class_is_not_served(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["view", str(tmp_path)]) == 3
    assert capsys.readouterr().err == (
        f"{tmp_path}: not a class folder: no class.yaml in it\nFix: start one: gograde new DIR\n"
    )


def test_results_are_read_anew_when_they_have_changed(hall: Hall) -> None:
    assert "Zelda" not in hall.page("")
    book = hall.path / "work/gradebook.json"
    value = json.loads(book.read_bytes())
    value["students"][1]["first_name"] = "Zelda"
    book.write_text(json.dumps(value))
    assert "Zelda" in hall.page("")
