"""Problem packages for Kattis: what is in one, what is refused, and what problemtools says of one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from gograde.authoring.case_folders import sample_batches
from gograde.authoring.kattis import SAME_TEXT, Latex, Problem, escaped, problem_of, verbatim, write_folder
from gograde.authoring.new_package import new_package
from gograde.cli.main import run_command
from gograde.core.assignment import Batch, Case
from gograde.errors import UsageError
from gograde.package.package import find_package, open_package
from tests.golden import values_agree

CORRIDOR = Batch("02", (Case("case", "shape", b"X--\n---\n--O", "Jigo", ("reach-both",)),), False)
NOTHING = Batch("03", (Case("case", "plain", b"", "Jigo"),), False)
SECRET = (Batch("01", (Case("case", "plain", b"XO\r\n--\0", "Jigo"),), False), CORRIDOR, NOTHING)
TROMP_TAYLOR = find_package("tromp-taylor")


@pytest.fixture(scope="module")
def problem() -> Problem:
    return problem_of(TROMP_TAYLOR, SECRET)


def names(files: Mapping[str, bytes], folder: str) -> set[str]:
    return {path.removeprefix(f"{folder}/") for path in files if path.startswith(f"{folder}/")}


# -- the statement --------------------------------------------------------------------------


def test_markdown_becomes_latex() -> None:
    values_agree("authoring/latex.txt", Latex=Latex)


def test_no_sign_of_a_text_is_a_command() -> None:
    assert escaped("\\a~^&%$#_{}") == (
        "\\textbackslash{}a\\textasciitilde{}\\textasciicircum{}\\&\\%\\$\\#\\_\\{\\}"
    )
    assert verbatim("\\end{verbatim}\\input{x}\n").count("\\end{verbatim}") == 1


def test_pictures_are_named_as_they_lie_beside() -> None:
    latex = Latex()
    assert latex.of("![a](figures/b.png)\n") == "\\includegraphics[width=0.7\\textwidth]{b.png}\n"
    assert latex.pictures == ["figures/b.png"]


def test_the_statement_is_the_task_without_what_gograde_does(problem: Problem) -> None:
    assert names(problem.files, "problem_statement") == {"problem.en.tex", "problem.zh.tex", "area.png"}
    text = problem.files["problem_statement/problem.en.tex"].decode()
    assert text.startswith(
        "%% plainproblemname: Scoring a finished game\n\\problemname{Scoring a finished game}\n"
    )
    assert "\\section*{Output}" in text
    for word in ("gograde", "Easily overlooked", "\\section*{Marks}", "official"):
        assert word not in text
    told = {finding.where: finding.what for finding in problem.left_out}
    assert told["problem_statement/problem.zh.tex"].startswith("the pages of Kattis show it; its PDF has no")
    assert "problem_statement/problem.en.tex" not in told


# -- data and validators --------------------------------------------------------------------


def test_the_data_are_the_cases_with_their_answers(problem: Problem) -> None:
    public = {batch.name: batch for batch in sample_batches(TROMP_TAYLOR)}
    shown = {name.rpartition(".")[0] for name in names(problem.files, "data/sample")}
    secret = {name.rpartition(".")[0] for name in names(problem.files, "data/secret")}
    assert (shown | secret, shown & secret) == ({*public, "01", "02", "03"}, set())
    odd = {f"sample-{number}" for number in ("03", "15", "18")}  # with characters that no statement can show
    assert secret == {"01", "02", "03", *odd}
    assert problem.files["data/secret/02.in"] == b"X--\n---\n--O"
    assert problem.files["data/secret/02.ans"] == b"Jigo\n"
    assert problem.files["data/secret/02.desc"] == b"shape, reach-both\n"
    for name in shown:
        case = public[name].cases[0]
        assert problem.files[f"data/sample/{name}.in"] == case.input
        assert problem.files[f"data/sample/{name}.ans"] == f"{case.answer}\n".encode()


def test_the_yaml_says_who_made_it_and_how_it_is_judged(problem: Problem) -> None:
    about = yaml.safe_load(problem.files["problem.yaml"])
    assert about == {
        "problem_format_version": "legacy",
        "uuid": "5ffcead7-f558-545e-a868-01f5d32f3c4c",
        "author": "gograde's authors",
        "source": "gograde, tromp-taylor 1.0.0",
        "license": "permission",
        "rights_owner": "gograde's authors",
        "limits": {"memory": 512, "output": 1},
        "validation": "default",
        "validator_flags": "case_sensitive",
    }


def ends(program: bytes, stdin: bytes, *arguments: str) -> int:
    command = [sys.executable, "-c", program.decode(), *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False).returncode


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"X-\nO-", 42), (b"", 42), (b"X O", 43), (b"\xff", 43), (b"-" * 256**2, 43), (b"-" * 255**2, 42)],
)
def test_an_input_that_is_no_board_is_rejected(problem: Problem, data: bytes, code: int) -> None:
    assert ends(problem.files["input_validators/validate.py"], data) == code


@pytest.mark.parametrize(
    ("given", "code"), [(b"1 2\n", 42), (b" 1 2", 42), (b"1  2\n", 43), (b"1 2\n3", 43), (b"", 43)]
)
def test_answers_with_blanks_are_compared_as_gograde_does(tmp_path: Path, given: bytes, code: int) -> None:
    (tmp_path / "a.ans").write_bytes(b"1 2\n")
    assert ends(SAME_TEXT, given, "a.in", f"{tmp_path}/a.ans", f"{tmp_path}") == code
    assert (tmp_path / "judgemessage.txt").exists() == (code == 43)


# -- programs -------------------------------------------------------------------------------


def test_programs_lie_in_the_folders_of_their_verdicts(problem: Problem) -> None:
    folders = {name.partition("/")[0] for name in names(problem.files, "submissions")}
    assert folders == {"accepted", "wrong_answer", "run_time_error", "time_limit_exceeded"}
    assert "submissions/wrong_answer/empty_template/score.py" in problem.files
    told = {finding.where: finding.what for finding in problem.left_out}
    assert told["accepted/shell"] == "no language of Kattis"
    assert told["attacks/calls_home"] == "Kattis has no folder attacks"
    listed = {path.split("/", 2)[1:][0] for path in TROMP_TAYLOR.hashes if path.startswith("submissions/")}
    assert listed - folders == {"submissions.yaml", "attacks", "compile_error", "output_limit_exceeded"}


def test_without_hidden_cases_there_are_no_wrong_programs() -> None:
    problem = problem_of(TROMP_TAYLOR, ())
    assert names(problem.files, "data/secret") == set()
    assert {name.partition("/")[0] for name in names(problem.files, "submissions")} == {"accepted"}
    told = {finding.where: finding.what for finding in problem.left_out}
    assert told["wrong_answer/no_jigo"] == "no hidden case shows that it is wrong"
    assert told["sample-03"] == "is left out, since a statement cannot show its characters"


def test_a_package_of_ones_own_has_a_validator_for_any_text(tmp_path: Path) -> None:
    package = open_package(new_package("own", "stdio", tmp_path))
    problem = problem_of(package, ())
    assert yaml.safe_load(problem.files["problem.yaml"])["author"] == "unknown"
    validator = problem.files["input_validators/validate.py"]
    assert [ends(validator, data) for data in (b"any", b"\xff")] == [42, 43]


FIX = "Fix: export an assignment whose contract is stdio and whose answers are compared as text"


@pytest.mark.parametrize(
    ("name", "kind"), [("board9", "files"), ("influence", "module"), ("little-go", "game")]
)
def test_what_kattis_cannot_run_is_refused(
    name: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    what = f"its programs are asked by the contract {kind}; Kattis knows standard input and output alone"
    assert run_command(["cases", "export", name, "--to", "kattis", "-o", f"{tmp_path}/out"]) == 2
    assert capsys.readouterr().err == f"{name}: {what}\n{FIX}\n"
    assert not (tmp_path / "out").exists()


def test_pictures_and_judges_of_ones_own_are_refused(tmp_path: Path) -> None:
    package = new_package("own", "stdio", tmp_path)
    code = package / "grader" / "__init__.py"
    code.write_text(
        code.read_text().replace("judge=score_text", "judge=lambda right, given: score_text(right, given)")
    )
    assert run_command(["cases", "describe", f"{package}"]) == 0
    with pytest.raises(
        UsageError, match="own: its answers are judged by code of its own, which Kattis cannot run"
    ):
        problem_of(open_package(package), ())
    with pytest.raises(UsageError, match="drawn: asks for pictures, which Kattis cannot judge"):
        problem_of(open_package(new_package("drawn", "picture", tmp_path)), ())


# -- the folder -----------------------------------------------------------------------------


def test_the_folder_is_new_and_for_its_owner_alone(tmp_path: Path) -> None:
    write_folder({"data/secret/01.in": b"X"}, tmp_path / "out")
    assert (tmp_path / "out" / "data" / "secret" / "01.in").read_bytes() == b"X"
    modes = [path.stat().st_mode & 0o777 for path in sorted((tmp_path / "out").rglob("*"))]
    assert modes == [0o700, 0o700, 0o600]
    with pytest.raises(UsageError, match=f"-o {tmp_path / 'out'}: is there already"):
        write_folder({}, tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]


def test_a_key_and_a_class_are_one_too_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["cases", "export", "tromp-taylor", "--to", "kattis", "-o", f"{tmp_path}/out"]
    assert run_command([*command, "--trust-submissions"]) == 2
    assert capsys.readouterr().err == "--trust-submissions: means nothing to kattis\nFix: leave it out\n"
    assert run_command(command) == 0
    told = capsys.readouterr()
    assert told.out == f"{tmp_path}/out: written. Next: verifyproblem {tmp_path}/out\n"
    assert "Note: accepted/shell: no language of Kattis\n" in told.err


# -- problemtools ---------------------------------------------------------------------------

LANGUAGES = f"""
python3:
   name: 'Python 3'
   compile: '{sys.executable} -m py_compile {{files}}'
   run: '{sys.executable} "{{mainfile}}"'
"""
"""problemtools itself asks for PyPy."""

SOME = "accepted/(c_short|python_flood)|wrong_answer/(no_jigo|empty_template)|run_time_error/empty"


@pytest.mark.needs("cc", "verifyproblem")
def test_problemtools_finds_no_error(problem: Problem, tmp_path: Path) -> None:
    write_folder(problem.files, tmp_path / "tromptaylor")
    (tmp_path / "languages.yaml").write_text(LANGUAGES)
    parts = ["-p", "config", "data", "submissions"]
    done = subprocess.run(
        ["verifyproblem", *parts, "-t", "20", "-s", SOME, "--", f"{tmp_path}/tromptaylor"],
        env={**os.environ, "HOME": f"{tmp_path}"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "tromptaylor tested: 0 errors" in done.stdout + done.stderr
    assert (done.stdout + done.stderr).count(" OK: ") == 5
