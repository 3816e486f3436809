"""Influence, territory, the size of the board and joseki: functions of a Python module."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from gograde.authoring.module import Call, ModuleAssignment
from gograde.authoring.spec import Reference, Spec
from gograde.scoring.outcome import Outcome

TOLERANCE = 1e-6
"""The most by which a number may differ."""

_BOARD, _STEPS = ("board",), ("steps", "library")
_ARGUMENTS = {
    **dict.fromkeys(("zobrist", "ryder", "force", "fast", "territory", "situation"), _BOARD),
    "move_value": (*_BOARD, "colour", "row", "col"),
    "board_size": ("x",),
    "to_area": ("row", "col"),
    "to_board": ("corner", "step"),
    "mirror": ("steps",),
    "is_joseki": _STEPS,
    "next_steps": _STEPS,
    "replay": ("moves", "library"),
}


def call_of(question: str, value: Any) -> Call:
    """The function with the name of the question; the parts of the input in the order told."""
    return Call((question,), tuple(value[name] for name in _ARGUMENTS[question]))


def spec_of(parameters: Mapping[str, Any]) -> Spec:
    """The cases for the figures of a package; raises `DataError` when they do not fit."""
    return _spec(json.dumps(parameters, sort_keys=True, default=str))


@lru_cache(maxsize=8)
def _spec(told: str) -> Spec:
    from functools import partial

    from gograde.assignments.influence import joseki_student as joseki
    from gograde.assignments.influence import student as influence_student
    from gograde.assignments.influence.boards import picture
    from gograde.assignments.influence.inputs import FEATURES, make
    from gograde.assignments.influence.mistakes import mistakes_of
    from gograde.assignments.influence.oracle import QUESTIONS, STEPS, fast, slow
    from gograde.assignments.influence.parameters import read_parameters

    parameters = read_parameters(json.loads(told))
    modules = {q: joseki.__name__ if q in STEPS else influence_student.__name__ for q in QUESTIONS}
    return Spec(
        questions=QUESTIONS,
        fast=partial(fast, parameters),
        slow=partial(slow, parameters),
        make=make,
        features=FEATURES,
        mistakes=mistakes_of(parameters),
        judge=judge,
        board=picture,
        reference=Reference(modules, {**influence_student.EQUIVALENT, **joseki.EQUIVALENT}, (parameters,)),
    )


def judge(reference: Any, answer: Any) -> Outcome:
    """Part by part, numbers within `TOLERANCE`; of places in areas the order means nothing."""
    from gograde.scoring.values import score_value

    return score_value(_in_order(reference), _in_order(answer), TOLERANCE)


def _in_order(value: Any) -> Any:
    """A list of places in one order; anything else as it is."""
    if isinstance(value, list) and all(map(_is_place, value)):
        return sorted(list(place) for place in value)
    return value


def _is_place(value: Any) -> bool:
    """A corner and a step."""
    return isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(p, str) for p in value)


INFLUENCE = ModuleAssignment("influence", spec_of, call_of)
