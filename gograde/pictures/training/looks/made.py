"""What every family of looks gives, and the dice that it throws."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import matplotlib
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageFont

Labels = npt.NDArray[np.int8]
"""Rows by columns: 0 empty, 1 black, 2 white."""

Colour = tuple[int, int, int]

T = TypeVar("T")

SHIPPED_FONTS = Path(matplotlib.get_data_path()) / "fonts" / "ttf"

PLAIN_FONTS = (
    "DejaVuSans.ttf",
    "DejaVuSans-Bold.ttf",
    "DejaVuSans-Oblique.ttf",
    "DejaVuSansMono.ttf",
    "DejaVuSansMono-Bold.ttf",
    "DejaVuSerif.ttf",
    "DejaVuSerif-Bold.ttf",
    "STIXGeneral.ttf",
    "STIXGeneralBol.ttf",
)
FIXED_FONTS = ("DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf")


@dataclass(frozen=True)
class Placed:
    """One board in a picture: `x`, `y` are the centre of its top left point in pixels.

    A pixel i covers i - 0.5 to i + 0.5. `dx` and `dy` are the steps to the right and down.
    """

    x: float
    dx: float
    y: float
    dy: float
    labels: Labels


@dataclass(frozen=True)
class Drawn:
    """A picture in RGB, the boards in it, and whether a person could tell black from white."""

    image: Image.Image
    boards: tuple[Placed, ...]
    ordered: bool


class Dice:
    """All chance of a picture: the same seed throws the same."""

    def __init__(self, seed: int) -> None:
        self.g = np.random.default_rng(seed)

    def u(self, low: float, high: float) -> float:
        """A number between two."""
        return float(self.g.uniform(low, high))

    def p(self, chance: float) -> bool:
        """Whether something of this chance happens."""
        return bool(self.g.random() < chance)

    def c(self, *choices: T) -> T:
        """One of these."""
        return choices[int(self.g.integers(len(choices)))]

    def i(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both among them."""
        return int(self.g.integers(low, high + 1))

    def w(self, weights: Sequence[float]) -> int:
        """An index, by weight."""
        total = np.cumsum(np.asarray(weights, dtype=np.float64))
        return int(np.searchsorted(total, self.g.random() * total[-1], side="right"))

    def col(self, value: float | None = None, saturation: float | None = None) -> Colour:
        """A colour of any hue."""
        hue, greyish, bright = self.u(0, 1), self.u(0, 1) ** 1.5, self.u(0, 1)
        parts = colorsys.hsv_to_rgb(
            hue, greyish if saturation is None else saturation, bright if value is None else value
        )
        return _colour([255 * part for part in parts])

    def grey(self, low: float, high: float) -> Colour:
        """A grey between two (0 to 1), a little tinted."""
        level = 255 * self.u(low, high)
        return _colour([level + self.u(-6, 6) for _ in range(3)])


def _colour(parts: Sequence[float]) -> Colour:
    red, green, blue = (int(min(max(part, 0), 255)) for part in parts)
    return red, green, blue


def light(colour: Colour) -> float:
    """How light a colour is to the eye, 0 to 1."""
    return (0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]) / 255


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two: `share` of the other."""
    return _colour([a + (b - a) * share for a, b in zip(one, other, strict=True)])


def shifted(colour: Colour, by: float) -> Colour:
    """The same colour, lighter or darker by so many levels."""
    return _colour([part + by for part in colour])


@lru_cache(maxsize=1)
def fonts() -> tuple[str, ...]:
    """The fonts that matplotlib ships: a machine's own would make other pictures of the same seed."""
    return tuple(str(SHIPPED_FONTS / name) for name in PLAIN_FONTS)


@lru_cache(maxsize=1)
def fixed_fonts() -> tuple[str, ...]:
    """The fonts in which all letters are equally wide and that have signs of boxes and discs."""
    return tuple(str(SHIPPED_FONTS / name) for name in FIXED_FONTS)


@lru_cache(maxsize=1024)
def font(path: str, size: int) -> ImageFont.FreeTypeFont:
    """A font of a size in pixels."""
    return ImageFont.truetype(path, max(size, 4))
