"""Plays the games of one tile of a league's round."""

from __future__ import annotations

from functools import partial

from gograde.classroom.classroom import Classroom
from gograde.grading.league.play import play_tile
from gograde.workflow.required import backend_for


def play(
    classroom: Classroom, assignment: str, place: tuple[int, int], *, trust: bool, backend: str | None
) -> int:
    """Play the unknown games of a tile; `place` is (round, tile).  Return the number of games played.

    `trust` plays without a sandbox; `backend` names one (None: the first that works here).
    """
    return play_tile(classroom, assignment, place, partial(backend_for, classroom, trust=trust, name=backend))
