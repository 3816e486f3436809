"""The assignment @ID@: which board a picture must show.

This folder is run by the grader itself, outside the sandbox.  A student's program never sees it.  What is
imported here is handed out with the package's public cases: nothing of it may give an answer away.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gograde.authoring.spec import Rubric
from gograde.authoring.stdio import StdioAssignment


def rubric_of(parameters: Mapping[str, Any]) -> Rubric:
    """How an answer is judged; `parameters` are those of assignment.yaml, which has none."""
    # Imported here: a step that only runs a submission does without.
    from gograde.authoring.pictures.board_pictures import BoardPictures
    from gograde.scoring.text import score_text

    from .drawing import PUBLISHED, picture, to_draw

    return Rubric(judge=score_text, board=picture, pictures=BoardPictures(to_draw, published=PUBLISHED))


ASSIGNMENT = StdioAssignment("@ID@", rubric_of)
