"""An assignment made of a `Spec`: all that does not depend on how its programs are asked.

What only authors and scorers need is imported where it is used: a step that runs a submission does
without it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from gograde.authoring.assignment import Batch, Case, CaseSet, Facts
from gograde.errors import DataError
from gograde.package.config import AssignmentConfig
from gograde.package.folder_check import Finding
from gograde.sandbox.protocol import StagedFile
from gograde.scoring.record import TestScore, Visibility

if TYPE_CHECKING:
    from gograde.authoring.mutant_kills import Kills
    from gograde.authoring.spec import Spec
    from gograde.authoring.spec_scoring import Given


@dataclass(frozen=True)
class PlainAssignment(ABC):
    """An assignment module; `spec_of` makes its spec of the parameters of the package.

    Subclasses say how a batch lies on disk, how it is put before a program, and where the answers
    are; `alone` says that a program is asked one case a run.  `spec_of` raises `DataError` for
    parameters that do not fit.
    """

    alone: ClassVar[bool] = False

    id: str
    spec_of: Callable[[Mapping[str, Any]], Spec]

    @abstractmethod
    def read_batch(self, name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch: ...

    @abstractmethod
    def write_batch(self, batch: Batch) -> dict[str, bytes]: ...

    @abstractmethod
    def stage(self, batch: Batch) -> tuple[StagedFile, ...]: ...

    @abstractmethod
    def stdin(self, batch: Batch) -> bytes: ...

    @abstractmethod
    def value_of(self, case: Case) -> Any:
        """The input of a case as the spec takes it."""

    @abstractmethod
    def bytes_of(self, value: Any) -> bytes:
        """The inverse of `value_of`."""

    @abstractmethod
    def given(self, batch: Batch, facts: Facts) -> Mapping[str, Given]:
        """What a run that ended well, or crashed, has answered, by case; total for any bytes."""

    @abstractmethod
    def answered(self, batch: Batch, answers: Mapping[str, Any]) -> Facts:
        """The facts of a run that ended well with these answers."""

    @abstractmethod
    def said(self, batch: Batch, data: bytes) -> Facts:
        """The facts of a run that ended well and left these bytes where answers are looked for."""

    def score(
        self, batch: Batch, facts: Facts, config: AssignmentConfig, visibility: Visibility
    ) -> tuple[TestScore, ...]:
        """A test for every case that a group of the package asks for.

        A run that was ended by a limit, was not started or is our own fault gives its verdict to
        every test; after a crash the answers already given are scored.
        """
        from gograde.authoring.spec_scoring import SCORED, Marker

        given = self.given(batch, facts) if facts.verdict in SCORED else {}
        marker = Marker(batch, self.spec_of(config.parameters), visibility, self.value_of)
        return marker.tests(facts, given, config)

    def generate(
        self, key: bytes, generator: Mapping[str, Any], config: AssignmentConfig
    ) -> tuple[Batch, ...]:
        from gograde.authoring import generation as search

        return self._written(search.generate(self.spec_of(config.parameters), key, generator))

    def generate_sample(self, generator: Mapping[str, Any], config: AssignmentConfig) -> tuple[Batch, ...]:
        from gograde.authoring import generation as search

        return self._written(search.generate_sample(self.spec_of(config.parameters), generator))

    def _written(self, batches: Iterable[Batch]) -> tuple[Batch, ...]:
        """The batches with their inputs as bytes; raises `DataError` for one with too many cases."""
        made = tuple(replace(batch, cases=tuple(map(self._written_case, batch.cases))) for batch in batches)
        for batch in (batch for batch in made if self.alone and len(batch.cases) != 1):
            what = f"batch {batch.name} has {len(batch.cases)} cases"
            raise DataError("generator.yaml", what, "plan one case a batch")
        return made

    def _written_case(self, case: Case) -> Case:
        return replace(case, input=self.bytes_of(case.input))

    def checks(self, cases: CaseSet) -> Mapping[str, Iterable[Finding]]:
        from gograde.authoring import spec_checks as checked

        return checked.checks(self, cases)

    def kill_matrix(self, cases: CaseSet) -> Mapping[str, Sequence[str]]:
        from gograde.authoring import spec_checks as checked

        return checked.kill_matrix(self, cases)

    def mutants(self, cases: CaseSet) -> Kills | None:
        from gograde.authoring import spec_checks as checked

        return checked.mutants(self, cases)

    def oracles(self) -> Sequence[Callable[..., Any]]:
        spec = self.spec_of({})
        return (spec.fast, spec.slow)
