"""Looks of programs that set pixels themselves: numpy arrays, and a program in C that writes PPM by hand."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from benchmarks.pictures.last.tools import Board, stones

Pixels = NDArray[np.float64]
BACKS = ((220, 179, 92), (240, 217, 160), (200, 160, 100), (235, 235, 235), (170, 200, 170))
SOURCE = Path(__file__).with_name("board.c")


def _back(board: Board, step: int, margin: int, colour: tuple[int, int, int]) -> Pixels:
    rows, cols = len(board), len(board[0])
    made = np.empty((step * (rows - 1) + 2 * margin + 1, step * (cols - 1) + 2 * margin + 1, 3))
    made[:] = colour
    return made


def _ruled(made: Pixels, board: Board, step: int, margin: int, tone: float) -> None:
    low, right = made.shape[0] - margin, made.shape[1] - margin
    for row in range(len(board)):
        made[margin + step * row, margin:right] = tone
    for col in range(len(board[0])):
        made[margin:low, margin + step * col] = tone


def _image(made: Pixels) -> Image.Image:
    return Image.fromarray(np.clip(made, 0, 255).astype(np.uint8))


def _cover(made: Pixels, centre: tuple[float, float], cover: Pixels, colour: Pixels | float) -> None:
    """Mix a colour into the square around a centre; `cover` says how much, and how large the square is."""
    half = cover.shape[0] // 2
    top, left = round(centre[0]) - half, round(centre[1]) - half
    up, side = max(0, -top), max(0, -left)
    part = made[max(0, top) : top + cover.shape[0], max(0, left) : left + cover.shape[1]]
    share = cover[up : up + part.shape[0], side : side + part.shape[1], None]
    over = colour
    if isinstance(colour, np.ndarray):
        over = colour[up : up + part.shape[0], side : side + part.shape[1]]
    part[:] = part * (1 - share) + share * over


def _away(half: int) -> tuple[Pixels, Pixels]:
    """The vertical and horizontal distance from the middle of a square of side 2 * half + 1."""
    line = np.arange(-half, half + 1, dtype=np.float64)
    return np.broadcast_to(line[:, None], (line.size, line.size)), np.broadcast_to(
        line, (line.size, line.size)
    )


def hard_masks(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Circles by a comparison with the radius, no rim at all."""
    step, margin, radius = throw.randint(20, 44), throw.randint(20, 46), throw.uniform(0.3, 0.48)
    made = _back(board, step, margin, throw.choice(BACKS[:3]))
    _ruled(made, board, step, margin, throw.choice((0, 60)))
    y, x = _away(step)
    inside = (y**2 + x**2 <= (radius * step) ** 2).astype(np.float64)
    for r, c, sign in stones(board):
        _cover(made, (margin + step * r, margin + step * c), inside, 0.0 if sign == "X" else 255.0)
    return _image(made)


def smooth_rims(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Circles with smooth edges by their distance, the white ones with a rim."""
    step, margin, radius = throw.randint(22, 48), throw.randint(24, 46), throw.uniform(0.36, 0.47)
    made = _back(board, step, margin, throw.choice(BACKS))
    _ruled(made, board, step, margin, throw.choice((0, 40, 90)))
    y, x = _away(step)
    far = np.hypot(y, x)
    whole, inner = (np.clip(radius * step - far + 0.5 - k, 0, 1) for k in (0.0, throw.choice((1.0, 2.0))))
    for r, c, sign in stones(board):
        centre = (margin + step * r, margin + step * c)
        _cover(made, centre, whole, 10.0)
        if sign == "O":
            _cover(made, centre, inner, 250.0)
    return _image(made)


def kron_cells(board: Board, rng: Random, throw: Random) -> Image.Image:
    """A grey value for each cell, repeated; thin lines between cells in some programs."""
    size, grey = throw.choice((16, 20, 32, 40)), throw.choice((128, 127, 160, 110))
    values = np.array([[{"X": 0, "O": 255, ".": grey}[sign] for sign in line] for line in board], np.float64)
    made = np.kron(values, np.ones((size, size)))
    tone = throw.choice((80, 200, 40))
    made[::size], made[:, ::size], made[-1], made[:, -1] = tone, tone, tone, tone
    made = np.pad(made, throw.choice((0, 12)), constant_values=grey)
    return _image(np.repeat(made[:, :, None], 3, axis=2))


def diamonds(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Stones turned by 45 degrees: the sum of the distances is compared."""
    step, margin, radius = throw.randint(24, 40), throw.randint(24, 40), throw.uniform(0.38, 0.5)
    made = _back(board, step, margin, throw.choice(BACKS))
    _ruled(made, board, step, margin, 50)
    y, x = _away(step)
    whole = (abs(y) + abs(x) <= radius * step).astype(np.float64)
    inner = (abs(y) + abs(x) <= radius * step - 3).astype(np.float64)
    for r, c, sign in stones(board):
        _cover(made, (margin + step * r, margin + step * c), whole, 0.0)
        if sign == "O":
            _cover(made, (margin + step * r, margin + step * c), inner, 255.0)
    return _image(made)


def spheres(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Lit spheres on waves of wood."""
    step, margin = throw.randint(28, 46), throw.randint(26, 44)
    made = _back(board, step, margin, throw.choice(BACKS[:3]))
    y, x = np.mgrid[: made.shape[0], : made.shape[1]]
    made += (9 * np.sin(x / throw.uniform(3, 7) + 2 * np.sin(y / 60)) + 5 * np.sin(x / 17 + y / 90))[
        :, :, None
    ]
    _ruled(made, board, step, margin, 30)
    down, side = _away(step)
    radius = step * throw.uniform(0.42, 0.49)
    far = np.hypot(down, side)
    whole = np.clip(radius - far + 0.5, 0, 1)
    light = np.clip(1 - np.hypot(down + radius * 0.4, side + radius * 0.4) / (1.5 * radius), 0, 1)[:, :, None]
    for r, c, sign in stones(board):
        tone = 15 + 130 * light**2 if sign == "X" else 175 + 80 * light
        _cover(made, (margin + step * r, margin + step * c), whole, tone)
    return _image(made)


def no_lines(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Touching discs on a flat field with a frame, without lines."""
    step, margin = throw.randint(20, 34), throw.randint(22, 36)
    made = _back(board, step, margin, throw.choice(((90, 140, 90), (200, 160, 100), (120, 150, 190))))
    width = throw.randint(2, 6)
    made[:width], made[-width:], made[:, :width], made[:, -width:] = 60, 60, 60, 60
    y, x = _away(step)
    whole = np.clip(step * throw.uniform(0.44, 0.5) - np.hypot(y, x) + 0.5, 0, 1)
    small = np.clip(2.5 - np.hypot(y, x), 0, 1)
    for r, line in enumerate(board):
        for c, sign in enumerate(line):
            centre = (margin + step * r, margin + step * c)
            if sign == ".":
                _cover(made, centre, small, 70.0)
            else:
                _cover(made, centre, whole, 5.0 if sign == "X" else 250.0)
    return _image(made)


def by_c(boards: Sequence[Board], seed: int) -> list[Image.Image] | None:
    """A program in C that writes P6; None without a compiler."""
    if not shutil.which("gcc"):
        return None
    throw, images = Random(f"c {seed}"), []
    numbers = [throw.randint(18, 40), throw.randint(16, 50), throw.randint(30, 48), throw.randint(0, 2)]
    with tempfile.TemporaryDirectory() as folder:
        program, file = Path(folder) / "board", Path(folder) / "board.ppm"
        subprocess.run(["gcc", "-O1", "-o", program, SOURCE], check=True, capture_output=True)
        for board in boards:
            words = [program, *map(str, numbers), file, *board]
            subprocess.run(words, check=True, capture_output=True)
            with Image.open(file) as image:
                images.append(image.convert("RGB"))
    return images


NUMPY = (hard_masks, smooth_rims, kron_cells, diamonds, spheres, no_lines)
