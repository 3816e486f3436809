"""The moves that change the situation most: formula 7 of the paper."""

from __future__ import annotations

from dataclasses import dataclass

from gograde.engine.cancelled import Cancelling, check
from gograde.go.board import Point, Stone
from gograde.go.influence.situation import situation_value
from gograde.go.live.game import LiveGame
from gograde.go.moves import Played

SHOWN = 8
"""Moves that are named; more crowd a board."""


@dataclass(frozen=True)
class Candidate:
    """A move and its value for whoever plays it."""

    point: Point
    value: float


def candidates(game: LiveGame, cancelled: Cancelling) -> list[Candidate]:
    """The moves of most value, best first, ties in the order of points."""
    board, found = game.position.board, []
    before = situation_value(board)
    side = 1 if game.to_play is Stone.BLACK else -1
    for point in board.points(Stone.EMPTY):
        check(cancelled)
        move = game.try_go(point)
        if isinstance(move, Played):
            found.append(Candidate(point, side * (situation_value(move.board) - before)))
    return sorted(found, key=lambda one: -one.value)[:SHOWN]
