"""A score record for PrairieLearn, Autolab, GitLab, and as a badge."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gograde.codec import replace
from gograde.errors import UsageError
from gograde.report.exports import check_formats
from gograde.report.exports.checks import prairielearn
from gograde.report.exports.checks.annotations import HandedIn, code_quality
from gograde.report.exports.checks.plain import badge_json, plain_text
from gograde.report.exports.checks.prairielearn import autolab_text
from gograde.report.redact import StudentRecord
from gograde.scoring.verdict import Verdict

Make = Callable[..., StudentRecord]
HW = HandedIn("hw", folder=True)


def every(record: StudentRecord, verdict: Verdict, message: str = "") -> StudentRecord:
    """The record with one verdict for all tests, of a program that was not run."""
    points = None if verdict is Verdict.JE else 0
    tests = [replace(test, verdict=verdict, points=points, message=message) for test in record.tests]
    return replace(record, tests=tuple(tests), verdict=verdict, message=message, runs=())


# -- PrairieLearn ---------------------------------------------------------------------------


def learned(record: StudentRecord) -> Any:
    return json.loads(prairielearn.results_json(record))


def test_prairielearn_gets_exactly_its_fields(public: StudentRecord) -> None:
    value = learned(public)
    fields = {"gradable", "format_errors", "score", "message", "output", "images", "tests"}
    assert set(value) == fields
    assert (value["gradable"], value["score"], value["format_errors"]) == (True, 0.6, [])
    assert value["message"].startswith("3 of 5 public tests passed; ")
    test = value["tests"][3]
    assert set(test) == {"name", "description", "points", "max_points", "message", "output", "images"}
    assert (test["name"], test["description"], test["points"], test["max_points"]) == (
        "01/3",
        "capture",
        0,
        1,
    )
    assert "Expected                 Got\n" in test["output"]
    assert value["tests"][0]["output"] == ""


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        (Verdict.JE, "The grader failed, not your program"),
        (Verdict.CE, "main.c:3: error: no"),
        (Verdict.NS, "not"),
    ],
)
def test_what_was_not_graded_is_no_attempt(public: StudentRecord, verdict: Verdict, said: str) -> None:
    value = learned(every(public, verdict, "" if verdict is Verdict.NS else "main.c:3: error: no"))
    assert (value["gradable"], "score" in value, value["tests"]) == (False, False, [])
    assert value["format_errors"][0].startswith(said)


# -- Autolab --------------------------------------------------------------------------------


def test_autolab_reads_the_last_line(public: StudentRecord) -> None:
    """A group that is not decided has no score, and the scoreboard none either."""
    *feedback, last = autolab_text(public).splitlines()
    assert json.loads(last) == {"scores": {"sample": 2, "rule": 1, "capture": 0}}
    assert feedback[-1].startswith("3 of 5 public tests passed; ")
    *_, last = autolab_text(replace(public, tests=public.tests[:4])).splitlines()
    assert json.loads(last)["scoreboard"] == [3]


def test_autolab_gets_no_scores_when_the_grader_failed(public: StudentRecord) -> None:
    assert '"scores"' not in autolab_text(every(public, Verdict.JE))


# -- GitLab ---------------------------------------------------------------------------------


def test_gitlab_gets_a_place_for_each_finding(public: StudentRecord) -> None:
    findings = json.loads(code_quality(public, HW))
    assert [set(one) for one in findings] == [
        {"description", "check_name", "fingerprint", "severity", "location"}
    ] * 2
    assert [one["severity"] for one in findings] == ["major", "info"]
    assert findings[0]["location"] == {"path": "hw/board9.py", "lines": {"begin": 1}}
    assert len({one["fingerprint"] for one in findings}) == 2
    assert code_quality(public, HW) == code_quality(public, HW)


# -- the badge, the text --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "verdict", "message", "colour"),
    [
        (4, Verdict.WA, "3 of 4 tests", "yellow"),
        (1, Verdict.AC, "1 of 1 tests", "brightgreen"),
        (0, Verdict.CE, "0 of 0 tests, CE", "red"),
    ],
)
def test_a_badge(public: StudentRecord, count: int, verdict: Verdict, message: str, colour: str) -> None:
    record = replace(public, tests=public.tests[:count], verdict=verdict)
    assert json.loads(badge_json(record)) == {
        "schemaVersion": 1, "label": "board9", "message": message, "color": colour, "isError": False,
    }  # fmt: skip


def test_a_fault_of_ours_is_no_outcome(public: StudentRecord) -> None:
    value = json.loads(badge_json(every(public, Verdict.JE)))
    assert (value["message"], value["color"], value["isError"]) == ("judge error", "lightgrey", True)


def test_plain_text_has_no_board_where_nothing_was_answered(public: StudentRecord) -> None:
    text = plain_text(every(public, Verdict.CE, "main.c:1: in main\nmain.c:3: error: no"))
    assert "0 1 2 3 4 5 6 7 8" not in text
    assert text.endswith("\n0 of 5 public tests passed; does not compile or cannot be read.")


@pytest.mark.parametrize("form", sorted({*check_formats.FORMATS} - {"badge"}))
def test_every_form_says_what_was_tried_and_gives_no_point_for_it(public: StudentRecord, form: str) -> None:
    bare = {"verdict": Verdict.AC, "points": 0, "max_points": 0}
    tests = tuple(replace(test, **bare) for test in public.tests)
    record = replace(public, tests=tests, runs=(), verdict=Verdict.SV, message="/etc/shadow", max_score=0)
    text = check_formats.formatted(form, record, Path("hw"))
    assert "etc/shadow" in text
    assert re.search(r'"(score|points|sample|rule|capture)": [1-9]', text) is None


# -- several forms at once ------------------------------------------------------------------


def test_other_forms_go_into_files(public: StudentRecord, tmp_path: Path) -> None:
    words = [f"badge={tmp_path}/a=b.json", "github", f"junit={tmp_path}/j.xml"]
    shown, files = check_formats.read_forms(words)
    assert (shown, check_formats.read_forms([])) == ("github", ("text", []))
    check_formats.write_files(public, tmp_path, files)
    assert json.loads((tmp_path / "a=b.json").read_text())["label"] == "board9"
    assert (tmp_path / "j.xml").read_text().startswith("<?xml ")


@pytest.mark.parametrize("given", ["badges", "badge=", "=x", "text=x", "github=x"])
def test_a_form_that_there_is_not(given: str) -> None:
    with pytest.raises(UsageError) as refused:
        check_formats.read_forms([given])
    assert str(refused.value) == (
        f"--format {given}: no format, or no file for it\nFix: write text, github, or with =FILE if you like "
        "json, junit, gradescope, prairielearn, autolab, gitlab, summary, badge"
    )


def test_one_form_is_printed() -> None:
    with pytest.raises(UsageError) as refused:
        check_formats.read_forms(["junit", "text"])
    assert str(refused.value) == "--format text: junit is printed there\nFix: add =FILE to one of them"


def test_a_file_that_cannot_be_written(public: StudentRecord, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as refused:
        check_formats.write_files(public, tmp_path, [("badge", tmp_path / "no" / "b.json")])
    assert str(refused.value).startswith(
        f"--format badge {tmp_path}/no/b.json: cannot be written (no such folder)"
    )
