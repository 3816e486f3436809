"""How the cases of influence are made and checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from gograde.assignments.influence.assignment import ASSIGNMENT, rubric_of
from gograde.assignments.influence.board_features import BOARD_FEATURES
from gograde.assignments.influence.boards import make_board, make_dead, make_move
from gograde.assignments.influence.joseki_inputs import GAME_FEATURES, make_question
from gograde.assignments.influence.mistakes import mistakes_of
from gograde.assignments.influence.oracle import BOARDS, GROUPS, PROGRAMS, QUESTIONS, fast, slow
from gograde.assignments.influence.parameters import read_parameters
from gograde.authoring.spec import Reference, Spec
from gograde.authoring.spec_author import SpecAuthor
from gograde.authoring.stream import Stream
from gograde.package.config import AssignmentConfig

MODULES = {question: program.__name__ for question, program in PROGRAMS.items()}
EQUIVALENT = {name: why for program in set(PROGRAMS.values()) for name, why in program.EQUIVALENT.items()}
FEATURES: Mapping[str, Callable[[str, Any], bool]] = {**BOARD_FEATURES, **GAME_FEATURES}


def make(stream: Stream, question: str, features: tuple[str, ...]) -> dict[str, Any]:
    """An input that may have the wanted features."""
    if question in ("situation_dead", "move_value_dead"):
        value = make(stream, question.removesuffix("_dead"), features)
        return value | {"dead": make_dead(stream, value["board"], features)}
    if question == "move_value":
        return make_move(stream, features)
    on_board = question in (*BOARDS, *GROUPS)
    return make_board(stream, features) if on_board else make_question(stream, question, features)


def spec_of(config: AssignmentConfig) -> Spec:
    """The spec for a package's parameters; raises `DataError` for invalid parameters."""
    parameters = read_parameters(config.parameters)
    return Spec(
        **vars(rubric_of(config.parameters)),
        mistakes=mistakes_of(config.parameters),
        questions=QUESTIONS,
        fast=partial(fast, parameters),
        slow=partial(slow, parameters),
        make=make,
        features=FEATURES,
        reference=Reference(MODULES, EQUIVALENT, (parameters,)),
    )


AUTHOR = SpecAuthor(ASSIGNMENT, spec_of)
