"""How the cases of board-control are made and checked."""

from __future__ import annotations

from gograde.assignments.board_control import careful_program
from gograde.assignments.board_control.assignment import ASSIGNMENT, rubric_of
from gograde.assignments.board_control.boards import FEATURES, QUESTIONS, fast, make, slow
from gograde.assignments.board_control.mistakes import mistakes_of
from gograde.authoring.spec import Reference, Spec
from gograde.authoring.spec_author import SpecAuthor
from gograde.package.config import AssignmentConfig


def spec_of(config: AssignmentConfig) -> Spec:
    """The spec of the assignment, which has no parameters."""
    return Spec(
        **vars(rubric_of(config.parameters)),
        mistakes=mistakes_of(config.parameters),
        questions=QUESTIONS,
        fast=fast,
        slow=slow,
        make=make,
        features=FEATURES,
        reference=Reference(dict.fromkeys(QUESTIONS, careful_program.__name__), careful_program.EQUIVALENT),
    )


AUTHOR = SpecAuthor(ASSIGNMENT, spec_of)
