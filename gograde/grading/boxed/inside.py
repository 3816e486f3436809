"""Scores sheets, and names the known mistake that a whole program makes.

It runs inside the sandbox, since facts are bytes that students' programs left behind.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gograde.authoring.assignment import Assignment, Batch, Case, Facts, Hint
from gograde.authoring.scoring.hints import hints_by
from gograde.authoring.spec_assignment import SpecAssignment
from gograde.codec import replace, to_value
from gograde.grading.boxed.sheet import Sheet, of_parcel
from gograde.pictures import effort
from gograde.scoring.marking import Marking
from gograde.scoring.record import TestScore, Visibility
from gograde.scoring.verdict import Verdict

if TYPE_CHECKING:
    from gograde.authoring.spec import Mistake, Rubric

MOST_TRACE = 4000
"""The most characters of a traceback, from its end."""

SHORT = 64
"""The most bytes of a hidden input without a board on which all mistakes are tried."""

Tests = tuple[TestScore, ...]


def score(number: int, files: Sequence[bytes]) -> tuple[Any, list[bytes]]:
    """For each of so many sheets its tests, or the error of ours that the scorer raised.

    The mistakes of a program are named where all its sheets are there and could be scored.
    """
    try:
        code, assignment, sheets, whole = of_parcel(*files)
        scored = [_scored(assignment, code.marking, sheet) for sheet in sheets]
        tests = [one for one in scored if isinstance(one, tuple)]
        if whole and len(tests) == number and isinstance(assignment, SpecAssignment):
            runs = [(sheet.batch, sheet.facts) for sheet in sheets]
            scored = [*with_mistakes(assignment, code.marking, runs, tests)]
    except (MemoryError, RecursionError):  # limits like those of the sandbox: the bytes are too much
        raise
    except Exception as error:
        return [_failed(error)] * number, []
    return [{"tests": to_value(one)} if isinstance(one, tuple) else one for one in scored], []


def _scored(assignment: Assignment, marking: Marking, sheet: Sheet) -> tuple[TestScore, ...] | dict[str, Any]:
    try:
        with effort.limited(sheet.steps):
            return assignment.score(sheet.batch, sheet.facts, marking, sheet.visibility)
    except (MemoryError, RecursionError):
        raise
    except Exception as error:
        return _failed(error)


def _failed(error: Exception) -> dict[str, Any]:
    return {"error": type(error).__name__, "trace": traceback.format_exc()[-MOST_TRACE:]}


# -- which mistake a program makes ------------------------------------------------------------


@dataclass(frozen=True)
class Evidence:
    """An answer of a program: whether it is wrong, and which known mistakes give it, by their help."""

    wrong: bool
    gives: Mapping[str, bool]


def likely(answers: Iterable[Evidence]) -> Mapping[str, int]:
    """The mistakes that no answer contradicts, with the number of wrong answers that each explains.

    A mistake says nothing of questions that it does not concern, and of a question that was not answered.
    """
    seen = [(one.wrong, help, fits) for one in answers for help, fits in one.gives.items()]
    contradicted = {help for _, help, fits in seen if not fits}
    return Counter(help for wrong, help, _ in seen if wrong and help not in contradicted)


def help_for(gives: Mapping[str, bool], known: Mapping[str, int]) -> str:
    """The help of the likely mistake that gives an answer and explains the most; "" unless it is one."""
    most = max((known[help] for help in gives if help in known), default=0)
    best = [help for help in gives if known.get(help) == most]
    return best[0] if len(best) == 1 else ""


def with_mistakes(
    assignment: SpecAssignment,
    marking: Marking,
    runs: Sequence[tuple[Batch, Facts]],
    scored: Sequence[Tests],
) -> list[Tests]:
    """The tests of all runs of a program, in which wrong answers have the help of the mistake that it makes.

    What may be seen at a time depends on nothing but what may be seen then or always.
    """
    if not any(test.verdict is Verdict.WA and test.cause for tests in scored for test in tests):
        return list(scored)
    answered = [_evidence(assignment, marking, *one) for one in zip(runs, scored, strict=True)]
    pairs = [
        (test, own.get(test.name)) for tests, own in zip(scored, answered, strict=True) for test in tests
    ]
    known = {
        when: likely(one for test, one in pairs if one and test.visibility in (Visibility.VISIBLE, when))
        for when in Visibility
    }
    return [
        tuple(_helped(test, own.get(test.name), known[test.visibility]) for test in tests)
        for tests, own in zip(scored, answered, strict=True)
    ]


def _helped(test: TestScore, answer: Evidence | None, known: Mapping[str, int]) -> TestScore:
    if test.cause is None or answer is None or not answer.wrong:
        return test
    return replace(test, cause=replace(test.cause, help=help_for(answer.gives, known)))


def _evidence(
    assignment: SpecAssignment, marking: Marking, run: tuple[Batch, Facts], tests: Tests
) -> dict[str, Evidence]:
    """What is known of each answer of a run, by the name of its test."""
    batch, facts = run
    given = assignment.given(batch, facts) if facts.scored else {}
    values = {name: one.value for name, one in given.items() if one.outcome is None}
    cases = {f"{batch.name}/{case.id}": case for case in batch.cases if case.id in values}
    mistakes = () if batch.public else assignment.known(marking)
    rubric = assignment.rubric_of(marking.parameters)
    found = {}
    for test in tests:
        case = cases.get(test.name)
        if test.answer == "picture" and test.cause and test.cause.help:
            found[test.name] = Evidence(test.verdict is Verdict.WA, {test.cause.help: True})
        elif case and test.answer == "text" and test.verdict in (Verdict.AC, Verdict.WA):
            hints = case.hints if batch.public else _tried(assignment, marking, case, test, mistakes)
            gives = given_by(rubric, case, values[case.id], hints)
            found[test.name] = Evidence(test.verdict is Verdict.WA, gives)
    return found


def given_by(rubric: Rubric, case: Case, value: Any, hints: Iterable[Hint]) -> Mapping[str, bool]:
    """Whether the mistakes that concern a case give this value; those with the same help are one."""
    gives: dict[str, bool] = {}
    for one in hints:
        fits = one.answer is not None and rubric.judge(one.answer, value).right
        gives[one.help] = fits or gives.get(one.help, False)
    for habit in rubric.habits:
        gives[habit.help] = habit.gives(case.answer, value) or gives.get(habit.help, False)
    return gives


def _tried(
    assignment: SpecAssignment, marking: Marking, case: Case, test: TestScore, mistakes: Sequence[Mistake]
) -> Iterable[Hint]:
    """What mistakes answer to a hidden case; nothing to one too large to draw and longer than `SHORT`."""
    if len(case.input) > SHORT and not test.board:
        return ()
    return hints_by(mistakes, case.question, assignment.value_of(case, marking))
