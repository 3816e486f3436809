"""A second implementation of the stage of a game, straight from its rule, a point at a time."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from gograde.go.board import Board, Point, Stone


def stage(board: Board, held: Mapping[Point, int]) -> str:
    """The name of the stage; `held` says whose territory each point is."""
    stones = {point for point in board.points() if board.get(point)}
    middle = Fraction(board.rows - 1, 2)

    def in_corner(point: Point, down: int, right: int) -> bool:
        return down * (point.row - middle) >= 0 and right * (point.column - middle) >= 0

    corners = [
        sum(in_corner(point, down, right) for point in stones) for down in (-1, 1) for right in (-1, 1)
    ]
    if Fraction(len(stones), len(board.points())) < Fraction(1, 6) and any(n < 4 for n in corners):
        return "prolog"
    swinging = sum(swings(board, point, held) for point in board.points())
    return "finale" if Fraction(swinging, len(board.points())) <= Fraction(1, 30) else "midrun"


def swings(board: Board, point: Point, held: Mapping[Point, int]) -> bool:
    """May a point still become either side's?"""
    if board.get(point) or held[point]:
        return False
    near = {
        board.get(other)
        for other in board.points()
        if max(abs(other.row - point.row), abs(other.column - point.column)) <= 2
    }
    return not {Stone.BLACK, Stone.WHITE} <= near and len(_ends(board, point)) != 1


def _ends(board: Board, point: Point) -> set[Stone]:
    """The colours that ways over empty points lead to."""
    seen = {point}
    while more := {n for p in seen if not board.get(p) for n in p.neighbours(board.rows, board.cols)} - seen:
        seen |= more
    return {board.get(p) for p in seen if board.get(p)}
