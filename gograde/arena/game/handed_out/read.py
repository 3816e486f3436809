"""Reads the two files of the 5x5 game; put beside every program that has no file of this name."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    Rows = list[list[int]]


def readInput(n: int, path: str = "input.txt") -> tuple[int, Rows, Rows]:
    """One's own colour, the board after one's own last move, and the board now, each n x n."""
    with open(path) as file:
        lines = file.read().split("\n")
    boards = [[int(digit) for digit in line.rstrip()] for line in lines[1 : 2 * n + 1]]
    return int(lines[0]), boards[:n], boards[n:]


def readOutput(path: str = "output.txt") -> tuple[str, int, int]:
    """`("PASS", -1, -1)` or `("MOVE", row, column)`; raises when the first line says neither."""
    with open(path) as file:
        fields = file.readline().strip().split(",")
    if fields[0] == "PASS":
        return "PASS", -1, -1
    return "MOVE", int(fields[0]), int(fields[1])
