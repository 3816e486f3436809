"""The author of a package's own code: found beside its assignment, or told that it is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from gograde.assignments.tromp_taylor.author import AUTHOR
from gograde.authoring.author import author_of
from gograde.authoring.new_package import describe_package, new_package
from gograde.authoring.spec_author import SpecAuthor
from gograde.errors import DataError
from gograde.package.package import find_package, open_package


def test_a_package_of_its_own_code_has_the_author_of_its_spec(tmp_path: Path) -> None:
    package = open_package(new_package("liberties", "module", tmp_path))
    author = author_of(package)
    assert isinstance(author, SpecAuthor)
    assert author.spec_of(package.config).questions == ("liberties",)


def test_a_package_without_an_author_makes_no_cases(tmp_path: Path) -> None:
    folder = new_package("liberties", "module", tmp_path)
    (folder / "grader" / "author.py").unlink()
    describe_package(folder, sample=False)
    with pytest.raises(DataError) as caught:
        author_of(open_package(folder))
    assert str(caught.value) == (
        f"{folder}: there is no AUTHOR, so its cases can be neither made nor checked\n"
        "Fix: see the page docs/new-assignment.md"
    )


def test_an_author_has_its_name(tmp_path: Path) -> None:
    folder = new_package("liberties", "module", tmp_path)
    (folder / "grader" / "author.py").write_text("")
    describe_package(folder, sample=False)
    with pytest.raises(DataError) as caught:
        author_of(open_package(folder))
    assert str(caught.value) == f"{folder}/grader/author.py: has no AUTHOR\nFix: write AUTHOR there"


def test_a_program_that_is_asked_one_case_a_run_has_batches_of_one_case() -> None:
    package = find_package("tromp-taylor")
    batch = [{"question": "plain"}, {"question": "plain"}]
    generator = {**package.generator(), "sample": [batch]}
    with pytest.raises(DataError) as caught:
        AUTHOR.generate_sample(generator, package.config)
    assert str(caught.value) == (
        "generator.yaml: batch sample-01 has 2 cases, and a program is started for each case\n"
        "Fix: plan one case a batch; several boards may be one case whose answer has several lines"
    )
