"""Boards drawn for the reader's table: pure functions from values to images."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from benchmarks.pictures import put

Board = tuple[str, ...]
Point = tuple[int, int]
"""Row and column, 0-based from the top left."""

LETTERS = "ABCDEFGHJKLMNOPQRST"
EMPTY: Board = (".........",) * 9


@dataclass(frozen=True)
class Look:
    """How a board is drawn.

    `step`, `margin` (None: a step), `line`, `rim_width` and `names` are in pixels, `radius` in steps,
          `turn` in
    degrees.  A stone without a fill is a ring.  `names` is the distance of the names of rows and columns from
    the first line (0: none), on one side or `around` the board.  `grain` is by how much the columns of pixels
    differ, as on wood, and `shade` the share of light that the lower left corner loses.
    """

    step: int = 40
    margin: int | None = None
    paper: str = "#e8c890"
    ink: str = "black"
    line: int = 1
    black: str | None = "black"
    white: str | None = "white"
    rim: str = "black"
    rim_width: int = 1
    radius: float = 0.42
    cells: bool = False
    turn: float = 0
    names: int = 0
    around: bool = False
    grain: float = 0
    shade: float = 0

    @property
    def start(self) -> int:
        """Pixels from the side of the picture to the first line."""
        return self.step if self.margin is None else self.margin

    def at(self, row: float, col: float) -> tuple[float, float]:
        """x and y of a point."""
        half = 0.5 if self.cells else 0
        return self.start + (col + half) * self.step, self.start + (row + half) * self.step


@dataclass(frozen=True)
class Mark:
    """A mark on a point: `disc`, `cross`, `box` (hollow), `square`, `number` (that of the move) or a text.

    `size` is the reach of a shape from its middle, or the height of a text,
          in steps; `width` that of strokes,
    in pixels.
    """

    shape: str
    size: float
    ink: str
    width: int = 1


def font(size: float, name: str = "DejaVuSans") -> ImageFont.FreeTypeFont:
    """DejaVu out of matplotlib, so that the pictures are the same on every machine."""
    import matplotlib

    return ImageFont.truetype(f"{matplotlib.get_data_path()}/fonts/ttf/{name}.ttf", size)


def mono(size: float) -> ImageFont.FreeTypeFont:
    return font(size, "DejaVuSansMono")


# ---------------------------------------------------------------- boards


def random_board(seed: int, rows: int = 9, cols: int = 9, dense: float = 0.45) -> Board:
    """Stones of both colours anywhere."""
    rng = Random(seed)
    return tuple(
        "".join(rng.choice("XO") if rng.random() < dense else "." for _ in range(cols)) for _ in range(rows)
    )


def other(board: Board, row: int, col: int) -> Board:
    """The board with another sign at a point."""
    return put(board, row, col, {".": "X", "X": "O", "O": "X"}[board[row][col]])


def only(board: Board, sign: str) -> Board:
    """The board with the stones of one colour alone."""
    return tuple("".join(s if s == sign else "." for s in line) for line in board)


def points_of(board: Board, signs: str = "XO") -> tuple[Point, ...]:
    """The points that bear one of the signs, row by row."""
    return tuple((r, c) for r, line in enumerate(board) for c, sign in enumerate(line) if sign in signs)


# ---------------------------------------------------------------- the usual board


def painted(board: Board, look: Look) -> Image.Image:
    """The board in that look."""
    return marked(board, look)


def marked(board: Board, look: Look, *marks: tuple[Iterable[Point], Mark]) -> Image.Image:
    """The board with marks on points."""
    image = _bare(board, look)
    draw = ImageDraw.Draw(image)
    for points, mark in marks:
        for number, point in enumerate(points, 1):
            _put_mark(draw, look, (*point, number), mark)
    return finished(image, look)


def _bare(board: Board, look: Look) -> Image.Image:
    rows, cols, step, start = len(board), len(board[0]), look.step, look.start
    more = 1 if look.cells else 0
    size = (2 * start + step * (cols - 1 + more), 2 * start + step * (rows - 1 + more))
    image = Image.new("RGB", size, look.paper)
    draw = ImageDraw.Draw(image)
    for n in range(cols + more):
        draw.line((start + step * n, start, start + step * n, size[1] - start), look.ink, look.line)
    for n in range(rows + more):
        draw.line((start, start + step * n, size[0] - start, start + step * n), look.ink, look.line)
    if look.names:
        _put_names(draw, look, (rows, cols), size)
    put_stones(draw, board, look)
    return image


def put_stones(
    draw: ImageDraw.ImageDraw, board: Board, look: Look, offset: tuple[float, float] = (0, 0)
) -> None:
    """The stones alone, moved by an offset in pixels."""
    for row, col in points_of(board):
        x, y = look.at(row, col)
        fill = look.black if board[row][col] == "X" else look.white
        disc(
            draw,
            (x + offset[0], y + offset[1]),
            look.radius * look.step,
            fill=fill,
            outline=look.rim,
            width=look.rim_width,
        )


def disc(
    draw: ImageDraw.ImageDraw, middle: tuple[float, float], reach: float, **how: str | int | None
) -> None:
    """A disc around a place; `reach` in pixels."""
    x, y = middle
    draw.ellipse((x - reach, y - reach, x + reach, y + reach), **how)  # type: ignore[arg-type]


def _put_names(draw: ImageDraw.ImageDraw, look: Look, count: tuple[int, int], size: tuple[int, int]) -> None:
    high = ImageFont.load_default(max(11, round(0.4 * look.step)))
    for axis, number in ((0, count[1]), (1, count[0])):
        for n in range(number):
            along = look.at(n, n)[axis]
            name = LETTERS[n] if axis == 0 else str(number - n)
            near = look.start - look.names
            for across in (near, size[1 - axis] - near) if look.around else (near,):
                place = (along, across) if axis == 0 else (across, along)
                draw.text(place, name, look.ink, high, "mm")


def _put_mark(draw: ImageDraw.ImageDraw, look: Look, at: tuple[int, int, int], mark: Mark) -> None:
    row, col, number = at
    (x, y), reach = look.at(row, col), mark.size * look.step
    box = (x - reach, y - reach, x + reach, y + reach)
    if mark.shape == "disc":
        draw.ellipse(box, mark.ink)
    elif mark.shape == "square":
        draw.rectangle(box, mark.ink)
    elif mark.shape == "box":
        draw.rectangle(box, outline=mark.ink, width=mark.width)
    elif mark.shape == "cross":
        for up in (-1, 1):
            draw.line((x - reach, y - reach * up, x + reach, y + reach * up), mark.ink, mark.width)
    else:
        text = str(number) if mark.shape == "number" else mark.shape
        draw.text((x, y), text, mark.ink, ImageFont.load_default(round(reach)), "mm")


def finished(image: Image.Image, look: Look) -> Image.Image:
    """With the grain of wood, with light that falls off, and turned."""
    if look.grain or look.shade:
        rng, (wide, high) = np.random.default_rng(5), image.size
        pixels = np.asarray(image, np.float64)
        pixels = (
            pixels
            + (rng.normal(0, look.grain, wide) + rng.normal(0, look.grain / 3, (high, wide)))[..., None]
        )
        rows, cols = np.mgrid[:high, :wide]
        far = (rows / high + 1 - cols / wide) / 2
        image = of_pixels(pixels * (1 - look.shade * far**3)[..., None])
    if look.turn:
        image = image.rotate(look.turn, Image.Resampling.BICUBIC, expand=True, fillcolor=look.paper)
    return image


def of_pixels(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Image.Image:
    """An image of values from 0 to 255: (rows, columns, 3)."""
    return Image.fromarray(values.clip(0, 255).astype(np.uint8))


def ringed(board: Board, look: Look, point: Point, *discs: tuple[float, str]) -> Image.Image:
    """The board with smooth discs on one point, each of so many steps and a colour, the largest first."""
    image = _bare(board, look)
    large = image.resize((4 * image.width, 4 * image.height))
    draw = ImageDraw.Draw(large)
    x, y = look.at(*point)
    for radius, colour in discs:
        disc(draw, (4 * x + 2, 4 * y + 2), 4 * look.step * radius, fill=colour)
    half = look.step // 2
    box = (round(x) - half, round(y) - half, round(x) + half, round(y) + half)
    image.paste(large.resize(image.size, Image.Resampling.BOX).crop(box), box[:2])
    return finished(image, look)


# ---------------------------------------------------------------- other boards


def chequered(board: Board, step: int = 46, margin: int = 20) -> Image.Image:
    """Squares of two tones without lines, stones inside."""
    size = (step * len(board[0]) + 2 * margin, step * len(board) + 2 * margin)
    image = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(image)
    for r in range(len(board)):
        for c in range(len(board[0])):
            x, y = margin + c * step, margin + r * step
            tone = "#c9a566" if (r + c) % 2 else "#e6cf9c"
            draw.rectangle((x, y, x + step - 1, y + step - 1), tone)
    look = Look(step=step, margin=margin, cells=True, radius=(step / 2 - 5) / step, rim_width=0)
    put_stones(draw, board, look)
    return image


def thick(board: Board, width: float, thin: str | None = None) -> Image.Image:
    """A board of 800 pixels whose lines are `width` wide; with `thin` every second line is three wide."""
    image = Image.new("RGB", (800, 800), "#bd9e84")
    draw, step = ImageDraw.Draw(image), 800 / len(board)
    near, far = step / 2, 800 - step / 2
    for number in range(len(board)):
        slight = thin is not None and number % 2 == 1
        at, half, ink = near + number * step, 1 if slight else width / 2, thin if slight else "#6b472b"
        draw.rectangle((at - half, near, at + half, far), ink)
        draw.rectangle((near, at - half, far, at + half), ink)
    for row, col in points_of(board):
        fill = "#392c26" if board[row][col] == "X" else "#f5f2ef"
        disc(draw, (near + col * step, near + row * step), 0.42 * step, fill=fill)
    return image


def walled(board: Board, wide: frozenset[int]) -> Image.Image:
    """Stones in cells, with names; the walls with these numbers are three pixels wide, the others one."""
    look = Look(step=60, margin=86, cells=True, radius=0.41, paper="#f1d7a1", ink="#5c4020", names=54,
                black="#202020", white="#f4f4f4", rim="#202020")  # fmt: skip
    image = painted(board, look)
    draw, last = ImageDraw.Draw(image), 86 + 60 * len(board)
    for number in wide:
        at = 86 + 60 * number
        draw.line((at, 86, at, last), look.ink, 3)
        draw.line((86, at, last, at), look.ink, 3)
    return image


def printed(board: Board, step: int, ink: str = "black", frame: float = 0.1) -> Image.Image:
    """Rings and discs on fine lines in a frame of so many steps, drawn four times as large and reduced."""
    size, by = len(board), step * 4
    look = Look(step=by, paper="white", ink=ink, line=3, radius=0.48, rim_width=3)
    image, first, last = painted(EMPTY if size == 9 else ("." * size,) * size, look), by, by * size
    draw = ImageDraw.Draw(image)
    corners = (first, first), (last, first), (last, last), (first, last), (first, first)
    draw.line(corners, "black", round(frame * by), joint="curve")
    put_stones(draw, board, look)
    return image.resize((step * (size + 1),) * 2, Image.Resampling.BOX)


def dark_frame(board: Board) -> Image.Image:
    """Stones on a dark ground whose outermost lines are as thick as a frame of double lines."""
    look = Look(step=20, margin=40, paper="black", ink="white", rim="white", radius=0.3)
    image = painted(tuple("." * len(line) for line in board), look)
    draw, (wide, high) = ImageDraw.Draw(image), image.size
    draw.rectangle((37, 37, wide - 37, high - 37), outline="white", width=7)
    put_stones(draw, board, look)
    return image


def framed(board: Board, look: Look, *offsets: int) -> Image.Image:
    """The board with frames of two pixels, so many pixels beyond its outermost lines."""
    image = painted(board, look)
    draw, (wide, high), start = ImageDraw.Draw(image), image.size, look.start
    for off in offsets:
        draw.rectangle(
            (start - off, start - off, wide - start + off, high - start + off), outline="black", width=2
        )
    return image


def figure(boards: Sequence[Board], look: Look, gap: int = 30) -> Image.Image:
    """Boards of one size and look, two in a row."""
    images = [painted(board, look) for board in boards]
    (wide, high), rows = images[0].size, -(-len(images) // 2)
    sheet = Image.new("RGB", (2 * wide + gap, rows * high + (rows - 1) * gap), "white")
    for n, image in enumerate(images):
        sheet.paste(image, (n % 2 * (wide + gap), n // 2 * (high + gap)))
    return sheet


def numbers(board: Board, look: Look, size: float) -> Iterator[tuple[Sequence[Point], Mark]]:
    """Numbers of the moves, in the ink that is seen on each stone."""
    for n, (row, col) in enumerate(points_of(board), 1):
        ink = look.white if board[row][col] == "X" else look.black
        yield [(row, col)], Mark(str(n), size, ink or "black")
