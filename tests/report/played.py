"""Tests of games, made by hand."""

from __future__ import annotations

from typing import Any

from gograde.scoring.record import GameScore, TestScore, Visibility
from gograde.scoring.verdict import Verdict


def played(*games: GameScore, **changes: Any) -> TestScore:
    """The test of some games against random, with half of its points."""
    usual = {
        "name": "01/random",
        "group": "random",
        "batch": "01",
        "verdict": Verdict.IM,
        "points": 5,
        "max_points": 10,
        "visibility": Visibility.VISIBLE,
    }
    return TestScore.model_validate({**usual, "games": games, **changes})
