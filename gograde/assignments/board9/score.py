"""What a run of board9 answered, and how it is judged; raises nothing for any output of a program."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Any

from gograde.assignments.board9.answer_sources import PRINTED, Answers, find_answers
from gograde.assignments.board9.answer_text import Unreadable
from gograde.assignments.board9.batch import picture_rows, points_json
from gograde.assignments.board9.pictures import PICTURES
from gograde.authoring.scoring import Given
from gograde.authoring.spec import Rubric
from gograde.core.assignment import Case, Facts
from gograde.core.verdict import RIGHT, Outcome, Verdict, wrong
from gograde.pictures.picture import LIBRARY

Pair = tuple[int, int]


def score_points(reference: Set[Pair], answer: Set[Pair]) -> Outcome:
    """Right when both sets of points are equal."""
    missing, extra = reference - answer, answer - reference
    if not missing and not extra:
        return RIGHT
    return wrong(", ".join(_counted(missing, "missing") + _counted(extra, "too many")))


def _counted(points: Set[Pair], what: str) -> list[str]:
    return [f"{len(points)} {what}"] if points else []


def score_truth(reference: bool, answer: bool) -> Outcome:
    """Right when both are equal."""
    return RIGHT if answer is reference else wrong(f"{answer}, but it is {reference}")


def judge(reference: Any, answer: Any) -> Outcome:
    """Compares a truth, or points in any form that `plain` takes, with a right answer."""
    if isinstance(answer, bool):
        return score_truth(reference, answer)
    if isinstance(reference, bool):
        return wrong("points, but it is true or false")
    return score_points(frozenset(map(tuple, plain(reference))), frozenset(map(tuple, plain(answer))))


def plain(answer: Any) -> Any:
    """The answer of a reference, of a mistake or of a program as a JSON value, in order."""
    points = answer["points"] if isinstance(answer, dict) else answer
    return points if isinstance(points, bool) else points_json(points)


RUBRIC = Rubric(judge=judge, board=picture_rows, pictures=PICTURES, plain=plain)


def given_in(cases: Iterable[Case], facts: Facts) -> dict[str, Given]:
    """What a run gave for each case that counts, by id."""
    answers = find_answers(facts)
    return {case.id: _given(case, facts, answers) for case in cases}


def _given(case: Case, facts: Facts, answers: Answers) -> Given:
    chosen = answers.given.get(case.question)
    if chosen is None:
        return Given(outcome=_unanswered(case, facts, answers))
    value, remarks = chosen.answer.value, chosen.answer.remarks
    if isinstance(value, Unreadable):
        unread = wrong(f"{chosen.source}, line {value.line}: cannot read {value.text!r}")
        return Given(outcome=unread, remarks=remarks)
    return Given(value if isinstance(value, bool) else points_json(value), remarks=remarks)


def _unanswered(case: Case, facts: Facts, answers: Answers) -> Outcome:
    """The outcome of a question without an answer: RTE after a crash, RV when it is ours, else NO."""
    if facts.verdict is Verdict.RTE and LIBRARY in facts.unread:
        return Outcome(Verdict.RV, f"{facts.message} ({facts.unread[LIBRARY]})")
    if facts.verdict is Verdict.RTE:
        return Outcome(Verdict.RTE, facts.message)
    sources = sorted({given.source for given in answers.given.values()})
    where = f"no section for problem {case.question} in {', '.join(sources)}"
    if sources == [PRINTED]:
        where = f"nothing printed for problem {case.question}"
    return Outcome(Verdict.NO, answers.nothing or where)
