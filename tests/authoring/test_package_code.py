"""Packages with Python code of their own: code that runs, code that is refused, and messages on faults."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from subprocess import run

import pytest

from gograde.authoring.new_package import describe_package, new_package
from gograde.authoring.registry import assignment_of, code_of, shipped_ids, shipped_part
from gograde.authoring.spec_assignment import SpecAssignment
from gograde.authoring.spec_author import Author, SpecAuthor, author_of
from gograde.classroom.classroom import load_class
from gograde.cli.main import run_command
from gograde.errors import DataError, ExitCode
from gograde.grading.course import load_course
from gograde.package.package import find_package, open_package, package_ids
from gograde.workflow.digests import RunSettings, run_digests, score_digest
from gograde.workflow.grade_class import grade_class
from gograde.workflow.plan import Request
from tests.golden import errors_agree, inputs
from tests.hidden import oracles


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return new_package("liberties", "module", tmp_path)


def put(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def test_the_code_of_a_package_is_its_assignment(package: Path) -> None:
    assignment = assignment_of(open_package(package))
    fast, slow = oracles(open_package(package))
    # . X
    # O X
    value = {"board": [[0, 1], [2, 1]], "point": [1, 1]}
    assert assignment.id == "liberties"
    assert fast("liberties", value) == slow("liberties", value) == 1


def test_code_that_is_not_as_it_was_described_is_not_run(package: Path, tmp_path: Path) -> None:
    author = package / "grader" / "author.py"
    code = author.read_text()

    def tried() -> Iterator[tuple[str, Callable[[], object]]]:
        (package / "grader" / "more.py").write_text("")
        yield "not listed", lambda: assignment_of(open_package(package))
        (package / "grader" / "more.py").unlink()
        author.rename(tmp_path / "oracle.py")
        author.symlink_to(tmp_path / "oracle.py")
        yield "a link", lambda: assignment_of(open_package(package))
        author.unlink()
        author.write_text("x = 1\ndef make(:\n")
        describe_package(package, sample=False)
        yield "a slip of the pen", lambda: oracles(open_package(package))
        author.write_text(code)
        describe_package(package, sample=False)
        put(author, "return told(len(chain.liberties))", "return told(7)")
        yield "changed", lambda: assignment_of(open_package(package))

    errors_agree("authoring/code.txt", tried(), package)
    describe_package(package, sample=False)
    assert oracles(open_package(package))[0]("liberties", {"board": [[1, 0]], "point": [0, 0]}) == 7


def test_a_file_beside_the_code_cannot_be_imported_as_a_part_of_it(package: Path) -> None:
    """Not even one that comes after the check of the files."""
    assignment = assignment_of(open_package(package))
    assert isinstance(assignment, SpecAssignment)
    name = assignment.rubric_of.__module__
    (package / "grader" / "late.py").write_text("raise SystemExit")
    assert import_module(f"{name}.student").told(3) == 3
    with pytest.raises(ModuleNotFoundError, match=rf"No module named '{name}.late'"):
        import_module(f"{name}.late")


def test_what_code_names(package: Path) -> None:
    """A line is `new <- old` of the configuration."""
    path = package / "assignment.yaml"
    text = path.read_text("utf-8")

    def changed(line: str) -> object:
        new, _, old = line.partition(" <- ")
        path.write_text(text, "utf-8")
        put(path, old, new)
        describe_package(package, sample=False)
        return assignment_of(open_package(package))

    tried = ((line, partial(changed, line)) for line in inputs("package/code.txt", "== "))
    errors_agree("package/code.txt", tried, package)


@pytest.mark.parametrize("code", ["grader", "../x:A", "a.b:C", "grader:ASSIGNMENT.x", "/tmp:A", ":A"])
def test_code_is_a_folder_of_the_package_and_a_name(package: Path, code: str) -> None:
    put(package / "assignment.yaml", "code: grader:ASSIGNMENT", f'code: "{code}"')
    with pytest.raises(DataError, match=r"assignment.yaml: code: "):
        describe_package(package, sample=False)


def test_a_fault_in_the_code_is_told_with_its_line(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = package / "grader" / "author.py"
    put(path, "    rows, cols = 2 + stream.below(3)", "    rows, cols = 1 // 0 + stream.below(3)")
    assert run_command(["cases", "describe", str(package)]) == ExitCode.DONE
    line = path.read_text().split("1 // 0")[0].count("\n") + 1
    capsys.readouterr()
    assert run_command(["cases", "verify", str(package), "--quick"]) == ExitCode.BAD_DATA
    told = f"{path}:{line}: ZeroDivisionError: integer division or modulo by zero"
    fix = "mend this code of the package, or what it was given"
    assert capsys.readouterr().err == f"{told}\nFix: {fix}\n"


def test_a_fault_of_gograde_is_not_blamed_on_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("gograde.package.package.package_ids", fail)
    with pytest.raises(ZeroDivisionError):
        run_command(["cases", "list"])


# -- where packages come from -------------------------------------------------------------------


def test_a_package_in_the_current_folder_is_not_taken_by_its_id(
    package: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(package.parent)
    assert run_command(["check", "x", "-a", "liberties"]) == ExitCode.USAGE
    told = "liberties: no such assignment\nFix: for the package in this folder say ./liberties\n"
    assert capsys.readouterr().err == told


@pytest.mark.parametrize("place", ["", "deeper/still"])
def test_a_package_inside_the_submission_is_not_run(
    package: Path, tmp_path: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A student's repository with a package in it that marks its owner's own homework."""
    (tmp_path / "homework" / place).mkdir(parents=True)
    inside = shutil.move(package, tmp_path / "homework" / place / "liberties")
    (tmp_path / "link").symlink_to(tmp_path / "homework")
    (inside / "grader" / "__init__.py").write_text("raise SystemExit")
    describe_package(inside, sample=False)
    for submission in ("homework", "link"):
        args = ["check", str(tmp_path / submission), "-a", str(inside)]
        assert run_command(args) == ExitCode.USAGE
        assert capsys.readouterr().err == (
            f"{inside}: lies inside the submission {tmp_path / submission}, "
            "and its code would be run outside the sandbox\nFix: take the package from somewhere else\n"
        )


CLASS = """\
schema: gograde/class/v1
title: A class
assignments:
  liberties: {package: ../liberties}
"""


@pytest.fixture
def room(package: Path, tmp_path: Path) -> Path:
    """A class of one student, who handed in the right program."""
    folder = tmp_path / "class"
    (folder / "submissions" / "liberties").mkdir(parents=True)
    (folder / "class.yaml").write_text(CLASS)
    (folder / "roster.csv").write_text("student_id\nalice\n")
    shutil.copytree(package / "submissions/accepted/flood", folder / "submissions/liberties/alice")
    (tmp_path / "key").write_bytes(b"a key for tests, known to all")
    args = ["cases", "generate", str(package), "--key", str(tmp_path / "key"), "--into", str(folder)]
    assert run_command(args) == ExitCode.DONE
    return folder


def class_refused(room: Path, named: str) -> str:
    put(room / "class.yaml", "../liberties", named)
    with pytest.raises(DataError) as caught:
        load_class(room).package("liberties")
    return str(caught.value).replace(str(room), "CLASS")


@pytest.mark.parametrize("folder", ["submissions", "work"])
def test_a_class_takes_no_package_from_what_was_handed_in(room: Path, package: Path, folder: str) -> None:
    shutil.copytree(package, room / folder / "liberties" / "alice" / "package")
    (room / "link").symlink_to(room / folder)
    told = (
        f"CLASS/class.yaml: assignments.liberties.package: in the folder {folder} of the class: "
        "its code would be run outside the sandbox\nFix: take the package from somewhere else"
    )
    assert class_refused(room, "link/liberties/alice/package") == told


def test_a_class_names_the_package_that_it_means(room: Path, package: Path) -> None:
    new_package("text", "stdio", room.parent)
    assert class_refused(room, "../text") == (
        "CLASS/class.yaml: assignments.liberties.package: ../text is the package of text\n"
        "Fix: name the assignment text in class.yaml"
    )


def digests(room: Path) -> tuple[str, str]:
    """What a run and what a score of the class's assignment depend on."""
    course = load_course(load_class(room), "liberties")
    return run_digests(course, RunSettings("none", False, ""), {"": "python"})[""], score_digest(course, "en")


def test_changed_code_is_scored_anew_and_run_anew_only_for_other_calls(room: Path, package: Path) -> None:
    run, score = digests(room)
    put(package / "grader" / "mistakes.py", "counts a liberty once", "counts a liberty")
    describe_package(package, sample=False)
    after = digests(room)
    assert after[0] == run
    assert after[1] != score
    put(package / "grader" / "__init__.py", "call_s=1.0", "call_s=0.5")
    describe_package(package, sample=False)
    assert digests(room)[0] != run


def test_a_class_is_graded_with_a_package_of_its_own(room: Path, package: Path) -> None:
    """In the processes of the workflow too, which are started in other folders."""
    summary = grade_class(load_class(room), Request(cores=2))
    (tally,) = summary.tallies
    assert (tally.assignment, dict(tally.verdicts), tally.passed) == ("liberties", {"AC": 1}, None)
    assert open_package(package).sha256 in (room / "reports" / "manifest.json").read_text()


# -- the code of an assignment is found: that of one that ships, and that of a package ---------


IDS = ("board-control", "board9", "influence", "little-go", "tromp-taylor")

LOADED = """
import sys
from gograde.authoring.registry import assignment_of
from gograde.authoring.case_folders import sample_batches
from gograde.package.package import find_package
package = find_package(sys.argv[1])
for batch in sample_batches(package):
    assignment_of(package).stage(batch), assignment_of(package).stdin(batch)
print(*(name for name in sys.modules if name.startswith("gograde.assignments.")))
"""


def test_a_folder_is_an_assignment_and_has_a_package() -> None:
    assert shipped_ids() == IDS == package_ids()


def test_the_parts_of_an_assignment_are_found() -> None:
    for name in IDS:
        package = find_package(name)
        folder = f"gograde.assignments.{name.replace('-', '_')}"
        assert assignment_of(package).id == name
        author: Author = author_of(package)
        assert type(author).__module__.startswith(("gograde.authoring.", folder))
        parts = {"board9": ("mistakes", "score"), "little-go": ("score",)}.get(name, ("mistakes",))
        assert code_of(package) == tuple(f"{folder}.{part}" for part in ("assignment", *parts))


def test_a_part_that_is_not_there_is_none() -> None:
    assert shipped_part("little-go", "author", "figures") is None
    assert shipped_part("liberties", "author", "figures") is None


@pytest.mark.parametrize("name", ["board9", "influence", "little-go"])
def test_a_run_loads_nothing_that_makes_or_marks_cases(name: str) -> None:
    done = run([sys.executable, "-c", LOADED, name], capture_output=True, text=True, check=True)
    loaded = {module.rpartition(".")[2] for module in done.stdout.split()}
    assert loaded <= {name.replace("-", "_"), "assignment", "batch", "series"}


@pytest.mark.parametrize(
    ("contract", "kind", "meant", "made"),
    [
        ("stdio", "files", "stdio", "StdioAssignment"),
        ("stdio", "game", "stdio", "StdioAssignment"),
        ("module", "stdio", "module", "ModuleAssignment"),
    ],
)
def test_the_kind_of_the_contract_is_that_of_the_code(
    tmp_path: Path, contract: str, kind: str, meant: str, made: str
) -> None:
    folder = new_package("liberties", contract, tmp_path)
    path = folder / "assignment.yaml"
    path.write_text(path.read_text().replace(f"kind: {contract}", f"kind: {kind}"))
    describe_package(folder, sample=False)
    with pytest.raises(DataError) as caught:
        assignment_of(open_package(folder))
    assert str(caught.value) == (
        f"{path}: contract.kind: is {kind}, and {made} is for programs of the kind {meant}\n"
        f"Fix: write kind: {meant}"
    )


def test_a_package_of_its_own_code_has_the_author_of_its_spec(tmp_path: Path) -> None:
    package = open_package(new_package("liberties", "module", tmp_path))
    author = author_of(package)
    assert isinstance(author, SpecAuthor)
    assert author.spec_of(package.config).questions == ("liberties",)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            None,
            ": there is no AUTHOR, so its cases can be neither made nor checked\n"
            "Fix: see the page docs/new-assignment.md",
        ),
        ("", "/grader/author.py: has no AUTHOR\nFix: write AUTHOR there"),
    ],
)
def test_a_package_without_an_author_makes_no_cases(tmp_path: Path, text: str | None, told: str) -> None:
    folder = new_package("liberties", "module", tmp_path)
    path = folder / "grader" / "author.py"
    path.unlink() if text is None else path.write_text(text)
    describe_package(folder, sample=False)
    with pytest.raises(DataError) as caught:
        author_of(open_package(folder))
    assert str(caught.value) == f"{folder}{told}"
