"""A picture of what the board shows, to be kept or put into a paper."""

from __future__ import annotations

import threading

from gograde.app.board.analysis.models import influence
from gograde.app.board.table import Table
from gograde.errors import UsageError
from gograde.pictures.draw import Coordinates, Diagram, Holding, png, rows_of, svg

PICTURES = {"png": "image/png", "svg": "image/svg+xml"}

_FIRM = 0.9
"""Strength from which a point is drawn as held for certain."""

_ONE_AT_A_TIME = threading.Lock()
"""matplotlib draws in one thread at a time."""


def picture(table: Table, kind: str) -> bytes:
    """The position that is shown, as PNG or SVG, with the situation as it is on the board."""
    if kind not in PICTURES:
        raise UsageError(kind[:80], "no format of pictures", f"choose one of {', '.join(PICTURES)}")
    drawn = diagram(table)
    if kind == "svg":
        return svg(drawn).encode()
    with _ONE_AT_A_TIME:
        return png(drawn)


def diagram(table: Table) -> Diagram:
    """What the board shows, to be drawn."""
    game, look = table.seen, table.look
    board = game.position.board
    values: dict[tuple[int, int], float] = {}
    territory: dict[tuple[int, int], Holding] = {}
    if look.situation:
        shown = influence(board, look.model)
        numbers = next(iter(shown.values.values()))
        for index, point in enumerate(board.points()):
            if board.cells[index]:
                continue
            if look.style == "numbers" and numbers[index]:
                values[point] = numbers[index]
            elif look.style != "numbers" and shown.strength[index]:
                territory[point] = _holding(shown.strength[index])
    last = game.steps[-1] if game.steps else None
    labels = Coordinates.LETTERS
    return Diagram(rows_of(board), coordinates=labels, last=last, values=values, territory=territory)


def _holding(strength: float) -> Holding:
    if strength > 0:
        return Holding.BLACK_FIRM if strength >= _FIRM else Holding.BLACK
    return Holding.WHITE_FIRM if strength <= -_FIRM else Holding.WHITE
