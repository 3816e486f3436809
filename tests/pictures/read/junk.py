"""Pictures that show no board."""

from __future__ import annotations

from random import Random

import numpy as np
from PIL import Image, ImageDraw

from tests.pictures.read.looks import Look, finished, of_pixels


def noise(seed: int = 1) -> Image.Image:
    return Image.fromarray(np.random.default_rng(seed).integers(0, 256, (300, 300, 3), np.uint8))


def soft_noise() -> Image.Image:
    tones = np.random.default_rng(1).normal(128, 12, (240, 260, 1))
    return of_pixels(np.repeat(tones, 3, 2))


def stripes() -> Image.Image:
    tones = np.where(np.arange(260) // 26 % 2, 40.0, 220.0)[None, :, None] * np.ones((240, 1, 3))
    return of_pixels(tones)


def landscape() -> Image.Image:
    y, x = np.mgrid[:300, :400] / 300
    waves = np.stack([np.sin(3 * x + y), np.cos(2 * y), np.sin(5 * y + x * x)], -1)
    return of_pixels((waves + 1) * 127)


def colour_field() -> Image.Image:
    ys, xs = np.mgrid[:300, :400]
    return of_pixels(np.stack([xs // 2, ys // 2 + 80, (xs + ys) // 4], -1).astype(np.float64))


def lines_anywhere(seed: int, count: int = 30) -> Image.Image:
    """So many lines across the whole picture, at random places."""
    image, rng = Image.new("RGB", (300, 300), "white"), Random(seed)
    draw = ImageDraw.Draw(image)
    for _ in range(count):
        at = rng.randrange(300)
        draw.line((at, 0, at, 300) if rng.random() < 0.5 else (0, at, 300, at), "black")
    return image


def bare(wide: int, high: int, colour: str) -> Image.Image:
    return Image.new("RGB", (wide, high), colour)


def wood() -> Image.Image:
    return finished(Image.new("RGB", (400, 400), "#dcb35c"), Look(grain=9))
