"""Assignments whose cases are made by a `Spec`: what does not depend on how their programs are asked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from gograde.authoring.assignment import Batch, Case, Facts
from gograde.package.config import AssignmentConfig
from gograde.sandbox.protocol import StagedFile
from gograde.scoring.record import TestScore, Visibility

if TYPE_CHECKING:
    from gograde.authoring.case_scoring import Given
    from gograde.authoring.spec import Rubric


@dataclass(frozen=True)
class SpecAssignment(ABC):
    """An `Assignment` whose inputs and answers are values of a spec.

    Subclasses say how a batch lies on disk, how it is put before a program, and what its answers
    are worth; `one_case` says that a program is asked one case a run.
    """

    one_case: ClassVar[bool] = False

    id: str

    @abstractmethod
    def read_batch(self, name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch: ...

    @abstractmethod
    def write_batch(self, batch: Batch) -> dict[str, bytes]: ...

    @abstractmethod
    def stage(self, batch: Batch) -> tuple[StagedFile, ...]: ...

    @abstractmethod
    def stdin(self, batch: Batch) -> bytes: ...

    @abstractmethod
    def score(
        self, batch: Batch, facts: Facts, config: AssignmentConfig, visibility: Visibility
    ) -> tuple[TestScore, ...]: ...

    @abstractmethod
    def value_of(self, case: Case, config: AssignmentConfig) -> Any:
        """The input of a case as the spec takes it."""

    @abstractmethod
    def bytes_of(self, value: Any) -> bytes:
        """The inverse of `value_of`."""

    @abstractmethod
    def answered(self, batch: Batch, answers: Mapping[str, Any]) -> Mapping[str, Facts]:
        """The facts of runs that ended well with these answers, for every way to give them."""

    @abstractmethod
    def said(self, batch: Batch, data: bytes) -> Mapping[str, Facts]:
        """The facts of runs that ended well and left these bytes, for every place where answers may be."""


@dataclass(frozen=True)
class RubricAssignment(SpecAssignment):
    """One whose answers are values, each judged by a rubric.

    `rubric_of` makes the rubric of the parameters of the package; it raises `DataError` for
    parameters that do not fit.  It gives a whole `Spec` where the assignment is a package's own code.
    """

    rubric_of: Callable[[Mapping[str, Any]], Rubric]

    @abstractmethod
    def given(self, batch: Batch, facts: Facts) -> Mapping[str, Given]:
        """What a run that ended well, or crashed, has answered, by case; total for any bytes."""

    def score(
        self, batch: Batch, facts: Facts, config: AssignmentConfig, visibility: Visibility
    ) -> tuple[TestScore, ...]:
        """A test for every case that a group of the package asks for.

        A run that was ended by a limit, was not started or is our own fault gives its verdict to
        every test; after a crash the answers already given are scored.
        """
        from gograde.authoring.case_scoring import SCORED, CaseScorer

        given = self.given(batch, facts) if facts.verdict in SCORED else {}
        values = {case.id: self.value_of(case, config) for case in batch.cases}
        return CaseScorer(batch, self.rubric_of(config.parameters), visibility, values).tests(
            facts, given, config
        )
