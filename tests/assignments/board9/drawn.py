"""What pictures of a board may show after White's captures."""

from __future__ import annotations

from gograde.assignments.board9.batch import picture_rows
from gograde.assignments.board9.pictures import after_captures
from gograde.authoring.pictures.to_draw import ToDraw
from gograde.go.board import Board, Stone
from gograde.go.rules import capture_points, result_after_captures


def drawn(board: Board) -> ToDraw:
    closure = picture_rows(result_after_captures(board, Stone.WHITE))
    return after_captures(board, capture_points(board, Stone.WHITE), closure)
