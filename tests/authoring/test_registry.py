"""The code of an assignment is found: that of one that ships, and that of a package."""

from __future__ import annotations

import sys
from pathlib import Path
from subprocess import run

import pytest

from gograde.assignments.tromp_taylor.author import AUTHOR
from gograde.authoring.new_package import describe_package, new_package
from gograde.authoring.registry import assignment_of, code_of, shipped_ids, shipped_part
from gograde.authoring.spec_author import Author, SpecAuthor, author_of
from gograde.codec import replace
from gograde.errors import DataError
from gograde.package.package import find_package, open_package, package_ids

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
    assert shipped_part("little-go", "figures", "figures") is None
    assert shipped_part("liberties", "figures", "figures") is None


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


def test_a_program_that_is_asked_one_case_a_run_has_batches_of_one_case() -> None:
    package = find_package("tromp-taylor")
    batch = [{"question": "plain"}, {"question": "plain"}]
    plan = package.generator()
    generator = {**plan, "sample": [batch, *plan["sample"]]}
    with pytest.raises(DataError) as caught:
        AUTHOR.generate_sample(generator, replace(package.config, overlooked={}))
    assert str(caught.value) == (
        "generator.yaml: batch sample-01 has 2 cases, and a program is started for each case\n"
        "Fix: plan one case a batch; several boards may be one case whose answer has several lines"
    )
