"""Scoring a finished game: a board on standard input, `B+k`, `W+k` or `Jigo` on standard output."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from gograde.authoring.spec import Reference, Spec
from gograde.authoring.stdio import StdioAssignment

QUESTIONS = ("plain", "noise", "shape", "worst")
"""Boards row by row; other characters between the points; odd shapes; what sweeping programs are slow on."""

STUDENT = "gograde.assignments.tromp_taylor.student"


@lru_cache(maxsize=1)
def _spec() -> Spec:
    from gograde.assignments.tromp_taylor.boards import FEATURES, make, picture
    from gograde.assignments.tromp_taylor.mistakes import MISTAKES
    from gograde.assignments.tromp_taylor.oracle import fast, slow
    from gograde.assignments.tromp_taylor.student import EQUIVALENT
    from gograde.scoring.text import score_text

    reference = Reference(dict.fromkeys(QUESTIONS, STUDENT), EQUIVALENT)
    return Spec(QUESTIONS, fast, slow, make, FEATURES, MISTAKES, score_text, picture, reference)


def spec_of(parameters: Mapping[str, Any]) -> Spec:
    """The cases of the assignment, which has no parameters."""
    return _spec()


TROMP_TAYLOR = StdioAssignment("tromp-taylor", spec_of)
