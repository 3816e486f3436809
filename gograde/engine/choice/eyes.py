"""One-point eyes, which no player here fills."""

from __future__ import annotations

from gograde.go.board import Board, Point, Stone


def is_eye(board: Board, stone: Stone, point: Point) -> bool:
    """Is an empty point a real one-point eye of a side?

    All points beside it hold its stones, and the opponent holds at most one of its four diagonal points, none
    where the point is on the edge.
    """
    around = point.neighbours(board.rows, board.cols)
    if any(board.get(other) != stone for other in around):
        return False
    corners = [(point.row + r, point.column + c) for r in (-1, 1) for c in (-1, 1)]
    lost = sum(corner in board and board.get(corner) == stone.opponent for corner in corners)
    return lost <= (len(around) == 4)
