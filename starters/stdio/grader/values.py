"""Inputs and answers as they lie on disk: for programs, text."""

from __future__ import annotations

from typing import Any

LETTERS = ".XO"


def read(value: Any) -> tuple[list[list[int]], tuple[int, int]]:
    """The board, a list of rows of 0, 1 and 2, and the point; from a line with the point and the rows."""
    first, *rows = value.decode("ascii").splitlines()
    row, col = map(int, first.split())
    return [[LETTERS.index(letter) for letter in line] for line in rows], (row, col)


def written(board: list[list[int]], point: tuple[int, int]) -> Any:
    """The inverse of `read`."""
    rows = ["".join(LETTERS[cell] for cell in row) for row in board]
    return "".join(f"{line}\n" for line in (f"{point[0]} {point[1]}", *rows)).encode()


def told(number: int) -> Any:
    """An answer."""
    return str(number)


def picture(value: Any) -> tuple[str, ...] | None:
    """The rows to draw in a report."""
    board, _ = read(value)
    return tuple("".join(LETTERS[cell] for cell in row) for row in board)
