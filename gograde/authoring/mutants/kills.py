"""Finds the inputs that catch the mutants of a reference program."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Protocol

from gograde.authoring.mutants.program import ALLOWANCE, FACTOR, EndlessError, Mutant, mutated_module
from gograde.authoring.spec import Reference
from gograde.errors import JudgeError
from gograde.listing import shown
from gograde.package.package import Finding
from gograde.scoring.outcome import Outcome

MOST_STEPS = 20_000
"""The most steps of the reference on an input for mutants; small inputs are enough to catch them."""

MOST_TOLD = 5
"""The most cases per mutant in the kill matrix, since trying all cases takes minutes."""

LEAST_PERCENT = 95
"""The percentage of the mutants without an explanation that must be caught."""


class Mutated(Protocol):
    """The part of a `Spec` that this module uses."""

    @property
    def reference(self) -> Reference | None: ...

    @property
    def fast(self) -> Callable[[str, Any], Any]: ...

    @property
    def judge(self) -> Callable[[Any, Any], Outcome]: ...


@dataclass(frozen=True)
class Trial:
    """An input on which mutants are tried, with the right answer.

    The reference `module` answers it in `steps` steps and calls the functions `reached`.
    """

    label: str
    question: str
    value: Any
    right: Any
    module: str
    steps: int
    reached: frozenset[str]

    def concerns(self, mutant: Mutant) -> bool:
        """Whether the reference calls the function with the mutant's fault."""
        return mutant.module == self.module and (not mutant.inside or mutant.inside in self.reached)


@dataclass(frozen=True)
class Kills:
    """For every mutant, the first cases that catch it; small cases come first.

    `explained` maps mutants to the reason why no input can catch them.  `places` maps each to the line and
    the column of its change, as in `student.py:41:17`.
    """

    wanted: int
    caught: Mapping[str, tuple[str, ...]]
    explained: Mapping[str, str]
    places: Mapping[str, str] = field(default_factory=dict)

    @property
    def most(self) -> int:
        """The most cases that a kill matrix lists for a mutant."""
        return max(self.wanted, MOST_TOLD)

    @property
    def survivors(self) -> tuple[str, ...]:
        """The mutants that no case catches."""
        return tuple(name for name, cases in self.caught.items() if not cases)

    @property
    def weak(self) -> tuple[str, ...]:
        """The unexplained mutants that fewer than `wanted` cases catch."""
        few = (name for name, cases in self.caught.items() if len(cases) < self.wanted)
        return tuple(name for name in few if name not in self.explained)

    @property
    def missing(self) -> dict[str, int]:
        """For each weak mutant, the number of cases that must be added."""
        return {name: self.wanted - len(self.caught[name]) for name in self.weak}

    @property
    def killed(self) -> int:
        return len(self.caught) - len(self.survivors)

    @property
    def percent(self) -> float:
        """The percentage of the mutants without an explanation that are caught."""
        different = [cases for name, cases in self.caught.items() if name not in self.explained]
        return 100 * sum(map(bool, different)) / len(different) if different else 100.0

    def with_place(self, name: str) -> str:
        """A mutant's name, after the line and the column of its change."""
        return f"{self.places[name]} {name}" if name in self.places else name

    def findings(self) -> Iterator[Finding]:
        """Findings on too many survivors, on weak mutants and on wrong explanations."""
        if self.percent < LEAST_PERCENT:
            yield Finding("mutants", f"{self.percent:.1f} % are caught, not {LEAST_PERCENT} %")
        for name in self.weak:
            what = f"caught by {len(self.caught[name])} cases, not by {self.wanted}"
            yield Finding(self.with_place(name), what)
        for name in self.explained:
            if name not in self.caught:
                yield Finding(name, "is explained, and there is no such mutant")
            elif self.caught[name]:
                yield Finding(name, f"is said to be equivalent, and {self.caught[name][0]} catches it")

    def to_json(self) -> dict[str, Any]:
        return {
            "number": len(self.caught),
            "killed": self.killed,
            "percent": round(self.percent, 2),
            "most_cases_told": self.most,
            "survivors": {name: self.explained.get(name, "") for name in self.survivors},
            "places": dict(self.places),
            "cases": {name: list(cases) for name, cases in self.caught.items()},
        }


def trials_of(spec: Mutated, inputs: Iterable[tuple[str, str, Any]]) -> list[Trial]:
    """Trials from triples (label, question, input), without inputs of more than `MOST_STEPS` steps.

    Raises `JudgeError` when the reference itself answers wrongly.
    """
    if spec.reference is None:
        return []
    trials = (_trial(spec, spec.reference, *each) for each in inputs)
    return [trial for trial in trials if trial is not None]


def _trial(spec: Mutated, reference: Reference, label: str, question: str, value: Any) -> Trial | None:
    module = reference.modules[question]
    program = mutated_module(module).reference
    try:
        answer = program.answer(question, deepcopy(value), MOST_STEPS, reference.told)
    except EndlessError:
        return None
    right = spec.fast(question, value)
    if not spec.judge(right, answer).right:
        raise JudgeError("mutants", f"{module} is wrong on {shown(value)}", "mend it first")
    return Trial(label, question, value, right, module, program.steps, frozenset(program.reached))


def mutants_of(reference: Reference) -> dict[str, Mutant]:
    """All mutants by name; a name that an earlier module has too is prefixed with the module's name."""
    found: dict[str, Mutant] = {}
    for module in reference.names:
        for mutant in mutated_module(module).mutants:
            clash = mutant.name in found
            found[f"{module.rpartition('.')[2]}.{mutant.name}" if clash else mutant.name] = mutant
    return found


def catches(spec: Mutated, trial: Trial, mutant: Mutant) -> bool:
    """Whether a mutant answers wrongly, crashes or takes too many steps on a trial."""
    if not trial.concerns(mutant) or spec.reference is None:
        return False
    limit = FACTOR * trial.steps + ALLOWANCE
    try:
        answer = mutant.program.answer(trial.question, deepcopy(trial.value), limit, spec.reference.told)
        return not spec.judge(trial.right, answer).right
    except Exception:  # the mutant crashes or is endless
        return True


def catching(spec: Mutated, trial: Trial, names: Collection[str]) -> list[str]:
    """The mutants among `names` that a trial catches."""
    mutants = mutants_of(spec.reference) if spec.reference else {}
    return [name for name in mutants if name in names and catches(spec, trial, mutants[name])]


def kills_of(spec: Mutated, trials: Iterable[Trial], wanted: int, *, matrix: bool = False) -> Kills | None:
    """The labels of trials that catch each mutant; None for a spec without a reference program.

    A mutant has at most `wanted` labels, with `matrix` at most the larger of `wanted` and `MOST_TOLD`.
    """
    if spec.reference is None:
        return None
    small_first = sorted(trials, key=lambda trial: trial.steps)
    most = max(wanted, MOST_TOLD) if matrix else wanted  # as `Kills.most`
    mutants = mutants_of(spec.reference)
    caught = {name: _catching(spec, small_first, mutants[name], most) for name in mutants}
    places = {
        name: f"{mutant.module.rpartition('.')[2]}.py:{mutant.place}" for name, mutant in mutants.items()
    }
    return Kills(wanted, caught, spec.reference.equivalent, places)


def _catching(spec: Mutated, trials: Sequence[Trial], mutant: Mutant, most: int) -> tuple[str, ...]:
    return tuple(islice((trial.label for trial in trials if catches(spec, trial, mutant)), most))


def questions_for(reference: Reference, trials: Iterable[Trial], names: Collection[str]) -> frozenset[str]:
    """The questions with a trial that calls a function with the fault of a named mutant."""
    wanted = [mutant for name, mutant in mutants_of(reference).items() if name in names]
    return frozenset(trial.question for trial in trials if any(map(trial.concerns, wanted)))


def cover(spec: Mutated, trials: Sequence[Trial], missing: Mapping[str, int]) -> Iterator[Trial]:
    """Trials that catch each mutant as often as `missing` says, as far as `trials` can.

    The choice is greedy: each trial catches the most mutants that are still missing.
    """
    left = dict(missing)
    caught = {trial.label: catching(spec, trial, left) for trial in trials}
    rest = list(trials)
    while rest:
        best = max(rest, key=lambda trial: sum(left[name] > 0 for name in caught[trial.label]))
        if all(left[name] <= 0 for name in caught[best.label]):
            return
        for name in caught[best.label]:
            left[name] -= 1
        rest.remove(best)
        yield best
