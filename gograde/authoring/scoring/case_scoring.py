"""Turns the answers to a batch into test scores by a `Rubric`."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gograde.authoring.scoring.hints import hints_by
from gograde.authoring.spec import Mistake, Rubric
from gograde.codec import replace
from gograde.core.assignment import Batch, Case, Facts
from gograde.core.marking import Marking, QuestionGroup
from gograde.core.record import Cause, TestScore, Visibility
from gograde.core.verdict import Outcome, Verdict
from gograde.errors import DataError

MOST_KEPT = 16 * 1024
"""The most characters of an answer, as JSON, in a record; a hostile answer may be much longer."""

NOT_HANDED_IN = "for extra points, and not handed in"

NO_PICTURES = "a group asks for pictures, and the Spec has none"
NO_PICTURES_FIX = "give it pictures=BoardPictures(…), as docs/new-assignment.md shows"


@dataclass(frozen=True)
class Given:
    """A program's answer to one case: a JSON value, or an outcome if there is none or if it does not count.

    `note` is what its author should know of the answer when it is wrong, `remarks` what in any case.  What a
    program gives that leaves a question out is `absent`.
    """

    value: Any = None
    outcome: Outcome | None = None
    note: str = ""
    remarks: tuple[str, ...] = ()
    absent: bool = False


@dataclass(frozen=True)
class CaseScorer:
    """Scores one batch; `values` maps the ids of its cases to their inputs, as the rubric takes them.

    `call` gives the question of a case as a student types it.  `mistakes` are those that may be drawn for
    hidden cases; public cases bring theirs.
    """

    batch: Batch
    rubric: Rubric
    visibility: Visibility
    values: Mapping[str, Any]
    call: Callable[[Case], str]
    mistakes: Sequence[Mistake] = ()

    def tests(self, facts: Facts, given: Mapping[str, Given], marking: Marking) -> tuple[TestScore, ...]:
        """A test for every answer that a group of the package asks for: texts first, then pictures."""
        missing = Given(outcome=_missing(facts))
        texts = (
            self._text_test(case, group, given.get(case.id, missing))
            for case, group in self._questions(marking, "text")
        )
        tests = (*texts, *self._picture_tests(facts, self._questions(marking, "picture")))
        absent = {f"{self.batch.name}/{name}" for name, one in given.items() if one.absent}
        return left_out(tests, {group.name for group in marking.groups if group.extra}, absent)

    def _questions(self, marking: Marking, answer: str) -> list[tuple[Case, QuestionGroup]]:
        groups = (marking.group_of(c.question, answer, public=self.batch.public) for c in self.batch.cases)
        asked = zip(self.batch.cases, groups, strict=True)
        return [(case, group) for case, group in asked if group is not None]

    def _text_test(self, case: Case, group: QuestionGroup, given: Given) -> TestScore:
        outcome = given.outcome or self.rubric.judge(case.answer, given.value)
        if given.note and not outcome.right:
            outcome = replace(
                outcome, message=f"{outcome.message}; {given.note}" if outcome.message else given.note
            )
        actual = None if given.value is None else _short(given.value)
        cause = Cause(message=outcome.message, expected=self.rubric.plain(case.answer), actual=actual)
        return replace(self._test(case, group, outcome), cause=cause, remarks=given.remarks)

    def _picture_tests(self, facts: Facts, asked: Sequence[tuple[Case, QuestionGroup]]) -> list[TestScore]:
        pictures = self.rubric.pictures
        if not asked:
            return []
        if pictures is None:
            raise DataError("assignment.yaml: groups", NO_PICTURES, NO_PICTURES_FIX)
        wanted = []
        for case, group in asked:
            value = self.values[case.id]
            known = case.hints if self.batch.public else hints_by(self.mistakes, case.question, value)
            wanted.append(pictures.question(case, group, value, known if pictures.mistakes else ()))
        return pictures.tests(facts, self.batch, wanted, self._test)

    def _test(self, case: Case, group: QuestionGroup, outcome: Outcome) -> TestScore:
        ungraded = outcome.verdict in (Verdict.JE, Verdict.RV)
        return TestScore(
            name=f"{self.batch.name}/{case.id}",
            group=group.name,
            batch=self.batch.name,
            question=case.question,
            call=self.call(case),
            verdict=outcome.verdict,
            points=None if ungraded else float(group.weight if outcome.right else 0),
            max_points=float(group.weight),
            visibility=group.visibility or self.visibility,
            message=outcome.message,
            board=case.drawn if self.batch.public else self.rubric.board(self.values[case.id]),
            features=case.features,
        )


def left_out(
    tests: Sequence[TestScore], extra: Collection[str], absent: Collection[str]
) -> tuple[TestScore, ...]:
    """The tests; a question of an `extra` group is not handed in (NS) when none of its cases has an answer.

    `absent` are the names of tests to which the program gave what it gives without that part.
    """
    parts = {(test.group, test.question_name) for test in tests if test.group in extra}
    parts -= {
        (test.group, test.question_name)
        for test in tests
        if test.verdict is Verdict.AC or (test.verdict is not Verdict.NO and test.name not in absent)
    }
    ns = {"verdict": Verdict.NS, "message": NOT_HANDED_IN, "cause": None}
    return tuple(replace(test, **ns) if (test.group, test.question_name) in parts else test for test in tests)


def _missing(facts: Facts) -> Outcome:
    """The outcome of a case without an answer."""
    if facts.verdict is Verdict.AC:
        unread = "; what was printed to standard error is not looked at" if facts.stderr.strip() else ""
        return Outcome(Verdict.NO, f"no answer{unread}")
    return Outcome(facts.verdict, facts.message)


def _short(value: Any) -> Any:
    text = json.dumps(value)
    return value if len(text) <= MOST_KEPT else f"{text[:200]}… ({len(text)} characters)"
