"""A score record for other systems: what `golden/checks` does not show, and tables that are valid."""

import json
import subprocess
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from gograde.cli.check import read_forms, write_files
from gograde.codec import replace
from gograde.core.record import GameScore, SourceLines
from gograde.core.verdict import Verdict
from gograde.errors import UsageError
from gograde.report.exports import checks
from gograde.report.exports.checks import (
    SubmissionPath,
    annotations_of,
    gradescope_json,
    handed_in,
    junit_xml,
    named_line,
)
from gograde.report.exports.reports_folder import write_reports
from gograde.report.redact import StudentRecord
from gograde.report.words.failures import formative, is_formative
from tests.report.conftest import DIVISION, GCC, TRACEBACK, crashed, every

HW = SubmissionPath("hw", folder=True)


@pytest.fixture
def bob(make_seen, all_tests) -> StudentRecord:
    return every(make_seen("bob", all_tests), remarks=())


def test_ant_takes_no_time_zone(bob: StudentRecord) -> None:
    east = datetime(2026, 11, 14, 20, 0, tzinfo=timezone(timedelta(hours=8)))
    assert 'timestamp="2026-11-14T12:00:00"' in junit_xml(bob, east)


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


def test_a_crash_after_the_last_answer_is_annotated_too(bob: StudentRecord) -> None:
    right = tuple(replace(test, verdict=Verdict.AC) for test in bob.tests)
    found = annotations_of(crashed(bob, tests=right), HW)
    assert [(one.title, one.line) for one in found] == [("✗ Run sample-01, 01", 4)]


def test_a_folder_without_a_program_is_no_place(bob: StudentRecord) -> None:
    submission = replace(bob.submission, entry=None)
    record = replace(bob, submission=submission)
    assert {one.file for one in annotations_of(record, HW)} == {""}
    assert {one.file for one in annotations_of(record, SubmissionPath("hw.zip", folder=False))} == {"hw.zip"}


def test_a_line_in_an_archive_is_none_of_the_repository(bob: StudentRecord) -> None:
    for path, place in (("hw.zip", ("hw.zip", 0)), ("hw/board9.py", ("hw/board9.py", 4))):
        [one] = annotations_of(crashed(bob), SubmissionPath(path, folder=False))
        assert (one.file, one.line) == place


def test_paths_are_those_of_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "repo/.git").mkdir(parents=True)
    (tmp_path / "repo/hw/one").mkdir(parents=True)
    (tmp_path / "repo/hw/go.zip").write_bytes(b"")
    monkeypatch.chdir(tmp_path / "repo/hw")
    assert handed_in(Path("one")) == SubmissionPath("hw/one", folder=True)
    assert handed_in(Path("one/../go.zip")) == SubmissionPath("hw/go.zip", folder=False)
    assert handed_in(tmp_path / "repo") == SubmissionPath(".", folder=True)
    assert SubmissionPath(".", folder=True).at("src/a.py", 3) == ("src/a.py", 3)
    monkeypatch.chdir(tmp_path)
    assert handed_in(Path("nowhere/one")) == SubmissionPath("nowhere/one", folder=False)


def test_github_is_given_no_more_than_it_shows(bob: StudentRecord) -> None:
    """It shows ten errors of a step and drops the others silently."""
    [test] = [test for test in bob.tests if test.name == "01/3"]
    many = [replace(test, name=f"01/{n}", message=f"fault {chr(97 + n)}") for n in range(12)]
    lines = checks.workflow_commands(replace(bob, tests=tuple(many)), HW).splitlines()
    assert [line.split(" ")[0] for line in lines].count("::error") == 10
    assert lines[9] == "::error title=more causes::3 more causes are in the summary of the job"


def test_a_summary_has_a_largest_size(bob: StudentRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    """GitHub takes none that has more bytes, and then shows nothing; a Chinese character has three."""
    runs = tuple(replace(run, stderr="错" * 300, message=run.batch) for run in crashed(bob).runs)
    record = crashed(bob, runs=runs)
    whole = checks.summary(record)
    for most, left in ((len(whole), 2), (len(whole.encode()) - 300, 1)):
        monkeypatch.setattr(checks, "LARGEST", most)
        text = checks.summary(record)
        assert f"\n\n{left} more parts are left out: a summary has a largest size.\n\nRun in " in text
        assert text.count("### ") == 3 - left


# -- forms for other systems, and several at once -------------------------------------------------


def test_other_forms_go_into_files(public: StudentRecord, tmp_path: Path) -> None:
    words = [f"gradescope={tmp_path}/a=b.json", "github", f"junit={tmp_path}/j.xml"]
    shown, files = read_forms(words)
    assert shown == "github"
    write_files(public, tmp_path, files)
    assert len(json.loads((tmp_path / "a=b.json").read_text())["tests"]) == len(public.tests)
    assert (tmp_path / "j.xml").read_text().startswith("<?xml ")


@pytest.mark.parametrize("given", ["badges", "junit=", "=x", "text=x", "github=x"])
def test_a_form_that_there_is_not(given: str) -> None:
    with pytest.raises(UsageError) as refused:
        read_forms([given])
    assert str(refused.value) == (
        f"--format {given}: no format, or no file for it\nFix: write text, github, or with =FILE if you like "
        "json, junit, gradescope, prairielearn, autolab, gitlab, summary"
    )


def test_a_file_that_cannot_be_written(public: StudentRecord, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as refused:
        write_files(public, tmp_path, [("gitlab", tmp_path / "no" / "b.json")])
    assert str(refused.value).startswith(
        f"--format gitlab {tmp_path}/no/b.json: cannot be written (no such folder)"
    )


# -- Gradescope -----------------------------------------------------------------------------------


def told(*asked: Any) -> Any:
    return json.loads(gradescope_json(*asked))


def test_a_scale_keeps_partial_points_away(public: StudentRecord) -> None:
    """What is not right gets nothing, what is not decided stays open; the groups add up."""
    scaled = formative(public)
    assert (scaled.score, scaled.pending, scaled.max_score) == (3, 1, 5)
    assert [test.points for test in scaled.tests] == [1, 1, 1, 0, None]
    assert sum(group.max_score for group in scaled.groups) == 5
    assert not is_formative(replace(public, tests=()))


def test_lateness_takes_points_and_never_more_than_there_are(make_seen, all_tests) -> None:
    record = make_seen("bob", all_tests[:4])
    late = told(record, 1.5, ["Late: 1 day late"])
    assert (late["score"], late["output"].splitlines()[-1]) == (2.5, "Late: 1 day late")
    assert told(record, 100)["score"] == 0


def game(*, won: bool, counted: bool = True) -> GameScore:
    return GameScore(
        opponent="random", colour="black", won=won, ended="points", reason="", ply=9, moves=(), board=(),
        counted=counted,
    )  # fmt: skip


def test_games_are_ranked_by_those_won(public: StudentRecord) -> None:
    games = (game(won=True), game(won=False), game(won=False), game(won=True, counted=False))
    tests = (replace(public.tests[0], games=games),)
    record = replace(public, tests=tests)
    assert told(record)["leaderboard"] == [{"name": "games won, %", "value": 33.3, "order": "desc"}]
    ours = replace(tests[0], verdict=Verdict.JE)
    assert told(replace(record, tests=(ours,)))["leaderboard"] == []


# -- `grades.csv`, `scores.csv` and their descriptor -------------------------------------------------------


HOSTILE = "=cmd('calc')\n<script>\x1b[31m\u202e\"',;@"


def validate(folder: Path) -> tuple[int, dict]:
    """What frictionless says of a descriptor."""
    command = [sys.executable, "-m", "frictionless", "validate", "datapackage.json", "--json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout)


def test_frictionless_finds_the_package_valid_and_would_see_a_changed_cell(
    make_class, class_people, make_person, make_record, all_tests
) -> None:
    """Cells that are neutralised are valid too."""
    bad = [replace(test, message=HOSTILE, remarks=(HOSTILE,)) for test in all_tests]
    hostile = make_person("=e", make_record("=e", bad), HOSTILE, "=1", "=1")
    folder = make_class([*class_people, hostile], title=HOSTILE)
    write_reports(folder, folder / "reports")
    code, report = validate(folder / "reports")
    assert (code, report["valid"], report["stats"]["errors"]) == (0, True, 0)
    rows_of = {task["name"]: task["stats"].get("rows", 0) for task in report["tasks"]}
    assert rows_of == {
        "grades": 8, "scores": 8, "groups": 26, "late": 7, "overrides": 0, "corrections": 0,
        "tests": 31, "runs": 10, "usage": 10, "games": 0, "ratings": 0,
    }  # fmt: skip
    path = folder / "reports" / "scores.csv"
    path.write_text(path.read_text().replace('"WA"', '"XX"', 1))
    code, report = validate(path.parent)
    kinds = {error["type"] for task in report["tasks"] for error in task["errors"]}
    assert code == 1
    assert kinds >= {"constraint-error", "hash-count"}
