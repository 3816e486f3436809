"""`gograde check`, with real programs in the real sandbox."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest
from junitparser import JUnitXml

from gograde import resources
from gograde.cli.main import run_command
from gograde.codec import of_json, replace
from gograde.errors import JudgeError
from gograde.report.redact import StudentRecord
from gograde.scoring.record import Visibility
from gograde.scoring.verdict import Verdict
from gograde.workflow.checking.check_submission import check_submission
from tests.report.exports.checks.junit_schemas import faults

CHECK = "gograde.workflow.checking.check_submission.check_submission"
SAMPLES = resources.packages_dir() / "board9" / "submissions"
RIGHT, WRONG = SAMPLES / "accepted" / "draws_own_png", SAMPLES / "wrong_answer" / "diagonals_connect"


def checked(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str]:
    """Exit code and what is printed; nothing may go to the error stream."""
    code = run_command(["check", *map(str, args), "-a", "board9"])
    captured = capsys.readouterr()
    assert captured.err == ""
    return code, captured.out


_checked_once = cache(check_submission)
"""Several tests show the same submission in different forms."""


@pytest.fixture
def once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A submission that one test has had run is not run again for another."""
    monkeypatch.setattr(CHECK, _checked_once)


@pytest.mark.usefixtures("once")
def test_a_right_program_passes(capsys) -> None:
    code, text = checked(capsys, RIGHT)
    assert code == 0
    assert text.endswith("\n11 of 11 public tests passed.\n")


@pytest.mark.usefixtures("once")
def test_a_wrong_answer_is_shown_on_boards(capsys) -> None:
    code, text = checked(capsys, WRONG)
    assert code == 1
    assert "✗ sample-01/2: 1 missing" in text
    assert "  1 . . . . X O O X ?      1 . . . . X O O X .\n" in text
    assert "  Missing: (1, 8)\n" in text
    assert "  * expected and answered   ? expected, not answered   ! answered, not expected\n" in text
    assert text.endswith("\n5 of 11 public tests passed.\n")


def test_a_wrong_picture_is_shown_beside_what_it_should_be(capsys) -> None:
    code, text = checked(capsys, SAMPLES / "wrong_answer" / "draws_colours_swapped")
    assert code == 1
    said = "the picture shows the board with the colours swapped (window 1: Problem 1)"
    assert f"✗ sample-01/1 picture: {said}\n" in text
    assert "  0 X . X . . . . . O      0 O . O . . . . . X\n" in text
    assert text.endswith("\n7 of 11 public tests passed.\n")


def test_a_crash_is_told_with_the_end_of_its_errors(capsys) -> None:
    code, text = checked(capsys, SAMPLES / "run_time_error" / "crashes_halfway")
    assert code == 1
    assert "Run sample-01: run-time error (exit code 1: ValueError: not enough values to unpack" in text
    assert "  | Traceback (most recent call last):\n" in text
    assert "Expected" not in text


def test_what_cannot_be_started_is_said_once(capsys, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    code, text = checked(capsys, tmp_path / "empty")
    what = "no files in it; hand in a folder, a .zip or a .tar.gz with the program in it"
    assert code == 1
    assert text.splitlines()[1:] == [
        f"all 11 tests: ✗ CE {what}",
        "",
        f"0 of 11 public tests passed; {what}.",
    ]


def test_one_source_file_is_a_submission(capsys, tmp_path: Path) -> None:
    source = next(RIGHT.glob("*.py"))
    shutil.copy(source, tmp_path / "mine.py")
    assert checked(capsys, tmp_path / "mine.py")[0] == 0


@pytest.mark.parametrize("path", [".", "../here", "inner/.."])
def test_the_current_folder_is_a_submission(capsys, tmp_path: Path, monkeypatch, path: str) -> None:
    """As in a repository, whose top it is."""
    (tmp_path / "here/inner").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    code, text = checked(capsys, path)
    assert (code, "no files in it" in text) == (1, True)


def test_an_archive_is_a_submission(capsys, tmp_path: Path) -> None:
    archive = shutil.make_archive(str(tmp_path / "mine"), "zip", RIGHT)
    assert checked(capsys, archive)[0] == 0


def test_what_cannot_be_read_is_a_finding(capsys, tmp_path: Path) -> None:
    (tmp_path / "mine.zip").write_bytes(b"no archive")
    code, text = checked(capsys, tmp_path / "mine.zip")
    assert code == 1
    assert "0 of 11 public tests passed; mine.zip: not a zip archive, or one that is cut off." in text


@pytest.mark.usefixtures("once")
def test_json_is_the_students_projection(capsys) -> None:
    code, text = checked(capsys, WRONG, "--format", "json")
    record = of_json(StudentRecord, text)
    assert (code, record.verdict, len(record.tests), record.hidden_tests) == (1, Verdict.NO, 11, ())
    assert [group.name for group in record.groups] == ["sample", "sample-picture"]


@pytest.mark.usefixtures("once")
def test_junit(capsys) -> None:
    code, text = checked(capsys, WRONG, "--format", "junit")
    [suite] = JUnitXml.fromstring(text.encode())
    assert (code, suite.tests, suite.failures, suite.errors) == (1, 11, 6, 0)
    assert faults(text) == []


@pytest.mark.usefixtures("once")
def test_github_annotates_and_appends_to_the_summary(capsys, tmp_path: Path, monkeypatch) -> None:
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    code, text = checked(capsys, WRONG, "--format", "github")
    assert code == 1
    assert text.count("::error file=") == 2, "one for the answers, one for the pictures"
    path = f"cases/board9/submissions/wrong_answer/{WRONG.name}/board9.py"
    assert f"file={path},title=sample-01/2 and 1 more test%3A WA%2C wrong answer::1 missing" in text
    assert summary.read_text().startswith("before\n## Reading a 9x9 board\n\n5 of 11 public tests passed.\n")


@pytest.mark.usefixtures("once")
def test_a_summary_that_cannot_be_written_is_named(capsys, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path))
    assert run_command(["check", str(RIGHT), "-a", "board9", "--format", "github"]) == 3
    assert capsys.readouterr().err == (
        f"GITHUB_STEP_SUMMARY={tmp_path}: cannot be written (Is a directory)\nFix: unset it, or name a file\n"
    )


def test_a_submission_that_is_not_there(capsys, tmp_path: Path) -> None:
    assert run_command(["check", str(tmp_path / "no"), "-a", "board9"]) == 2
    assert capsys.readouterr().err == (
        f"{tmp_path / 'no'}: no such file or folder\nFix: give the path of a submission\n"
    )


def test_an_assignment_that_does_not_exist(capsys) -> None:
    assert run_command(["check", str(RIGHT), "-a", "bord9"]) == 2
    assert capsys.readouterr().err == 'bord9: no such assignment\nFix: did you mean "board9"?\n'


def test_without_a_sandbox_nothing_is_run(capsys, monkeypatch) -> None:
    def refuse(**_: object) -> None:
        raise JudgeError("sandbox", "none works here", "apt-get install bubblewrap")

    monkeypatch.setattr("gograde.workflow.checking.check_submission.choose_backend", refuse)
    assert run_command(["check", str(RIGHT), "-a", "board9"]) == 4
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "sandbox: none works here\nFix: apt-get install bubblewrap\n")


def test_our_own_fault_is_never_a_finding(make_record, all_tests, capsys, monkeypatch) -> None:
    ours = {"verdict": Verdict.JE, "points": None, "visibility": Visibility.VISIBLE}
    tests = [replace(test, **ours) for test in all_tests]
    record = make_record("submission", tests, official="pending", message="it failed twice", runs=())
    monkeypatch.setattr(CHECK, lambda *_, **__: record)
    code, text = checked(capsys, RIGHT)
    assert code == 4
    said = "0 of 5 public tests passed; 5 tests not judged for a fault of the grader (judge error)"
    assert text.endswith(f"\n{said}; it failed twice.\n")


def test_pictures_do_not_fail_a_check_but_are_said(make_record, all_tests, capsys, monkeypatch) -> None:
    seen = Visibility.VISIBLE
    tests = [replace(test, visibility=seen) for test in all_tests if test.name != "01/3"]
    monkeypatch.setattr(CHECK, lambda *_, **__: make_record("submission", tests))
    code, text = checked(capsys, RIGHT)
    assert code == 0
    assert "3 of 4 public tests passed; 1 picture to be looked at by a person, not judged here." in text
