"""Makes the cases of a `Spec` from a secret key, guided by its known mistakes.

Among inputs with the wanted features the one is taken that catches most of the mistakes that
are not caught often enough so far.  Cases are added for mutants of the reference program that
slip through.  The same key gives the same cases on any machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Annotated, Any, Literal

from pydantic import Field

from gograde.authoring.assignment import Batch, Case
from gograde.authoring.mutant_kills import Trial, cover, kills_of, questions_for, trials_of
from gograde.authoring.spec import Mistake, Spec
from gograde.authoring.stream import Stream
from gograde.errors import DataError, JudgeError
from gograde.package.config import Strict
from gograde.package.faults import did_you_mean, validate

ATTEMPTS = 2_000
"""Inputs that are made for a case before the search is given up."""

POOL = 300
"""Inputs a question that are tried on the mutants that too few cases catch."""

TRIES = 30
"""For each of them so many are made at most until one has its features."""

WHERE = "generator.yaml"


class Wanted(Strict):
    """A case to be made: its question, and the features that its input must have.

    `candidates` inputs are compared, where it is not as many as for other cases.
    """

    question: str
    features: tuple[str, ...] = ()
    candidates: Annotated[int, Field(ge=1, le=50)] | None = None


class GeneratorConfig(Strict):
    """The content of `generator.yaml`: a batch is a list of wanted cases, one run of a program.

    `kills` is how many cases must catch each mistake; when the planned batches do not, batches
    like `spare` are added, `spares` of them at most.  So many must also catch each mutant that
    shows at all; for those batches of one case are added.  `candidates` inputs are compared for
    each case.  The public batches are guided by no mistake, and so stay when one is added.
    """

    schema_: Literal["gograde/generator/v1"] = Field(alias="schema")
    kills: Annotated[int, Field(ge=1, le=10)]
    candidates: Annotated[int, Field(ge=1, le=50)]
    batches: tuple[tuple[Wanted, ...], ...] = Field(min_length=1, max_length=200)
    spare: tuple[Wanted, ...] = ()
    spares: Annotated[int, Field(ge=0, le=50)] = 0
    sample_key: str = Field(min_length=16)
    sample: tuple[tuple[Wanted, ...], ...] = Field(min_length=1, max_length=50)


def read_config(generator: Mapping[str, Any], spec: Spec) -> GeneratorConfig:
    """`generator.yaml`, checked against the questions and features there are; raises `DataError`."""
    config = validate(dict(generator), GeneratorConfig, WHERE, {})
    for wanted in (one for batch in (*config.batches, config.spare, *config.sample) for one in batch):
        _check_known(wanted.question, "question", spec.questions)
        for feature in wanted.features:
            _check_known(feature, "feature", spec.features)
    return config


def _check_known(name: str, kind: str, known: Sequence[str] | Mapping[str, Any]) -> None:
    if name not in known:
        raise DataError(WHERE, f"no {kind} {name!r}", did_you_mean(name, known))


@dataclass
class _Search:
    """A generation under way: how often each mistake is caught, and the inputs already taken."""

    spec: Spec
    key: bytes
    kills: int
    candidates: int
    mistakes: tuple[Mistake, ...]
    caught: Counter[str] = field(default_factory=Counter)
    taken: list[Any] = field(default_factory=list)

    def batch(self, name: str, wanted: Sequence[Wanted], *, public: bool = False) -> Batch:
        """A batch by its plan, one case after the other."""
        seen: Counter[str] = Counter()
        cases = []
        for one in wanted:
            seen[one.question] += 1
            cases.append(self._case(name, f"{one.question}-{seen[one.question]}", one))
        return Batch(name, tuple(cases), public)

    def _case(self, batch: str, name: str, wanted: Wanted) -> Case:
        stream = Stream(self.key, f"{batch}/{name}")
        found = list(islice(self._inputs(wanted, stream), wanted.candidates or self.candidates))
        if not found:
            what = f"no input with {', '.join(wanted.features)} for {wanted.question} in {ATTEMPTS} attempts"
            raise JudgeError("generator", what, f"ask for fewer features at once in {WHERE}")
        tried = [(value, caught_by(self.spec, wanted.question, value, self.mistakes)) for value in found]
        value, caught = max(tried, key=lambda pair: self._worth(pair[1]))
        self.taken.append(value)
        self.caught.update(caught)
        answer = agreed_answer(self.spec, wanted.question, value)
        return Case(name, wanted.question, value, answer, wanted.features)

    def _inputs(self, wanted: Wanted, stream: Stream) -> Iterator[Any]:
        last = None
        for _ in range(ATTEMPTS):
            value = self.spec.make(stream, wanted.question, wanted.features)
            if value != last and value not in self.taken and fits(self.spec, wanted, value):
                last = value
                yield value
            elif value == last:
                return  # there is but one

    def _worth(self, caught: Sequence[str]) -> tuple[int, int]:
        return sum(self.caught[name] < self.kills for name in caught), len(caught)

    def slipping(self) -> tuple[str, ...]:
        """The mistakes that too few cases catch so far."""
        return tuple(m.name for m in self.mistakes if self.caught[m.name] < self.kills)


def generate(spec: Spec, key: bytes, generator: Mapping[str, Any]) -> tuple[Batch, ...]:
    """The hidden batches, whose cases hold their inputs as values.

    Raises `DataError` for a wrong `generator.yaml`; `JudgeError` when no input with the wanted
    features is found, the two ways to the answer disagree, or a mistake slips through.
    """
    config = read_config(generator, spec)
    search = _Search(spec, key, config.kills, config.candidates, spec.mistakes)
    batches = [search.batch(f"{n:02d}", wanted) for n, wanted in enumerate(config.batches, start=1)]
    for number in range(len(batches) + 1, len(batches) + config.spares + 1):
        if search.slipping():
            batches.append(search.batch(f"{number:02d}", config.spare))
    if slipping := search.slipping():
        what = f"{', '.join(slipping)}: caught by fewer than {config.kills} cases"
        raise JudgeError("generator", what, "allow more spares, or name features that catch it")
    return (*batches, *_for_mutants(search, batches))


def _for_mutants(search: _Search, batches: Sequence[Batch]) -> Iterator[Batch]:
    """Batches of one case each, so that enough cases catch every mutant that some input of a pool shows."""
    spec = search.spec
    cases = {f"{batch.name}/{case.id}": case for batch in batches for case in batch.cases}
    trials = _trials(spec, cases)
    kills = kills_of(spec, trials, search.kills)
    if spec.reference is None or kills is None or not kills.weak:
        return
    missing = kills.missing
    like = questions_for(spec.reference, trials, missing)
    asked = [cases[trial.label] for trial in trials if trial.question in like]
    pool = {str(number): case for number, case in enumerate(_pool(search, asked))}
    for number, trial in enumerate(cover(spec, _trials(spec, pool), missing), start=len(batches) + 1):
        answer = agreed_answer(spec, trial.question, trial.value)
        yield Batch(f"{number:02d}", (replace(pool[trial.label], answer=answer),), public=False)


def _trials(spec: Spec, cases: Mapping[str, Case]) -> list[Trial]:
    return trials_of(spec, ((label, case.question, case.input) for label, case in cases.items()))


def _pool(search: _Search, like: Sequence[Case]) -> Iterator[Case]:
    """Cases with the features of these, not taken yet, each once and still without an answer."""
    for question in search.spec.questions:
        made = list(search.taken)
        asked = [case.features for case in like if case.question == question]
        stream = Stream(search.key, f"mutants/{question}")
        for number in range(POOL if asked else 0):
            wanted = Wanted(question=question, features=asked[number % len(asked)])
            made_so = (search.spec.make(stream, question, wanted.features) for _ in range(TRIES))
            value = next((value for value in made_so if fits(search.spec, wanted, value)), None)
            if value is not None and value not in made:
                made.append(value)
                yield Case(f"{question}-1", question, value, None, wanted.features)


def generate_sample(spec: Spec, generator: Mapping[str, Any]) -> tuple[Batch, ...]:
    """The public batches, from the key in `generator.yaml`; raises like `generate`."""
    config = read_config(generator, spec)
    search = _Search(spec, config.sample_key.encode(), config.kills, 1, ())
    plans = enumerate(config.sample, start=1)
    return tuple(search.batch(f"sample-{number:02d}", plan, public=True) for number, plan in plans)


def fits(spec: Spec, wanted: Wanted, value: Any) -> bool:
    """Whether an input has all the wanted features."""
    return all(spec.features[name](wanted.question, value) for name in wanted.features)


def agreed_answer(spec: Spec, question: str, value: Any) -> Any:
    """The reference, on which both ways agree; raises `JudgeError` when they do not."""
    fast, slow = spec.fast(question, value), spec.slow(question, value)
    if not spec.judge(fast, slow).right:
        what = f"the two oracles disagree on {question} of {str(value)[:400]}"
        raise JudgeError("oracles", what, "mend the one that is wrong; this input shows it")
    return fast


def caught_by(spec: Spec, question: str, value: Any, mistakes: Sequence[Mistake]) -> list[str]:
    """Names of the mistakes that die on this input or whose answer is judged wrong."""
    right = spec.fast(question, value)
    return [mistake.name for mistake in mistakes if is_caught(spec, mistake, question, value, right)]


def is_caught(spec: Spec, mistake: Mistake, question: str, value: Any, right: Any) -> bool:
    """Whether a mistake shows on this input."""
    try:
        answer = mistake.answer(question, value)
    except Exception:  # it would die, in whatever way
        return True
    return not spec.judge(right, answer).right
