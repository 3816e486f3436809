"""Boards drawn with Pillow as students' programs draw them: one function, many looks."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from gograde.go.stars import star_points

Board = tuple[str, ...]
Colour = tuple[int, int, int] | str


@dataclass(frozen=True)
class Look:
    """How a board is drawn; lengths are in pixels, `radius` is in steps."""

    step: float = 50
    margin: float = 50
    paper: Colour = "#F7DCB4"
    ink: Colour = "black"
    line: int = 1
    radius: float = 0.4
    black: Colour | None = "black"
    white: Colour | None = "white"
    rim: Colour | None = "black"
    rim_width: int = 1
    cells: bool = False
    square: bool = False
    names: str = ""
    stars: bool = False
    numbers: bool = False
    dot: Colour | None = None
    legal: Colour | None = None
    gradient: int = 0
    wood: int = 0
    shadow: bool = False
    title: str = ""
    smooth: int = 1
    jpeg: int = 0
    turn: float = 0
    tall: float = 1
    letters: tuple[str, str, str] | None = None
    frame: bool = False
    grid: bool = True
    last: int = 0


def font(size: float, mono: bool = False) -> ImageFont.FreeTypeFont:
    """DejaVu from matplotlib, so that the pictures are the same on every machine."""
    import matplotlib

    name = "DejaVuSansMono.ttf" if mono else "DejaVuSans.ttf"
    return ImageFont.truetype(str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / name), max(6, size))


class _Sheet:
    """A picture during its drawing."""

    def __init__(self, look: Look, board: Board, rng: Random) -> None:
        self.look, self.board, self.rng = look, board, rng
        self.rows, self.cols = len(board), len(board[0])
        k = look.smooth
        self.sx, self.sy = look.step * k, look.step * k * look.tall
        over = 1 if look.cells else 0
        self.left, self.top = look.margin * k, look.margin * k + (30 * k if look.title else 0)
        width = 2 * look.margin * k + (self.cols - 1 + over) * self.sx
        height = self.top + look.margin * k + (self.rows - 1 + over) * self.sy
        self.image = _paper(look, (round(width), round(height)), rng)
        self.draw = ImageDraw.Draw(self.image)

    def at(self, row: float, col: float) -> tuple[float, float]:
        half = 0.5 if self.look.cells else 0
        return self.left + (col + half) * self.sx, self.top + (row + half) * self.sy

    def grid(self) -> None:
        k, look = self.look.smooth, self.look
        over = 1 if look.cells else 0
        x1, y1 = self.left + (self.cols - 1 + over) * self.sx, self.top + (self.rows - 1 + over) * self.sy
        for c in range(self.cols + over):
            x = self.left + c * self.sx
            self.draw.line((x, self.top, x, y1), look.ink, look.line * k)
        for r in range(self.rows + over):
            y = self.top + r * self.sy
            self.draw.line((self.left, y, x1, y), look.ink, look.line * k)

    def disc(
        self, centre: tuple[float, float], radius: float, fill: Colour | None, rim: Colour | None
    ) -> None:
        x, y = centre
        box = (x - radius, y - radius, x + radius, y + radius)
        width = self.look.rim_width * self.look.smooth if rim else 0
        if self.look.square:
            self.draw.rectangle(box, fill, rim, width)
        else:
            self.draw.ellipse(box, fill, rim, width)

    def stones(self) -> None:
        look, number = self.look, 0
        for r, row in enumerate(self.board):
            for c, stone in enumerate(row):
                if look.letters:
                    mark = look.letters[".XO".index(stone)]
                    self.draw.text(self.at(r, c), mark, look.ink, font(self.sy * 0.7), "mm")
                elif stone == ".":
                    if look.legal and self.rng.random() < 0.4:
                        x, y = self.at(r, c)
                        small = 0.1 * self.sx
                        self.draw.ellipse((x - small, y - small, x + small, y + small), look.legal)
                else:
                    number += 1
                    self.stone(r, c, stone, number)

    def stone(self, r: int, c: int, stone: str, number: int) -> None:
        look = self.look
        reach = look.radius * min(self.sx, self.sy)
        x, y = self.at(r, c)
        if look.shadow:
            off = reach * 0.2
            self.disc((x + off, y + off), reach, "#8a6a40", None)
        fill = look.black if stone == "X" else look.white
        self.disc((x, y), reach, fill, look.rim)
        if look.numbers:
            ink = "white" if stone == "X" else "black"
            self.draw.text((x, y), str(number), ink, font(reach * 0.9), "mm")
        elif look.dot and self.rng.random() < 0.15:
            small = reach * 0.3
            self.draw.ellipse((x - small, y - small, x + small, y + small), look.dot)

    def names(self) -> None:
        letters = "ABCDEFGHJKLMNOPQRST" if self.look.names == "alpha" else ""
        size = font(min(self.sx * 0.4, self.left * 0.4))
        off = self.left * 0.62
        for c in range(self.cols):
            text = letters[c] if letters else str(c)
            x, _ = self.at(0, c)
            self.draw.text((x, self.top - off), text, self.look.ink, size, "mm")
        for r in range(self.rows):
            text = str(self.rows - r) if letters else str(r)
            _, y = self.at(r, 0)
            self.draw.text((self.left - off, y), text, self.look.ink, size, "mm")

    def decorate(self) -> None:
        look, k = self.look, self.look.smooth
        if look.stars:
            for r, c in star_points(self.rows, self.cols):
                x, y = self.at(r, c)
                dot = max(2 * k, 0.07 * self.sx)
                self.draw.ellipse((x - dot, y - dot, x + dot, y + dot), look.ink)
        if look.frame:
            w, h = self.image.size
            self.draw.rectangle((4 * k, 4 * k, w - 5 * k, h - 5 * k), None, look.ink, 3 * k)
        if look.title:
            self.draw.text((self.image.width / 2, 22 * k), look.title, look.ink, font(18 * k), "mm")
        if look.names:
            self.names()


def _paper(look: Look, size: tuple[int, int], rng: Random) -> Image.Image:
    image = Image.new("RGB", size, look.paper)
    if not (look.gradient or look.wood):
        return image
    pixels = np.asarray(image).astype(np.float64)
    h, w = pixels.shape[:2]
    if look.gradient:
        ramp = np.linspace(-1, 1, h)[:, None] * 0.6 + np.linspace(-1, 1, w)[None] * 0.4
        pixels += look.gradient * ramp[..., None]
    if look.wood:
        noise = np.random.default_rng(rng.randrange(2**31))
        grain = np.cumsum(noise.normal(size=w)) % 9 - 4
        waves = np.sin(np.arange(h)[:, None] / 37 + np.arange(w)[None] / 5 + grain[None] / 2)
        pixels += look.wood * (0.6 * waves + 0.3 * noise.normal(size=(h, w)))[..., None]
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


def drawn(look: Look, board: Board, rng: Random) -> Image.Image:
    """The board in that look."""
    sheet = _Sheet(look, board, rng)
    if look.grid:
        sheet.grid()
    sheet.decorate()
    sheet.stones()
    return finished(sheet.image, look)


def finished(image: Image.Image, look: Look) -> Image.Image:
    """The image after smoothing, rotation and JPEG compression, as the look requires."""
    if look.smooth > 1:
        small = (image.width // look.smooth, image.height // look.smooth)
        image = image.resize(small, Image.Resampling.LANCZOS)
    if look.turn:
        image = image.rotate(look.turn, Image.Resampling.BICUBIC, expand=True, fillcolor=look.paper)
    return as_jpeg(image, look.jpeg) if look.jpeg else image


def as_jpeg(image: Image.Image, quality: int) -> Image.Image:
    """The picture after JPEG compression."""
    store = io.BytesIO()
    image.save(store, "JPEG", quality=quality)
    return Image.open(io.BytesIO(store.getvalue())).convert("RGB")


def beside(images: Sequence[Image.Image], gap: int, paper: Colour, down: bool = False) -> Image.Image:
    """One picture of several pictures, side by side or one below the other."""
    widths, heights = [i.width for i in images], [i.height for i in images]
    if down:
        size = (max(widths), sum(heights) + gap * (len(images) - 1))
    else:
        size = (sum(widths) + gap * (len(images) - 1), max(heights))
    sheet, place = Image.new("RGB", size, paper), 0
    for image in images:
        sheet.paste(image, (0, place) if down else (place, 0))
        place += gap + (image.height if down else image.width)
    return sheet
