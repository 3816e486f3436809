"""Looks of programs that draw with pygame and with OpenCV, in this process."""

from __future__ import annotations

import importlib
import os
from random import Random
from typing import Any

import numpy as np
from PIL import Image

from benchmarks.pictures.last.tools import NIGHTS, WOODS, Board, stars, stones


def module(name: str) -> Any:
    """A module that need not be installed; None when it is not."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _surface(board: Board, step: int, paper: str) -> Any:
    game = module("pygame")
    made = game.Surface((step * (len(board[0]) + 1), step * (len(board) + 1)))
    made.fill(paper)
    return made


def _shown(made: Any) -> Image.Image:
    return Image.frombytes("RGB", made.get_size(), module("pygame").image.tobytes(made, "RGB"))


def _ruled(made: Any, board: Board, step: int, ink: str, width: int) -> None:
    draw = module("pygame").draw
    right, low = step * len(board[0]), step * len(board)
    for r in range(1, len(board) + 1):
        draw.line(made, ink, (step, step * r), (right, step * r), width)
    for c in range(1, len(board[0]) + 1):
        draw.line(made, ink, (step * c, step), (step * c, low), width)


def pygame_circles(board: Board, rng: Random, throw: Random) -> Image.Image:
    """draw.circle without smooth edges; a rim of another width."""
    draw, step = module("pygame").draw, throw.randint(30, 56)
    made = _surface(board, step, throw.choice(WOODS))
    _ruled(made, board, step, "black", throw.choice((1, 2)))
    radius, rim = round(step * throw.uniform(0.32, 0.48)), throw.choice((0, 1, 2))
    for r, c, sign in stones(board):
        centre = (step * (c + 1), step * (r + 1))
        draw.circle(made, "black" if sign == "X" else "white", centre, radius)
        if rim:
            draw.circle(made, "#202020", centre, radius, rim)
    return _shown(made)


def pygame_smooth(board: Board, rng: Random, throw: Random) -> Image.Image:
    """gfxdraw's smooth circles on a dark surface with a bar below."""
    game, step = module("pygame"), throw.randint(30, 48)
    smooth = module("pygame.gfxdraw")
    made = _surface((*board, "x"), step, throw.choice((*NIGHTS, "#186020", "#305070")))
    _ruled(made, board, step, throw.choice(("#a0a0a0", "#c0b080")), 1)
    radius = round(step * throw.uniform(0.38, 0.46))
    for r, c, sign in stones(board):
        tone = game.Color("black" if sign == "X" else "white")
        smooth.filled_circle(made, step * (c + 1), step * (r + 1), radius, tone)
        smooth.aacircle(made, step * (c + 1), step * (r + 1), radius, game.Color("#d0d0d0"))
    game.draw.rect(made, "#404040", (0, made.get_height() - step, made.get_width(), step))
    game.draw.rect(made, "#3080d0", (10, made.get_height() - step + 6, 90, step - 12), border_radius=6)
    return _shown(made)


def pygame_images(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Stones as images with transparency, drawn once and scaled with smoothscale."""
    game, step = module("pygame"), throw.randint(32, 50)
    made = _surface(board, step, throw.choice(WOODS))
    _ruled(made, board, step, "#3b2a14", 1)
    for r, c in stars(board):
        game.draw.circle(made, "#3b2a14", (step * (c + 1), step * (r + 1)), 4)
    side = round(step * throw.uniform(0.8, 0.98))
    for sign, low in (("X", 0), ("O", 150)):
        large = game.Surface((200, 200), game.SRCALPHA)
        for part in range(40):
            tone = low + part * (3 if sign == "X" else 2.6)
            game.draw.circle(large, (tone, tone, tone), (100 - part, 100 - part), 98 - 2 * part)
        stone = game.transform.smoothscale(large, (side, side))
        for r, c, found in stones(board):
            if found == sign:
                made.blit(stone, (step * (c + 1) - side // 2, step * (r + 1) - side // 2))
    return _shown(made)


def opencv_circles(board: Board, rng: Random, throw: Random) -> Image.Image:
    """circle and line of OpenCV, with its own letters; smooth in some programs."""
    cv, step = module("cv2"), throw.randint(28, 50)
    kind = throw.choice((cv.LINE_AA, cv.LINE_8))
    made = np.full((step * (len(board) + 1), step * (len(board[0]) + 1), 3), 0, np.uint8)
    made[:] = throw.choice(((92, 179, 220), (150, 200, 235), (120, 160, 200), (230, 230, 230)))
    for r in range(1, len(board) + 1):
        cv.line(made, (step, step * r), (step * len(board[0]), step * r), (0, 0, 0), 1, kind)
    for c in range(1, len(board[0]) + 1):
        cv.line(made, (step * c, step), (step * c, step * len(board)), (0, 0, 0), 1, kind)
        cv.putText(
            made, str(c), (step * c - 5, step // 3), cv.FONT_HERSHEY_SIMPLEX, 0.35, (60, 0, 0), 1, kind
        )
    radius = round(step * throw.uniform(0.32, 0.46))
    for r, c, sign in stones(board):
        tone = 0 if sign == "X" else 255
        cv.circle(made, (step * (c + 1), step * (r + 1)), radius, (tone, tone, tone), -1, kind)
        cv.circle(made, (step * (c + 1), step * (r + 1)), radius, (0, 0, 0), throw.choice((1,)), kind)
    return Image.fromarray(made[:, :, ::-1].copy())


def opencv_blurred(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Drawn large by OpenCV, blurred, made smaller by area, with noise."""
    cv, step = module("cv2"), throw.randint(60, 90)
    made = np.zeros((step * (len(board) + 1), step * (len(board[0]) + 1), 3), np.uint8)
    made[:] = throw.choice(((110, 170, 205), (90, 150, 190), (160, 210, 235)))
    for r in range(1, len(board) + 1):
        cv.line(made, (step, step * r), (step * len(board[0]), step * r), (20, 30, 40), 3, cv.LINE_AA)
    for c in range(1, len(board[0]) + 1):
        cv.line(made, (step * c, step), (step * c, step * len(board)), (20, 30, 40), 3, cv.LINE_AA)
    for r, c, sign in stones(board):
        tone = 25 if sign == "X" else 240
        cv.circle(
            made, (step * (c + 1), step * (r + 1)), round(step * 0.45), (tone, tone, tone), -1, cv.LINE_AA
        )
    share = throw.uniform(0.35, 0.6)
    made = cv.GaussianBlur(made, (0, 0), throw.uniform(1.5, 3))
    made = cv.resize(made, None, fx=share, fy=share, interpolation=cv.INTER_AREA)
    grain = np.random.default_rng(rng.randrange(2**32)).normal(0, throw.uniform(2, 8), made.shape)
    return Image.fromarray(np.clip(made[:, :, ::-1] + grain, 0, 255).astype(np.uint8))


PYGAME = (pygame_circles, pygame_smooth, pygame_images)
OPENCV = (opencv_circles, opencv_blurred)
