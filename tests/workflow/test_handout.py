"""The students' part of a package as one file: what is in it, what is refused, and that it checks."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from gograde.authoring.case_folders import sample_batches
from gograde.authoring.new_package import describe_package, new_package
from gograde.authoring.scoring_part import scoring_part
from gograde.cli.main import run_command
from gograde.errors import DataError, ExitCode
from gograde.package.package import open_package
from gograde.sandbox.protocol import Backend
from gograde.workflow.checking.check_submission import package_named
from gograde.workflow.checking.handout import handout

FIX = "Fix: take the file as the course handed it out"
KNOWS, LEFT_OUT = "which knows right answers or mistakes", "which gograde-check leaves out"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_package("liberties", "module", tmp_path_factory.mktemp("packages"))


@pytest.fixture(scope="module")
def file(package: Path) -> Path:
    target = package.parent / "liberties.zip"
    assert run_command(["cases", "handout", str(package), "-o", str(target)]) == ExitCode.DONE
    return target


def test_what_is_handed_out(file: Path, package: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        assert [name for name in archive.namelist() if not name.startswith("statement/")] == [
            "assignment.yaml", "data/sample/01/answers.json", "data/sample/01/cases.json",
            "data/sample/01/hints.json", "datapackage.json", "grader/__init__.py", "template/liberties.py",
        ]  # fmt: skip
        assert archive.read("grader/__init__.py") == (package / "grader/__init__.py").read_bytes()
    assert stat.S_IMODE(file.stat().st_mode) == 0o644
    assert handout(open_package(package), lambda step: None) == file.read_bytes()


def test_students_check_with_it(file: Path, package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = package / "submissions" / "wrong_answer" / "stone_alone"
    assert run_command(["check", str(program), "-a", str(file)]) == ExitCode.FINDINGS
    hint = "This is the answer of a program that looks at the stone and forgets the rest of its chain."
    assert hint in capsys.readouterr().out


def test_students_read_the_statement_in_it(
    file: Path, package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["cases", "handout", str(file), "--language", "zh"]) == ExitCode.DONE
    assert capsys.readouterr().out == (package / "statement" / "statement.zh.md").read_text("utf-8")
    assert run_command(["cases", "handout", str(file), "-o", f"{tmp_path}/a.html"]) == ExitCode.DONE
    assert b"<h1>The liberties of a chain</h1>" in (tmp_path / "a.html").read_bytes()


def test_a_file_in_a_submission_is_not_run(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "homework").mkdir()
    inside = tmp_path / "homework" / "liberties.zip"
    inside.write_bytes(file.read_bytes())
    assert run_command(["check", str(tmp_path / "homework"), "-a", str(inside)]) == ExitCode.USAGE
    assert capsys.readouterr().err.startswith(f"{inside}: lies inside the submission {tmp_path / 'homework'}")


# -- what is refused --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("from .author import fast", f"grader/author.py, {KNOWS}"),
        ("from . import student", f"grader/student.py, {KNOWS}"),
        ("import gograde.go.rules", f"gograde.go.rules, {LEFT_OUT}"),
        ("from gograde.go import chains", f"gograde.go.rules, {LEFT_OUT}"),
        ("from gograde.go import kernels", f"gograde.go.kernels, {LEFT_OUT}"),
    ],
)
def test_what_scores_imports_nothing_that_knows_the_answers(tmp_path: Path, line: str, told: str) -> None:
    folder = new_package("liberties", "module", tmp_path)
    code = folder / "grader" / "__init__.py"
    text = code.read_text() + f"\n\ndef late() -> None:\n    {line}\n"
    code.write_text(text)
    describe_package(folder, sample=False)
    with pytest.raises(DataError) as caught:
        scoring_part(open_package(folder))
    assert caught.value.fault == f"{code}:{text.count(chr(10))}: imports {told}"


def test_moves_and_boards_may_be_imported_and_folders_of_code_are_handed_out_whole(tmp_path: Path) -> None:
    folder = new_package("liberties", "module", tmp_path)
    (folder / "grader" / "parts").mkdir()
    (folder / "grader" / "parts" / "__init__.py").write_text("LETTERS = 'abc'\n")
    (folder / "grader" / "parts" / "words.py").write_text("WORDS = ()\n")
    with (folder / "grader" / "__init__.py").open("a") as code:
        code.write("\nfrom .parts.words import WORDS\nfrom gograde.go import Board, play\n")
        code.write("from gograde.scoring.verdict import RIGHT\n")
    describe_package(folder, sample=False)
    inside = {"grader/parts/__init__.py", "grader/parts/words.py"}
    assert scoring_part(open_package(folder)) == {"grader/__init__.py"} | inside


def test_answers_in_a_folder_of_code_are_not_handed_out(tmp_path: Path) -> None:
    folder = new_package("liberties", "module", tmp_path)
    student, inside = folder / "grader" / "student.py", folder / "grader" / "student" / "__init__.py"
    text = student.read_text().replace("from . import", "from .. import")
    student.unlink()
    inside.parent.mkdir()
    inside.write_text(text)
    code = folder / "grader" / "__init__.py"
    code.write_text(f"{code.read_text()}\n\ndef late() -> None:\n    from .student import solve\n")
    describe_package(folder, sample=False)
    with pytest.raises(DataError, match=r"imports grader/student/__init__\.py, which knows right answers"):
        scoring_part(open_package(folder))


def test_answers_beside_the_assignment_are_not_handed_out(tmp_path: Path) -> None:
    folder = new_package("liberties", "module", tmp_path)
    code, author = folder / "grader" / "__init__.py", folder / "grader" / "author.py"
    with code.open("a") as file:
        file.write("\n\ndef fast(question, value):\n    return 1\n")
    author.write_text(
        author.read_text()
        .replace("fast=fast,", "fast=elsewhere,")
        .replace("from . import ASSIGNMENT", "from . import fast as elsewhere, ASSIGNMENT")
    )
    describe_package(folder, sample=False)
    with pytest.raises(DataError) as caught:
        scoring_part(open_package(folder))
    assert str(caught.value) == (
        f"{code}: is handed out, and has functions that know right answers or mistakes\n"
        "Fix: put these functions into a module of their own"
    )


def test_a_package_that_does_not_verify_is_not_handed_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = new_package("liberties", "module", tmp_path)
    (folder / "data" / "sample" / "01" / "hints.json").write_text("{}")
    describe_package(folder, sample=False)
    target = tmp_path / "file.zip"
    assert run_command(["cases", "handout", str(folder), "-o", str(target)]) == ExitCode.BAD_DATA
    assert capsys.readouterr().err == (
        f"{folder}: not fit to be handed out: data/sample: not what generator.yaml and the known mistakes "
        "make; describe the package with --sample\n"
        "Fix: see gograde cases verify --quick\n"
    )
    assert not target.exists()


@pytest.mark.parametrize(
    ("paths", "told"),
    [
        (
            [".vscode/settings.json"],
            "template/.vscode/settings.json: passed over, as what a tool left behind",
        ),
        ([f"{number:03}.txt" for number in range(500)], "more than 500 files, at template/492.txt"),
    ],
)
def test_what_students_could_not_unpack_is_not_handed_out(
    tmp_path: Path, paths: Sequence[str], told: str
) -> None:
    folder = new_package("liberties", "module", tmp_path)
    for path in paths:
        target = folder / "template" / path
        target.parent.mkdir(exist_ok=True)
        target.write_text("{}")
    describe_package(folder, sample=False)
    with pytest.raises(DataError) as caught:
        handout(open_package(folder), lambda step: None)
    assert str(caught.value) == (
        f"{folder}: students could not unpack it: {told}\nFix: hand out fewer, smaller or other files"
    )


def test_the_file_is_named_as_an_archive(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["cases", "handout", str(package), "-o", "liberties"]) == ExitCode.USAGE
    ends = "give -o a name that ends with .zip, .html, .pdf or .md; a folder is for little-go"
    assert capsys.readouterr().err == f"-o liberties: {package} has no kit\nFix: {ends}\n"
    assert run_command(["cases", "handout", str(package), "-o", "liberties.tar"]) == ExitCode.USAGE
    ends = "is no file that is handed out: .zip, .md, .html, .pdf\nFix: give a name that ends so"
    assert capsys.readouterr().err == f"-o liberties.tar: {ends}\n"
    assert run_command(["cases", "handout", str(package), "-o", "a.zip", "--language", "zh"]) == 2
    told = "--language: says in which language a statement is\nFix: leave it out\n"
    assert capsys.readouterr().err == told


def test_the_kit_is_written_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kit = tmp_path / "kit"
    assert run_command(["cases", "handout", "little-go", "-o", str(kit)]) == ExitCode.DONE
    assert capsys.readouterr().out == (
        f"{kit}: made, with alphabeta_player.py, build.sh, host.py, init/input.txt, random_player.py, "
        "read.py, referee.py, write.py\n"
    )
    assert run_command(["cases", "handout", "little-go", "-o", str(kit)]) == ExitCode.BAD_DATA
    assert capsys.readouterr().err == f"{kit}: is not empty\nFix: name a new or an empty folder\n"


def zipped(
    files: Mapping[str, bytes], change: Callable[[zipfile.ZipInfo], None] = lambda info: None
) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name)
            change(info)
            archive.writestr(info, data)
    return target.getvalue()


def linked(info: zipfile.ZipInfo) -> None:
    info.external_attr = 0o120777 << 16


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"PK\x03\x04", "not a zip archive, or one that is cut off"),
        (zipped({"../x": b""}), "../x: leads out of the folder (..)"),
        (zipped({"/etc/x": b""}), "/etc/x: an absolute path"),
        (zipped({"assignment.yaml": b"/etc/passwd"}, linked), "assignment.yaml: a symbolic link"),
        (zipped({"x": b""}), ": not a package: no assignment.yaml in it"),
        (b"", "/grader/__init__.py: changed since the descriptor was written"),
    ],
)
def test_a_file_that_is_none_or_was_changed_is_refused(
    tmp_path: Path, sandbox: Backend, file: Path, data: bytes, told: str
) -> None:
    path = tmp_path / "handed.zip"
    with zipfile.ZipFile(file) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    path.write_bytes(data or zipped(files | {"grader/__init__.py": b"raise SystemExit"}))
    with pytest.raises(DataError) as caught, package_named(str(path), lambda: sandbox):
        pass
    text = str(caught.value)
    assert text.startswith(f"{path}") and told.removeprefix(": ") in text and text.endswith(FIX)


def without(hashes: Mapping[str, str], under: str) -> dict[str, str]:
    return {path: value for path, value in hashes.items() if not path.startswith(under)}


def test_what_is_wrong_later_is_told_of_the_file(sandbox: Backend, file: Path) -> None:
    with pytest.raises(DataError) as caught, package_named(str(file), lambda: sandbox) as package:
        sample_batches(replace(package, hashes=without(package.hashes, "data/")))
    assert str(caught.value) == f"{file}/data/sample: no public cases\nFix: add a folder 01 with a batch"
