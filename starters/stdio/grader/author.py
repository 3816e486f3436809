"""How the cases of @ID@ are made and checked; nothing of it is handed out."""

from __future__ import annotations

from gograde.authoring.spec import Reference, Spec
from gograde.authoring.spec_author import SpecAuthor
from gograde.package.config import AssignmentConfig

from . import ASSIGNMENT, rubric_of, student
from .boards import FEATURES, make
from .mistakes import mistakes_of
from .oracle import fast, slow

QUESTIONS = ("liberties",)


def spec_of(config: AssignmentConfig) -> Spec:
    """The questions, the right answers, the features and the mistakes."""
    return Spec(
        **vars(rubric_of(config.parameters)),
        questions=QUESTIONS,
        fast=fast,
        slow=slow,
        make=make,
        features=FEATURES,
        mistakes=mistakes_of(config.parameters),
        reference=Reference(dict.fromkeys(QUESTIONS, student.__name__)),
    )


AUTHOR = SpecAuthor(ASSIGNMENT, spec_of)
