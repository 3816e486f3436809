"""What `gograde cases` needs of an assignment: how its cases are made and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from gograde.authoring.assignment import Batch
from gograde.authoring.case_set import CaseSet
from gograde.authoring.mutants.kills import Kills
from gograde.authoring.registry import assignment_of, shipped_part
from gograde.authoring.spec_author import author_from
from gograde.package.config import AssignmentConfig
from gograde.package.folder_check import Finding
from gograde.package.package import Package

TRIAL_KEY = b"gograde cases verify: a key for trial runs, not for a class"
"""A key that everybody knows, for trials and for `docs/mutants.md`."""


class Author(Protocol):
    """What makes and checks the cases of an assignment; `author_of` finds it."""

    def generate(
        self, key: bytes, generator: Mapping[str, Any], config: AssignmentConfig
    ) -> tuple[Batch, ...]:
        """Hidden batches from a secret key: the same for the same key, on any machine.

        `generator` is the content of `generator.yaml`.
        """
        ...

    def generate_sample(self, generator: Mapping[str, Any], config: AssignmentConfig) -> tuple[Batch, ...]:
        """The public batches, from a key that the package tells; named `sample-01` and so on."""
        ...

    def checks(self, cases: CaseSet) -> Mapping[str, Iterable[Finding]]:
        """By name, what is wrong with the cases or with how they are scored (`gograde cases verify`).

        The check `references` compares every stored answer with both oracles, and needs nothing else.
        """
        ...

    def oracles(self, config: AssignmentConfig) -> Sequence[Callable[..., Any]]:
        """Two independent ways from a question and an input to the answer."""
        ...


@runtime_checkable
class AuthorWithMistakes(Author, Protocol):
    """An author who has written down what students get wrong."""

    def kill_matrix(self, cases: CaseSet) -> Mapping[str, Sequence[str]]:
        """For every known mistake the hidden cases (`batch/question`) that catch it."""
        ...

    def mutants(self, cases: CaseSet) -> Kills | None:
        """What the hidden cases catch of the mutants of a reference program; None if there is none."""
        ...


def caught_mistakes(author: Author, cases: CaseSet) -> tuple[Mapping[str, Sequence[str]], Kills | None]:
    """The kill matrix, empty without mistakes, and what is caught of the mutants, None without any."""
    if not isinstance(author, AuthorWithMistakes):
        return {}, None
    return author.kill_matrix(cases), author.mutants(cases)


def author_of(package: Package) -> Author:
    """What makes and checks the cases of a package; raises `DataError` when there is nothing."""
    if package.config.code is None:
        assignment_of(package)
        author: Author = shipped_part(package.config.id, "author", "AUTHOR")
        return author
    return author_from(assignment_of(package))


def generate_batches(package: Package, key: bytes) -> tuple[Batch, ...]:
    """The hidden batches: the same for the same key and version; raises `DataError`, `JudgeError`."""
    return author_of(package).generate(key, package.generator(), package.config)
