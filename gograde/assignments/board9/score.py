"""Scores a run on a batch of board9; pure, and raises nothing for any output of a program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from gograde.assignments.board9.answer_sources import PRINTED, Answers, Chosen, find_answers
from gograde.assignments.board9.answer_text import Unreadable, Value
from gograde.assignments.board9.batch import (
    CAPTURE,
    RULE,
    parse_board,
    picture_rows,
    points_json,
    points_of,
)
from gograde.assignments.board9.pictures import PICTURES
from gograde.authoring.assignment import Batch, Case, Facts, Hint
from gograde.authoring.scoring.hints import hints_by
from gograde.authoring.spec_assignment import none_known
from gograde.codec import replace
from gograde.go.board import Board
from gograde.pictures.picture import LIBRARY
from gograde.scoring.marking import Marking, QuestionGroup
from gograde.scoring.outcome import Outcome, wrong
from gograde.scoring.points import score_points, score_truth
from gograde.scoring.record import Cause, TestScore, Visibility
from gograde.scoring.verdict import Verdict

if TYPE_CHECKING:
    from gograde.authoring.spec import Mistake

MOST_GUESSES = 2
"""A wrong answer that more mistakes give gets no hint, because a wrong hint is worse than none."""

MOST_POINTS = 400
"""The most points of an answer that a record keeps; a hostile answer may have thousands."""


@dataclass(frozen=True)
class _Sheet:
    """The data that all tests of a batch are scored from."""

    batch: Batch
    facts: Facts
    answers: Answers
    marking: Marking
    visibility: Visibility
    mistakes: Sequence[Mistake]


def score(
    batch: Batch,
    facts: Facts,
    marking: Marking,
    visibility: Visibility,
    known: Callable[[Marking], Sequence[Mistake]] = none_known,
) -> tuple[TestScore, ...]:
    """A test for every answer that a group of the package asks for: texts first, then pictures.

    After a good end or a crash, the answers are scored.  Otherwise every test gets the verdict of
    the run.  `known` finds the mistakes that give hidden cases their hints.
    """
    mistakes = () if batch.public else known(marking)
    sheet = _Sheet(batch, facts, find_answers(facts), marking, visibility, mistakes)
    texts = [_text_test(case, group, sheet) for case, group in _questions(sheet, "text")]
    pictures = _picture_tests(_questions(sheet, "picture"), sheet)
    if texts:
        remarks = (*texts[0].remarks, *sheet.answers.remarks)
        texts[0] = replace(texts[0], remarks=remarks)
    return (*texts, *pictures)


def _questions(sheet: _Sheet, answer: str) -> list[tuple[Case, QuestionGroup]]:
    cases = [case for case in sheet.batch.cases if answer == "text" or case.question in CAPTURE]
    groups = [sheet.marking.group_of(case.question, answer, public=sheet.batch.public) for case in cases]
    return [(case, group) for case, group in zip(cases, groups, strict=True) if group is not None]


def _text_test(case: Case, group: QuestionGroup, sheet: _Sheet) -> TestScore:
    given = sheet.answers.given.get(case.question) if sheet.facts.scored else None
    outcome = _outcome(case, given, sheet)
    cause = _cause(case, given, outcome, sheet)
    remarks = given.answer.remarks if given else ()
    return replace(_test(sheet, case, group, outcome), cause=cause, remarks=remarks)


def _picture_tests(asked: Sequence[tuple[Case, QuestionGroup]], sheet: _Sheet) -> list[TestScore]:
    wanted = [PICTURES.question(case, group, _board(case, sheet)) for case, group in asked]
    return PICTURES.tests(sheet.facts, sheet.batch, wanted, partial(_test, sheet))


def _outcome(case: Case, given: Chosen | None, sheet: _Sheet) -> Outcome:
    if not sheet.facts.scored:
        return Outcome(sheet.facts.verdict, sheet.facts.message)
    if given is None:
        return _unanswered(case, sheet)
    value = given.answer.value
    if isinstance(value, Unreadable):
        return wrong(f"{given.source}, line {value.line}: cannot read {value.text!r}")
    if isinstance(value, bool):
        return score_truth(case.answer, value)
    return score_points(points_of(case.answer), value)


def _unanswered(case: Case, sheet: _Sheet) -> Outcome:
    """The outcome of a question without an answer: RTE after a crash, RV when it is ours, else NO."""
    if sheet.facts.verdict is Verdict.RTE and LIBRARY in sheet.facts.unread:
        return Outcome(Verdict.RV, f"{sheet.facts.message} ({sheet.facts.unread[LIBRARY]})")
    if sheet.facts.verdict is Verdict.RTE:
        return Outcome(Verdict.RTE, sheet.facts.message)
    sources = sorted({given.source for given in sheet.answers.given.values()})
    where = f"no section for problem {case.question} in {', '.join(sources)}"
    if sources == [PRINTED]:
        where = f"nothing printed for problem {case.question}"
    return Outcome(Verdict.NO, sheet.answers.nothing or where)


def _test(sheet: _Sheet, case: Case, group: QuestionGroup, outcome: Outcome) -> TestScore:
    ungraded = outcome.verdict in (Verdict.JE, Verdict.RV)
    return TestScore(
        name=f"{sheet.batch.name}/{case.question}",
        group=group.name,
        batch=sheet.batch.name,
        question=case.question,
        verdict=outcome.verdict,
        points=None if ungraded else float(group.weight if outcome.right else 0),
        max_points=float(group.weight),
        visibility=group.visibility or sheet.visibility,
        message=outcome.message,
        board=picture_rows(_board(case, sheet)),
        features=case.features,
    )


def _board(case: Case, sheet: _Sheet) -> Board:
    size = sheet.marking.size
    return parse_board(case.input, f"{sheet.batch.name}/{case.id}", size.rows, size.cols)


def _cause(case: Case, given: Chosen | None, outcome: Outcome, sheet: _Sheet) -> Cause:
    value = given.answer.value if given else None
    expected = case.answer if case.question in RULE else points_json(points_of(case.answer))
    if value is None or isinstance(value, Unreadable):
        return Cause(message=outcome.message, expected=expected)
    help_text = "" if outcome.right else recognise(_hints(case, sheet), value)
    actual = value if isinstance(value, bool) else points_json(value)[:MOST_POINTS]
    return Cause(message=outcome.message, expected=expected, actual=actual, help=help_text)


def _hints(case: Case, sheet: _Sheet) -> Iterable[Hint]:
    """What known mistakes answer; nothing for rule 1, which has one wrong answer."""
    if case.question in RULE:
        return ()
    if sheet.batch.public:
        return case.hints
    return hints_by(sheet.mistakes, case.question, _board(case, sheet))


def recognise(hints: Iterable[Hint], value: Value) -> str:
    """The help for a wrong answer; empty when no hint or more than `MOST_GUESSES` have the answer."""
    guesses = [hint.help for hint in hints if _json(hint.answer) == _json(value)]
    return " Or: ".join(guesses) if len(guesses) <= MOST_GUESSES else ""


def _json(value: Any) -> Any:
    """An answer as a JSON value, in order."""
    return value if isinstance(value, bool) else points_json(value)
