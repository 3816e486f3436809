"""Inputs and answers as they lie on disk: text."""

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
    return "".join(f"{line}\n" for line in (f"{point[0]} {point[1]}", *rows_of(board))).encode()


def rows_of(board: list[list[int]]) -> tuple[str, ...]:
    """The rows of a board as text of the signs . X O."""
    return tuple("".join(LETTERS[cell] for cell in row) for row in board)


def told(board: list[list[int]]) -> Any:
    """An answer: the rows of a board in one line."""
    return "/".join(rows_of(board))


def drawn(answer: Any) -> tuple[str, ...]:
    """The inverse of `told`, as rows of text."""
    return tuple(answer.split("/"))
