"""Writes the two files of the 5x5 game; put beside every program that has no file of this name."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Rows = Sequence[Sequence[int]]


def writeOutput(result: str | Sequence[int], path: str = "output.txt") -> None:
    """Answer `"PASS"`, or a row and a column."""
    text = "PASS" if result == "PASS" else f"{result[0]},{result[1]}"
    _write(path, text)


def writePass(path: str = "output.txt") -> None:
    """Answer a pass."""
    _write(path, "PASS")


def writeNextInput(piece_type: int, previous_board: Rows, board: Rows, path: str = "input.txt") -> None:
    """What the player of a colour is to find."""
    rows = ("".join(str(point) for point in row) for row in (*previous_board, *board))
    _write(path, "\n".join([str(piece_type), *rows]))


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)
