"""Turns the answers to a batch into test scores by a `Rubric`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gograde.authoring.assignment import Batch, Case, Facts
from gograde.authoring.spec import Mistake, Rubric
from gograde.scoring.marking import Asked, Marking
from gograde.scoring.outcome import Outcome
from gograde.scoring.scored_test import Cause, TestScore, Visibility
from gograde.scoring.verdict import Verdict

MOST_KEPT = 16 * 1024
"""The most characters of an answer, as JSON, in a record; a hostile answer may be much longer."""

SHORT = 64
"""The most bytes of an input without a board on which all mistakes are tried."""

MOST_FITTING = 2
"""The most mistakes with one answer for which a hint is given, that of the first mistake."""


@dataclass(frozen=True)
class Given:
    """A program's answer to one case: a JSON value, or an outcome if there is none."""

    value: Any = None
    outcome: Outcome | None = None


@dataclass(frozen=True)
class CaseScorer:
    """Scores one batch; `values` maps the ids of its cases to their inputs, as the rubric takes them."""

    batch: Batch
    rubric: Rubric
    visibility: Visibility
    values: Mapping[str, Any]

    def tests(self, facts: Facts, given: Mapping[str, Given], marking: Marking) -> tuple[TestScore, ...]:
        """A test for every case that a group of the package asks for, in order."""
        missing = Given(outcome=_missing(facts))
        groups = (marking.group_of(c.question, "text", public=self.batch.public) for c in self.batch.cases)
        return tuple(
            self._test(case, group, given.get(case.id, missing))
            for case, group in zip(self.batch.cases, groups, strict=True)
            if group is not None
        )

    def _test(self, case: Case, group: Asked, given: Given) -> TestScore:
        outcome = given.outcome or self.rubric.judge(case.answer, given.value)
        points = None if outcome.verdict is Verdict.JE else float(group.weight if outcome.right else 0)
        value = self.values[case.id]
        return TestScore(
            name=f"{self.batch.name}/{case.id}",
            group=group.name,
            batch=self.batch.name,
            question=case.question,
            verdict=outcome.verdict,
            points=points,
            max_points=float(group.weight),
            visibility=group.visibility or self.visibility,
            message=outcome.message,
            cause=self._cause(case, value, given, outcome),
            board=self.rubric.board(value),
            features=case.features,
        )

    def _cause(self, case: Case, value: Any, given: Given, outcome: Outcome) -> Cause:
        if given.outcome is not None:
            return Cause(message=outcome.message, expected=case.answer)
        helped = "" if outcome.right else recognise(self.rubric, case, value, given.value)
        return Cause(message=outcome.message, expected=case.answer, actual=_kept(given.value), help=helped)


def recognise(rubric: Rubric, case: Case, value: Any, answer: Any) -> str:
    """The help for a wrong answer; "" without a likely mistake.

    There is no help when no mistake or more than `MOST_FITTING` give the answer, nor for an input
    that is too large to draw and longer than `SHORT`.
    """
    if rubric.board(value) is None and len(case.input) > SHORT:
        return ""
    fitting = [mistake.help for mistake in rubric.mistakes if _gives(rubric, mistake, case, value, answer)]
    return fitting[0] if 0 < len(fitting) <= MOST_FITTING else ""


def _gives(rubric: Rubric, mistake: Mistake, case: Case, value: Any, answer: Any) -> bool:
    try:
        given = mistake.answer(case.question, value)
    except Exception:  # this mistake gives no answer here
        return False
    return rubric.judge(given, answer).right


def _missing(facts: Facts) -> Outcome:
    """The outcome of a case without an answer."""
    if facts.verdict is Verdict.AC:
        return Outcome(Verdict.NO, "no answer")
    return Outcome(facts.verdict, facts.message)


def _kept(value: Any) -> Any:
    text = json.dumps(value)
    return value if len(text) <= MOST_KEPT else f"{text[:200]}… ({len(text)} characters)"
