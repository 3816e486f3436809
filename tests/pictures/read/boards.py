"""Pictures of boards in many looks, and wrong boards, for the tests of the reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product
from random import Random

from PIL import Image, ImageColor, ImageDraw

from gograde.pictures.picture import Picture
from gograde.pictures.read.question import Board, mirrored, shifted, swapped, transposed

SIDE = 4
"""Times that a picture is drawn larger, so that its discs are round when it is reduced."""


@dataclass(frozen=True)
class Look:
    """How a board is drawn: a grid, or cells, with discs, squares or letters in two colours.

    `margin` is from the border to the first line, or to the walls of the first cell. `walls` puts stones into
    cells. `radius` is in steps. `tall` is the step down against that across. `page` lies around
    the board.
    """

    step: int = 40
    margin: int = 40
    paper: str = "#dcb35c"
    ink: str = "black"
    black: str = "black"
    white: str = "white"
    outline: str = "black"
    radius: float = 0.45
    tall: float = 1.0
    walls: bool = False
    square: bool = False
    letters: str = ""
    page: str = ""
    fill: str = ""
    stars: bool = False


LOOKS: Mapping[str, Look] = {
    "plain": Look(),
    "small discs": Look(step=45, margin=30, radius=0.2, paper="#c8aa78", ink="#967d55", outline=""),
    "faint lines": Look(step=45, margin=30, radius=0.2, paper="#c8aa78", ink="#bfa06c", outline=""),
    "brown and cream": Look(black="#5a3010", white="#fff4d8"),
    "pale paper": Look(paper="#e8e8e0", stars=True),
    "in cells": Look(walls=True, margin=20),
    "squares fill cells": Look(walls=True, square=True, radius=0.5, margin=0, outline=""),
    "greys": Look(
        40, 30, "#808080", "#808080", outline="", radius=0.5, walls=True, square=True, page="white"
    ),
    "oblong": Look(tall=1.4),
}
"""Looks that are read alone."""

LETTERS = Look(letters="BW", fill="#cccccc")
"""Discs of one fill: a letter says which is which."""

COLOURS = Look(black="#d02020", white="#2040d0")
"""Neither colour means black."""

BARE = Look(ink="#dcb35c", outline="")
"""Without a line nothing says where the board ends."""


def random_board(seed: int, rows: int = 9, cols: int = 9) -> Board:
    """A board about half full, with stones of both colours."""
    rng = Random(seed)
    return tuple("".join(rng.choice("..XO") for _ in range(cols)) for _ in range(rows))


def put(board: Board, row: int, col: int, sign: str) -> Board:
    """The board with another sign at a point."""
    line = board[row]
    return (*board[:row], line[:col] + sign + line[col + 1 :], *board[row + 1 :])


def wrong_boards(board: Board, rng: Random) -> list[Board]:
    """Boards that a wrong program may have drawn instead of this one."""
    points = [(r, c) for r in range(len(board)) for c in range(len(board[0]))]
    changed = [put(board, r, c, rng.choice(".XO".replace(board[r][c], ""))) for r, c in rng.sample(points, 3)]
    whole = [mirrored(board), board[::-1], swapped(board), shifted(board, 0, 1), shifted(board, 1, 0)]
    turned = [transposed(board)] if len(board) == len(board[0]) else []
    return [one for one in (*changed, *whole, *turned) if one != board]


def painted(board: Board, look: Look = Look()) -> Image.Image:
    """The board in a look."""
    rows, cols = len(board), len(board[0])
    across, down, margin = look.step * SIDE, round(look.step * look.tall) * SIDE, look.margin * SIDE
    more = 1 if look.walls else 0
    right, bottom = margin + (cols - 1 + more) * across, margin + (rows - 1 + more) * down
    image = Image.new("RGB", (right + margin + SIDE, bottom + margin + SIDE), look.page or look.paper)
    pen = ImageDraw.Draw(image)
    pen.rectangle((margin, margin, right, bottom), look.paper)
    for col in range(cols + more):
        pen.line((margin + col * across, margin, margin + col * across, bottom), look.ink, SIDE)
    for row in range(rows + more):
        pen.line((margin, margin + row * down, right, margin + row * down), look.ink, SIDE)
    first = margin + more * across // 2, margin + more * down // 2
    for row, col in ((r, c) for r in (2, 4, 6) for c in (2, 4, 6) if look.stars and r < rows and c < cols):
        x, y, dot = first[0] + col * across, first[1] + row * down, across * 0.08
        pen.ellipse((x - dot, y - dot, x + dot, y + dot), look.ink)
    for row, line in enumerate(board):
        for col, sign in enumerate(line):
            if sign != ".":
                _stone(pen, look, (first[0] + col * across, first[1] + row * down), sign)
    return image.resize((image.width // SIDE, image.height // SIDE), Image.Resampling.BOX)


def _stone(pen: ImageDraw.ImageDraw, look: Look, at: tuple[int, int], sign: str) -> None:
    (x, y), wide = at, look.radius * look.step * SIDE
    high = wide * look.tall if look.square else wide
    fill = look.fill or (look.black if sign == "X" else look.white)
    box = (x - wide, y - high, x + wide, y + high)
    if look.square:
        pen.rectangle(box, fill)
    else:
        pen.ellipse(box, fill, look.outline or None, SIDE)
    if look.letters:
        pen.text((x, y), look.letters[sign == "O"], "black", anchor="mm", font_size=look.step * SIDE * 0.5)


def picture_of(image: Image.Image) -> Picture:
    """The pixels of an image."""
    return Picture(image.width, image.height, image.convert("RGB").tobytes())


def drawn(board: Board, look: Look = Look()) -> Picture:
    """The picture of a board in a look."""
    return picture_of(painted(board, look))


def random_look(rng: Random) -> Look:
    """A look near one of those that are read alone, whose lines are as faint as there and no fainter."""
    look = rng.choice([*LOOKS.values()])
    grey = rng.randrange(-8, 9)
    step, margin = look.step + rng.randrange(-8, 9), look.margin + rng.randrange(9)
    colours = map(ImageColor.getrgb, (look.paper, look.ink))
    paper, ink = ("#" + bytes(min(255, max(0, part + grey)) for part in one).hex() for one in colours)
    return replace(look, step=step, margin=margin, paper=paper, ink=ink)


# -- A slow oracle: whether a board is what single pixels show, where the look says that the points lie

FAR = 60
"""The least difference of two colours, the sum over red, green and blue, of points of different kinds."""


def explains(image: Image.Image, look: Look, board: Board) -> bool:
    """Whether the darker of the stones are where the board has black ones, the others where it has white."""
    seen: dict[str, set[tuple[int, ...]]] = {".": set(), "X": set(), "O": set()}
    for row, col in product(range(len(board)), range(len(board[0]))):
        half = look.step / 2 if look.walls else 0.0
        x = look.margin + half + col * look.step
        y = look.margin + half * look.tall + row * round(look.step * look.tall)
        # Beside the lines: what lies there is a stone, or the paper.
        pixel = image.getpixel((round(x + 0.12 * look.step), round(y + 0.12 * look.step)))
        assert isinstance(pixel, tuple)
        seen[board[row][col]].add(pixel)
    for one, other in product(".XO", ".XO"):
        pairs = product(seen[one], seen[other])
        if any((_apart(a, b) > FAR) != (one != other) for a, b in pairs):
            return False
    return all(sum(black) < sum(white) for black, white in product(seen["X"], seen["O"]))


def _apart(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))
