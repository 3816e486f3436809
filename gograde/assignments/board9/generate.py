"""The search for the boards of board9; a batch is one run and has a board for every question."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Literal

from msgspec import field

from gograde.assignments.board9.batch import QUESTIONS
from gograde.assignments.board9.mistakes import MISTAKES
from gograde.authoring.case_generation import CasePlan, CaseRequest, Search
from gograde.authoring.stream import Stream
from gograde.core.assignment import Batch, Case
from gograde.core.marking import BoardShape
from gograde.errors import DataError


class BoardPlan(CasePlan):
    """The content of `generator.yaml`: a batch maps every question to the features of its board, or to the
    earlier question whose board it has `again`."""

    schema_: Literal["gograde/generator/board9/v1"] = field(name="schema")
    board: BoardShape

    @classmethod
    def of_file(cls, generator: Mapping[str, Any]) -> Mapping[str, Any]:
        return _of_file(generator)

    @property
    def mutant_kills(self) -> int:
        return 2

    @property
    def sample_guide(self) -> tuple[Collection[str], int]:
        return [mistake.name for mistake in MISTAKES if mistake.guides], self.candidates


def _of_file(generator: Mapping[str, Any]) -> dict[str, Any]:
    """The content of `generator.yaml` or of an addition in it, with every batch as a list of wanted cases."""
    content = dict(generator)
    for key, value in generator.items():
        if key in ("batches", "additions") and isinstance(value, list):
            content[key] = [_cases(one, key) if key == "batches" else _of_file(one) for one in value]
        elif key in ("spare", "sample"):
            content[key] = _cases(value, key) if key == "spare" else [_cases(value, key)]
    return content


def _cases(batch: Any, key: str) -> list[dict[str, Any]]:
    """A batch as a list of wanted cases."""
    if not isinstance(batch, dict) or set(batch) != set(QUESTIONS):
        what, names = "a batch must name every question", ", ".join(QUESTIONS)
        raise DataError(f"generator.yaml: {key}", what, f"name the questions {names}")
    named = {name: one if isinstance(one, dict) else {"features": one} for name, one in batch.items()}
    return [{"question": question, **named[question]} for question in QUESTIONS]


class BoardSearch(Search):
    """The id of a case is its question; every batch, also one for mutants, asks all questions."""

    attempts: ClassVar[int] = 20_000
    pooled: ClassVar[int] = 100
    """The number of boards per question that are tried on mutants which too few boards catch."""

    def case_id(self, question: str, number: int) -> str:
        return question

    def in_secret_order(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """The batches unchanged: a file for every question has no order."""
        return iter(batches)

    def purpose(self, batch: str, case: str) -> str:
        return f"board9/{batch.removesuffix('-01')}/{case}"

    def may_take(self, value: Any) -> bool:
        """Like `Search.may_take`, but accepts the empty board more than once."""
        return not any(value.cells) or super().may_take(value)

    def pool(self, asked: Sequence[Case]) -> Iterator[Case]:
        """Boards for the questions of `asked`, with the features that the plan's spare batch wants."""
        for wanted in self.plan.spare:
            if any(case.question == wanted.question for case in asked):
                yield from self._pool_for(wanted)

    def _pool_for(self, wanted: CaseRequest) -> Iterator[Case]:
        stream = Stream(self.key, f"board9/mutants/{wanted.question}")
        for board in islice(self.inputs(wanted, stream), self.pooled):
            yield Case(wanted.question, wanted.question, board, None, wanted.features)

    def added(self, found: Sequence[Case], names: Iterator[str]) -> Iterator[Batch]:
        """Spare batches in which the boards of `found` replace searched boards."""
        chosen: dict[str, list[Case]] = {}
        for case in found:
            chosen.setdefault(case.question, []).append(case)
        for number in range(max(map(len, chosen.values()), default=0)):
            boards = {question: some[number] for question, some in chosen.items() if number < len(some)}
            yield self.batch(next(names), self.plan.spare, boards)
