"""Pictures as arrays: reduced in size, and summed over boxes at fractional places."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.picture import Picture
from gograde.pictures.read.question import Place

Floats = NDArray[np.float32]
Sums = NDArray[np.int32]

LARGEST = 1000  # pixels per side; larger pictures are reduced, which bounds memory and time

_LUMA = np.array([0.299, 0.587, 0.114], np.float32)


@dataclass(frozen=True)
class Sheet:
    """A picture reduced by the factor `scale`: bytes of colour (height, width, 3)."""

    rgb: NDArray[np.uint8]
    scale: float

    @cached_property
    def luma(self) -> Floats:
        """Brightness from 0 to 1."""
        return np.asarray(self.rgb.astype(np.float32) @ (_LUMA / np.float32(255)), np.float32)

    @cached_property
    def table(self) -> Sums:
        """The sums of the colours."""
        return summed(self.rgb)


def sheet_of(picture: Picture) -> Sheet:
    """The picture reduced to at most `LARGEST` pixels a side."""
    whole = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3)
    scale = max(picture.width, picture.height) / LARGEST
    if scale <= 1:
        return Sheet(whole, 1.0)
    from PIL import Image

    size = (max(1, round(picture.width / scale)), max(1, round(picture.height / scale)))
    return Sheet(np.asarray(Image.fromarray(whole).resize(size, Image.Resampling.BOX)), scale)


def scaled(place: Place, by: float) -> Place:
    """A place in a picture that is enlarged by a factor, with the centres of pixels as places."""
    x, right, y, down = place
    more = (by - 1) / 2
    return x * by + more, right * by, y * by + more, down * by


def summed(values: NDArray[np.uint8]) -> Sums:
    """The summed-area table, one row and one column larger than the values."""
    table = np.zeros((values.shape[0] + 1, values.shape[1] + 1, *values.shape[2:]), np.int32)
    np.cumsum(values, axis=1, out=table[1:, 1:], dtype=np.int32)
    return np.cumsum(table, axis=0, out=table)


def sums_at(table: Sums, ys: NDArray[np.float64], xs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums of values from 0 to 1 at fractional places, on the grid that `ys` and `xs` span.

    With several grids, `ys` and `xs` are (grids, places) and the result is (grids, places down, places
    across).  Beyond the picture, the pixels at its edge repeat without end.
    """
    height, width = table.shape[:2]
    y0 = np.minimum(np.maximum(ys.astype(np.intp), 0), height - 2)
    x0 = np.minimum(np.maximum(xs.astype(np.intp), 0), width - 2)
    extra = (1,) * (table.ndim - 2)
    fy = (ys - y0).reshape(*ys.shape, 1, *extra)
    fx = ((xs - x0) / 255).reshape(*xs.shape[:-1], 1, xs.shape[-1], *extra)
    rest = 1 / 255 - fx
    flat = table.reshape(-1, *table.shape[2:])
    at = (y0 * width)[..., None] + x0[..., None, :]
    above = flat.take(at, 0) * rest + flat.take(at + 1, 0) * fx
    below = flat.take(at + width, 0) * rest + flat.take(at + width + 1, 0) * fx
    return np.asarray(above + fy * (below - above))


def means(table: Sums, ys: NDArray[np.float64], xs: NDArray[np.float64]) -> Floats:
    """The mean colours, from 0 to 1, of the boxes between places, as `sums_at` has them."""
    sums = sums_at(table, ys, xs)
    sums = np.diff(np.diff(sums, axis=-3), axis=-2)
    areas = np.diff(ys)[..., :, None, None] * np.diff(xs)[..., None, :, None]
    return np.clip(sums / areas, 0, 1).astype(np.float32)
