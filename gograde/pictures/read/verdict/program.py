"""Pictures of one program judged with one another: what the clear ones look like speaks in doubtful ones."""

from __future__ import annotations

from collections.abc import Sequence

from gograde.pictures.picture import Picture
from gograde.pictures.read.question import Outcome, Question, Reading
from gograde.pictures.read.survey import Survey, survey
from gograde.pictures.read.verdict.all_lattices import read
from gograde.pictures.read.verdict.differences import check
from gograde.pictures.read.verdict.trial import known_of

Surveys = dict[tuple[Picture, int, int], Survey]
"""What is known about pictures, searched for boards of so many rows and columns."""


def together(questions: Sequence[Question], surveys: Surveys) -> tuple[Reading, ...]:
    """Each picture by itself, then the doubtful ones again with what the accepted ones taught.

    `surveys` are those made before, and get those made now.
    """
    for question in questions:
        check(question.reference)
    made = [_surveyed(question, surveys) for question in questions]
    first = [read(found, question) for found, question in zip(made, questions, strict=True)]
    known = known_of([trial for reading, trial in first if trial and reading.outcome is Outcome.ACCEPTED])
    return tuple(
        read(found, question, known)[0] if known and reading.outcome is Outcome.REVIEW else reading
        for (reading, _), found, question in zip(first, made, questions, strict=True)
    )


def _surveyed(question: Question, surveys: Surveys) -> Survey:
    """What is known about a picture; one survey for all questions about the same pixels."""
    asked = question.picture, len(question.reference), len(question.reference[0])
    if asked not in surveys:
        surveys[asked] = survey(*asked)
    return surveys[asked]
