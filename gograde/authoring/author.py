"""The interface of assignments to `gograde cases`: making and checking cases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from gograde.authoring.assignment import Batch
from gograde.authoring.mutants import Kills
from gograde.authoring.registry import assignment_of, part_of
from gograde.errors import DataError
from gograde.package.config import AssignmentConfig
from gograde.package.package import Finding, Package

TRIAL_KEY = b"gograde cases verify: a key for trial runs, not for a class"
"""A public key, for trials."""


@dataclass(frozen=True)
class CaseSet:
    """The cases of a package, with the configuration and the generator that they are made from.

    `generator` is the content of `generator.yaml`.
    """

    config: AssignmentConfig
    generator: Mapping[str, Any]
    sample: tuple[Batch, ...]
    hidden: tuple[Batch, ...]


class Author(Protocol):
    """Makes and checks the cases of an assignment; `author_of` finds it."""

    def generate(
        self, key: bytes, generator: Mapping[str, Any], config: AssignmentConfig
    ) -> tuple[Batch, ...]:
        """Hidden batches from a secret key; one key gives the same batches on every machine.

        `generator` is the content of `generator.yaml`.
        """

    def generate_sample(self, generator: Mapping[str, Any], config: AssignmentConfig) -> tuple[Batch, ...]:
        """The public batches, from the key in `generator`; their names are `sample-01` and so on."""

    def checks(self, cases: CaseSet) -> Mapping[str, Iterable[Finding]]:
        """Findings on the cases and their scoring, by name of the check (`gograde cases verify`).

        The check `references` compares every stored answer with both oracles.
        """

    def oracles(self, config: AssignmentConfig) -> Sequence[Callable[..., Any]]:
        """Two independent functions from a question and an input to the answer."""


@runtime_checkable
class AuthorWithMistakes(Author, Protocol):
    """An author with known mistakes."""

    def hinted(self, batches: Sequence[Batch], config: AssignmentConfig) -> tuple[Batch, ...]:
        """Public batches with the wrong answers of the mistakes as hints."""

    def kill_matrix(self, cases: CaseSet) -> Mapping[str, Sequence[str]]:
        """For every known mistake, the names of the hidden cases that catch it."""

    def mutants(self, cases: CaseSet) -> Kills | None:
        """The mutants that the hidden cases catch; None without a reference program."""


def caught_mistakes(author: Author, cases: CaseSet) -> tuple[Mapping[str, Sequence[str]], Kills | None]:
    """The kill matrix, empty without mistakes, and the caught mutants, None without mutants."""
    if not isinstance(author, AuthorWithMistakes):
        return {}, None
    return author.kill_matrix(cases), author.mutants(cases)


def author_of(package: Package) -> Author:
    """The author of a package's cases; raises `DataError` if no code makes them."""
    assignment_of(package)
    author: Author | None = part_of(package, "author", "AUTHOR")
    if author is None:
        what = "there is no AUTHOR, so its cases can be neither made nor checked"
        raise DataError(str(package.path), what, "see the page docs/new-assignment.md")
    return author


def generate_batches(package: Package, key: bytes) -> tuple[Batch, ...]:
    """The hidden batches, the same for one key and version; raises `DataError` and `JudgeError`."""
    return author_of(package).generate(key, package.generator(), package.config)
