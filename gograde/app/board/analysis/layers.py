"""What may be shown on the board besides a model of influence, each as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from gograde.app.board.table import name_of
from gograde.engine.dragons.estimate import Fields, estimate_fields
from gograde.engine.dragons.exam import statuses
from gograde.engine.faults import Cancelling, check
from gograde.engine.formulary.formulary import continuations
from gograde.go.board import Point, Stone
from gograde.go.influence.models import in_order
from gograde.go.influence.territory import situation_value
from gograde.go.joseki import Corner
from gograde.go.live import LiveGame
from gograde.go.moves import Played

SHOWN = 8
"""Moves that are named; more crowd a board."""


@dataclass(frozen=True)
class Candidate:
    """A move and its value for whoever plays it."""

    point: Point
    value: float


Layer = Callable[[LiveGame, Cancelling], Any]

_CORNERS = {
    Corner.TL: "top left",
    Corner.TR: "top right",
    Corner.BL: "bottom left",
    Corner.BR: "bottom right",
}

NEXT = 5
"""Next steps of a corner that are shown, the best first."""


def _candidates(game: LiveGame, cancelled: Cancelling) -> Any:
    """The values of the best moves."""
    return [
        {"point": one.point, "name": name_of(one.point, game.side), "value": round(one.value, 1)}
        for one in candidates(game, cancelled)
    ]


def _dragons(game: LiveGame, cancelled: Cancelling) -> Any:
    """The dragons with their status, and the links that bind them."""
    return [
        {
            "name": name_of(dragon.points[0], game.side),
            "colour": dragon.stone.name.lower(),
            "points": dragon.points,
            "links": [(link.begin_point, link.end_point) for link in dragon.links],
            "fields": len(dragon.fields),
            "viability": round(dragon.viability, 1),
            "status": str(status),
        }
        for dragon, status in statuses(game.position, cancelled=cancelled)
    ]


def _joseki(game: LiveGame, _: Cancelling) -> Any:
    """The next steps of the four corners, with what they come to for who plays them."""
    found = []
    for corner, report in continuations(game).items():
        best = sorted(report.continuations, key=lambda one: -one.points)[:NEXT]
        found += [
            {
                "corner": _CORNERS[corner],
                "point": one.point,
                "name": name_of(one.point, game.side),
                "points": float(round(one.points, 1)),
                "line": one.line.name,
                "lines": one.lines,
            }
            for one in best
        ]
    return found


def _fields(game: LiveGame, cancelled: Cancelling) -> Any:
    """The holder of every point and the fields of both sides, dead stones taken into account."""
    found = estimate_fields(game.position, cancelled=cancelled)
    return {
        "holder": in_order(found.holder),
        "solid": in_order(found.solid),
        "dead": found.dead,
        "black": _side(found.black),
        "white": _side(found.white),
        "margin": found.margin - game.komi,
    }


def _side(fields: Fields) -> dict[str, int]:
    return {
        "area": fields.area,
        "stones": fields.stones,
        "territory": fields.territory,
        "solid": fields.solid,
    }


LAYERS: Mapping[str, Layer] = {
    "fields": _fields,
    "dragons": _dragons,
    "joseki": _joseki,
    "candidates": _candidates,
}

WORDS = {
    "fields": "Estimate of fields, with dead stones",
    "dragons": "Dragons, their links and status",
    "joseki": "Joseki: next steps in the corners",
    "candidates": "Values of the best moves (formula 7)",
}
"""What the page calls them."""


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
