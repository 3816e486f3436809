"""A score record for other systems: JUnit, Gradescope, GitHub."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from junitparser import Error, Failure, JUnitXml, Skipped
from markdown_it import MarkdownIt

from gograde.report.exports import github
from gograde.report.exports.gradescope import results_json
from gograde.report.exports.junit import junit_xml
from gograde.scoring.record import Cause, RunScore, ScoreRecord, Visibility
from gograde.scoring.verdict import Verdict

BOARDS = """\
Expected                 Got
  0 1 2 3 4 5 6 7 8        0 1 2 3 4 5 6 7 8
0 . . X O . . . . .      0 . . X O . . . . .
1 . X O * O . . . .      1 . X O * O . . . .
2 . . X O . . . . .      2 . . X O . . . . .
3 . . . . . . . . .      3 . . . . . . . . .
4 . . . . X . . . .      4 . . . .!X . . . .
5 . . . . . . . . .      5 . . . . . . . . .
6 . . . . . . . O .      6 . . . . . . . O .
7 . . . . . . O X ?      7 . . . . . . O X .
8 . . . . . . . O .      8 . . . . . . . O .
* expected and answered   ? expected, not answered   ! answered, not expected"""


@pytest.fixture
def bob(make_record, all_tests) -> ScoreRecord:
    return make_record("bob", all_tests)


@pytest.fixture
def broken(make_record, all_tests) -> ScoreRecord:
    """A record that the grader failed to make."""
    tests = [replace(test, verdict=Verdict.JE, points=None) for test in all_tests]
    return make_record("bob", tests, official="pending")


def test_junit_tells_failures_errors_and_what_was_not_judged(bob: ScoreRecord) -> None:
    [suite] = JUnitXml.fromstring(junit_xml(bob).encode())
    assert (suite.name, suite.tests, suite.failures, suite.errors, suite.skipped) == ("board9", 5, 1, 0, 1)
    assert suite.time == 1.0
    assert [case.time for case in suite] == [0.25, 0.25, 0.167, 0.167, 0.167], (
        "0.5 s a run, shared by its tests"
    )
    cases = {case.name: case for case in suite}
    assert cases["01/3"].classname == "board9.capture"
    [failure] = cases["01/3"].result
    assert (type(failure), failure.message, failure.type) == (Failure, "1 missing, 1 too many", "WA")
    assert failure.text.startswith(BOARDS)
    [skipped] = cases["01/3 picture"].result
    assert (type(skipped), skipped.type) == (Skipped, "RV")
    assert cases["01/0"].is_passed


def test_junit_has_the_points_as_properties(bob: ScoreRecord) -> None:
    text = junit_xml(bob)
    part = text[text.index('name="01/3"') : text.index('name="01/3 picture"')]
    assert '<property name="points" value="0" /><property name="max_points" value="2" />' in part
    assert '<property name="points" value="" /><property name="max_points" value="1" />' in text


def test_junit_calls_our_fault_an_error(broken: ScoreRecord) -> None:
    [suite] = JUnitXml.fromstring(junit_xml(broken).encode())
    assert (suite.errors, suite.failures) == (5, 0)
    assert {type(result) for case in suite for result in case.result} == {Error}


def test_gradescope_gets_exactly_its_fields(make_record, all_tests) -> None:
    results = json.loads(results_json(make_record("bob", all_tests[:4])))
    assert set(results) == {
        "score", "execution_time", "output", "output_format", "test_output_format", "test_name_format",
        "visibility", "stdout_visibility", "extra_data", "tests", "leaderboard",
    }  # fmt: skip
    assert (results["score"], results["execution_time"], results["leaderboard"]) == (4, 1.0, [])
    test = results["tests"][3]
    assert set(test) == {
        "score", "max_score", "status", "name", "name_format", "number", "output", "output_format", "tags",
        "visibility", "extra_data",
    }  # fmt: skip
    assert (test["score"], test["max_score"], test["status"], test["number"]) == (0, 2, "failed", "4")
    assert (test["name"], test["visibility"], test["tags"]) == ("01/3", "hidden", ["capture", "WA"])
    assert test["output"] == f"1 missing, 1 too many\n{BOARDS}"
    formats = {results["output_format"], results["test_output_format"], results["test_name_format"]}
    assert formats | {test["output_format"], test["name_format"]} == {"text"}


def test_gradescope_gets_no_score_while_a_test_is_not_decided(bob: ScoreRecord, broken: ScoreRecord) -> None:
    """And none that it could add up to a total."""
    for record, words in (
        (bob, "Points: at least 4, at most 5 of 7."),
        (broken, "Points: at least 0, at most 7 of 7."),
    ):
        results = json.loads(results_json(record))
        assert "score" not in results
        assert not [test for test in results["tests"] if "score" in test]
        assert results["output"].endswith(f"\n{words}")
    right, *_, picture = json.loads(results_json(bob))["tests"]
    assert (right["status"], right["max_score"], right["output"]) == ("passed", 1, "accepted\n1 / 1")
    assert "status" not in picture
    assert picture["output"] == "a person must look at it\n— (to be looked at, 1 point)"


def test_github_annotates_what_did_not_pass(bob: ScoreRecord) -> None:
    assert github.workflow_commands(bob, "hw/board9.py") == (
        "::error file=hw/board9.py,line=1,title=01/3%3A WA%2C wrong answer::1 missing, 1 too many\n"
        "::notice file=hw/board9.py,line=1,title=01/3 picture%3A RV%2C a person must look at it"
        "::a person must look at it\n"
        "3 of 5 public tests passed; 1 picture to be looked at by a person, not judged here.\n"
    )


def test_github_summary_shows_the_boards(bob: ScoreRecord) -> None:
    text = github.summary(bob)
    assert text.startswith("## Reading a 9x9 board\n\n3 of 5 public tests passed")
    assert "| 01/3 | ✗ WA 0 / 2 | 1 missing, 1 too many |" in text
    assert f"### 01/3: 1 missing, 1 too many\n\n```text\n{BOARDS}\n```" in text
    assert "| 01/3 picture | ◌ RV — (to be looked at, 1 point) | a person must look at it |" in text


HOSTILE = "\n::error::MARK\n```\n</failure><script>MARK</script> | ##[error]MARK \x00\x1b[2J\u202e %0A"


def test_hostile_text_stays_text(bob: ScoreRecord) -> None:
    cause = Cause(message=HOSTILE, expected=[[1, 3]], actual=[[0, 0]], help=HOSTILE)
    tests = [replace(test, message=HOSTILE, cause=cause) for test in bob.tests]
    run = RunScore(
        batch="01",
        visibility=Visibility.VISIBLE,
        verdict=Verdict.RTE,
        message="m",
        stdout=HOSTILE,
        stderr=HOSTILE,
    )
    record = bob.model_copy(update={"tests": tuple(tests), "runs": (run,), "message": HOSTILE})
    made = {
        "junit": junit_xml(record),
        "gradescope": results_json(record),
        "github": github.workflow_commands(record, f"a{HOSTILE}.py"),
        "summary": github.summary(record),
    }
    for name, text in made.items():
        assert "MARK" in text, name
        assert not set(text) & set("\x00\x1b\u202e\r"), name
        assert "##[" not in text, name
        assert not re.search(r"^\s*::error::", text, re.MULTILINE), name
    assert len(JUnitXml.fromstring(made["junit"].encode())) == 1
    assert json.loads(made["gradescope"])["tests"][0]["name"] == "sample-01/0"
    assert [line.split(" ")[0] for line in made["github"].splitlines()] == ["::error", "::notice", "3"]
    tokens = MarkdownIt("commonmark").enable("table").parse(made["summary"])
    inner = [child for token in tokens for child in token.children or []]
    assert {token.type for token in (*tokens, *inner)} & {
        "html_block",
        "html_inline",
        "link_open",
        "image",
    } == set()
    assert len([token for token in tokens if token.type == "fence"]) == 3
