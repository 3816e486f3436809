"""Rates the games of a league and scores the students by the ratings."""

from __future__ import annotations

from gograde.arena.rating.frozen import frozen_ratings
from gograde.classroom.classroom import Classroom
from gograde.grading.league.rate import rate_league


def rate(classroom: Classroom, assignment: str, cores: int) -> None:
    """Write the league's result; `cores` games are analysed at once."""
    rate_league(classroom, assignment, frozen_ratings().elo, cores)
