"""Rates all games of a league and marks the students by them."""

from __future__ import annotations

from gograde.arena.rating.frozen import frozen_ratings
from gograde.classroom.classroom import Classroom
from gograde.grading.league.rate import rate_league


def rate(classroom: Classroom, assignment: str, cores: int) -> None:
    """Write what came of the league; `cores` games are judged at once."""
    rate_league(classroom, assignment, frozen_ratings().elo, cores)
