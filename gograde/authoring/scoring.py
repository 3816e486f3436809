"""Turns the answers to a batch into test scores by a `Rubric`; reads and writes what known mistakes answer.

To public cases that is data, `hints.json` beside the case: who tries a program on public cases needs neither
the mistakes nor what they are made of.  To hidden cases it is computed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import UNSET

from gograde.authoring.spec import Mistake, Rubric
from gograde.codec import Record, of_value, replace
from gograde.core.assignment import Assignment, Batch, Case, Facts, Hint
from gograde.core.marking import Marking, QuestionGroup
from gograde.core.record import Cause, TestScore, Visibility
from gograde.core.verdict import Outcome, Verdict
from gograde.errors import DataError
from gograde.package.contents import parse_json

HINTS = "hints.json"
_ANEW = "make the public cases anew: gograde cases describe PACKAGE --sample"


def hints_by(mistakes: Iterable[Mistake], question: str, value: Any) -> Iterator[Hint]:
    """What each mistake answers, None for one that crashes or gives no value of JSON."""
    for mistake in (one for one in mistakes if one.concerns(question)):
        try:
            answer = mistake.gives(question, value)
            json.dumps(answer, default=_plain, allow_nan=False)
        except DataError:  # it is no program
            raise
        except Exception:
            answer = None
        yield Hint(answer, mistake.help)


def _plain(value: Any) -> Any:
    """A list of a set, sorted, and of an array; a plain number of one of numpy."""
    return value.tolist() if hasattr(value, "tolist") else sorted(value)


def write_batch(assignment: Assignment, batch: Batch) -> dict[str, bytes]:
    """The files of a batch's folder; a public one has what explains wrong answers."""
    cases = [case for case in batch.cases if batch.public and (case.hints or case.drawn)]
    text = "{\n" + ",\n".join(map(_lines, cases)) + "\n}\n"
    return {**assignment.write_batch(batch), **({HINTS: text.encode()} if cases else {})}


def read_batch(assignment: Assignment, name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch:
    """The inverse of `write_batch`; only public batches may have hints.  Raises `DataError`."""
    files = dict(folder)
    told = _read(files.pop(HINTS), f"{name}/{HINTS}") if public and HINTS in files else {}
    batch = assignment.read_batch(name, files, public=public)
    for unknown in sorted(told.keys() - {case.id for case in batch.cases}):
        raise DataError(f"{name}/{HINTS}", f"there is no case {unknown!r}", _ANEW)
    cases = (_explained(case, told[case.id]) if case.id in told else case for case in batch.cases)
    return replace(batch, cases=tuple(cases))


def _lines(case: Case) -> str:
    """The hints of a case, each in a line; one that answers rightly is written without the answer."""
    told = ({"help": one.help} if one.answer == case.answer else vars(one) for one in case.hints)
    hints = ",\n".join(f"  {json.dumps(one, default=_plain)}" for one in told)
    return f' {json.dumps(case.id)}: {{"board": {json.dumps(case.drawn)}, "hints": [\n{hints}\n ]}}'


class _Hint(Record):
    help: str
    answer: Any = UNSET


class _HintsOfCase(Record):
    board: tuple[str, ...] | None
    hints: tuple[_Hint, ...]


def _read(data: bytes, where: str) -> dict[str, _HintsOfCase]:
    try:
        return of_value(dict[str, _HintsOfCase], parse_json(data, where))
    except ValueError:
        raise DataError(where, "not the hints of cases", _ANEW) from None


def _explained(case: Case, told: _HintsOfCase) -> Case:
    hints = (Hint(case.answer if one.answer is UNSET else one.answer, one.help) for one in told.hints)
    return replace(case, hints=tuple(hints), drawn=told.board)


# -- scores -----------------------------------------------------------------------------------------


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
