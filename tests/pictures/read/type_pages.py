"""Boards in type: pages in a bitmap font and in a scalable one, tables, letters, cursors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tests.pictures.read.looks import LETTERS, Board, Point, mono


def terminal_rows(board: Board, signs: str = ".XO", gap: str = " ") -> tuple[str, ...]:
    """The lines of a session: words, the board with names of rows and columns, a prompt."""
    names = "   " + gap.join(LETTERS[: len(board[0])])
    table = str.maketrans(".XO", signs)
    rows = [f"{len(board) - n:2} {gap.join(line.translate(table))}" for n, line in enumerate(board)]
    return ("White (O) has captured 2 pieces", "", names, *rows, names, "", "black(1): ")


def bitmap_page(
    lines: Sequence[str], paper: str = "white", ink: str = "black", high: int = 12
) -> Image.Image:
    """Lines in a bitmap font of six pixels a letter."""
    size = (6 * max(map(len, lines)) + 40, high * len(lines) + 40)
    mask = Image.new("1", size)
    for number, line in enumerate(lines):
        ImageDraw.Draw(mask).text((10, 10 + high * number), line, 1, ImageFont.load_default_imagefont())
    image = Image.new("RGB", size, paper)
    image.paste(ink, (0, 0), mask)
    return image


def written(
    lines: Sequence[str], size: int, paper: str = "white", ink: str = "black", high: float = 1.2
) -> Image.Image:
    """Lines in a scalable font of one pitch, so many letters' sizes apart."""
    step = round(high * size)
    wide = round(max(mono(size).getlength(line) for line in lines))
    image = Image.new("RGB", (wide + 40, step * len(lines) + 40), paper)
    draw = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        draw.text((20, 20 + step * number), line, ink, mono(size))
    return image


def dashes(board: Board, signs: str = " XO", size: int = 15) -> Image.Image:
    """A table of +---+ and bars."""
    bar = "+" + "---+" * len(board[0])
    rows = ["|" + "|".join(f" {signs['.XO'.index(sign)]} " for sign in row) + "|" for row in board]
    return written([bar, *(line for row in rows for line in (row, bar))], size)


def letters(board: Board, paper: str, ink: str, signs: str = "·XO") -> Image.Image:
    """Rows of letters, each in the middle of its square."""
    step = 26
    image = Image.new("RGB", (step * len(board[0]) + 40, step * len(board) + 40), paper)
    draw = ImageDraw.Draw(image)
    for r, row in enumerate(board):
        for c, sign in enumerate(row):
            place = (20 + step * (c + 0.5), 20 + step * (r + 0.5))
            draw.text(place, signs[".XO".index(sign)], ink, mono(20), "mm")
    return image


def under_cursor(
    board: Board, points: Sequence[Point], filled: bool, colours: tuple[str, str] = ("white", "black")
) -> Image.Image:
    """A bitmap page with the cells of points framed, or inverted as under the cursor of a window in use."""
    pixels = np.array(bitmap_page(terminal_rows(board), *colours))
    paper, ink = (np.array(Image.new("RGB", (1, 1), colour))[0, 0] for colour in colours)
    for row, col in points:
        cell = pixels[10 + 12 * (3 + row) :][:12, 10 + 6 * (3 + 2 * col) :][:, :6]
        if filled:
            cell[:] = np.where((cell == ink).all(-1)[..., None], paper, ink)
        else:
            cell[[0, -1]] = ink
            cell[:, [0, -1]] = ink
    return Image.fromarray(pixels)
