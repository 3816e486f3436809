"""The assignment @ID@: what is asked, and which board a picture must show.

This folder is run by the grader itself, outside the sandbox.  A student's program never sees it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from gograde.authoring.spec import Reference, Spec
from gograde.authoring.stdio import StdioAssignment

QUESTIONS = ("move",)


@lru_cache(maxsize=1)
def _spec() -> Spec:
    # Imported here: a step that only runs a submission does without.
    from gograde.authoring.pictures.board_pictures import BoardPictures
    from gograde.scoring.text import score_text

    from .boards import FEATURES, is_legal, make, picture, to_draw
    from .mistakes import MISTAKES
    from .oracle import fast, slow

    return Spec(
        questions=QUESTIONS,
        fast=fast,
        slow=slow,
        make=make,
        may_ask=is_legal,
        features=FEATURES,
        mistakes=MISTAKES,
        judge=score_text,
        board=picture,
        pictures=BoardPictures(to_draw),
        reference=Reference(dict.fromkeys(QUESTIONS, f"{__name__}.student")),
    )


def spec_of(parameters: Mapping[str, Any]) -> Spec:
    """The cases; `parameters` are those of assignment.yaml, which has none."""
    return _spec()


ASSIGNMENT = StdioAssignment("@ID@", spec_of)
