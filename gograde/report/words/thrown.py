"""The board on which a won game was thrown away; points are written `row,column`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gograde.arena.game.record import read_move
from gograde.go.board import Board, Point
from gograde.pictures.draw.diagram import Diagram, Shape, Sign
from gograde.scoring.record import Thrown

if TYPE_CHECKING:
    from gograde.arena.analysis.judged_game import JudgedMove

SIGNS = {Shape.CROSS: "played", Shape.SQUARE: "keeps the win"}


def thrown_diagram(rows: Sequence[str], before: Sequence[str], move: JudgedMove | Thrown) -> Diagram:
    """The board before a move that threw the game away, with that move and the moves that keep the win.

    `before` are the moves that led to it; the last has a ring.  Passes are not drawn.
    """
    marks: dict[tuple[int, int], Sign] = dict.fromkeys(_points(move.keeping), Shape.SQUARE)
    played = _points([move.move] if move.move else [])
    last = _points(before[-1:])
    marks |= {point: Shape.CROSS for point in played if point in Board.empty(len(rows))}
    return Diagram(rows, marks=marks, last=last[0] if last else None)


def _points(moves: Sequence[str]) -> list[Point]:
    return [point for point in map(read_move, moves) if point is not None]


def legend(diagram: Diagram) -> str:
    """What the signs on a board of text mean, like `+ played, # keeps the win`."""
    return ", ".join(f"{shape.value} {SIGNS[shape]}" for shape in SIGNS if shape in diagram.marks.values())
