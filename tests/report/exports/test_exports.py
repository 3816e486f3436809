"""A score record for other systems: JUnit, Gradescope, GitHub."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from junitparser import Error, Failure, JUnitXml, Skipped

from gograde.codec import replace
from gograde.report.class_report import table_of
from gograde.report.exports.checks import github
from gograde.report.exports.checks.annotations import HandedIn, annotations_of, handed_in, named_line
from gograde.report.exports.checks.gradescope import results_json
from gograde.report.exports.checks.junit import junit_xml
from gograde.report.exports.reports_folder import write_reports
from gograde.report.redact import StudentRecord
from gograde.report.results import load_results
from gograde.report.words.table_text import csv_text
from gograde.scoring.record import SourceLines
from gograde.scoring.verdict import Verdict
from tests.report.exports.checks.junit_schemas import faults

NOON = datetime(2026, 11, 14, 12, 0, 0, 123, tzinfo=UTC)
HW = HandedIn("hw", folder=True)

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
def bob(make_seen, all_tests) -> StudentRecord:
    return make_seen("bob", all_tests)


@pytest.fixture
def broken(make_seen, all_tests) -> StudentRecord:
    """A record that the grader failed to make."""
    tests = [replace(test, verdict=Verdict.JE, points=None) for test in all_tests]
    return make_seen("bob", tests, official="pending")


def test_junit_tells_failures_errors_and_what_was_not_judged(bob: StudentRecord) -> None:
    [suite] = JUnitXml.fromstring(junit_xml(bob, NOON).encode())
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
    assert (type(skipped), skipped.message) == (Skipped, "a person must look at it")
    assert cases["01/0"].is_passed


def test_junit_has_the_points_as_properties_of_the_suite(bob: StudentRecord) -> None:
    """Neither schema takes properties of a test."""
    text = junit_xml(bob, NOON)
    assert '<property name="points 01/3" value="0 / 2" />' in text
    assert '<property name="points 01/3 picture" value="— (to be looked at, 1 point)" />' in text
    assert '<property name="points" ' not in text, "a total that is not complete"


def test_junit_has_what_the_runs_printed(bob: StudentRecord) -> None:
    text = junit_xml(bob, NOON)
    assert "<system-out>sample-01:\nProblem 0: rule checking:True (sample-01)\n01:\nProblem 0" in text


def test_junit_calls_our_fault_an_error(broken: StudentRecord) -> None:
    [suite] = JUnitXml.fromstring(junit_xml(broken, NOON).encode())
    assert (suite.errors, suite.failures) == (5, 0)
    assert {type(result) for case in suite for result in case.result} == {Error}


def test_jenkins_and_ant_take_the_file(bob: StudentRecord, broken: StudentRecord, make_seen) -> None:
    for record in (bob, broken, make_seen("bob", ())):
        assert faults(junit_xml(record, NOON)) == []
    east = datetime(2026, 11, 14, 20, 0, tzinfo=timezone(timedelta(hours=8)))
    assert 'timestamp="2026-11-14T12:00:00"' in junit_xml(bob, east), "Ant takes no time zone"


def test_gradescope_gets_exactly_its_fields(make_seen, all_tests) -> None:
    results = json.loads(results_json(make_seen("bob", all_tests[:4])))
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
    assert (test["name"], test["visibility"], test["tags"]) == ("01/3", "visible", ["capture", "WA"])
    assert test["output"] == f"1 missing, 1 too many\n{BOARDS}\nMissing: (7, 8)\nToo many: (4, 4)"
    formats = {results["output_format"], results["test_output_format"], results["test_name_format"]}
    assert formats | {test["output_format"], test["name_format"]} == {"text"}


def test_gradescope_gets_no_score_while_a_test_is_not_decided(
    bob: StudentRecord, broken: StudentRecord
) -> None:
    """And none that it could add up to a total; where all may see all tests, the text has both its ends."""
    for seen, words in (
        (bob, "Points: at least 4, at most 5 of 7."),
        (broken, "Points: at least 0, at most 7 of 7."),
    ):
        results = json.loads(results_json(seen))
        assert "score" not in results
        assert not [test for test in results["tests"] if "score" in test]
        assert results["output"].endswith(f"\n{words}")
    right, *_, picture = json.loads(results_json(bob))["tests"]
    assert (right["status"], right["max_score"], right["output"]) == ("passed", 1, "accepted\n1 / 1")
    assert "status" not in picture
    assert picture["output"] == "a person must look at it\n— (to be looked at, 1 point)"


def test_github_annotates_what_did_not_pass(bob: StudentRecord) -> None:
    """Nothing names a line here, so none is made up."""
    assert github.workflow_commands(bob, HW) == (
        "::error file=hw/board9.py,title=01/3%3A WA%2C wrong answer::1 missing, 1 too many"
        "%0AMissing: (7, 8)%0AToo many: (4, 4)\n"
        "::notice file=hw/board9.py,title=01/3 picture%3A RV%2C a person must look at it"
        "::a person must look at it\n"
        "3 of 5 public tests passed; 1 picture to be looked at by a person, not judged here.\n"
    )


def test_github_summary_shows_the_boards(bob: StudentRecord) -> None:
    text = github.summary(bob)
    assert text.startswith("## Reading a 9x9 board\n\n3 of 5 public tests passed")
    assert "| 01/3 | ✗ WA 0 / 2 | 1 missing, 1 too many |" in text
    differences = "Missing: (7, 8)\nToo many: (4, 4)"
    assert f"### 01/3: 1 missing, 1 too many\n\n```text\n{BOARDS}\n{differences}\n```" in text
    assert "| 01/3 picture | ◌ RV — (to be looked at, 1 point) | a person must look at it |" in text


TRACEBACK = """\
Traceback (most recent call last):
  File "/box/./board9.py", line 12, in <module>
    main()
  File "/box/./board9.py", line 4, in main
    1 / 0
ZeroDivisionError: division by zero
"""
DIVISION = SourceLines("board9.py", 3, ("def main():", "    1 / 0"), (4, 12))
GCC = "./main.c:2:9: warning: unused variable\n./main.c:6:45: error: ‘answer’ undeclared\n"


def test_the_line_of_a_failure() -> None:
    """Python names it last; a compiler names it first, but a warning is not the error."""
    assert named_line(TRACEBACK, (DIVISION,)) == ("board9.py", 4)
    assert named_line(GCC, (SourceLines("main.c", 2, ("int a;",), (2, 6)),)) == ("main.c", 6)
    assert named_line("main.c:2: what now", (SourceLines("main.c", 2, ("int a;",), (2,)),)) == ("main.c", 2)
    assert named_line(TRACEBACK, ()) is None
    trace = 'Exception in thread "main" java.lang.Error\n\tat Go.f(Go.java:9)\n\tat Go.main(Go.java:4)\n'
    assert named_line(trace, (SourceLines("src/Go.java", 4, ("f();",), (4, 9)),)) == ("src/Go.java", 9)
    shell = (SourceLines("run.sh", 1, ("exit",), (1, 3)),)
    assert named_line("run.sh: line 3: x: not found\nrun.sh: line 1: y", shell) == ("run.sh", 3)


def crashed(record: StudentRecord, **changes: object) -> StudentRecord:
    """All tests of the record failed for the same crash."""
    message = "exit code 1: ZeroDivisionError: division by zero"
    tests = [replace(test, verdict=Verdict.RTE, points=0, message=message) for test in record.tests]
    run = {"verdict": Verdict.RTE, "message": message, "stderr": TRACEBACK, "source": (DIVISION,)}
    runs = [replace(one, **run) for one in record.runs]
    made: dict[str, object] = {"tests": tuple(tests), "runs": tuple(runs), "verdict": Verdict.RTE}
    return replace(record, **made | changes)


def test_a_crash_is_one_annotation_at_its_line(bob: StudentRecord) -> None:
    [one] = annotations_of(crashed(bob), HW)
    assert (one.file, one.line) == ("hw/board9.py", 4)
    assert one.title == "sample-01/0 and 4 more tests: RTE, run-time error"
    assert one.text == "exit code 1: ZeroDivisionError: division by zero"
    text = github.summary(crashed(bob))
    assert "board9.py, line 4:\n\n```text\n     3 def main():\n>    4     1 / 0\n```" in text
    assert text.count("### ") == 2, "one for each of the two runs, none for their tests"


def test_a_crash_after_the_last_answer_is_annotated_too(bob: StudentRecord) -> None:
    right = tuple(replace(test, verdict=Verdict.AC) for test in bob.tests)
    found = annotations_of(crashed(bob, tests=right), HW)
    assert [(one.title, one.line) for one in found] == [
        ("run sample-01: RTE, run-time error", 4), ("run 01: RTE, run-time error", 4),
    ]  # fmt: skip


def test_what_does_not_compile_is_annotated_at_the_error(bob: StudentRecord) -> None:
    changes = {"verdict": Verdict.CE, "points": 0, "message": GCC}
    tests = tuple(replace(test, **changes) for test in bob.tests)
    source = (SourceLines("main.c", 5, ("{", '    printf("%s", answer)', "}"), (6,)),)
    update = {"tests": tests, "runs": (), "verdict": Verdict.CE, "message": GCC, "source": source}
    record = replace(bob, **update)
    [one] = annotations_of(record, HW)
    assert (one.file, one.line, one.text) == ("hw/main.c", 6, GCC)
    text = github.summary(record)
    assert "0 of 5 public tests passed; does not compile or cannot be read." in text
    assert text.count("### ") == 1


def test_a_folder_without_a_program_is_no_place(bob: StudentRecord) -> None:
    submission = replace(bob.submission, entry=None)
    record = replace(bob, submission=submission)
    assert {one.file for one in annotations_of(record, HW)} == {""}
    assert {one.file for one in annotations_of(record, HandedIn("hw.zip", folder=False))} == {"hw.zip"}


def test_our_own_fault_is_annotated_nowhere(broken: StudentRecord) -> None:
    found = annotations_of(broken, HW)
    assert {(one.level, one.file, one.line) for one in found} == {("error", "", 0)}
    assert {one.title.split(": ")[1] for one in found} == {"JE, judge error"}


def test_a_line_in_an_archive_is_none_of_the_repository(bob: StudentRecord) -> None:
    for path, place in (("hw.zip", ("hw.zip", 0)), ("hw/board9.py", ("hw/board9.py", 4))):
        [one] = annotations_of(crashed(bob), HandedIn(path, folder=False))
        assert (one.file, one.line) == place


def test_paths_are_those_of_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "repo/.git").mkdir(parents=True)
    (tmp_path / "repo/hw/one").mkdir(parents=True)
    (tmp_path / "repo/hw/go.zip").write_bytes(b"")
    monkeypatch.chdir(tmp_path / "repo/hw")
    assert handed_in(Path("one")) == HandedIn("hw/one", folder=True)
    assert handed_in(Path("one/../go.zip")) == HandedIn("hw/go.zip", folder=False)
    assert handed_in(tmp_path / "repo") == HandedIn(".", folder=True)
    assert HandedIn(".", folder=True).at("src/a.py", 3) == ("src/a.py", 3)
    monkeypatch.chdir(tmp_path)
    assert handed_in(Path("nowhere/one")) == HandedIn("nowhere/one", folder=False)


def test_github_is_given_no_more_than_it_shows(bob: StudentRecord) -> None:
    """It shows ten errors of a step and drops the others silently."""
    [test] = [test for test in bob.tests if test.name == "01/3"]
    many = [replace(test, name=f"01/{n}", message=f"fault {chr(97 + n)}") for n in range(12)]
    lines = github.workflow_commands(replace(bob, tests=tuple(many)), HW).splitlines()
    assert [line.split(" ")[0] for line in lines].count("::error") == 10
    assert lines[9] == "::error title=more causes::3 more causes are in the summary of the job"


def test_a_summary_has_a_largest_size(bob: StudentRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    """GitHub takes none that is larger, and then shows nothing at all."""
    whole = github.summary(crashed(bob))
    monkeypatch.setattr(github, "LARGEST", len(whole.encode()) - 400)
    text = github.summary(crashed(bob))
    assert text.count("### ") == 1
    assert "\n\n1 more parts are left out: a summary has a largest size.\n\nRun in " in text


def test_a_summary_is_measured_in_bytes(bob: StudentRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Chinese character has three."""
    record = crashed(bob)
    runs = tuple(replace(run, stderr="错" * 1000) for run in record.runs)
    chinese = replace(record, runs=runs)
    monkeypatch.setattr(github, "LARGEST", len(github.summary(chinese)))
    assert "2 more parts are left out" in github.summary(chinese)


# -- `grades.csv`, `scores.csv` and their descriptor -------------------------------------------------------


HOSTILE = "=cmd('calc')\n<script>\x1b[31m\u202e\"',;@"


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def table_rows(class_dir: Path, name: str) -> list[dict[str, str]]:
    """The rows of a table as its file has them."""
    return rows(csv_text(table_of(name, load_results(class_dir))))


@pytest.fixture
def scores(class_dir: Path) -> dict[str, dict[str, str]]:
    return {row["student_id"]: row for row in table_rows(class_dir, "scores")}


@pytest.fixture
def grades(class_dir: Path) -> dict[str, dict[str, str]]:
    return {row["student_id"]: row for row in table_rows(class_dir, "grades")}


def test_a_row_a_student_with_a_column_an_assignment(grades: dict) -> None:
    assert list(grades) == ["alice", "bob", "carol", "dan", "erin", "frank", "grace"]
    assert grades["carol"] == {
        "student_id": "carol", "last_name": "Chen", "first_name": "Carol", "email": "",
        "total": "", "total_at_least": "54.285714", "total_at_most": "68.571429", "total_pending": "1",
        "board9_final": "",
    }  # fmt: skip


def test_a_row_a_result(scores: dict) -> None:
    assert list(scores) == ["alice", "bob", "carol", "dan", "erin", "frank", "grace"]
    assert scores["carol"] == {
        "student_id": "carol", "assignment": "board9", "verdict": "WA", "badge": "WA", "official": "fail",
        "final": "", "at_least": "3.8", "at_most": "4.8",
        "score": "", "score_at_least": "5", "max_score": "7", "pending": "1",
        "late_days": "2", "late_penalty": "1.2", "corrections": "0",
        "tests": "5", "tests_graded": "4", "tests_waiting": "1", "waiting": "1", "broken": "0",
        "judge_error": "false",
        "flags": "", "sandbox": "bwrap",
    }  # fmt: skip
    assert (scores["grace"]["flags"], scores["dan"]["sandbox"]) == ("forbidden", "")


def test_a_row_a_group_of_tests(class_dir: Path) -> None:
    carol = [row for row in table_rows(class_dir, "groups") if row["student_id"] == "carol"]
    assert [tuple(row.values())[2:] for row in carol] == [
        ("sample", "3", "3", "3", "0"),
        ("rule", "0", "0", "1", "0"),
        ("capture", "2", "2", "2", "0"),
        ("picture", "", "0", "1", "1"),
    ]


def test_what_is_not_decided_is_empty_and_not_zero(grades: dict, scores: dict) -> None:
    frank = scores["frank"]
    assert (frank["final"], grades["frank"]["total"], frank["pending"]) == ("", "", "3")
    assert (frank["verdict"], frank["judge_error"], frank["broken"]) == ("JE", "true", "3")
    assert (frank["at_least"], frank["at_most"], grades["frank"]["total_at_most"]) == ("0", "3", "100")
    assert (scores["dan"]["score"], scores["dan"]["final"], grades["dan"]["total"]) == ("0", "0", "0")


def test_a_row_a_test(class_dir: Path) -> None:
    bobs = {row["test"]: row for row in table_rows(class_dir, "tests") if row["student_id"] == "bob"}
    assert list(bobs) == ["sample-01/0", "sample-01/3", "01/0", "01/3", "01/3 picture"]
    assert bobs["01/3"] == {
        "student_id": "bob", "assignment": "board9", "test": "01/3", "group": "capture", "batch": "01",
        "verdict": "WA", "points": "0", "max_points": "2", "corrected": "", "visibility": "hidden",
        "message": "1 missing, 1 too many", "mistake": "", "remarks": "", "features": "edge-capture",
    }  # fmt: skip
    assert (bobs["01/3 picture"]["points"], bobs["01/3 picture"]["max_points"]) == ("", "1")


def test_the_first_lines_of_the_file(class_dir: Path) -> None:
    text = csv_text(table_of("tests", load_results(class_dir)))
    assert text.split("\n")[1] == (
        '"alice","board9","sample-01/0","sample","sample-01","AC",1,1,"","visible","","","","rule-obeyed"'
    )
    assert "\r" not in text


def validate(folder: Path) -> tuple[int, dict]:
    """What frictionless says of a descriptor."""
    command = [sys.executable, "-m", "frictionless", "validate", "datapackage.json", "--json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout)


def test_frictionless_finds_the_package_valid(class_dir: Path) -> None:
    write_reports(class_dir, class_dir / "reports")
    code, report = validate(class_dir / "reports")
    assert (code, report["valid"], report["stats"]["errors"]) == (0, True, 0)
    rows_of = {task["name"]: task["stats"].get("rows", 0) for task in report["tasks"]}
    assert rows_of == {
        "grades": 7, "scores": 7, "groups": 22, "late": 6, "overrides": 0, "corrections": 0,
        "tests": 26, "runs": 8, "usage": 8, "games": 0, "ratings": 0,
    }  # fmt: skip


def test_neutralised_cells_are_valid_too(make_class, make_person, make_record, all_tests) -> None:
    bad = [replace(test, message=HOSTILE, remarks=(HOSTILE,)) for test in all_tests]
    folder = make_class([make_person("=e", make_record("=e", bad), HOSTILE, "=1", "=1")], title=HOSTILE)
    write_reports(folder, folder / "reports")
    code, report = validate(folder / "reports")
    assert (code, report["valid"]) == (0, True)
    rows_of = {task["name"]: task["stats"].get("rows", 0) for task in report["tasks"]}
    assert (rows_of["grades"], rows_of["tests"]) == (1, 5)


def test_frictionless_would_see_a_changed_cell(class_dir: Path) -> None:
    write_reports(class_dir, class_dir / "reports")
    path = class_dir / "reports" / "scores.csv"
    path.write_text(path.read_text().replace('"WA"', '"XX"', 1))
    code, report = validate(path.parent)
    kinds = {error["type"] for task in report["tasks"] for error in task["errors"]}
    assert code == 1
    assert kinds >= {"constraint-error", "hash-count"}
