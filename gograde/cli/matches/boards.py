"""Boards and moves on the terminal: on 5x5 as programs write them there, on other boards as in GTP."""

from __future__ import annotations

import re

from gograde.arena.game import five_by_five
from gograde.engine.gtp.commands import picture
from gograde.engine.gtp.vertices import read_vertex, write_vertex
from gograde.go.board import Board, Point
from gograde.pictures.diagram import Diagram, board_text

_PAIR = re.compile(r"([0-9])\s*,\s*([0-9])")


def move_text(point: Point | None, side: int) -> str:
    """`2,3` and `PASS` on 5x5, `D4` and `pass` on other boards."""
    return five_by_five.move_text(point) if side == five_by_five.SIDE else write_vertex(point, side)


def read_move(word: str, side: int) -> Point | None:
    """The point of a word, on 5x5 perhaps off the board; None for what is no point."""
    if side != five_by_five.SIDE:
        return read_vertex(word, side)
    pair = _PAIR.fullmatch(word)
    return Point(int(pair[1]), int(pair[2])) if pair else None


def picture_of(board: Board) -> str:
    """A board with coordinates of the kind in which moves are written there."""
    if board.rows != five_by_five.SIDE:
        return picture(board)
    return "\n".join(board_text(Diagram([line.replace(" ", "") for line in str(board).splitlines()])))
