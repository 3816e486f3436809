"""The author of a package's own code: made from its spec, or told that the spec is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from gograde.assignments.little_go.assignment import ASSIGNMENT as LITTLE_GO
from gograde.assignments.tromp_taylor.assignment import ASSIGNMENT as TROMP_TAYLOR
from gograde.assignments.tromp_taylor.author import AUTHOR
from gograde.authoring.author import author_of
from gograde.authoring.new_package import new_package
from gograde.authoring.spec_author import SpecAuthor, author_from
from gograde.errors import DataError
from gograde.package.package import find_package, open_package

WITHOUT_SPEC = (
    "its assignment is made of no Spec, so its cases can be neither made nor checked\n"
    "Fix: see the page docs/new-assignment.md"
)


def test_a_package_of_its_own_code_has_the_author_of_its_spec(tmp_path: Path) -> None:
    package = open_package(new_package("liberties", "module", tmp_path))
    author = author_of(package)
    assert isinstance(author, SpecAuthor)
    assert author.spec_of(package.config).questions == ("liberties",)


def test_an_assignment_without_a_rubric_has_no_author() -> None:
    with pytest.raises(DataError) as caught:
        author_from(LITTLE_GO)
    assert str(caught.value) == f"little-go: {WITHOUT_SPEC}"


def test_a_rubric_that_is_no_spec_makes_no_cases() -> None:
    author = author_from(TROMP_TAYLOR)
    with pytest.raises(DataError) as caught:
        author.spec_of(find_package("tromp-taylor").config)
    assert str(caught.value) == f"tromp-taylor: {WITHOUT_SPEC}"


def test_a_program_that_is_asked_one_case_a_run_has_batches_of_one_case() -> None:
    package = find_package("tromp-taylor")
    batch = [{"question": "plain"}, {"question": "plain"}]
    generator = {**package.generator(), "sample": [batch]}
    with pytest.raises(DataError) as caught:
        AUTHOR.generate_sample(generator, package.config)
    assert str(caught.value) == ("generator.yaml: batch sample-01 has 2 cases\nFix: plan one case a batch")
