"""One picture out of boards: side by side, in a window, on a page, beside a panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from gograde.pictures.training.looks import around
from gograde.pictures.training.looks.around import Style
from gograde.pictures.training.looks.made import Dice, Drawn, font
from gograde.pictures.training.looks.moved import moved, resized, smallest_step

SMALLEST_STEP = 9.0  # pixels: below, stones run together
ARROW_ROOM = 14  # pixels between boards in which an arrow can be seen
WIDEST = 1500  # pixels of boards side by side: a large screen
LARGEST = 1900  # pixels of a whole scene
APART = 0.5  # steps between pictures: boards that touch would look like one wide board
BARE = 0.5  # of all pictures have nothing around their boards
NAMES = (
    ("before", "after"),
    ("Problem 1", "Problem 2", "Problem 3", "Problem 4", "Problem 5", "Problem 6"),
    ("train_1", "train_2", "train_3", "test_1", "test_2", "test_3"),
    ("(a)", "(b)", "(c)", "(d)", "(e)", "(f)"),
    ("test_1 before", "test_1 after", "test_2 before", "test_2 after", "test_3 before", "test_3 after"),
)

Surround = Callable[[Dice, Dice, Style, Drawn], Drawn]


def arrange(look: Dice, own: Dice, drawn: Sequence[Drawn]) -> Drawn:
    """All of the boards in one picture, and what a program or a screen shows around them."""
    style = around.style_of(look, drawn[0].image)
    scene = drawn[0] if len(drawn) == 1 else _together(look, style, drawn)
    if look.p(BARE):
        return scene
    inner: tuple[Surround, ...] = (around.panel, around.panel, around.results, around.border)
    outer: tuple[Surround, ...] = (around.window, around.window, around.page, around.desktop)
    if look.p(0.7):
        scene = look.c(*inner)(look, own, style, scene)
    if look.p(0.55):
        surround = look.c(*outer)
        if surround is around.desktop and look.p(0.7):
            scene = around.window(look, own, style, scene)
        scene = surround(look, own, style, scene)
    return _fitting(scene)


def _fitting(scene: Drawn) -> Drawn:
    """The scene no larger than a large screen, as long as its stones can still be seen."""
    factor = max(LARGEST / max(scene.image.size), SMALLEST_STEP / smallest_step(scene))
    return resized(scene, factor, Image.Resampling.LANCZOS) if factor < 1 else scene


@dataclass(frozen=True)
class Grid:
    """Equal places for boards, in pixels."""

    columns: int
    cell: tuple[int, int]
    gap: int
    words: int
    margin: int

    def place(self, index: int) -> tuple[int, int]:
        """The left top corner of a place, below its words."""
        row, col = divmod(index, self.columns)
        return (
            self.margin + col * (self.cell[0] + self.gap),
            self.margin + row * (self.cell[1] + self.gap + self.words) + self.words,
        )

    def size(self, count: int) -> tuple[int, int]:
        """The size of the whole picture for so many boards."""
        rows = -(-count // self.columns)
        return (
            2 * self.margin + self.columns * (self.cell[0] + self.gap) - self.gap,
            2 * self.margin + rows * (self.cell[1] + self.gap + self.words) - self.gap,
        )


def _together(look: Dice, style: Style, drawn: Sequence[Drawn]) -> Drawn:
    count = len(drawn)
    columns = look.c(count, count, 1, 2, 3) if count > 2 else look.c(count, count, count, 1)
    columns = min(columns, count)
    rows = -(-count // columns)
    widest = max(board.image.width for board in drawn) * columns
    highest = max(board.image.height for board in drawn) * rows
    step = min(smallest_step(board) for board in drawn)
    factor = min(1.0, max(WIDEST / max(widest, highest), SMALLEST_STEP / step))
    if factor < 1:
        drawn = [resized(board, factor, Image.Resampling.LANCZOS) for board in drawn]
    grid = Grid(
        columns=columns,
        cell=(max(board.image.width for board in drawn), max(board.image.height for board in drawn)),
        gap=round(look.c(APART, look.u(APART, 2.5)) * step * factor),
        words=look.c(0, 0, 1) * (style.size + 8),
        margin=look.c(0, 0, 4, look.i(2, 40)),
    )
    return _filled(look, style, drawn, grid)


def _filled(look: Dice, style: Style, drawn: Sequence[Drawn], grid: Grid) -> Drawn:
    names = look.c(*NAMES)
    arrow = look.p(0.4) and grid.columns == len(drawn) == 2
    ruled = look.p(0.15)
    image = Image.new("RGB", grid.size(len(drawn)), style.paper)
    pen = ImageDraw.Draw(image)
    boards = []
    for index, board in enumerate(drawn):
        x, y = grid.place(index)
        across = x + (grid.cell[0] - board.image.width) // 2
        image.paste(board.image, (across, y))
        boards += [moved(placed, across, y) for placed in board.boards]
        if grid.words:
            words = names[index % len(names)]
            middle = (x + grid.cell[0] / 2, y - grid.words / 2)
            pen.text(middle, words, fill=style.ink, font=font(style.letters, style.size), anchor="mm")
        if ruled:
            corner = (x + grid.cell[0] - 1, y + grid.cell[1] - 1)
            pen.rectangle((x, y, *corner), outline=style.ink)
    if arrow and grid.gap > ARROW_ROOM:
        x, y = grid.place(1)
        _arrow(pen, style, (x - grid.gap, x), y + grid.cell[1] // 2)
    return Drawn(image, tuple(boards), all(board.ordered for board in drawn))


def _arrow(pen: ImageDraw.ImageDraw, style: Style, reach: tuple[int, int], y: int) -> None:
    left, right = reach[0] + 2, reach[1] - 2
    head = min(10, (right - left) // 2)
    pen.line((left, y, right - head, y), fill=style.ink, width=2)
    pen.polygon(((right, y), (right - head, y - head * 0.6), (right - head, y + head * 0.6)), fill=style.ink)
