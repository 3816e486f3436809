"""Inputs and answers as they lie on disk: for functions, JSON values."""

from __future__ import annotations

from typing import Any

LETTERS = ".XO"


def read(value: Any) -> tuple[list[list[int]], tuple[int, int]]:
    """The board, a list of rows of 0, 1 and 2, and the point."""
    row, col = value["point"]
    return value["board"], (row, col)


def written(board: list[list[int]], point: tuple[int, int]) -> Any:
    """The inverse of `read`."""
    return {"board": board, "point": list(point)}


def told(number: int) -> Any:
    """An answer."""
    return number


def picture(value: Any) -> tuple[str, ...] | None:
    """The rows to draw in a report."""
    board, _ = read(value)
    return tuple("".join(LETTERS[cell] for cell in row) for row in board)
