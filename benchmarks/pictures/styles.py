"""The sets of styles: two for tuning, one held back, and one of web programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from PIL import Image

from benchmarks.pictures import fresh, matplot, second, web
from benchmarks.pictures.looks import Look, as_jpeg, beside, drawn, font
from benchmarks.pictures.positions import positions, standing
from benchmarks.pictures.real import draw_outside
from benchmarks.pictures.stand_in import drawn_by_stand_in
from gograde.pictures.training import looks

Board = tuple[str, ...]
Draw = Callable[[Board, Random], Image.Image]
UNSEEN = 900_000_000  # the first seed of looks for measuring; trainings use those below
THROWN = 200  # looks of a set
Pictures = Callable[[Sequence[Board]], Sequence[Image.Image | None] | None]


@dataclass(frozen=True)
class Style:
    """One way to draw boards.

    `draw` makes one picture. `outside` names a toolkit that runs in its own process, `stand_in` a look of
    the windows that the stand-in for tkinter records, `web` a look of a web program. `program` draws all
    pictures with a public program, which shows only stones with liberties. `free` says that the colours of
    stones are the student's choice, so that a swap cannot be seen. `side` is the number of lines of most
    boards.
    """

    name: str
    draw: Draw | None = None
    outside: str = ""
    free: bool = False
    stand_in: str = ""
    web: str = ""
    side: int = 9
    program: Pictures | None = None

    @property
    def needs(self) -> str:
        """The name of what is missing on this machine when there are no pictures."""
        return self.outside or web.NEEDED

    def boards(self, seed: int, count: int) -> list[Board]:
        """The positions drawn in this style."""
        boards = positions(seed, count, self.side)
        return [standing(board) for board in boards] if self.program else boards

    def pictures(self, boards: Sequence[Board], seed: int) -> Sequence[Image.Image | None] | None:
        """A picture of each board, None for a board it cannot show; None when the toolkit is missing."""
        if self.program:
            return self.program(boards)
        if self.stand_in:
            return drawn_by_stand_in(self.stand_in, boards)
        if self.outside:
            return draw_outside(self.outside, boards)
        if self.web:
            return web.drawn_by_browser(self.web, boards)
        assert self.draw
        return [self.draw(board, Random(f"{self.name} {seed} {n}")) for n, board in enumerate(boards)]


def _look(name: str, look: Look, free: bool = False) -> Style:
    return Style(name, lambda board, rng: drawn(look, board, rng), free=free)


def _named(*drawers: Draw) -> list[Style]:
    """One style per function, with the function's name."""
    return [Style(draw.__name__.replace("_", " "), draw) for draw in drawers]


def _two(board: Board, rng: Random) -> Image.Image:
    other = positions(rng.randrange(2**30), 1)[0]
    look = Look(step=36, margin=30)
    return beside([drawn(look, board, rng), drawn(look, other, rng)], 12, "white")


def _three(board: Board, rng: Random) -> Image.Image:
    looks = Look(step=30, margin=28, cells=True, radius=0.38, smooth=2)
    others = [positions(rng.randrange(2**30), 1)[0] for _ in range(2)]
    images = [drawn(looks, b, rng) for b in (others[0], board, others[1])]
    return beside(images, 20, "#eeeeee", down=True)


def _ascii(board: Board, rng: Random) -> Image.Image:
    from PIL import ImageDraw

    image = Image.new("RGB", (60 + 22 * len(board[0]), 50 + 24 * len(board)), "white")
    pen, mono = ImageDraw.Draw(image), font(18, mono=True)
    for r, row in enumerate(board):
        pen.text((20, 20 + 24 * r), " ".join(row), "black", mono)
    return image


def _terminal(board: Board, rng: Random) -> Image.Image:
    from PIL import ImageDraw

    image = Image.new("RGB", (640, max(400, 60 + 19 * len(board))), "#101418")
    pen, mono = ImageDraw.Draw(image), font(16, mono=True)
    pen.text((8, 6), "  " + " ".join(str(c % 10) for c in range(len(board[0]))), "#c8d0d8", mono)
    for r, row in enumerate(board):
        pen.text((8, 25 + 19 * r), f"{r % 10} " + " ".join(row.replace(".", "+")), "#c8d0d8", mono)
    return image


TUNE = (
    _look("seed", Look()),
    _look(
        "smooth", Look(step=40, margin=44, smooth=3, paper="#dcb35c", stars=True, names="alpha", radius=0.46)
    ),
    _look("cells", Look(step=48, margin=10, cells=True, paper="white", radius=0.4)),
    _look("hollow", Look(step=44, margin=40, paper="white", white=None, radius=0.38)),
    _look("tiny stones", Look(step=40, margin=40, radius=0.18, paper="#e8c88a")),
    _look("touching", Look(step=30, margin=24, radius=0.5, smooth=2, paper="#d9a95b", rim=None)),
    _look("dark", Look(step=46, margin=46, paper="#22262b", ink="#777777", black="#050505", rim="#999999")),
    _look("small", Look(step=15, margin=14, radius=0.42)),
    _look("large", Look(step=95, margin=90, radius=0.45, line=3, stars=True, names="num", rim_width=2)),
    _look("numbers", Look(step=45, margin=45, numbers=True, smooth=2, radius=0.45)),
    _look("wood", Look(step=44, margin=40, wood=14, paper="#c89858", radius=0.45, smooth=2, rim=None)),
    _look("gradient jpeg", Look(step=42, margin=36, gradient=40, paper="#c8a060", jpeg=55, shadow=True)),
    _look("last and legal", Look(step=50, margin=50, dot="red", legal="red", stars=True)),
    _look("turned", Look(step=44, margin=44, turn=3, smooth=2, radius=0.42)),
    _look("letters", Look(step=40, margin=40, letters=("", "X", "O"), paper="white", cells=True)),
    _look("red and blue", Look(step=44, margin=44, black="#d02020", white="#2030d0", rim=None), free=True),
    _look("squares", Look(step=36, margin=36, square=True, radius=0.4, paper="#e0c080", title="Problem 2")),
    _look("wide steps", Look(step=50, margin=40, tall=0.75, radius=0.42, frame=True)),
    _look(
        "grey stones", Look(step=44, margin=44, paper="#a0b8a0", black="#404040", white="#d8d8d8", rim=None)
    ),
    _look("no margin", Look(step=50, margin=2, radius=0.4, smooth=2, paper="#f0d8a8")),
    Style("two boards", _two),
    Style("three boards", _three),
    Style("ascii", _ascii),
    Style("terminal", _terminal),
    Style("matplotlib circles", matplot.circles),
    Style("matplotlib scatter", matplot.scatter),
    Style("matplotlib heat", matplot.heat),
    Style("matplotlib heat bar", matplot.heat_bar, free=True),
    Style("matplotlib pair", matplot.pair),
    Style("cairo", outside="cairo"),
    Style("stand-in window", stand_in="template"),
)

SECOND = (
    *_named(second.raw_pixels),
    Style("raw jpeg", lambda b, r: as_jpeg(second.raw_pixels(b, r), 40)),
    *_named(second.checkers, second.window, second.thin_large, second.wood_photo, second.signs),
    *_named(second.box_drawing, second.turned_two, second.glossy, second.green_cloth, second.marks),
    Style("orange and purple", second.orange_purple, free=True),
    *_named(second.upscaled, second.grid_of_four, second.dashed),
    Style("matplotlib mesh", matplot.mesh),
    Style("matplotlib dark", matplot.dark),
    Style("matplotlib texts", matplot.texts),
    Style("pygame", outside="pygame"),
    Style("tkinter", outside="tkinter"),
)


def held(seed: int) -> tuple[Style, ...]:
    """The looks drawn from a seed, two figures of several boards, and windows."""
    return (
        *(_look(f"look {number}", look) for number, look in enumerate(fresh.looks(seed), 1)),
        Style("figure of two", lambda b, r: fresh.figure(b, r, 2, seed)),
        Style("figure of four", lambda b, r: fresh.figure(b, r, 4, seed)),
        Style("stand-in dressed", stand_in="dressed"),
    )


def thrown(seed: int) -> tuple[Style, ...]:
    """Looks of the generator that the reader learns from, thrown from seeds that no training comes to."""
    return tuple(_thrown(UNSEEN + seed * THROWN + number) for number in range(THROWN))


def _thrown(seed: int) -> Style:
    def draw(board: Board, rng: Random) -> Image.Image:
        labels = np.array([[".XO".index(sign) for sign in line] for line in board], np.int8)
        return looks.picture(seed, rng.randrange(10**6), labels).image

    free = not looks.picture(seed, 0).ordered
    return Style(f"thrown {seed}", draw, free=free)


HELD = held(fresh.SEED)
WEB = tuple(
    Style(web.style_name(name), web=name, side=look.get("side", 9)) for name, look in web.looks().items()
)
