"""The pages of a class: what is shown to whom, under which policy, and by which addresses."""

import json
from pathlib import Path
from typing import Any

import pytest

from gograde.cli.main import run_command
from tests.app.classroom.conftest import PAGES

Hall = Any  # the fixtures' own class; tests cannot import their conftest


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
