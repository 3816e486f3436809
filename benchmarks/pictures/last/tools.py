"""What the looks of this set share: stones, other boards, colours and letters."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from PIL import Image, ImageFont

Board = tuple[str, ...]
WOODS = ("#dcb35c", "#e8c27a", "#d2a35a", "#f0d9a0", "#c9944a", "#deb887", "#f5deb3", "#cd9b5a", "#e3b778")
PAPERS = ("white", "#fafafa", "#f4f1e8", "#fffdf5", "#eef2f7", "#f8f8f2")
NIGHTS = ("#1e1e1e", "#202830", "#2b2b2b", "#282a36", "#0f1720", "#263238")


def stones(board: Board) -> Iterator[tuple[int, int, str]]:
    """Row, column and sign of every stone."""
    for row, line in enumerate(board):
        for col, sign in enumerate(line):
            if sign != ".":
                yield row, col, sign


def another(board: Board, rng: Random) -> Board:
    """A board of the same size that has nothing to do with this one."""
    dense = rng.uniform(0.2, 0.6)
    return tuple("".join(rng.choice("XO") if rng.random() < dense else "." for _ in line) for line in board)


def earlier(board: Board, rng: Random) -> Board:
    """A position some moves before this one: two stones away, captured ones still there.

    It is never one of the wrong boards of the benchmark, which differ by one stone or one move.
    """
    marks = [list(line) for line in board]
    placed = list(stones(board))
    if len(placed) < 4:
        return another(board, rng)
    for row, col, _ in rng.sample(placed, 2):
        marks[row][col] = "."
    free = [(r, c) for r, line in enumerate(marks) for c, sign in enumerate(line) if sign == "."]
    for row, col in rng.sample(free, min(3, len(free))):
        marks[row][col] = rng.choice("XO")
    if marks == [list(line) for line in board]:
        return another(board, rng)
    return tuple("".join(line) for line in marks)


def stars(board: Board) -> list[tuple[int, int]]:
    """The star points of a board."""
    side = min(len(board), len(board[0]))
    edge = 3 if side > 11 else 2
    if side < 7:
        return []
    rows = {edge, len(board) // 2, len(board) - 1 - edge}
    cols = {edge, len(board[0]) // 2, len(board[0]) - 1 - edge}
    return [(r, c) for r in rows for c in cols]


def letter(col: int) -> str:
    """The letter of a column, without I."""
    return "ABCDEFGHJKLMNOPQRSTUVWXYZ"[col]


@cache
def font(size: int, name: str = "DejaVuSans") -> ImageFont.FreeTypeFont:
    """A font that matplotlib ships."""
    import matplotlib

    file = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / f"{name}.ttf"
    return ImageFont.truetype(str(file), max(6, size))


def jpeg(image: Image.Image, quality: int) -> Image.Image:
    """The image after it was saved as JPEG."""
    kept = io.BytesIO()
    image.convert("RGB").save(kept, "JPEG", quality=quality)
    return Image.open(kept).convert("RGB")


def scaled(image: Image.Image, share: float, way: Image.Resampling) -> Image.Image:
    """The image at another size."""
    return image.resize((max(60, round(image.width * share)), max(60, round(image.height * share))), way)
