"""The students' part of a package as one file: what is in it, what is refused, and that it checks."""

import stat
import zipfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from gograde.authoring.case_folders import sample_batches
from gograde.authoring.new_package import describe_package, new_package
from gograde.authoring.scoring_part import scoring_part
from gograde.cli.main import run_command
from gograde.errors import ExitCode
from gograde.package.package import open_package
from gograde.sandbox.protocol import Backend
from gograde.workflow.check_submission import package_named
from gograde.workflow.handout import handout
from tests.golden import commands_agree, errors_agree
from tests.intake.test_read import zipped

Change = Callable[[Path], object]


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


def test_students_read_the_statement_in_it(file, package, tmp_path, capsys) -> None:
    assert run_command(["cases", "handout", str(file), "--language", "zh"]) == ExitCode.DONE
    assert capsys.readouterr().out == (package / "statement" / "statement.zh.md").read_text("utf-8")
    assert run_command(["cases", "handout", str(file), "-o", f"{tmp_path}/a.html"]) == ExitCode.DONE
    assert b"<h1>The liberties of a chain</h1>" in (tmp_path / "a.html").read_bytes()


def test_a_file_in_a_submission_is_not_run(file, tmp_path, capsys) -> None:
    (tmp_path / "homework").mkdir()
    inside = tmp_path / "homework" / "liberties.zip"
    inside.write_bytes(file.read_bytes())
    assert run_command(["check", str(tmp_path / "homework"), "-a", str(inside)]) == ExitCode.USAGE
    assert capsys.readouterr().err.startswith(f"{inside}: lies inside the submission {tmp_path / 'homework'}")


# -- what is refused --------------------------------------------------------------------------


def imports(line: str) -> Change:
    """What scores imports something, late."""

    def change(folder: Path) -> None:
        with (folder / "grader" / "__init__.py").open("a") as code:
            code.write(f"\n\ndef late() -> None:\n    {line}\n")

    return change


def answers_in_a_folder(folder: Path) -> None:
    student, inside = folder / "grader" / "student.py", folder / "grader" / "student" / "__init__.py"
    text = student.read_text().replace("from . import", "from .. import")
    student.unlink()
    inside.parent.mkdir()
    inside.write_text(text)
    imports("from .student import solve")(folder)


def answers_beside(folder: Path) -> None:
    author = folder / "grader" / "author.py"
    with (folder / "grader" / "__init__.py").open("a") as file:
        file.write("\n\ndef fast(question, value):\n    return 1\n")
    text = author.read_text().replace("fast=fast,", "fast=elsewhere,")
    author.write_text(text.replace("from . import", "from . import fast as elsewhere,"))


def in_the_template(*paths: str) -> Change:
    """Students get these files too."""

    def change(folder: Path) -> None:
        for path in paths:
            (folder / "template" / path).parent.mkdir(exist_ok=True)
            (folder / "template" / path).write_text("{}")

    return change


LINES = (
    "from .author import fast", "from . import student", "import gograde.go.rules",
    "from gograde.go import chains", "from gograde.go import kernels",
)  # fmt: skip
UNFIT: dict[str, Change] = {
    **{line: imports(line) for line in LINES},
    "answers in a folder": answers_in_a_folder,
    "answers beside": answers_beside,
    "what a tool left": in_the_template(".vscode/settings.json"),
    "many files": in_the_template(*(f"{number:03}.txt" for number in range(500))),
}


def test_what_knows_the_answers_or_could_not_be_unpacked_is_not_handed_out(tmp_path: Path) -> None:
    tried = []
    for number, (name, change) in enumerate(UNFIT.items()):
        (tmp_path / str(number)).mkdir()
        folder = new_package("liberties", "module", tmp_path / str(number))
        change(folder)
        describe_package(folder, sample=False)
        tried.append((name, partial(handout, open_package(folder), lambda step: None)))
    errors_agree("workflow/handout.txt", tried, tmp_path)


def test_moves_and_boards_may_be_imported_and_folders_of_code_are_handed_out_whole(tmp_path: Path) -> None:
    folder = new_package("liberties", "module", tmp_path)
    (folder / "grader" / "parts").mkdir()
    (folder / "grader" / "parts" / "__init__.py").write_text("LETTERS = 'abc'\n")
    (folder / "grader" / "parts" / "words.py").write_text("WORDS = ()\n")
    with (folder / "grader" / "__init__.py").open("a") as code:
        code.write("\nfrom .parts.words import WORDS\nfrom gograde.go import Board, play\n")
        code.write("from gograde.core.verdict import RIGHT\n")
    describe_package(folder, sample=False)
    inside = {"grader/parts/__init__.py", "grader/parts/words.py"}
    assert scoring_part(open_package(folder)) == {"grader/__init__.py"} | inside


def test_what_the_command_says(package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = new_package("liberties", "module", tmp_path)
    (folder / "data" / "sample" / "01" / "hints.json").write_text("{}")
    describe_package(folder, sample=False)
    (tmp_path / "out").mkdir()
    named = {folder: "BROKEN", package: "GOOD", tmp_path / "out": "OUT"}
    commands_agree("workflow/handout-commands.txt", named, capsys)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["kit"]


def test_a_file_that_is_none_or_was_changed_is_refused(tmp_path: Path, sandbox: Backend, file: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    link = zipfile.ZipInfo("assignment.yaml")
    link.external_attr = 0o120777 << 16
    changed = {
        "cut off": b"PK\x03\x04", "above": zipped({"../x": b""}), "absolute": zipped({"/etc/x": b""}),
        "a link": zipped({link: b"/etc/passwd"}), "no package": zipped({"x": b""}),
        "other code": zipped(files | {"grader/__init__.py": b"raise SystemExit"}),
        "no cases": file.read_bytes(),
    }  # fmt: skip

    def check(data: bytes) -> None:
        (tmp_path / "handed.zip").write_bytes(data)
        with package_named(str(tmp_path / "handed.zip"), lambda: sandbox) as package:
            kept = {path: value for path, value in package.hashes.items() if not path.startswith("data/")}
            sample_batches(replace(package, hashes=kept))

    tried = ((name, partial(check, data)) for name, data in changed.items())
    errors_agree("workflow/handed-out.txt", tried, tmp_path)
