"""A slow oracle: whether a board is what single pixels show, where the look says that the points lie."""

from __future__ import annotations

from itertools import product

from PIL import Image

from gograde.pictures.read.question import Board
from tests.pictures.read.boards import Look

FAR = 60
"""The least difference of two colours, the sum over red, green and blue, of points of different kinds."""


def explains(image: Image.Image, look: Look, board: Board) -> bool:
    """Whether the darker of the stones are where the board has black ones, the others where it has white."""
    seen: dict[str, set[tuple[int, ...]]] = {".": set(), "X": set(), "O": set()}
    for row, col in product(range(len(board)), range(len(board[0]))):
        half = look.step / 2 if look.walls else 0.0
        x = look.margin + half + col * look.step
        y = look.margin + half * look.tall + row * round(look.step * look.tall)
        # Beside the lines: what lies there is a stone, or the paper.
        pixel = image.getpixel((round(x + 0.12 * look.step), round(y + 0.12 * look.step)))
        assert isinstance(pixel, tuple)
        seen[board[row][col]].add(pixel)
    for one, other in product(".XO", ".XO"):
        pairs = product(seen[one], seen[other])
        if any((_apart(a, b) > FAR) != (one != other) for a, b in pairs):
            return False
    return all(sum(black) < sum(white) for black, white in product(seen["X"], seen["O"]))


def _apart(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))
