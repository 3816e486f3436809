"""Pictures as arrays: reduced in size, rotated upright, and summed over boxes at fractional places."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.picture import Picture

Floats = NDArray[np.float32]
Sums = NDArray[np.int32]

LARGEST = 1000  # pixels per side; larger pictures are reduced, which bounds memory and time

_LUMA = np.array([0.299, 0.587, 0.114], np.float32)


@dataclass(frozen=True)
class Sheet:
    """A reduced picture: bytes of colour, and brightness from 0 to 1.

    `back` is the 3 x 3 matrix that maps (x, y, 1) in the sheet to the original picture.
    """

    rgb: NDArray[np.uint8]
    luma: Floats
    back: NDArray[np.float64]

    @property
    def height(self) -> int:
        return int(self.luma.shape[0])

    @property
    def width(self) -> int:
        return int(self.luma.shape[1])


def sheet_of(picture: Picture) -> Sheet:
    """The picture reduced to at most `LARGEST` pixels a side."""
    whole = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3)
    scale = max(picture.width, picture.height) / LARGEST
    if scale <= 1:
        return _sheet(whole, np.eye(3))
    size = (max(1, round(picture.width / scale)), max(1, round(picture.height / scale)))
    small = _resized(whole, size)
    return _sheet(small, np.diag([picture.width / size[0], picture.height / size[1], 1.0]))


def turned(sheet: Sheet, degrees: float) -> Sheet:
    """The sheet rotated anticlockwise about its middle, enlarged so that nothing is cut off."""
    from PIL import Image

    image = Image.fromarray(sheet.rgb)
    edge = np.median(np.concatenate([sheet.rgb[0], sheet.rgb[-1]]), axis=0)
    new = image.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=tuple(int(v) for v in edge))
    angle = np.deg2rad(degrees)
    cos, sin = float(np.cos(angle)), float(np.sin(angle))
    middle = np.array([[1, 0, -new.width / 2], [0, 1, -new.height / 2], [0, 0, 1.0]])
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
    place = np.array([[1, 0, sheet.width / 2], [0, 1, sheet.height / 2], [0, 0, 1.0]])
    return _sheet(np.asarray(new), sheet.back @ place @ turn @ middle)


def _resized(whole: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    from PIL import Image

    return np.asarray(Image.fromarray(whole).resize(size, Image.Resampling.BOX))


def _sheet(pixels: NDArray[np.uint8], back: NDArray[np.float64]) -> Sheet:
    luma = pixels.astype(np.float32) @ (_LUMA / np.float32(255))
    return Sheet(pixels, np.asarray(luma, np.float32), back)


def summed(values: Floats | NDArray[np.uint8]) -> Sums:
    """The summed-area table, one row and one column larger than the values.

    Values are bytes, or floats from 0 to 1, which are rounded to steps of 1/255.
    """
    steps = values if values.dtype == np.uint8 else np.rint(values * np.float32(255)).astype(np.uint8)
    table = np.zeros((values.shape[0] + 1, values.shape[1] + 1, *values.shape[2:]), np.int32)
    np.cumsum(steps, axis=1, out=table[1:, 1:], dtype=np.int32)
    return np.cumsum(table, axis=0, out=table)


def sums_at(table: Sums, ys: NDArray[np.float64], xs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums of values from 0 to 1 at fractional places, on the grid that `ys` and `xs` span.

    With several grids, `ys` and `xs` are (grids, places) and the result is (grids, places down, places
    across). Beyond the picture, the pixels at its edge repeat without end.
    """
    height, width = table.shape[:2]
    y0 = np.minimum(np.maximum(ys.astype(np.intp), 0), height - 2)
    x0 = np.minimum(np.maximum(xs.astype(np.intp), 0), width - 2)
    extra = (1,) * (table.ndim - 2)
    fy = (ys - y0).reshape(*ys.shape, 1, *extra)
    fx = ((xs - x0) / 255).reshape(*xs.shape[:-1], 1, xs.shape[-1], *extra)
    rest = 1 / 255 - fx
    flat = table.reshape(-1, *table.shape[2:])
    # In place: one picture needs a thousand calls, each on tables of a few hundred places.
    at = (y0 * width)[..., None] + x0[..., None, :]
    above = flat.take(at, 0) * rest
    at += 1
    above += flat.take(at, 0) * fx
    at += width
    below = flat.take(at, 0) * fx
    at -= 1
    below += flat.take(at, 0) * rest
    below -= above
    below *= fy
    below += above
    return np.asarray(below)
