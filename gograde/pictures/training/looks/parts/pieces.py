"""One stone: its shape, its fill, its rim, what is in it. It is drawn once and set where it stands."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageChops, ImageDraw

from gograde.pictures.training.looks.made import Colour


@dataclass(frozen=True)
class Piece:
    """`rim_width` in shares of the radius; at least one pixel. No fill: the board is seen through it."""

    shape: str
    fill: Colour | None
    rim: Colour | None
    rim_width: float
    inside: str
    ink: Colour
    opacity: float
    glow: tuple[float, float, float]
    """Of a shaded stone: where its light is, how fast it gets dark, how bright its spot is."""


def sprite(piece: Piece, radius: float, least: int) -> Image.Image:
    """The stone as a picture with alpha, of odd size: its middle is the middle pixel."""
    half = max(1, round(radius))
    image = Image.new("RGBA", (2 * half + 1, 2 * half + 1), (*piece.ink, 0))
    width = max(least, round(piece.rim_width * radius))
    if piece.shape == "cross":
        _cross(image, piece.ink, width)
    else:
        _filled(image, piece, width)
    if piece.opacity < 1:
        alpha = image.getchannel("A").point(lambda level: round(level * piece.opacity))
        image.putalpha(alpha)
    return image


def _filled(image: Image.Image, piece: Piece, width: int) -> None:
    d = ImageDraw.Draw(image)
    half = image.width // 2
    if piece.inside == "shaded" and piece.fill is not None:
        body = _shaded(image.width, piece.fill, piece.glow)
        image.paste(body, (0, 0), _mask(image.width, piece.shape))
    elif piece.fill is not None:
        outline(d, piece.shape, half, (piece.fill, piece.fill, 1))
    if piece.inside == "hatched":
        image.paste((*piece.ink, 255), (0, 0), _hatched(image.width, piece.shape, max(1, width // 2)))
    if piece.rim is not None:
        outline(d, piece.shape, half, (None, piece.rim, width))
    if piece.inside == "dot":
        r = max(1, round(half * 0.45))
        d.ellipse((half - r, half - r, half + r, half + r), fill=piece.ink)


def outline(
    d: ImageDraw.ImageDraw, shape: str, half: int, how: tuple[Colour | int | None, Colour | int | None, int]
) -> None:
    """A shape as large as its square: (fill, rim, width of the rim)."""
    fill, rim, width = how
    box = (0, 0, 2 * half, 2 * half)
    if shape == "square":
        d.rectangle(box, fill=fill, outline=rim, width=width)
    elif shape == "round":
        d.rounded_rectangle(box, half * 0.4, fill=fill, outline=rim, width=width)
    elif shape in ("hex", "diamond", "eight"):
        sides = {"hex": 6, "diamond": 4, "eight": 8}[shape]
        turn = 45 if shape == "diamond" else 0
        d.regular_polygon((half, half, half), sides, rotation=turn, fill=fill, outline=rim, width=width)
    else:
        d.ellipse(box, fill=fill, outline=rim, width=width)


def _mask(size: int, shape: str) -> Image.Image:
    mask = Image.new("L", (size, size), 0)
    outline(ImageDraw.Draw(mask), shape, size // 2, (255, 255, 1))
    return mask


def _cross(image: Image.Image, ink: Colour, width: int) -> None:
    d, last = ImageDraw.Draw(image), image.width - 1
    inner = round(last * 0.12)
    d.line((inner, inner, last - inner, last - inner), fill=ink, width=width)
    d.line((inner, last - inner, last - inner, inner), fill=ink, width=width)


def _hatched(size: int, shape: str, width: int) -> Image.Image:
    strokes = Image.new("L", (size, size), 0)
    d = ImageDraw.Draw(strokes)
    for start in range(-size, size, max(3 * width, size // 6, 3)):
        d.line((start, size, start + size, 0), fill=255, width=width)
    return ImageChops.multiply(strokes, _mask(size, shape))


def _shaded(size: int, fill: Colour, glow: tuple[float, float, float]) -> Image.Image:
    place, fall, spot = glow
    down, across = np.mgrid[:size, :size].astype(np.float32)
    far = np.hypot(across - place * size, down - place * size) / size
    level = (1 - far * fall)[..., None] * np.array(fill, dtype=np.float32)
    level += (spot * np.exp(-((far / 0.18) ** 2)))[..., None]
    return Image.fromarray(np.clip(level, 0, 255).astype(np.uint8))
