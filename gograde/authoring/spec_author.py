"""The `Author` of an assignment that has a `Spec`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gograde.authoring.assignment import Batch, Case
from gograde.authoring.case_checks import (
    Bench,
    case_checks,
    cases_of,
    check_groups,
    check_hints,
    check_sample,
)
from gograde.authoring.case_generation import (
    GeneratorConfig,
    Plan,
    Search,
    caught_by,
    generate,
    generate_sample,
    read_plan,
)
from gograde.authoring.case_set import CaseSet
from gograde.authoring.mutants.kills import Kills, kills_of, trials_of
from gograde.authoring.scoring.hints import can_be_told, hints_by
from gograde.authoring.spec import Answer, Spec
from gograde.authoring.spec_assignment import SpecAssignment
from gograde.errors import DataError
from gograde.package.config import AssignmentConfig
from gograde.package.package import Finding


@dataclass(frozen=True)
class SpecAuthor:
    """Makes and checks the cases of an assignment.

    `spec_of` makes the spec of a package; it raises `DataError` for invalid parameters.
    `plan` is the model of `generator.yaml`, and `search` the class that searches for cases.
    """

    assignment: SpecAssignment
    spec_of: Callable[[AssignmentConfig], Spec]
    plan: type[Plan] = GeneratorConfig
    search: type[Search] = Search

    def generate(
        self, key: bytes, generator: Mapping[str, Any], config: AssignmentConfig
    ) -> tuple[Batch, ...]:
        spec = self.spec_of(config)
        return self._written(generate(spec, key, read_plan(generator, spec, self.plan), self.search))

    def generate_sample(self, generator: Mapping[str, Any], config: AssignmentConfig) -> tuple[Batch, ...]:
        spec = self.spec_of(config)
        return self._written(generate_sample(spec, read_plan(generator, spec, self.plan), self.search))

    def _written(self, batches: Iterable[Batch]) -> tuple[Batch, ...]:
        """The batches with their inputs as bytes; raises `DataError` for a batch with too many cases."""
        made = tuple(map(self._written_batch, batches))
        for batch in (batch for batch in made if self.assignment.one_case and len(batch.cases) != 1):
            what = f"batch {batch.name} has {len(batch.cases)} cases"
            what += ", and a program is started for each case"
            fix = "plan one case a batch; several boards may be one case whose answer has several lines"
            raise DataError("generator.yaml", what, fix)
        return made

    def _written_batch(self, batch: Batch) -> Batch:
        cases = (replace(case, input=self.assignment.bytes_of(case.input)) for case in batch.cases)
        return replace(batch, cases=tuple(cases))

    def checks(self, cases: CaseSet) -> Mapping[str, Iterable[Finding]]:
        """Every check by name; iterating over a check runs it."""
        bench = Bench(self.assignment, cases.config, self.spec_of(cases.config))
        return {
            "configuration": self._configuration(bench, cases.generator),
            "public cases": self._public(cases),
            "hints": self._hints(cases),
            **case_checks(bench, cases, lambda: read_plan(cases.generator, bench.spec, self.plan)),
        }

    def _configuration(self, bench: Bench, generator: Mapping[str, Any]) -> Iterator[Finding]:
        read_plan(generator, bench.spec, self.plan)
        yield from check_groups(bench.config, bench.spec.questions)

    def _public(self, cases: CaseSet) -> Iterator[Finding]:
        made = self.generate_sample(cases.generator, cases.config)
        yield from check_sample(self.assignment, made, cases.sample)

    def _hints(self, cases: CaseSet) -> Iterator[Finding]:
        yield from check_hints(self.assignment, self.hinted(cases.sample, cases.config), cases.sample)

    def hinted(self, batches: Sequence[Batch], config: AssignmentConfig) -> tuple[Batch, ...]:
        spec = self.spec_of(config)
        return tuple(
            replace(batch, cases=tuple(self._hinted(case, spec, config) for case in batch.cases))
            for batch in batches
        )

    def _hinted(self, case: Case, spec: Spec, config: AssignmentConfig) -> Case:
        value = self.assignment.value_of(case, config.marking)
        given = filter(can_be_told, hints_by(spec.mistakes, case.question, value))
        hints = tuple(one for one in given if not spec.judge(case.answer, one.answer).right)
        return replace(case, hints=hints, drawn=spec.board(value))

    def kill_matrix(self, cases: CaseSet) -> Mapping[str, Sequence[str]]:
        spec = self.spec_of(cases.config)
        matrix: dict[str, list[str]] = {mistake.name: [] for mistake in spec.mistakes}
        for name, question, value in self._inputs(cases):
            for mistake in caught_by(spec, question, value, spec.mistakes):
                matrix[mistake].append(name)
        return matrix

    def mutants(self, cases: CaseSet) -> Kills | None:
        spec = self.spec_of(cases.config)
        wanted = read_plan(cases.generator, spec, self.plan).mutant_kills
        return kills_of(spec, trials_of(spec, self._inputs(cases)), wanted, matrix=True)

    def _inputs(self, cases: CaseSet) -> Iterator[tuple[str, str, Any]]:
        """The name `batch/case`, the question and the input of every hidden case."""
        for batch, case in cases_of(cases.hidden):
            value = self.assignment.value_of(case, cases.config.marking)
            yield f"{batch.name}/{case.id}", case.question, value

    def oracles(self, config: AssignmentConfig) -> tuple[Answer, Answer]:
        spec = self.spec_of(config)
        return spec.fast, spec.slow
