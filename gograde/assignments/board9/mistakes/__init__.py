"""Mistakes that students make in board9, each as a change of `reference_program`.

The generator makes hidden batches that catch every mistake; the scorer names the mistake that explains
a wrong answer.  The first six are mistakes of public solutions that pass all handed-out boards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from gograde.assignments.board9 import reference_program
from gograde.authoring.mistake_table import rows_beside
from gograde.authoring.spec import Mistake
from gograde.go.board import Board, Point


def answer_of(row: Mistake, question: str, board: Board) -> bool | frozenset[Point]:
    """A program's answer; raises what the program raises."""
    answer = row.answer(question, board)
    return answer if isinstance(answer, bool) else frozenset(Point(*place) for place in answer)


MISTAKES = tuple(
    replace(row, answer=partial(answer_of, row)) for row in rows_beside(reference_program.__name__)
)


def mistakes_of(_parameters: Mapping[str, Any]) -> tuple[Mistake, ...]:
    """All mistakes; the assignment has no parameters."""
    return MISTAKES
