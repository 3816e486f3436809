"""The base class of assignments that have a `Spec`, for every way to run their programs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from gograde.authoring.assignment import Batch, Case, Facts
from gograde.listing import shortened
from gograde.sandbox.protocol import StagedFile
from gograde.scoring.marking import Marking
from gograde.scoring.record import TestScore, Visibility

if TYPE_CHECKING:
    from gograde.authoring.scoring.case_scoring import Given
    from gograde.authoring.spec import Mistake, Rubric


def read_text(where: str, data: bytes) -> str:
    """What a program reads, and where: with its size, and shortened in the middle."""
    try:
        text = repr(data.decode())
    except UnicodeDecodeError:
        text = repr(data)
    return f"{where}, {len(data)} bytes: {shortened(text)}"


def none_known(_marking: Marking) -> tuple[Mistake, ...]:
    """No mistakes."""
    return ()


@dataclass(frozen=True)
class SpecAssignment(ABC):
    """An `Assignment` whose inputs and answers are values of a spec, each judged by a rubric.

    Subclasses read, write and stage batches; `one_case` says that a run answers one case.
    `contract` is the kind that programs must be of ("": any).
    `rubric_of` makes the rubric for the parameters of the package.
    `is_answer` says of a question, its input and a value whether that is an answer, right or wrong.
    `known` finds the mistakes that give hidden cases their hints; `gograde.authoring.registry` sets it.
    """

    one_case: ClassVar[bool] = False
    contract: ClassVar[str] = ""

    id: str
    rubric_of: Callable[[Mapping[str, Any]], Rubric]
    is_answer: Callable[[str, Any, Any], bool] = field(default=lambda *_: True, kw_only=True, compare=False)
    known: Callable[[Marking], Sequence[Mistake]] = field(default=none_known, kw_only=True, compare=False)

    @abstractmethod
    def read_batch(self, name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch: ...

    @abstractmethod
    def write_batch(self, batch: Batch) -> dict[str, bytes]: ...

    @abstractmethod
    def stage(self, batch: Batch) -> tuple[StagedFile, ...]: ...

    @abstractmethod
    def stdin(self, batch: Batch) -> bytes: ...

    @abstractmethod
    def value_of(self, case: Case, marking: Marking) -> Any:
        """The input of a case, as the spec's functions take it."""

    @abstractmethod
    def bytes_of(self, value: Any) -> bytes:
        """The inverse of `value_of`."""

    @abstractmethod
    def answered(self, batch: Batch, answers: Mapping[str, Any]) -> Mapping[str, Facts]:
        """The facts of successful runs with these answers, for every form of answers."""

    @abstractmethod
    def facts_of_output(self, batch: Batch, data: bytes) -> Mapping[str, Facts]:
        """The facts of successful runs with these bytes as output, for every source of answers."""

    @abstractmethod
    def given(self, batch: Batch, facts: Facts) -> Mapping[str, Given]:
        """The answers of a run that ended well or crashed, by case; raises nothing for any output."""

    @abstractmethod
    def call_text(self, case: Case) -> str:
        """The question as a student types it, shortened: a call, or what a program reads."""

    def whole_input(self, case: Case) -> bytes:
        """What `call_text` shortens."""
        return case.input

    def score(
        self, batch: Batch, facts: Facts, marking: Marking, visibility: Visibility
    ) -> tuple[TestScore, ...]:
        """A test for every case that a group of the package asks for.

        After a good end or a crash, the answers are scored.  Otherwise every test gets the verdict of
        the run.
        """
        from gograde.authoring.scoring.case_scoring import CaseScorer

        given = self.given(batch, facts) if facts.scored else {}
        values = {case.id: self.value_of(case, marking) for case in batch.cases}
        mistakes = () if batch.public else self.known(marking)
        scorer = CaseScorer(
            batch, self.rubric_of(marking.parameters), visibility, values, self.call_text, mistakes
        )
        return scorer.tests(facts, given, marking)
