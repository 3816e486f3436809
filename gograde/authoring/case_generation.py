"""Makes the cases of a `Spec` from a secret key, guided by its known mistakes.

The search compares inputs with the wanted features, and takes the one that catches the most mistakes
which too few cases catch so far.  Then it looks for inputs that catch what is left, and adds cases for
mutants of the reference program that too few cases catch.  One key gives the same cases on every machine,
in an order that only the key tells.

No key fails by chance.  Features that one key in a hundred misses in `attempts` attempts are missed in
`PATIENCE` times as many by one key in 10^20.  A mistake that one attempt in a hundred of one kind catches
escapes all `TURNS` with one key in 10^8; the rarest of ours is caught by three in a hundred of two kinds.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import count, islice
from typing import Annotated, Any, ClassVar, Literal, NoReturn

import msgspec
from msgspec import Meta

from gograde.authoring.mutants import Trial, cover, kills_of, questions_for, trials_of
from gograde.authoring.spec import Mistake, Spec, in_time, own, place_of
from gograde.authoring.stream import Stream
from gograde.codec import Record, replace, to_json
from gograde.core.assignment import Batch, Case
from gograde.errors import DataError, JudgeError
from gograde.listing import shown
from gograde.package.yaml_files import Written, did_you_mean, validate

POOL = 300
"""The number of inputs per question that are tried on mutants which too few cases catch."""

TRIES = 30
"""The most attempts to make one input of the pool with the wanted features."""

PATIENCE = 10
"""So many times `attempts` inputs are made before the search for features that none of them has ends."""

TURNS = 2_000
"""The most attempts with each kind of input to catch a mistake which the spares leave."""

SELDOM = 50
"""Kinds of inputs that are few or slow, which have one candidate, are tried once in so many turns."""

WHERE = "generator.yaml"


class CaseRequest(Record, omit_defaults=True):
    """A case to make: its question, and the features of its input.

    `candidates` is the number of inputs to compare, if it differs from the plan's; 1 says also that such
    inputs are few or slow, and seldom to be searched for the catch of a mistake.  The input is that of the
    earlier case `again` of the batch, where one is named.
    """

    question: str
    features: tuple[str, ...] = ()
    candidates: Annotated[int, Meta(ge=1, le=50)] | None = None
    again: str = ""


class Addition(Record):
    """Batches that a package got when its cases were in use, and the mistakes that they must catch."""

    mistakes: tuple[str, ...] = ()
    batches: Annotated[tuple[tuple[CaseRequest, ...], ...], Meta(min_length=1, max_length=100)]


class CasePlan(Record):
    """A plan for cases: a batch is a list of wanted cases, which one run of a program answers.

    At least `kills` cases must catch each mistake; at most `spares` batches like `spare` are added
    for that, and then a batch for each catch that is still missing.  At least `mutant_kills` cases must
    catch each mutant that an input of the pool can catch; batches are added for that too.  `candidates`
    inputs are compared for each case.

    Batches of `later` are for questions that a package got after others, `additions` for mistakes that
    nobody had thought of: all other batches are the same bytes with them and without.  They must catch
    their mistakes without spares.
    """

    kills: Annotated[int, Meta(ge=1, le=10)]
    candidates: Annotated[int, Meta(ge=1, le=50)]
    batches: Annotated[tuple[tuple[CaseRequest, ...], ...], Meta(min_length=1, max_length=200)]
    spare: tuple[CaseRequest, ...] = ()
    spares: Annotated[int, Meta(ge=0, le=50)] = 0
    later: Annotated[tuple[tuple[CaseRequest, ...], ...], Meta(max_length=50)] = ()
    additions: tuple[Addition, ...] = ()
    sample_key: Annotated[str, Meta(min_length=16)]
    sample: Annotated[tuple[tuple[CaseRequest, ...], ...], Meta(min_length=1, max_length=50)]

    @classmethod
    def of_file(cls, generator: Mapping[str, Any]) -> Mapping[str, Any]:
        """The plan as a record, from the content of `generator.yaml`; raises `DataError`."""
        return dict(generator)

    @property
    def mutant_kills(self) -> int:
        return self.kills

    @property
    def every_batch(self) -> tuple[tuple[CaseRequest, ...], ...]:
        added = (batch for addition in self.additions for batch in addition.batches)
        return (*self.batches, *[self.spare] * bool(self.spare), *self.later, *added, *self.sample)

    @property
    def of_public_cases_alone(self) -> frozenset[str]:
        """The features that public cases must have and no hidden one."""
        return _features(self.sample) - _features((*self.batches, self.spare))

    @property
    def added_mistakes(self) -> frozenset[str]:
        """The mistakes that guide additions alone."""
        return frozenset(name for addition in self.additions for name in addition.mistakes)

    @property
    def sample_guide(self) -> tuple[Collection[str], int]:
        """The mistakes that guide the public batches, and the number of inputs to compare per case."""
        return (), 1


def _features(batches: Iterable[Iterable[CaseRequest]]) -> frozenset[str]:
    return frozenset(feature for batch in batches for wanted in batch for feature in wanted.features)


class GeneratorConfig(CasePlan):
    """The content of `generator.yaml`."""

    schema_: Literal["gograde/generator/v1"] = msgspec.field(name="schema")


def read_plan(generator: Mapping[str, Any], spec: Spec, model: type[CasePlan] = GeneratorConfig) -> CasePlan:
    """The plan in `generator.yaml`; raises `DataError`, also for unknown questions and features."""
    written = _written(generator)
    plan = validate(model.of_file(written), model, written.where, written.lines)
    for wanted in (one for batch in plan.every_batch for one in batch):
        check_known(wanted.question, "question", spec.questions, written)
        for feature in wanted.features:
            check_known(feature, "feature", spec.features, written)
    for name in plan.added_mistakes:
        check_known(name, "mistake", [mistake.name for mistake in spec.mistakes], written)
    return plan


def _written(generator: Mapping[str, Any]) -> Written:
    return generator if isinstance(generator, Written) else Written(generator, WHERE, {})


def place_in(generator: Mapping[str, Any], part: Any) -> str:
    """The file and the line of a wanted case or a batch."""
    return _written(generator).place(json.loads(to_json(part)))


def check_known(name: str, kind: str, known: Collection[str], written: Written) -> None:
    """Raises `DataError` for an unknown name in `generator.yaml`."""
    if name not in known:
        raise DataError(written.place(name), f"no {kind} {name!r}", did_you_mean(name, known))


@dataclass
class Search:
    """The state of a generation: the number of cases that catch each mistake, until it is enough, and the
    taken inputs.

    The search for a case ends after `attempts` inputs, if one of them has the features.  `place` finds the
    file and the line of a part of the plan.
    """

    attempts: ClassVar[int] = 2_000

    spec: Spec
    plan: CasePlan
    key: bytes
    mistakes: tuple[Mistake, ...]
    candidates: int
    caught: Counter[str] = field(default_factory=Counter)
    taken: list[Any] = field(default_factory=list)
    place: Callable[[Any], str] = lambda _: WHERE

    def hidden(self) -> Iterator[Batch]:
        """The hidden batches; raises like `generate`."""
        plan = self.plan
        batches = [self.batch(f"{n:02d}", wanted) for n, wanted in enumerate(plan.batches, start=1)]
        later = [self.batch(f"later-{n:02d}", wanted) for n, wanted in enumerate(plan.later, start=1)]
        for number in range(len(batches) + 1, len(batches) + plan.spares + 1):
            if self.slipping():
                batches.append(self.batch(f"{number:02d}", plan.spare))
        kinds = searchable((plan.spare, *plan.batches, *plan.later))
        while slipping := self.slipping():
            batches += self.added([self.catching(slipping[0], kinds)], numbered(len(batches) + 1))
        yield from batches
        yield from self.for_mutants(batches, later)
        yield from later
        names = (f"added-{number:02d}" for number in count(1))
        for addition in plan.additions:
            yield from self.addition(addition, names)

    def addition(self, addition: Addition, names: Iterator[str]) -> Iterator[Batch]:
        """The batches of an addition, guided by its mistakes alone, which they catch often enough."""
        known = {mistake.name: mistake for mistake in self.spec.mistakes}
        self.mistakes = tuple(known[name] for name in addition.mistakes)
        for wanted in addition.batches:
            yield self.batch(next(names), wanted)
        while slipping := self.slipping():
            yield from self.added([self.catching(slipping[0], searchable(addition.batches))], names)

    def slipping(self) -> tuple[str, ...]:
        """The mistakes that too few cases catch so far."""
        return tuple(mistake.name for mistake in self.mistakes if self._slips(mistake.name))

    def _slips(self, name: str) -> bool:
        return self.caught[name] < self.plan.kills

    def batch(
        self, name: str, wanted: Sequence[CaseRequest], chosen: Mapping[str, Case] | None = None
    ) -> Batch:
        """A batch with the wanted cases; those of `chosen`, by id, take the place of cases to search."""
        seen: Counter[str] = Counter()
        cases = []
        for one in wanted:
            seen[one.question] += 1
            case = self.case_id(one.question, seen[one.question])
            if chosen and case in chosen:
                cases.append(self.taking(chosen[case], case))
            else:
                new = self.inputs(one, Stream(self.key, self.purpose(name, case)))
                again = (earlier.input for earlier in cases if earlier.id == one.again)
                cases.append(self._best(case, one, self._candidates(one, again if one.again else new)))
        return Batch(name, tuple(cases), public=False)

    def taking(self, found: Case, case: str) -> Case:
        """A case without an answer that was found, with its answer and another id."""
        return self._best(case, CaseRequest(question=found.question, features=found.features), [found.input])

    def case_id(self, question: str, number: int) -> str:
        """The id of a case; `number` counts the cases of the question in the batch from 1."""
        return f"{question}-{number}"

    def purpose(self, batch: str, case: str) -> str:
        """The purpose of the random stream for a case."""
        return f"{batch}/{case}"

    def may_take(self, value: Any) -> bool:
        """Whether a case may use the input; an input is used once only."""
        return value not in self.taken

    def _candidates(self, wanted: CaseRequest, inputs: Iterator[Any]) -> list[Any]:
        found = list(islice(inputs, wanted.candidates or self.candidates))
        if not found and wanted.again:
            fix = "name one that stands before it in the batch"
            raise DataError(self.place(wanted), f"no case {wanted.again!r} comes again", fix)
        if not found:
            self._miss(wanted)
        return found

    def _miss(self, wanted: CaseRequest) -> NoReturn:
        """Raise for features that no input has: of `make`, where that gives the same input each time."""
        stream, asked = Stream(self.key, "misses"), (wanted.question, wanted.features)
        different = len({repr(self.spec.make(stream, *asked)) for _ in range(100)})
        where = place_of(self.spec.make) if different == 1 else self.place(wanted)
        what = (
            f"no input with {', '.join(wanted.features)} for {wanted.question} in {PATIENCE * self.attempts}"
        )
        places = [place_of(self.spec.features[name]) for name in wanted.features]
        fix = (
            f"mend the feature, {places[0]}, or `make`"
            if len(places) == 1
            else "ask for fewer features at once"
        )
        raise JudgeError(where, f"{what} attempts; 100 of them give {different} different inputs", fix)

    def _best(self, case: str, wanted: CaseRequest, inputs: Sequence[Any]) -> Case:
        """The case with the input that catches the most mistakes which too few cases catch so far."""
        watched = self.mistakes if len(inputs) > 1 else tuple(m for m in self.mistakes if self._slips(m.name))
        tried = [(value, caught_by(self.spec, wanted.question, value, watched)) for value in inputs]
        value, caught = max(tried, key=lambda pair: (sum(map(self._slips, pair[1])), len(pair[1])))
        self.taken.append(value)
        self.caught.update(caught)
        answer = agreed_answer(self.spec, wanted.question, value)
        return Case(case, wanted.question, value, answer, wanted.features)

    def inputs(self, wanted: CaseRequest, stream: Stream) -> Iterator[Any]:
        """Inputs with the wanted features that a case may use; ends when an input comes again at once.

        Where other cases have taken all that there are, one of them comes again.
        """
        last = taken = None
        for attempt in range(PATIENCE * self.attempts):
            if attempt >= self.attempts and last is not None:
                return
            value = self.spec.make(stream, wanted.question, wanted.features)
            if last is not None and value == last:
                return  # probably the only one
            if self._suits(wanted, value):
                last = value
                yield value
            elif taken is None and fits(self.spec, wanted, value):
                taken = value
        if last is None and taken is not None:
            yield taken

    def _suits(self, wanted: CaseRequest, value: Any) -> bool:
        return fits(self.spec, wanted, value) and self.may_take(value)

    def catching(self, name: str, kinds: Sequence[CaseRequest]) -> Case:
        """A new case, without an answer, that catches a mistake; raises `JudgeError` when none is found."""
        mistake, right = next(mistake for mistake in self.mistakes if mistake.name == name), None
        tried: list[tuple[str, str, Any]] = []
        for wanted, value in self.in_turn(kinds, f"mistakes/{name}/{self.caught[name]}"):
            right = self.spec.fast(wanted.question, value)
            tried.append((name, wanted.question, value))
            if is_caught(self.spec, mistake, wanted.question, value, right):
                return Case(self.case_id(wanted.question, 1), wanted.question, value, None, wanted.features)
        if right is not None and self.spec.judge(right, "\0").right:
            what = f"the judge takes a NUL for right, where {shown(right)} is"
            raise JudgeError(place_of(self.spec.judge), what, "let it compare the answers")
        trials_of(self.spec, tried)  # raises where the reference program is wrong
        catches = f"caught by fewer than {self.plan.kills} cases"
        what = f"{name}: {catches if self.caught[name] else 'answers rightly to every case'}"
        fix = f"name features in {WHERE} that catch it, mend the judge, or the oracles make it too"
        raise JudgeError(mistake.place or WHERE, what, fix)

    def in_turn(self, kinds: Sequence[CaseRequest], purpose: str) -> Iterator[tuple[CaseRequest, Any]]:
        """Inputs that a case may use; each turn tries each kind once, some kinds in every `SELDOM`th turn."""
        streams = [(one, Stream(self.key, f"{purpose}/{number}")) for number, one in enumerate(kinds)]
        for turn in range(1, TURNS + 1):
            for wanted, stream in streams:
                if wanted.candidates == 1 and turn % SELDOM:
                    continue
                value = self.spec.make(stream, wanted.question, wanted.features)
                if self._suits(wanted, value):
                    yield wanted, value

    def in_secret_order(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """The batches with their cases in an order from the key, and ids that count in that order.

        A program or a reader of results cannot tell from the public plan which features a case has.
        The batches keep the plan's order: runs that a limit ends may have the later batches skipped.
        """
        for batch in batches:
            seen: Counter[str] = Counter()
            cases = []
            for case in Stream(self.key, f"order/{batch.name}").shuffled(batch.cases):
                seen[case.question] += 1
                cases.append(replace(case, id=self.case_id(case.question, seen[case.question])))
            yield replace(batch, cases=tuple(cases))

    # -- mutants ----------------------------------------------------------------------------

    def for_mutants(self, batches: Sequence[Batch], later: Sequence[Batch]) -> Iterator[Batch]:
        """Additional batches for the mutants that too few cases, but some inputs of the pool, catch."""
        cases = {f"{batch.name}/{case.id}": case for batch in (*batches, *later) for case in batch.cases}
        trials = self._trials(cases)
        kills = kills_of(self.spec, trials, self.plan.mutant_kills)
        if self.spec.reference is None or kills is None or not kills.weak:
            return
        like = questions_for(self.spec.reference, trials, kills.missing)
        asked = [cases[trial.label] for trial in trials if trial.question in like]
        pool = {str(number): case for number, case in enumerate(self.pool(asked))}
        found = [pool[trial.label] for trial in cover(self.spec, self._trials(pool), kills.missing)]
        last = {case.question for batch in later for case in batch.cases}
        yield from self.added(
            sorted(found, key=lambda case: case.question in last), numbered(len(batches) + 1)
        )

    def _trials(self, cases: Mapping[str, Case]) -> list[Trial]:
        return trials_of(self.spec, ((label, case.question, case.input) for label, case in cases.items()))

    def pool(self, asked: Sequence[Case]) -> Iterator[Case]:
        """Different new cases without answers, for the questions and with the features of `asked`."""
        for question in self.spec.questions:
            made = list(self.taken)
            features = [case.features for case in asked if case.question == question]
            stream = Stream(self.key, f"mutants/{question}")
            for number in range(POOL if features else 0):
                wanted = CaseRequest(question=question, features=features[number % len(features)])
                made_so = (self.spec.make(stream, question, wanted.features) for _ in range(TRIES))
                value = next((value for value in made_so if fits(self.spec, wanted, value)), None)
                if value is not None and value not in made:
                    made.append(value)
                    yield Case(self.case_id(question, 1), question, value, None, wanted.features)

    def added(self, found: Sequence[Case], names: Iterator[str]) -> Iterator[Batch]:
        """Batches with one case each."""
        for case in found:
            yield Batch(next(names), (self.taking(case, case.id),), public=False)


def numbered(first: int) -> Iterator[str]:
    """The names of batches, numbered from `first`."""
    return (f"{number:02d}" for number in count(first))


def searchable(batches: Iterable[Iterable[CaseRequest]]) -> tuple[CaseRequest, ...]:
    """The kinds of inputs among which one that catches a mistake is searched for."""
    every = dict.fromkeys(wanted for batch in batches for wanted in batch)
    return tuple(sorted(every, key=lambda wanted: wanted.candidates == 1))


def generate(
    spec: Spec, key: bytes, plan: CasePlan, search: Callable[..., Search] = Search
) -> tuple[Batch, ...]:
    """The hidden batches; the inputs of their cases are values, not bytes.

    Raises `JudgeError` when the search finds no input with the wanted features, when the oracles
    disagree, and when too few cases catch a mistake.
    """
    added = plan.added_mistakes
    mistakes = tuple(mistake for mistake in spec.mistakes if mistake.guides and mistake.name not in added)
    under_way = search(spec, plan, key, mistakes, plan.candidates)
    return tuple(under_way.in_secret_order(under_way.hidden()))


def generate_sample(
    spec: Spec, plan: CasePlan, search: Callable[..., Search] = Search, caught: Collection[str] = ()
) -> tuple[Batch, ...]:
    """The public batches, from the key in `generator.yaml`; raises like `generate`.

    For each mistake of `caught` that none of them catches there is one more, with a case of the plan's kinds.
    Where there are such mistakes, so it is for each that is sure and guides no hidden cases.
    """
    guides, candidates = plan.sample_guide
    mistakes = tuple(mistake for mistake in spec.mistakes if mistake.name in {*guides, *caught})
    under_way = search(spec, replace(plan, kills=1), plan.sample_key.encode(), mistakes, candidates)
    batches = [under_way.batch(f"sample-{n:02d}", wanted) for n, wanted in enumerate(plan.sample, start=1)]
    asked = {wanted.question for batch in plan.sample for wanted in batch}
    kinds = searchable((*plan.sample, plan.spare, *plan.batches, *plan.later))
    kinds = tuple(wanted for wanted in kinds if wanted.question in asked)
    others = (one for one in spec.mistakes if one.sure and not one.guides and one not in mistakes)
    later = tuple(others) if caught else ()
    under_way.mistakes += later
    for case in (case for batch in batches for case in batch.cases):
        under_way.caught.update(caught_by(spec, case.question, case.input, later))
    warned = {*caught, *(one.name for one in later)}
    while missing := [name for name in under_way.slipping() if name in warned]:
        names = (f"sample-{number:02d}" for number in count(len(batches) + 1))
        batches += under_way.added([under_way.catching(missing[0], kinds)], names)
    return tuple(replace(batch, public=True) for batch in batches)


def fits(spec: Spec, wanted: CaseRequest, value: Any) -> bool:
    """Whether an input has all wanted features and suits the question."""
    has = (spec.features[name](wanted.question, value) for name in wanted.features)
    return all(has) and (spec.may_ask is None or spec.may_ask(wanted.question, value))


def agreed_answer(spec: Spec, question: str, value: Any) -> Any:
    """The right answer; raises `JudgeError` when the two oracles disagree."""
    fast, slow = spec.fast(question, value), spec.slow(question, value)
    if not spec.judge(fast, slow).right:
        answers = f"fast answers {shown(fast)}, slow answers {shown(slow)}"
        what = f"the two oracles disagree on {question} of {shown(value)}: {answers}"
        raise JudgeError(place_of(spec.fast), what, "mend the one that is wrong; this input shows it")
    return fast


def caught_by(spec: Spec, question: str, value: Any, mistakes: Sequence[Mistake]) -> list[str]:
    """The names of the mistakes that crash on this input or answer wrongly."""
    right = spec.fast(question, value)
    return [mistake.name for mistake in mistakes if is_caught(spec, mistake, question, value, right)]


def is_caught(spec: Spec, mistake: Mistake, question: str, value: Any, right: Any) -> bool:
    """Whether a mistake crashes on this input or answers wrongly."""
    if not mistake.concerns(question):
        return False
    try:
        answer = mistake.gives(question, value)
    except DataError:  # it is no program, or ends as little as the reference
        if spec.reference:
            program = import_module(spec.reference.modules[question])
            in_time(program.solve, question, *own((value,)), *spec.reference.arguments)
        raise
    except Exception:  # the mistake crashes on this input
        return True
    return not spec.judge(right, answer).right
