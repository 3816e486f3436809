"""Mistakes that students make in influence, each as a change of the program that answers its questions.

The mistakes guide the generator, and the scorer names the mistake that explains a wrong answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from gograde.assignments.influence import board_program, group_program, joseki_program
from gograde.assignments.influence.parameters import Parameters, read_parameters
from gograde.authoring.mistake_table import rows_beside
from gograde.authoring.spec import Mistake

ROWS = (
    *rows_beside(board_program.__name__),
    *rows_beside(joseki_program.__name__),
    *rows_beside(group_program.__name__),
)


def mistakes_of(parameters: Mapping[str, Any]) -> tuple[Mistake, ...]:
    """All mistakes, for programs that use a package's parameters; raises `DataError` for invalid ones."""
    read = read_parameters(parameters)
    return tuple(replace(row, answer=partial(answer_of, row, read)) for row in ROWS)


def answer_of(row: Mistake, parameters: Parameters, question: str, value: Any) -> Any:
    """A program's answer to a question that its mistake concerns."""
    return _answer(row, parameters, question, json.dumps(value))


@lru_cache(maxsize=1024)
def _answer(row: Mistake, parameters: Parameters, question: str, asked: str) -> Any:
    """A mistake's answer, cached because the scorer compares every wrong answer with it."""
    return row.answer(question, json.loads(asked), parameters)
