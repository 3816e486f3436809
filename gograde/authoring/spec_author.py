"""The interface of assignments to `gograde cases`, which makes and checks cases, and the `Author` of an
assignment that has a `Spec`."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from types import CodeType
from typing import Any, Protocol

from gograde.authoring.case_generation import (
    CasePlan,
    GeneratorConfig,
    Search,
    caught_by,
    generate,
    generate_sample,
    place_in,
    read_plan,
)
from gograde.authoring.mutants import Kills, kills_of, trials_of
from gograde.authoring.registry import assignment_of, part_of
from gograde.authoring.scoring import NO_PICTURES, hints_by, write_batch
from gograde.authoring.spec import Answer, Spec, bare, place_of
from gograde.authoring.spec_assignment import SpecAssignment
from gograde.core.assignment import RIVAL, Batch, Case, Facts
from gograde.core.record import TestScore, Visibility
from gograde.core.verdict import Verdict
from gograde.errors import DataError
from gograde.go.board import diagram
from gograde.go.rules import obeys_rule_1
from gograde.listing import in_python, shown
from gograde.package.config import AssignmentConfig
from gograde.package.own_code import explain
from gograde.package.package import Finding, Package
from gograde.package.yaml_files import did_you_mean

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


def caught_mistakes(author: Author, cases: CaseSet) -> tuple[Mapping[str, Sequence[str]], Kills | None]:
    """The kill matrix, empty without mistakes, and the caught mutants, None without mutants."""
    if not isinstance(author, SpecAuthor):
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


@dataclass(frozen=True)
class SpecAuthor:
    """Makes and checks the cases of an assignment.

    `spec_of` makes the spec of a package; it raises `DataError` for invalid parameters.
    `plan` is the model of `generator.yaml`, and `search` the class that searches for cases.
    """

    assignment: SpecAssignment
    spec_of: Callable[[AssignmentConfig], Spec]
    plan: type[CasePlan] = GeneratorConfig
    search: type[Search] = Search

    def generate(
        self, key: bytes, generator: Mapping[str, Any], config: AssignmentConfig
    ) -> tuple[Batch, ...]:
        spec = self.spec_of(config)
        return self._written(spec, generate(spec, key, *self._planned(generator, spec)))

    def generate_sample(self, generator: Mapping[str, Any], config: AssignmentConfig) -> tuple[Batch, ...]:
        spec = self.spec_of(config)
        names = {name for what in config.overlooked.values() if not isinstance(what, str) for name in what}
        return self._written(spec, generate_sample(spec, *self._planned(generator, spec), names))

    def _planned(self, generator: Mapping[str, Any], spec: Spec) -> tuple[CasePlan, Callable[..., Search]]:
        """The plan, and the search that knows its places; raises `DataError` for a batch with many cases."""
        plan, place = read_plan(generator, spec, self.plan), partial(place_in, generator)
        for batch in (one for one in plan.every_batch if self.assignment.one_case and len(one) != 1):
            what = f"a batch has {len(batch)} cases, and a program is started for each case"
            fix = "plan one case a batch; several boards may be one case whose answer has several lines"
            raise DataError(place(batch), what, fix)
        return plan, partial(self.search, place=place)

    def _written(self, spec: Spec, batches: Iterable[Batch]) -> tuple[Batch, ...]:
        """The batches with their inputs as bytes; raises `DataError` for one that is no JSON."""

        def written_case(case: Case) -> Case:
            try:
                return replace(case, input=self.assignment.bytes_of(case.input))
            except (TypeError, ValueError) as error:
                what = f"{shown(case.input)} is no input: {error}"
                fix = "let `make` and `written` give JSON values: a sorted list for a set, a list for others"
                raise DataError(place_of(spec.make), what, fix) from None

        return tuple(replace(batch, cases=tuple(map(written_case, batch.cases))) for batch in batches)

    def checks(self, cases: CaseSet) -> Mapping[str, Iterable[Finding]]:
        """Every check by name; iterating over a check runs it."""
        bench = Bench(self.assignment, cases.config, self.spec_of(cases.config))
        plan = partial(read_plan, cases.generator, bench.spec, self.plan)
        return {
            "configuration": self._configuration(bench, cases.generator),
            "public cases": self._public(cases),
            **case_checks(bench, cases, plan),
        }

    def _configuration(self, bench: Bench, generator: Mapping[str, Any]) -> Iterator[Finding]:
        """Every group asks for known questions, and every question belongs to a group of hidden cases."""
        read_plan(generator, bench.spec, self.plan)
        for group in bench.config.groups:
            for question in sorted(set(group.questions).difference(bench.spec.questions)):
                what = f"there is no question {question!r}: {did_you_mean(question, bench.spec.questions)}"
                yield Finding(f"assignment.yaml: groups: {group.name}", what)
            if group.cases == "hidden" and group.visibility is Visibility.VISIBLE:
                what = "shows hidden cases: leave out visibility, and the class says when"
                yield Finding(f"assignment.yaml: groups: {group.name}", what)
        marking = bench.config.marking
        for question in bench.spec.questions:
            if not any(marking.group_of(question, answer, public=False) for answer in ("text", "picture")):
                what = f"nobody counts question {question!r} of hidden cases"
                yield Finding("assignment.yaml: groups", what)

    def _public(self, cases: CaseSet) -> Iterator[Finding]:
        """The public batches in the package are those that the public key gives, with their hints."""
        made = self.hinted(self.generate_sample(cases.generator, cases.config), cases.config)
        right, there = (
            [(batch.name, write_batch(self.assignment, batch)) for batch in all]
            for all in (made, cases.sample)
        )
        if right != there:
            what = "not what generator.yaml and the known mistakes make; describe the package with --sample"
            yield Finding("data/sample", what)

    def hinted(self, batches: Sequence[Batch], config: AssignmentConfig) -> tuple[Batch, ...]:
        """Public batches with the wrong answers of the mistakes as hints."""
        spec = self.spec_of(config)
        return tuple(
            replace(batch, cases=tuple(self._hinted(case, spec, config) for case in batch.cases))
            for batch in batches
        )

    def _hinted(self, case: Case, spec: Spec, config: AssignmentConfig) -> Case:
        value = self.assignment.value_of(case, config.marking)
        mistakes = (one if one.sure else replace(one, help=f"{RIVAL}{one.help}") for one in spec.mistakes)
        hints = tuple(
            replace(one, answer=case.answer)
            if one.answer is not None and spec.judge(case.answer, one.answer).right
            else one
            for one in hints_by(mistakes, case.question, value)
        )
        return replace(case, hints=hints, drawn=spec.board(value))

    def kill_matrix(self, cases: CaseSet) -> Mapping[str, Sequence[str]]:
        """For every known mistake, the names of the hidden cases that catch it."""
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


# -- the checks ---------------------------------------------------------------------------


CRASH_PROBES: dict[str, bytes] = {
    "all bytes": bytes(range(256)),
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


JSON_VALUES = json.loads(
    '[true, 5, 1.5, "", "x", [], {}, [null], [5], [[]], [[1, 2], null, 3], {"x": [null]}]'
)
"""Values of each kind that a function of a student may return for anything."""


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


def case_checks(bench: Bench, cases: CaseSet, plan: Callable[[], CasePlan]) -> dict[str, Iterator[Finding]]:
    """Every check by name; iterating over a check runs it, and asks for the plan where it needs it."""
    batches = (*cases.sample, *cases.hidden)
    drawn = any(group.answer == "picture" for group in bench.config.groups)
    return {
        "references": check_references(bench, batches),
        "oracles": check_oracles(bench, batches),
        "what mistakes answer": check_mistakes(bench, batches),
        **({"pictures": check_pictures(bench, batches)} if drawn else {}),
        "features": check_features(bench, cases, plan),
        "maximum": chain.from_iterable(check_maximum(bench, batch) for batch in batches),
        "junk": chain.from_iterable(check_junk(bench, batch) for batch in batches),
        "crash probes": chain.from_iterable(check_crash_probes(bench, batch) for batch in batches),
    }


def check_mistakes(bench: Bench, batches: Sequence[Batch]) -> Iterator[Finding]:
    """Each mistake answers something, and no two that are sure give the same wrong answers to all cases."""
    first: dict[tuple[str, ...], str] = {}
    for mistake in bench.spec.mistakes:
        answers, wrong = [], []
        for batch, case in cases_of(batches):
            value = bench.assignment.value_of(case, bench.config.marking)
            for answer in (hint.answer for hint in hints_by([mistake], case.question, value)):
                answers.append(answer)
                if answer is not None and not bench.spec.judge(case.answer, answer).right:
                    wrong.append(f"{batch.name}/{case.id}: {answer!r}")
        where = mistake.place or mistake.name
        if all(answer is None for answer in answers):
            yield Finding(where, f"{mistake.name} crashes in every case, which explains no answer")
        elif (
            mistake.sure and wrong and (other := first.setdefault(tuple(wrong), mistake.name)) != mistake.name
        ):
            yield Finding(where, f"{mistake.name} answers as {other} does, so students are told of neither")


def check_references(bench: Bench, batches: Sequence[Batch]) -> Iterator[Finding]:
    """Both oracles agree with every stored answer."""
    for batch, case in cases_of(batches):
        value = bench.assignment.value_of(case, bench.config.marking)
        for name, oracle in (("fast", bench.spec.fast), ("slow", bench.spec.slow)):
            if not bench.spec.judge(case.answer, oracle(case.question, value)).right:
                yield Finding(f"{batch.name}/{case.id}", f"the reference is not that of the {name} oracle")


def check_oracles(bench: Bench, batches: Sequence[Batch]) -> Iterator[Finding]:
    """Neither oracle calls the other one, nor do both call the reference program: on a case per question."""
    both = (bench.spec.fast, bench.spec.slow)
    files = {import_module(name).__file__ for name in getattr(bench.spec.reference, "names", ())}
    for case in {case.question: case for _, case in reversed([*cases_of(batches)])}.values():
        value = bench.assignment.value_of(case, bench.config.marking)
        by_fast, by_slow = (_code_run(oracle, case.question, value) for oracle in both)
        own = [getattr(bare(oracle), "__code__", None) for oracle in both]
        shared = (code for code in by_slow if code in by_fast and (code in own or code.co_filename in files))
        for code in islice(shared, 1):
            function = f"{code.co_name} ({Path(code.co_filename).name}:{code.co_firstlineno})"
            what = f"for {case.question} fast and slow both run {function}: no two ways to the answer"
            yield Finding(place_of(bench.spec.slow), what)


def _code_run(function: Callable[..., Any], *given: Any) -> list[CodeType]:
    """The code of the Python functions that a call runs, in order."""
    ran: list[CodeType] = []
    sys.setprofile(lambda frame, event, _: ran.append(frame.f_code) if event == "call" else None)
    try:
        function(*given)
    finally:
        sys.setprofile(None)
    return ran


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
        asked = bench.spec.pictures.question(case, group, value, hints)
        if fault := asked.to_draw.fault():
            yield Finding(f"{batch.name}/{case.id}", fault)


def check_features(bench: Bench, cases: CaseSet, plan: Callable[[], CasePlan]) -> Iterator[Finding]:
    """Every input suits its question and has its features; without a `may_ask` its chains have liberties.

    Hidden cases cover every feature but those that the plan asks of public cases alone, as of boards that
    everybody knows.
    """
    for batch, case in cases_of((*cases.sample, *cases.hidden)):
        value = bench.assignment.value_of(case, bench.config.marking)
        missing = [name for name in case.features if not bench.spec.features[name](case.question, value)]
        if missing:
            yield Finding(f"{batch.name}/{case.id}", f"has not: {', '.join(missing)}")
        rows = None if bench.spec.may_ask else bench.spec.board(value)
        if rows and not obeys_rule_1(diagram("/".join(rows))):
            what = f"{batch.name}/{case.id} has a chain without liberties: let may_ask of the Spec decide"
            yield Finding(place_of(bench.spec.make), what)
        if bench.spec.may_ask and not bench.spec.may_ask(case.question, value):
            yield Finding(f"{batch.name}/{case.id}", "the question makes no sense on this input")
    first: dict[tuple[str, bytes], str] = {}
    for batch, case in cases_of(cases.hidden):
        name = f"{batch.name}/{case.id}"
        if (other := first.setdefault((case.question, case.input), name)) != name:
            what = f"the same input as {other}: let `make` make others with {', '.join(case.features)}"
            yield Finding(name, what)
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
                what = f"the right answer, {way}, gets {test.verdict.value}: {test.message}"
                yield Finding(test.name, what)


def check_junk(bench: Bench, batch: Batch) -> Iterator[Finding]:
    """The scorer rejects no answer, and public right ones that were altered, and raises for no value; one
    finding for each place."""
    found = [*_rejected(bench, batch, bench.assignment.facts_of_output(batch, b""), "nothing")]
    cases = batch.cases if batch.public else ()
    tried = {case.id: [*JSON_VALUES, *altered_answers(bench.spec.plain(case.answer))] for case in cases}
    for turn in range(max(map(len, tried.values()), default=0)):
        answers = {name: values[min(turn, len(values) - 1)] for name, values in tried.items()}
        junk = turn < len(JSON_VALUES)
        name = f"the answer {in_python(JSON_VALUES[turn])}" if junk else "an altered right answer"
        with suppress(LookupError, TypeError, ValueError):  # what files of the assignment cannot say
            found += _rejected(bench, batch, bench.assignment.answered(batch, answers), name, junk=junk)
    yield from {one.where: one for one in reversed(found)}.values()


def altered_answers(right: Any) -> Iterator[Any]:
    """Wrong answers like a right one: another number; a part that is not there, another one, one too many."""
    if isinstance(right, bool):
        yield not right
    elif isinstance(right, int | float):
        yield right + 1 + abs(right) * isinstance(right, float)
    elif isinstance(right, str):
        first, *lines = right.split("\n")
        yield from [first] * (lines not in ([], [""]))
        if number := re.search("[0-9]+", right):
            yield f"{right[: number.start()]}{int(number[0]) + 1}{right[number.end() :]}"
    elif isinstance(right, dict):
        yield from (right | {key: one} for key in right for one in altered_answers(right[key]))
    elif isinstance(right, list):
        for at in {0, len(right) - 1} if right else ():
            before, after = right[:at], right[at + 1 :]
            parts = [one for one in (*altered_answers(right[at]), None) if one not in right]
            yield from ([*before, one, *after] for one in parts)
            yield from ([*right, one] for one in parts)
            yield from [[*before, *after]] * (right[at] not in before + after)


def check_crash_probes(bench: Bench, batch: Batch) -> Iterator[Finding]:
    """Each probe, as the whole output and as every answer, raises nothing and earns nothing."""
    for name, probe in CRASH_PROBES.items():
        yield from _rejected(bench, batch, bench.assignment.facts_of_output(batch, probe), name)
        text = probe.decode("utf-8", "replace")
        facts = bench.assignment.answered(batch, {case.id: text for case in batch.cases})
        yield from _rejected(bench, batch, facts, f"{name} as every answer")


def _rejected(
    bench: Bench, batch: Batch, ways: Mapping[str, Facts], name: str, *, junk: bool = False
) -> Iterator[Finding]:
    """A finding when the scorer raises, gives JE, or gives points; `junk` may be right by chance."""
    for facts in ways.values():
        try:
            scores = bench.scores(batch, facts)
        except Exception as error:
            where = fault.where if (fault := explain(error)) else batch.name
            yield Finding(where, f"{name}: the scorer raised {type(error).__name__}: {error}")
            return
        for test in scores:
            if test.verdict is Verdict.JE or (not junk and (test.verdict is Verdict.AC or test.points)):
                seen = in_python(test.cause and test.cause.actual)
                why = test.message or f"the judge ({place_of(bench.spec.judge)}) accepts {seen}"
                yield Finding(test.name, f"{name} gets {test.verdict.value}: {why}")


def cases_of(batches: Sequence[Batch]) -> Iterator[tuple[Batch, Case]]:
    """All cases, each with its batch."""
    return ((batch, case) for batch in batches for case in batch.cases)
