"""The rules on a board that is a text of 81 letters: chains are grown with sets."""

from __future__ import annotations

from functools import cache


@cache
def beside(index: int) -> frozenset[int]:
    row, col = divmod(index, 9)
    found = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return frozenset(9 * r + c for r, c in found if 0 <= r < 9 and 0 <= c < 9)


def dead(cells: str, colour: str) -> set[int]:
    """Indices of the stones of a colour without a liberty."""
    stones = {i for i, cell in enumerate(cells) if cell == colour}
    living = {i for i in stones if any(cells[n] == "." for n in beside(i))}
    while True:
        more = {i for i in stones - living if beside(i) & living}
        if not more:
            return stones - living
        living |= more


def put(cells: str, index: int, letter: str) -> str:
    return cells[:index] + letter + cells[index + 1 :]


def obeys_the_rule(cells: str) -> bool:
    return not dead(cells, "X") and not dead(cells, "O")


def capturing_moves(cells: str) -> list[str]:
    moves = [i for i in range(81) if cells[i] == "." and dead(put(cells, i, "O"), "X")]
    return [f"{i // 9} {i % 9}" for i in moves]


def playable_points(cells: str) -> list[str]:
    found = []
    for i in range(81):
        if cells[i] != ".":
            continue
        after = put(cells, i, "O")
        for gone in dead(after, "X"):
            after = put(after, gone, ".")
        if i not in dead(after, "O"):
            found.append(f"{i // 9} {i % 9}")
    return found
