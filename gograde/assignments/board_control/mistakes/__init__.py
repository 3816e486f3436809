"""Mistakes that students make in board-control, each as a change of `careful_program`.

The mistakes guide the generator, and the scorer names the mistake that explains a wrong answer.  The
first eight are those of a published program.  `CrashError` stands also for a program that never comes
back, and for one that changes its input, which is wrong although the answer is right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gograde.assignments.board_control import careful_program
from gograde.authoring.mistake_table import rows_beside
from gograde.authoring.spec import Mistake

MISTAKES = rows_beside(careful_program.__name__)


def mistakes_of(_parameters: Mapping[str, Any]) -> tuple[Mistake, ...]:
    """All mistakes; the assignment has no parameters."""
    return MISTAKES
