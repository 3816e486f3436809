"""`gograde cases new` writes a package that can be graded, and writes all of it or nothing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from gograde.authoring.case_folders import sample_batches
from gograde.authoring.new_package import CONTRACTS, describe_package, new_package
from gograde.authoring.spec_author import CaseSet, author_of, caught_mistakes, generate_batches
from gograde.cli.main import run_command
from gograde.core.verdict import Verdict
from gograde.errors import ExitCode
from gograde.grading.grade import grade_submission
from gograde.grading.package_verify import verify
from gograde.package.package import open_package
from gograde.sandbox.select import choose_backend
from tests.golden import commands_agree


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_package_says_what_comes_next(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["cases", "new", "liberties"]) == ExitCode.DONE
    assert capsys.readouterr().out == "liberties: made. Next: gograde cases verify ./liberties\n"
    assert [path.name for path in folder.iterdir()] == ["liberties"]
    (folder / "mine").mkdir()
    assert run_command(["cases", "new", "mine/text", "--contract", "stdio"]) == ExitCode.DONE
    assert capsys.readouterr().out == "mine/text: made. Next: gograde cases verify ./mine/text\n"
    assert run_command(["cases", "list", "./mine/text"]) == ExitCode.DONE
    assert capsys.readouterr().out.endswith("text            1.0.0    The liberties of a chain\n")
    assert "@ID@" not in "".join(path.read_text() for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("runs", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize("contract", CONTRACTS)
def test_a_new_package_is_fit_to_grade_with(folder: Path, contract: str, runs: bool) -> None:
    """With all its samples in the campaign."""
    package, backend = open_package(new_package("a-new-one", contract, folder)), choose_backend()
    key = b"a key for the tests of new packages"
    report = verify(package, key, backend if runs else None, lambda step: None)
    assert [(check.name, check.findings) for check in report.checks if check.findings] == []
    assert report.mutants is not None
    assert (report.mutants.survivors, len(report.mistakes)) == ((), 5 if contract == "picture" else 4)
    assert len(report.submissions) == (2 if runs else 0)
    assert sum(path.is_file() for path in package.path.rglob("*")) <= 16


@pytest.mark.parametrize(("sample", "verdict"), [("accepted/*", Verdict.AC), ("wrong_answer/*", Verdict.WA)])
def test_samples_of_a_new_package_get_what_they_must(folder: Path, sample: str, verdict: Verdict) -> None:
    package = open_package(new_package("liberties", "module", folder, "strength"))
    [submission] = (package.path / "submissions").glob(sample)
    record = grade_submission(submission, package, sample_batches(package), choose_backend())
    assert record.verdict is verdict


def test_a_wrong_board_that_was_drawn_is_told_with_its_points(folder: Path) -> None:
    package = open_package(new_package("move", "picture", folder))
    backend, batches = choose_backend(), sample_batches(package)
    [right] = (package.path / "submissions" / "accepted").iterdir()
    wrong = package.path / "submissions" / "wrong_answer" / "one_stone"
    assert [test.verdict.value for test in grade_submission(right, package, batches, backend).tests] == ["AC"]
    (first,) = grade_submission(wrong, package, batches, backend).tests
    assert first.verdict.value == "WA"
    assert first.message == "the picture shows the board of a known mistake (window 1: after the move)"
    assert first.cause is not None
    assert first.cause.help.startswith("This is the board of a program that takes the stone beside the move")
    [reading] = first.readings
    expected, seen = first.cause.expected, reading.board
    assert seen is not None
    assert {(one.row, one.col) for one in reading.wrong} == {
        (row, col) for row in range(13) for col in range(13) if expected[row][col] != seen[row][col]
    }


def test_answers_may_have_several_lines(folder: Path) -> None:
    """The starter's answer, and below it the same number in strokes."""
    made = new_package("strokes", "stdio", folder)
    values = made / "grader" / "__init__.py"
    values.write_text(
        values.read_text().replace("return str(number)", 'return f"{number}\\n{number * chr(124)}."')
    )
    [flood] = (made / "submissions" / "accepted" / "flood").iterdir()
    right = flood.read_text()
    assert right.count("\nprint(count(") == 1
    flood.write_text(
        f"{right.replace('print(count(', 'number = (count(')}print(number)\nprint('|' * number + '.')\n"
    )
    describe_package(made, sample=True)
    package = open_package(made)
    assert (made / "data" / "sample" / "01" / "answer.txt").read_text() == "1\n|.\n"
    report = verify(package, b"a key for the tests of new packages", None, lambda step: None)
    assert [(check.name, check.findings) for check in report.checks if check.findings] == []
    (wrong,) = (made / "submissions" / "wrong_answer" / "stone_alone").iterdir()
    backend, batches = choose_backend(), sample_batches(package)
    record = grade_submission(flood.parent, package, batches, backend)
    assert {test.verdict for test in record.tests} == {Verdict.AC}
    record = grade_submission(wrong.parent, package, batches, backend)
    assert {test.verdict for test in record.tests} == {Verdict.WA}


@pytest.mark.long
@pytest.mark.parametrize("contract", CONTRACTS)
def test_every_key_makes_cases(folder: Path, contract: str) -> None:
    package = open_package(new_package("liberties", contract, folder))
    for number in range(1, 15):
        assert len(generate_batches(package, b"key number %03d of them" % number)) >= 1


SLIPS = yaml.safe_load((Path(__file__).parent / "slips.yaml").read_text("utf-8"))
ACCEPTED = "submissions/accepted/flood/liberties.py"


@pytest.mark.parametrize("row", SLIPS, ids=lambda row: f"{row['file']}: {row['told']}"[:60])
def test_a_slip_of_the_author_is_told(row: Any, folder: Path, capsys: Any, monkeypatch: Any) -> None:
    """With the place and the cure; a function that changes its input is none.  The cases are made once."""
    monkeypatch.setattr("gograde.authoring.case_generation.Search.attempts", 200)
    monkeypatch.setattr("gograde.grading.package_verify._differences", lambda *asked: ())
    contract = "stdio" if row["file"].startswith("stdio/") else "module"
    made, right, slip = new_package("liberties", contract, folder), row.get("right", ""), row["slip"]
    place = made / row["file"].removeprefix("stdio/")
    if slip is None:
        place.unlink()
    else:
        text = place.read_text() if right else ""
        assert right in text
        place.write_text((made / ACCEPTED).read_text() if slip == ACCEPTED else text.replace(right, slip, 1))
    run_command(["cases", "describe", "./liberties"])
    code = run_command(["cases", "verify", "./liberties", "--quick"])
    output = capsys.readouterr()
    assert row["told"] in output.out + output.err
    assert (code == ExitCode.DONE) == (row["told"] == "Nothing found.")


@pytest.mark.parametrize("contract", CONTRACTS)
def test_the_template_answers_nothing(folder: Path, contract: str) -> None:
    package = open_package(new_package("liberties", contract, folder))
    record = grade_submission(package.path / "template", package, sample_batches(package), choose_backend())
    assert {test.verdict for test in record.tests} == {Verdict.WA}


@pytest.mark.parametrize("contract", CONTRACTS)
def test_the_example_of_a_statement_is_a_public_case(folder: Path, contract: str) -> None:
    """As the package writes it, after a change of the right answer too."""
    made = new_package("text", contract, folder, "asked")
    (case,) = sample_batches(open_package(made))[0].cases[:1]
    values = made / "grader" / "__init__.py"
    values.write_text(values.read_text().replace("return number", "return -number"))
    for sign, change in ("", False), ("-" if contract == "module" else "", True):
        describe_package(made, sample=change)
        for language in ("en", "zh"):
            text = (made / "statement" / f"statement.{language}.md").read_text("utf-8")
            assert f"```sample-01/asked-1 answer\n{sign}{case.answer}\n```\n" in text
            assert f"```sample-01/asked-1 input\n{'asked([[' if contract == 'module' else ''}" in text


def test_what_cannot_be_made(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "there").mkdir()
    (folder / "dangling").symlink_to("nothing")
    commands_agree("package/new.txt", {}, capsys)
    assert sorted(path.name for path in folder.iterdir()) == ["dangling", "there"]


def test_nothing_is_left_of_a_package_that_was_not_finished(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gograde.authoring.new_package.describe", interrupt)
    assert run_command(["cases", "new", "liberties"]) == ExitCode.INTERRUPTED
    assert list(folder.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*args: object, **named: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("gograde.authoring.new_package.shutil.copytree", full)
    assert run_command(["cases", "new", "liberties"]) == ExitCode.BAD_DATA
    told = "liberties: cannot be written (No space left on device)\nFix: give another folder\n"
    assert capsys.readouterr().err == told
    assert list(folder.iterdir()) == []


def test_the_mutant_that_the_page_names_is_one(folder: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "new-assignment.md").read_text("utf-8")
    package = open_package(new_package("liberties", "module", folder))
    cases = CaseSet(package.config, package.generator(), (), sample_batches(package))
    _, kills = caught_mistakes(author_of(package), cases)
    assert kills is not None
    named = set(re.findall(r"Student\.\w+:[^`\"]+", page))
    assert len(named) == 1
    assert named <= kills.caught.keys()
