"""What happens to a picture on its way: scaled, pressed, greyed, cut. Most stay as they are."""

from __future__ import annotations

import io
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageFilter

from gograde.pictures.training.looks.made import Dice, Drawn
from gograde.pictures.training.looks.moved import cropped, resized, smallest_step

UNTOUCHED = 0.45  # of all pictures
SMALLEST_STEP = 9.0  # pixels: below, stones run together
LARGEST = 2000  # pixels of a side: a large screen
POOREST = {30: 20.0, 45: 14.0, 65: 0.0}
"""The lowest quality of JPEG, and the step in pixels from which stones survive it."""

Pixels = npt.NDArray[np.float32]
Change = Callable[[Dice, Dice, Drawn], Drawn]


def spoil(look: Dice, own: Dice, drawn: Drawn) -> Drawn:
    """The picture as it arrives; its boards move with it."""
    if look.p(UNTOUCHED):
        return drawn
    changes: tuple[tuple[float, Change], ...] = (
        (0.12, _crop),
        (0.40, _scale),
        (0.12, _gamma),
        (0.06, _fade),
        (0.07, _grey),
        (0.06, _shade),
        (0.14, _blur),
        (0.10, _noise),
        (0.08, _few_colours),
        (0.35, _press),
    )
    for chance, change in changes:
        if look.p(chance):
            drawn = change(look, own, drawn)
    return drawn


def _crop(look: Dice, own: Dice, drawn: Drawn) -> Drawn:
    """Outer margins cut, on each side at random up to the stones of the outermost board."""
    boards, share = drawn.boards, [look.u(0, 1) for _ in range(4)]
    left = min(board.x - 0.6 * board.dx for board in boards)
    top = min(board.y - 0.6 * board.dy for board in boards)
    right = max(board.x + (board.labels.shape[1] - 0.4) * board.dx for board in boards)
    bottom = max(board.y + (board.labels.shape[0] - 0.4) * board.dy for board in boards)
    width, height = drawn.image.size
    return cropped(
        drawn,
        (
            int(share[0] * max(left, 0)),
            int(share[1] * max(top, 0)),
            round(width - share[2] * max(width - right - 1, 0)),
            round(height - share[3] * max(height - bottom - 1, 0)),
        ),
    )


def _scale(look: Dice, own: Dice, drawn: Drawn) -> Drawn:
    factor = look.u(0.4, 1.0) if look.p(0.6) else look.u(1.0, 2.5)
    smooth = look.c(Image.Resampling.BILINEAR, Image.Resampling.BICUBIC, Image.Resampling.LANCZOS)
    rough = look.c(smooth, Image.Resampling.NEAREST)
    factor = min(factor, LARGEST / max(drawn.image.size))
    factor = max(factor, min(1.0, SMALLEST_STEP / smallest_step(drawn)))
    return resized(drawn, factor, smooth if factor < 1 else rough)


def _pixels(drawn: Drawn) -> Pixels:
    return np.asarray(drawn.image, dtype=np.float32)


def _with(drawn: Drawn, pixels: Pixels) -> Drawn:
    return Drawn(Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8)), drawn.boards, drawn.ordered)


def _gamma(look: Dice, own: Dice, drawn: Drawn) -> Drawn:
    levels = 255 * (np.arange(256, dtype=np.float32) / 255) ** look.u(0.7, 1.4)
    levels = levels * look.u(0.85, 1.1) + look.u(-12, 20)
    return _with(drawn, np.clip(levels, 0, 255)[np.asarray(drawn.image)])


def _fade(look: Dice, own: Dice, drawn: Drawn) -> Drawn:
    """Half transparent, and shown on white."""
    kept = look.u(0.6, 0.95)
    return _with(drawn, kept * _pixels(drawn) + (1 - kept) * 255)


def _grey(look: Dice, own: Dice, drawn: Drawn) -> Drawn:
    """Grey, where colours are not all that tells the stones apart."""
    if not drawn.ordered:
        return drawn
    return Drawn(drawn.image.convert("L").convert("RGB"), drawn.boards, drawn.ordered)


def _shade(look: Dice, own: Dice, drawn: Drawn) -> Drawn:
    """The light of a scanner or a lamp: darker to one side."""
    width, height = drawn.image.size
    across = np.linspace(-1, 1, width, dtype=np.float32)[None, :, None] * look.u(-0.12, 0.12)
    down = np.linspace(-1, 1, height, dtype=np.float32)[:, None, None] * look.u(-0.12, 0.12)
    return _with(drawn, _pixels(drawn) * (0.95 + across + down))


def _blur(look: Dice, own: Dice, drawn: Drawn) -> Drawn:
    radius = look.u(0.2, 1.0) * min(1.6, 0.06 * smallest_step(drawn))
    return Drawn(drawn.image.filter(ImageFilter.GaussianBlur(radius)), drawn.boards, drawn.ordered)


def _noise(look: Dice, own: Dice, drawn: Drawn) -> Drawn:
    strength, grainy = look.u(1, 9), look.p(0.5)
    width, height = drawn.image.size
    noise = own.g.standard_normal((height, width, 1 if grainy else 3), dtype=np.float32)
    return _with(drawn, _pixels(drawn) + strength * noise)


def _few_colours(look: Dice, own: Dice, drawn: Drawn) -> Drawn:
    """The palette of a GIF."""
    colours, dotted = look.c(16, 32, 64, 128, 256), look.p(0.5)
    few = drawn.image.quantize(colours, method=Image.Quantize.FASTOCTREE)
    if dotted:
        few = drawn.image.quantize(palette=few, dither=Image.Dither.FLOYDSTEINBERG)
    return Drawn(few.convert("RGB"), drawn.boards, drawn.ordered)


def _press(look: Dice, own: Dice, drawn: Drawn) -> Drawn:
    """JPEG, and never so poor that small stones drown."""
    step = smallest_step(drawn)
    poorest = min(quality for quality, reach in POOREST.items() if step >= reach)
    kept = io.BytesIO()
    drawn.image.save(kept, "JPEG", quality=max(poorest, look.i(30, 95)))
    return Drawn(Image.open(kept).convert("RGB"), drawn.boards, drawn.ordered)
