"""Checks of a package whose assignment is made of a `Spec`, for `gograde cases verify`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from gograde.authoring import generation as search
from gograde.authoring.assignment import Batch, Case, CaseSet, Facts
from gograde.authoring.junk import CRASHERS
from gograde.authoring.mutant_kills import Kills, kills_of, trials_of
from gograde.authoring.spec import Spec
from gograde.authoring.stream import Stream
from gograde.package.config import AssignmentConfig
from gograde.package.folder_check import Finding
from gograde.scoring.record import TestScore, Visibility
from gograde.scoring.verdict import Verdict

if TYPE_CHECKING:
    from gograde.authoring.spec_assignment import PlainAssignment


@dataclass(frozen=True)
class _Bench:
    """An assignment with what it needs to score a batch."""

    assignment: PlainAssignment
    config: AssignmentConfig
    spec: Spec

    def scores(self, batch: Batch, facts: Facts) -> tuple[TestScore, ...]:
        return self.assignment.score(batch, facts, self.config, Visibility.HIDDEN)

    def value(self, case: Case) -> Any:
        return self.assignment.value_of(case)


def checks(assignment: PlainAssignment, cases: CaseSet) -> dict[str, Iterator[Finding]]:
    """Every check by name; each is carried out when it is walked through."""
    bench = _Bench(assignment, cases.config, assignment.spec_of(cases.config.parameters))
    batches = (*cases.sample, *cases.hidden)
    return {
        "configuration": _configuration(bench, cases.generator),
        "public cases": _public(bench, cases),
        "references": _references(bench, batches),
        "features": _features(bench, cases),
        "maximum": chain.from_iterable(_maximum(bench, batch) for batch in batches),
        "junk": chain.from_iterable(_junk(bench, batch) for batch in batches),
        "crash probes": chain.from_iterable(_crashers(bench, batch) for batch in batches),
    }


def kill_matrix(assignment: PlainAssignment, cases: CaseSet) -> dict[str, list[str]]:
    """For every known mistake the hidden cases (`batch/case`) that catch it."""
    spec = assignment.spec_of(cases.config.parameters)
    matrix: dict[str, list[str]] = {mistake.name: [] for mistake in spec.mistakes}
    for batch, case in _cases(cases.hidden):
        value = assignment.value_of(case)
        for name in search.caught_by(spec, case.question, value, spec.mistakes):
            matrix[name].append(f"{batch.name}/{case.id}")
    return matrix


def mutants(assignment: PlainAssignment, cases: CaseSet) -> Kills | None:
    """What the hidden cases catch of the mutants of the reference program, None without one."""
    spec = assignment.spec_of(cases.config.parameters)
    wanted = search.read_config(cases.generator, spec).kills
    inputs = ((f"{b.name}/{c.id}", c.question, assignment.value_of(c)) for b, c in _cases(cases.hidden))
    return kills_of(spec, trials_of(spec, inputs), wanted, matrix=True)


def _configuration(bench: _Bench, generator: Mapping[str, Any]) -> Iterator[Finding]:
    """Every group asks for questions that there are, and every question is counted."""
    search.read_config(generator, bench.spec)
    for group in bench.config.groups:
        for question in sorted(set(group.questions).difference(bench.spec.questions)):
            yield Finding(f"assignment.yaml: groups: {group.name}", f"there is no question {question!r}")
    for question in bench.spec.questions:
        if bench.config.group_of(question, "text", public=False) is None:
            yield Finding("assignment.yaml: groups", f"nobody counts question {question!r} of hidden cases")


def _public(bench: _Bench, cases: CaseSet) -> Iterator[Finding]:
    """The public batches are what the public key makes."""
    made = bench.assignment.generate_sample(cases.generator, cases.config)
    written = [(b.name, bench.assignment.write_batch(b)) for b in made]
    there = [(b.name, bench.assignment.write_batch(b)) for b in cases.sample]
    if written != there:
        yield Finding("data/sample", "not what generator.yaml makes")


def _references(bench: _Bench, batches: Sequence[Batch]) -> Iterator[Finding]:
    """Every stored answer is that of both ways to it."""
    for batch, case in _cases(batches):
        for name, oracle in (("fast", bench.spec.fast), ("slow", bench.spec.slow)):
            if not bench.spec.judge(case.answer, oracle(case.question, bench.value(case))).right:
                yield Finding(f"{batch.name}/{case.id}", f"the reference is not that of the {name} oracle")


def _features(bench: _Bench, cases: CaseSet) -> Iterator[Finding]:
    """Every input has the features it was made for, and some input is made for each feature."""
    for batch, case in _cases((*cases.sample, *cases.hidden)):
        missing = [f for f in case.features if not bench.spec.features[f](case.question, bench.value(case))]
        if missing:
            yield Finding(f"{batch.name}/{case.id}", f"has not: {', '.join(missing)}")
    named = {feature for _, case in _cases(cases.hidden) for feature in case.features}
    for feature in (name for name in bench.spec.features if name not in named):
        yield Finding("generator.yaml", f"no input is made for the feature {feature}")


def _maximum(bench: _Bench, batch: Batch) -> Iterator[Finding]:
    """The reference earns all points."""
    facts = bench.assignment.answered(batch, {case.id: case.answer for case in batch.cases})
    for test in bench.scores(batch, facts):
        if test.verdict is not Verdict.AC or test.points != test.max_points:
            yield Finding(test.name, f"the right answer gets {test.verdict.value}: {test.message}")


def _junk(bench: _Bench, batch: Batch) -> Iterator[Finding]:
    """Nothing and noise are rejected, and nothing raises."""
    stream = Stream(b"junk", batch.name)
    noise = bytes(stream.below(256) for _ in range(1024))
    printable = bytes(32 + stream.below(95) for _ in range(1024))
    for name, data in {"nothing": b"", "random bytes": noise, "printable noise": printable}.items():
        yield from _rejected(bench, batch, data, name)


def _crashers(bench: _Bench, batch: Batch) -> Iterator[Finding]:
    """Each probe as the whole of what was left, and as the value of every answer, never raises or wins."""
    for name, probe in CRASHERS.items():
        yield from _rejected(bench, batch, probe, name)
        text = probe.decode("utf-8", "replace")
        facts = bench.assignment.answered(batch, {case.id: text for case in batch.cases})
        yield from _judged(bench, batch, facts, f"{name} as every answer")


def _rejected(bench: _Bench, batch: Batch, data: bytes, name: str) -> Iterator[Finding]:
    return _judged(bench, batch, bench.assignment.said(batch, data), name)


def _judged(bench: _Bench, batch: Batch, facts: Facts, name: str) -> Iterator[Finding]:
    """A finding when the scorer raises, calls it our fault, or accepts it."""
    try:
        scores = bench.scores(batch, facts)
    except Exception as error:
        yield Finding(batch.name, f"{name}: the scorer raised {type(error).__name__}: {error}")
        return
    for test in scores:
        if test.verdict in (Verdict.JE, Verdict.AC) or test.points:
            yield Finding(test.name, f"{name} gets {test.verdict.value}: {test.message}")


def _cases(batches: Sequence[Batch]) -> Iterator[tuple[Batch, Case]]:
    return ((batch, case) for batch in batches for case in batch.cases)
