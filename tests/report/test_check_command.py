"""`gograde check`, with real programs in the real sandbox."""

import json
import re
from functools import cache
from pathlib import Path

import pytest
from junitparser import JUnitXml

from gograde import resources
from gograde.cli.main import run_command
from gograde.codec import replace
from gograde.core.record import Visibility
from gograde.core.verdict import Verdict
from gograde.package.package import find_package
from gograde.package.samples import read_samples
from gograde.package.secret_files import store
from gograde.workflow.checking.check_submission import check_submission
from tests.golden import agrees
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


def test_what_is_said_of_programs_is_kept(capsys, tmp_path: Path) -> None:
    """The first screen: the case as it is asked, both answers, what is likely wrong, and nothing twice."""
    (tmp_path / "empty").mkdir()
    swapped = read_samples(find_package("board9"))["wrong_answer/draws_colours_swapped"]
    store(swapped.files, tmp_path / "draws_colours_swapped", force=False)
    (tmp_path / "mine.zip").write_bytes(b"no archive")
    (tmp_path / "influence.py").write_text(
        "def fast(board):\n    return [[0] * len(board[0]) for _ in board]\n"
    )
    (tmp_path / "score.py").write_text("print int(raw_input())\n")
    programs = (
        ("board9", RIGHT),
        ("board9", WRONG), ("board9", tmp_path / "draws_colours_swapped"),
        ("board9", SAMPLES / "run_time_error/crashes_halfway"), ("board9", tmp_path / "empty"),
        ("board9", tmp_path / "mine.zip"), ("influence", tmp_path / "influence.py"),
        ("tromp-taylor", tmp_path / "score.py"),
    )  # fmt: skip
    said = []
    for name, path in programs:
        code = run_command(["check", str(path), "-a", name])
        said.append(f"== {path.name}: {code}\n{capsys.readouterr().out}")
    agrees("report/programs.txt", re.sub(r"(?<=in the sandbox )\w+", "...", "\n".join(said)))


def test_the_whole_input_of_a_case_goes_into_a_new_file(capsys, tmp_path: Path) -> None:
    file = tmp_path / "input"
    for _ in range(2):
        checked(capsys, RIGHT, "--case", "1", "--input", file)
    assert file.read_bytes() == (SAMPLES.parent / "data/sample/01/test_1.txt").read_bytes()
    for case, name, said in (("2", "input", "File exists"), ("sample-01", "new", "is for one case")):
        code = run_command(
            ["check", str(RIGHT), "-a", "board9", "--case", case, "--input", str(tmp_path / name)]
        )
        assert (code, said in capsys.readouterr().err) == (2, True)


@pytest.mark.needs("cc")
def test_all_that_a_compiler_says_is_kept(capsys, tmp_path: Path) -> None:
    (tmp_path / "main.c").write_text("int main() {\n" + "".join(f"a{n};\n" for n in range(200)) + "}\n")
    record = json.loads(checked(capsys, tmp_path, "--format", "json")[1])
    assert re.findall(r"main.c:\d+:1: error: ‘a(\d+)’", record["message"]) == [*map(str, range(200))]
    assert {test["message"][:34] for test in record["tests"]} == {"main.c:2:1: error: ‘a0’ undeclared"}
    text = checked(capsys, tmp_path)[1]
    assert [f"‘a{number}’" in text for number in range(200)] == [True] * 200


@pytest.mark.parametrize("path", [".", "../here", "inner/.."])
def test_the_current_folder_is_a_submission(capsys, tmp_path: Path, monkeypatch, path: str) -> None:
    """As in a repository, whose top it is."""
    (tmp_path / "here/inner").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    code, text = checked(capsys, path)
    assert (code, "no files in it" in text) == (1, True)


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
    assert f"file={path},title=✗ sample-01/2::1 missing" in text
    assert summary.read_text().startswith("before\n## Reading a 9x9 board\n\n5 of 11 public tests passed.\n")


@pytest.mark.usefixtures("once")
def test_a_summary_that_cannot_be_written_is_named(capsys, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path))
    assert run_command(["check", str(RIGHT), "-a", "board9", "--format", "github"]) == 3
    assert capsys.readouterr().err == (
        f"GITHUB_STEP_SUMMARY={tmp_path}: cannot be written (Is a directory)\nFix: unset it, or name a file\n"
    )


def test_our_own_fault_is_never_a_finding(make_record, all_tests, capsys, monkeypatch) -> None:
    ours = {"verdict": Verdict.JE, "points": None, "visibility": Visibility.VISIBLE}
    tests = [replace(test, **ours) for test in all_tests]
    record = make_record("submission", tests, official="pending", message="it failed twice", runs=())
    monkeypatch.setattr(CHECK, lambda *_, **__: record)
    code, text = checked(capsys, RIGHT)
    assert code == 4
    said = "0 of 5 public tests passed; 5 tests not judged for a fault of the grader (judge error)"
    assert text.endswith(f"\n{said}; it failed twice.\n")
