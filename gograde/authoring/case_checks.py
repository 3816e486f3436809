"""Checks of the cases of a `Spec` and of their scoring, for `gograde cases verify`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from gograde.authoring.assignment import Batch, Case, Facts
from gograde.authoring.case_generation import Plan
from gograde.authoring.case_set import CaseSet
from gograde.authoring.scoring.case_scoring import NO_PICTURES
from gograde.authoring.scoring.hints import HINTS, hints_by, written
from gograde.authoring.spec import Spec
from gograde.authoring.spec_assignment import SpecAssignment
from gograde.authoring.stream import Stream
from gograde.package.config import AssignmentConfig
from gograde.package.package import Finding
from gograde.scoring.record import TestScore, Visibility
from gograde.scoring.verdict import Verdict

CRASH_PROBES: dict[str, bytes] = {
    "-1": b"-1",
    "a point at -1": b"-1 -1",
    "2147483648": b"2147483648 2147483648",
    "NaN": b"NaN NaN",
    "1/0": b"1/0",
    "NUL": b"\x00",
    "a byte that is no UTF-8": b"\x80",
    "a number of 5,000 digits": b"9" * 5000,
    "100,000 brackets": b"[" * 100_000,
    "100,000 pairs of brackets": b"(" * 50_000 + b")" * 50_000,
    "full-width digits": "２ ３".encode(),
    "Arabic digits": "٣ ٤".encode(),
    "a digit separator": b"1_0 2",
    "line ends of Unicode": "1 2\u20283 4\x854 5".encode(),
    "a lone surrogate": b"\xed\xa0\x80",
}


@dataclass(frozen=True)
class Bench:
    """An assignment with its configuration and its spec, ready to score batches."""

    assignment: SpecAssignment
    config: AssignmentConfig
    spec: Spec

    def scores(self, batch: Batch, facts: Facts) -> tuple[TestScore, ...]:
        """The tests of text answers; tests of pictures are left out."""
        tests = self.assignment.score(batch, facts, self.config.marking, Visibility.HIDDEN)
        return tuple(test for test in tests if test.answer == "text")


def case_checks(bench: Bench, cases: CaseSet, plan: Callable[[], Plan]) -> dict[str, Iterator[Finding]]:
    """Every check by name; iterating over a check runs it, and asks for the plan where it needs it."""
    batches = (*cases.sample, *cases.hidden)
    drawn = any(group.answer == "picture" for group in bench.config.groups)
    following = [*batches[1:], *batches[:1]]
    return {
        "references": check_references(bench, batches),
        **({"pictures": check_pictures(bench, batches)} if drawn else {}),
        "features": check_features(bench, cases, plan),
        "maximum": chain.from_iterable(check_maximum(bench, batch) for batch in batches),
        "junk": chain.from_iterable(map(check_junk, [bench] * len(batches), batches, following)),
        "crash probes": chain.from_iterable(check_crash_probes(bench, batch) for batch in batches),
    }


def check_groups(config: AssignmentConfig, questions: Sequence[str]) -> Iterator[Finding]:
    """Every group asks for known questions, and every question belongs to a group of hidden cases."""
    for group in config.groups:
        for question in sorted(set(group.questions).difference(questions)):
            yield Finding(f"assignment.yaml: groups: {group.name}", f"there is no question {question!r}")
    for question in questions:
        marking = config.marking
        if not any(marking.group_of(question, answer, public=False) for answer in ("text", "picture")):
            yield Finding("assignment.yaml: groups", f"nobody counts question {question!r} of hidden cases")


def check_sample(
    assignment: SpecAssignment, made: Iterable[Batch], sample: Iterable[Batch]
) -> Iterator[Finding]:
    """The public batches in the package are those that the public key gives."""
    right, there = ([(b.name, assignment.write_batch(b)) for b in batches] for batches in (made, sample))
    if right != there:
        yield Finding("data/sample", "not what generator.yaml makes; describe the package with --sample")


def check_hints(
    assignment: SpecAssignment, made: Sequence[Batch], sample: Sequence[Batch]
) -> Iterator[Finding]:
    """The hints of the public cases are the answers of the known mistakes."""
    for right, there in zip(made, sample, strict=True):
        if written(assignment, right) != written(assignment, there):
            yield Finding(f"{there.name}/{HINTS}", "not what the known mistakes answer")


def check_references(bench: Bench, batches: Sequence[Batch]) -> Iterator[Finding]:
    """Both oracles agree with every stored answer."""
    for batch, case in cases_of(batches):
        value = bench.assignment.value_of(case, bench.config.marking)
        for name, oracle in (("fast", bench.spec.fast), ("slow", bench.spec.slow)):
            if not bench.spec.judge(case.answer, oracle(case.question, value)).right:
                yield Finding(f"{batch.name}/{case.id}", f"the reference is not that of the {name} oracle")


def check_pictures(bench: Bench, batches: Sequence[Batch]) -> Iterator[Finding]:
    """The boards of every case that asks for a picture are boards, of one size."""
    for batch, case in cases_of(batches):
        group = bench.config.marking.group_of(case.question, "picture", public=batch.public)
        if group is None:
            continue
        if bench.spec.pictures is None:
            yield Finding("assignment.yaml: groups", NO_PICTURES)
            return
        value = bench.assignment.value_of(case, bench.config.marking)
        hints = hints_by(bench.spec.mistakes, case.question, value)
        asked = bench.spec.pictures.asked(case, group, value, hints)
        if fault := asked.to_draw.fault():
            yield Finding(f"{batch.name}/{case.id}", fault)


def check_features(bench: Bench, cases: CaseSet, plan: Callable[[], Plan]) -> Iterator[Finding]:
    """Every input suits its question and has its features.

    Hidden cases cover every feature but those that the plan asks of public cases alone, as of boards that
    everybody knows.
    """
    for batch, case in cases_of((*cases.sample, *cases.hidden)):
        value = bench.assignment.value_of(case, bench.config.marking)
        missing = [name for name in case.features if not bench.spec.features[name](case.question, value)]
        if missing:
            yield Finding(f"{batch.name}/{case.id}", f"has not: {', '.join(missing)}")
        if not bench.spec.may_ask(case.question, value):
            yield Finding(f"{batch.name}/{case.id}", "the question makes no sense on this input")
    named = {feature for _, case in cases_of(cases.hidden) for feature in case.features}
    named |= plan().of_public_cases_alone
    for feature in (name for name in bench.spec.features if name not in named):
        yield Finding("generator.yaml", f"no input is made for the feature {feature}")


def check_maximum(bench: Bench, batch: Batch) -> Iterator[Finding]:
    """The right answers earn all points in every form."""
    right = {case.id: case.answer for case in batch.cases}
    for way, facts in bench.assignment.answered(batch, right).items():
        for test in bench.scores(batch, facts):
            if test.verdict is not Verdict.AC or test.points != test.max_points:
                yield Finding(
                    test.name, f"the right answer, {way}, gets {test.verdict.value}: {test.message}"
                )


def check_junk(bench: Bench, batch: Batch, other: Batch) -> Iterator[Finding]:
    """The scorer rejects empty answers, noise and another batch's answers, and raises nothing."""
    stream = Stream(b"junk", batch.name)
    noise = bytes(stream.below(256) for _ in range(1024))
    printable = bytes(32 + stream.below(95) for _ in range(1024))
    for name, data in {"nothing": b"", "random bytes": noise, "printable noise": printable}.items():
        yield from _rejected(bench, batch, bench.assignment.said(batch, data), name)
    answers = {case.id: case.answer for case in other.cases}
    asked = {case.id: case.answer for case in batch.cases}
    if batch.name != other.name and answers.keys() >= asked.keys():
        yield from _right_where_equal(bench, batch, {name: answers[name] for name in asked}, other.name)


def _right_where_equal(
    bench: Bench, batch: Batch, answers: Mapping[str, object], other: str
) -> Iterator[Finding]:
    """Another batch's answers are right exactly where both batches have the same answer."""
    names = {f"{batch.name}/{case.id}": case for case in batch.cases}
    for facts in bench.assignment.answered(batch, answers).values():
        for test in bench.scores(batch, facts):
            case = names[test.name]
            equal = bench.spec.judge(case.answer, answers[case.id]).right
            if (test.verdict is Verdict.AC) is not equal:
                yield Finding(test.name, f"the answer to batch {other} gets {test.verdict.value}")


def check_crash_probes(bench: Bench, batch: Batch) -> Iterator[Finding]:
    """Each probe, as the whole output and as every answer, raises nothing and earns nothing."""
    for name, probe in CRASH_PROBES.items():
        yield from _rejected(bench, batch, bench.assignment.said(batch, probe), name)
        text = probe.decode("utf-8", "replace")
        facts = bench.assignment.answered(batch, {case.id: text for case in batch.cases})
        yield from _rejected(bench, batch, facts, f"{name} as every answer")


def _rejected(bench: Bench, batch: Batch, ways: Mapping[str, Facts], name: str) -> Iterator[Finding]:
    """A finding when the scorer raises, gives JE, or gives points."""
    for facts in ways.values():
        try:
            scores = bench.scores(batch, facts)
        except Exception as error:
            yield Finding(batch.name, f"{name}: the scorer raised {type(error).__name__}: {error}")
            continue
        for test in scores:
            if test.verdict in (Verdict.JE, Verdict.AC) or test.points:
                yield Finding(test.name, f"{name} gets {test.verdict.value}: {test.message}")


def cases_of(batches: Sequence[Batch]) -> Iterator[tuple[Batch, Case]]:
    """All cases, each with its batch."""
    return ((batch, case) for batch in batches for case in batch.cases)
