"""One hidden package for all tests here, since its creation takes some seconds."""

import pytest

from gograde.authoring.case_folders import sample_batches
from gograde.authoring.spec_author import CaseSet
from gograde.core.assignment import Batch
from gograde.package.package import Package, open_package
from gograde.resources import packages_dir
from tests.hidden import hidden_batches


@pytest.fixture(scope="session")
def package() -> Package:
    return open_package(packages_dir() / "board9")


@pytest.fixture(scope="session")
def sample(package: Package) -> Batch:
    return sample_batches(package)[0]


@pytest.fixture(scope="session")
def hidden(package: Package) -> tuple[Batch, ...]:
    return hidden_batches("board9")


@pytest.fixture(scope="session")
def case_set(package: Package, sample: Batch, hidden: tuple[Batch, ...]) -> CaseSet:
    return CaseSet(package.config, package.generator(), (sample,), hidden)
