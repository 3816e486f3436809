"""Plays the games of a tile of a round of a league."""

from __future__ import annotations

from functools import partial

from gograde.classroom.classroom import Classroom
from gograde.grading.league.play import play_tile
from gograde.sandbox.select import choose_backend


def play(
    classroom: Classroom, assignment: str, place: tuple[int, int], *, trust: bool, backend: str | None
) -> int:
    """Play those games of a tile (round, tile) that are not known yet; how many were played now.

    `trust` plays without a sandbox, `backend` names one (None: the first that works here).
    """
    return play_tile(classroom, assignment, place, partial(choose_backend, trust=trust, name=backend))
