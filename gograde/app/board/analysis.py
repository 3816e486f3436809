"""What may be shown on the board besides a model of influence, each as JSON."""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from gograde.app.board.table import BoardTable, ShownAnalysis, key_of, name_of
from gograde.app.server import Hub
from gograde.engine.dragons.estimate import Fields, estimate_fields
from gograde.engine.dragons.exam import statuses
from gograde.engine.formulary.formulary import continuations
from gograde.go.board import Board, Point, Stone
from gograde.go.influence.models import NEXT_TO, RYDER, ZOBRIST, fast_influence, force_field, in_order, sign
from gograde.go.influence.models import ryder_influence as ryder
from gograde.go.influence.models import zobrist_influence as zobrist
from gograde.go.influence.territory import SITUATION, situation_value, territory_of
from gograde.go.joseki import Corner
from gograde.go.moves import Played
from gograde.go.player import Cancelled, Cancelling, check
from gograde.go.position import LiveGame

# -- the models of influence of the paper, each as numbers a point with a strength for dots and shades -----

_ROUNDED = 2
"""Decimals of a number on the page."""


@dataclass(frozen=True)
class Influence:
    """A model on a board, point by point in the order of `Board.cells`.

    `strength` is from -1 (white's entirely) to 1 (black's); `values` are the model's own numbers by name, of
    which the first is written on the board.
    """

    strength: Sequence[float]
    values: Mapping[str, Sequence[float]]


def _force(board: Board) -> Influence:
    field = force_field(board)
    total, modulus, balance, hold = (
        in_order(part) for part in (field.total, field.modulus, field.balance, field.hold)
    )
    strength = [sign(a) * min(fb / SITUATION.clamp, 1.0) for a, fb in zip(total, hold, strict=True)]
    return Influence(strength, {"A": total, "F": modulus, "B": balance, "FB": hold})


def _fast(board: Board) -> Influence:
    values = in_order(fast_influence(board))
    return Influence(_scaled(values, NEXT_TO), {"influence": values})


def _zobrist(board: Board) -> Influence:
    values = in_order(zobrist(board))
    return Influence(_scaled(_on_empty(board, values), ZOBRIST.start / 2), {"influence": values})


def _ryder(board: Board) -> Influence:
    values = in_order(ryder(board))
    most = max(max(row) for row in RYDER.kernel)
    return Influence(_scaled(_on_empty(board, values), most), {"influence": values})


def _territory(board: Board) -> Influence:
    found = territory_of(board)
    held, solid = in_order(found.owner), in_order(found.solid)
    strength = [0.5 * (a + b) for a, b in zip(held, solid, strict=True)]
    return Influence(strength, {"territory": held, "solid": solid})


MODELS: Mapping[str, Callable[[Board], Influence]] = {
    "force": _force,
    "fast": _fast,
    "zobrist": _zobrist,
    "ryder": _ryder,
    "territory": _territory,
}


def influence(board: Board, model: str) -> Influence:
    """A model on a board, with rounded numbers."""
    found = MODELS[model](board)
    values = {name: _rounded(numbers) for name, numbers in found.values.items()}
    return Influence(_rounded(found.strength), values)


def _on_empty(board: Board, values: Sequence[float]) -> list[float]:
    return [0 if cell else value for cell, value in zip(board.cells, values, strict=True)]


def _scaled(values: Iterable[float], most: float) -> list[float]:
    return [max(-1.0, min(value / most, 1.0)) for value in values]


def _rounded(values: Iterable[float]) -> list[float]:
    return [round(value, _ROUNDED) for value in values]


SHOWN = 8
"""Moves that are named; more crowd a board."""


@dataclass(frozen=True)
class MoveWorth:
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


def candidates(game: LiveGame, cancelled: Cancelling) -> list[MoveWorth]:
    """The moves of most value, best first, ties in the order of points."""
    board, found = game.position.board, []
    before = situation_value(board)
    side = 1 if game.to_play is Stone.BLACK else -1
    for point in board.points(Stone.EMPTY):
        check(cancelled)
        move = game.try_go(point)
        if isinstance(move, Played):
            found.append(MoveWorth(point, side * (situation_value(move.board) - before)))
    return sorted(found, key=lambda one: -one.value)[:SHOWN]


# -- an analysis is made beside the game, of the position that is shown last -------------------------------

Wanted = Callable[[], bool]


def analysis(game: LiveGame, look: ShownAnalysis, wanted: Wanted) -> dict[str, Any]:
    """What a look shows of a position, as JSON; raises `Cancelled` when it is not `wanted` any more."""
    board = game.position.board
    found: dict[str, Any] = {"key": key_of(game), "value": round(situation_value(board), 2)}
    if look.situation:
        shown = influence(board, look.model)
        found["influence"] = {"strength": shown.strength, "values": shown.values}
    for name, layer in LAYERS.items():
        if name in look.layers:
            found[name] = layer(game, lambda: not wanted())
    return found


class Analyst:
    """Analyses what it was asked last, in a thread of its own, and tells the hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub, self._requests = hub, 0
        self._bell = threading.Condition()
        self._next: BoardTable | None = None
        threading.Thread(target=self._work, daemon=True, name="analyst").start()

    def ask(self, table: BoardTable) -> None:
        """Analyse the position that is shown; what was asked before is not wanted any more."""
        with self._bell:
            self._requests += 1
            self._next = table
            self._bell.notify()

    def _work(self) -> None:
        while True:
            with self._bell:
                while self._next is None:
                    self._bell.wait()
                table, number = self._next, self._requests
                self._next = None
            self._analyse(table, partial(self._is_last, number))

    def _is_last(self, number: int) -> bool:
        return number == self._requests

    def _analyse(self, table: BoardTable, wanted: Wanted) -> None:
        try:
            found = analysis(table.seen, table.look, wanted)
        except Cancelled:
            return
        except Exception as error:  # a fault of an analysis must not end them all
            traceback.print_exception(error, file=sys.stderr)
            found = {"key": key_of(table.seen), "failed": True}
        if wanted():
            self._hub.tell("analysis", found)
