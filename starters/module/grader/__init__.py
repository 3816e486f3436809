"""The assignment @ID@: what is asked, and how an answer is judged.

This folder is run by the grader itself, outside the sandbox.  A student's program never sees it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from gograde.authoring.module import Call, ModuleAssignment
from gograde.authoring.spec import Reference, Spec

QUESTIONS = ("liberties",)


def call_of(question: str, value: Any) -> Call:
    """The function that is called for a question, and with what."""
    return Call(("liberties",), (value["board"], value["point"]))


@lru_cache(maxsize=1)
def _spec() -> Spec:
    # Imported here: a step that only runs a submission does without.
    from gograde.scoring.values import score_value

    from .boards import FEATURES, make, picture
    from .mistakes import MISTAKES
    from .oracle import fast, slow

    return Spec(
        questions=QUESTIONS,
        fast=fast,
        slow=slow,
        make=make,
        features=FEATURES,
        mistakes=MISTAKES,
        judge=score_value,
        board=picture,
        reference=Reference(dict.fromkeys(QUESTIONS, f"{__name__}.student")),
    )


def spec_of(parameters: Mapping[str, Any]) -> Spec:
    """The cases; `parameters` are those of assignment.yaml, which has none."""
    return _spec()


ASSIGNMENT = ModuleAssignment("@ID@", spec_of, call_of, call_s=1.0)
