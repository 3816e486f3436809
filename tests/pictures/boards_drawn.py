"""Boards drawn for the tests of reading them back, a few plain looks with Pillow, and how they are asked."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest
from PIL import Image, ImageDraw

from benchmarks.pictures.styles import held
from gograde.pictures.picture import Picture
from gograde.pictures.read import Outcome, Question, Reader

Board = tuple[str, ...]

ACCEPTED, REJECTED, REVIEW = Outcome.ACCEPTED, Outcome.REJECTED, Outcome.REVIEW


@dataclass(frozen=True)
class Look:
    """How to draw; `radius` in steps; `white` None draws rings; `cells` puts stones into squares."""

    step: int = 40
    paper: str = "#e8c890"
    ink: str = "black"
    black: str = "black"
    white: str | None = "white"
    radius: float = 0.42
    cells: bool = False
    turn: float = 0


LOOKS = {
    "wood": Look(),
    "rings": Look(paper="white", white=None, step=36),
    "cells": Look(cells=True, paper="white", radius=0.35),
    "dark": Look(paper="#202428", ink="#808080", black="#050505"),
    "small": Look(step=14, radius=0.45),
    "turned": Look(turn=3),
}


def random_board(seed: int, rows: int = 9, cols: int = 9, dense: float = 0.45) -> Board:
    """Stones of both colours anywhere."""
    rng = Random(seed)
    signs = ("X", "O")
    return tuple(
        "".join(rng.choice(signs) if rng.random() < dense else "." for _ in range(cols)) for _ in range(rows)
    )


def drawn(board: Board, look: Look = LOOKS["wood"]) -> Picture:
    """The board in that look."""
    rows, cols, step = len(board), len(board[0]), look.step
    over, half = (1, 0.5) if look.cells else (0, 0.0)
    size = (step * (cols + 1 + over), step * (rows + 1 + over))
    image = Image.new("RGB", size, look.paper)
    pen = ImageDraw.Draw(image)
    for c in range(cols + over):
        pen.line((step * (c + 1), step, step * (c + 1), step * (rows + over)), look.ink)
    for r in range(rows + over):
        pen.line((step, step * (r + 1), step * (cols + over), step * (r + 1)), look.ink)
    for r, line in enumerate(board):
        for c, stone in enumerate(line):
            if stone != ".":
                x, y, reach = step * (c + 1 + half), step * (r + 1 + half), step * look.radius
                fill = look.black if stone == "X" else look.white
                rim = "#808080" if look.black != "black" else "black"
                pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill, rim)
    if look.turn:
        image = image.rotate(look.turn, Image.Resampling.BICUBIC, expand=True, fillcolor=look.paper)
    return picture_of(image)


def picture_of(image: Image.Image) -> Picture:
    """The pixels of an image."""
    return Picture(image.width, image.height, image.convert("RGB").tobytes())


def asked(shown: Picture | Image.Image, *boards: Board) -> list[Outcome]:
    """What comes of asking about a picture with each of these boards, by itself."""
    picture = shown if isinstance(shown, Picture) else picture_of(shown)
    read = Reader()
    return [read([Question(picture, board)])[0].outcome for board in boards]


def put(board: Board, row: int, col: int, stone: str) -> Board:
    """The board with one point changed."""
    line = board[row]
    return (*board[:row], line[:col] + stone + line[col + 1 :], *board[row + 1 :])


def fresh(seed: int, look: str) -> list[tuple[Picture, Board]]:
    """The ten pictures of a look that a seed throws, as the bench asks about them."""
    style = next(style for style in held(seed) if style.name == look)
    boards = style.boards(seed, 10)
    images = style.pictures(boards, seed)
    assert images is not None
    return [(picture_of(image), board) for image, board in zip(images, boards, strict=True)]


def long(*case: object) -> pytest.ParameterSet:
    """A case of `make long`; `make test` asks about the others of its test alone."""
    return pytest.param(*case, marks=pytest.mark.long)
