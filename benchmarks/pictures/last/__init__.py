"""The set that is thrown once, at the end: looks that nobody sees while a reader is tuned or trained.

`styles(seed)` are looks that programs of students and public programs really use. Details (colours, steps,
widths, fonts) come from the seed and are the same for all pictures of a look, as in one program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from PIL import Image

from benchmarks.pictures.last import (
    books,
    browser,
    games,
    matplot,
    pages,
    pillow,
    pixels,
    public,
    scenes,
    windows,
)
from benchmarks.pictures.last.tools import Board
from benchmarks.pictures.styles import Style

SEED = 20_261_126
Drawer = Callable[[Board, Random, Random], Image.Image]
Batch = Callable[[Sequence[Board], int], Sequence[Image.Image] | None]


@dataclass(frozen=True)
class Together(Style):
    """A style that draws all its pictures at once with a program, which may be missing."""

    batch: Batch | None = None
    lacks: str = ""

    @property
    def needs(self) -> str:
        """The name of what is missing on this machine when there are no pictures."""
        return self.lacks

    def pictures(self, boards: Sequence[Board], seed: int) -> Sequence[Image.Image | None] | None:
        """A picture of each board; None when the program is missing."""
        assert self.batch
        return self.batch(boards, seed)


def styles(seed: int) -> tuple[Style, ...]:
    """All looks of the set, their details thrown from the seed."""
    alone = (*matplot.MATPLOTLIB, *pillow.PILLOW, *scenes.SCENES, *pixels.NUMPY, *books.NINE)
    return (
        *(_alone(draw, seed) for draw in alone),
        *(_alone(draw, seed, free=True) for draw in (*matplot.FREE, *pillow.FREE)),
        *(_alone(draw, seed, side=19) for draw in books.NINETEEN),
        *(_with(draw, seed, "pygame", "pygame") for draw in games.PYGAME),
        *(_with(draw, seed, "cv2", "opencv") for draw in games.OPENCV),
        *(_page(draw, seed) for draw in pages.PAGES),
        *(_page(draw, seed, free=True) for draw in pages.FREE),
        *(_windows(look, seed) for look in windows.WINDOWS),
        *(_public(look, seed) for look in public.PACKAGES),
        Together("ppm by c", batch=lambda boards, _: pixels.by_c(boards, seed), lacks="gcc"),
        Together("java", batch=lambda boards, _: public.by_java(boards, seed), lacks="javac"),
    )


def _name(draw: Callable[..., object], side: int = 9) -> str:
    return draw.__name__.replace("_", " ") + (f" {side}" if side != 9 else "")


def _alone(draw: Drawer, seed: int, free: bool = False, side: int = 9) -> Style:
    """A look that draws one picture at a time in this process."""
    name = _name(draw, side)
    return Style(name, lambda board, rng: draw(board, rng, Random(f"{name} {seed}")), free=free, side=side)


def _with(draw: Drawer, seed: int, module: str, lacks: str) -> Style:
    """A look that draws with a module that need not be installed."""
    name = _name(draw)

    def batch(boards: Sequence[Board], run: int) -> list[Image.Image] | None:
        if games.module(module) is None:
            return None
        return [draw(b, Random(f"{name} {run} {n}"), Random(f"{name} {seed}")) for n, b in enumerate(boards)]

    return Together(name, batch=batch, lacks=lacks)


def _page(draw: Callable[[Board, Random, Random], browser.Page], seed: int, free: bool = False) -> Style:
    """A look of a page in a browser; the browser's zoom is thrown too."""
    name = f"page {_name(draw)}"

    def batch(boards: Sequence[Board], run: int) -> list[Image.Image] | None:
        throw = Random(f"{name} zoom {seed}")
        made = [draw(b, Random(f"{name} {run} {n}"), Random(f"{name} {seed}")) for n, b in enumerate(boards)]
        return browser.photographed(made, throw.choice((1, 1, 1.25, 0.8)))

    return Together(name, free=free, batch=batch, lacks="chromium")


def _windows(look: str, seed: int) -> Style:
    name = f"window {look.replace('_', ' ')}"
    return Together(
        name, batch=lambda boards, _: windows.photographed(look, boards, seed), lacks="tkinter, Xvfb"
    )


def _public(look: str, seed: int) -> Style:
    return Together(f"public {look}", batch=lambda boards, _: public.drawn(look, boards, seed), lacks=look)
