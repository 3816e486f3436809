"""Imitations of other programs' pictures: windows, pages of text, articles, terminals."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tests.pictures.read.looks import (
    LETTERS,
    Board,
    Look,
    Point,
    disc,
    font,
    mono,
    of_pixels,
    painted,
    points_of,
    printed,
)

STARS = ((2, 2), (2, 6), (6, 2), (6, 6))
WORDS = [
    "corner",
    "settled",
    "first",
    "then",
    "the",
    "sides",
    "only",
    "afterwards",
    "does",
    "fight",
    "move",
    "to",
    "centre",
    "white",
    "has",
    "tried",
    "live",
    "on",
    "a",
    "small",
    "scale",
    "and",
    "black",
    "answers",
    "by",
    "taking",
    "outside",
    "readers",
    "should",
    "count",
    "liberties",
    "before",
    "looking",
]
TEXT = (
    "Black plays at the edge and", "takes four stones. White", "answers.", "", "1. black c3", "2. white d4",
    "3. black pass", "4. white e5", "", "next | before",
)  # fmt: skip


def _grid(draw: ImageDraw.ImageDraw, at: tuple[float, float], step: float, count: int, ink: str) -> None:
    """The lines of a bare board whose first point lies `at`."""
    (x, y), end = at, step * (count - 1)
    for n in range(count):
        draw.line((x + step * n, y, x + step * n, y + end), ink)
        draw.line((x, y + step * n, x + end, y + step * n), ink)


def _stones(
    draw: ImageDraw.ImageDraw,
    board: Board,
    at: tuple[float, float],
    reach: tuple[float, float],
    fills: Sequence[str],
) -> None:
    """The stones of a board whose first point lies `at`; `reach` is the step and the radius, in pixels."""
    step, radius = reach
    for row, col in points_of(board):
        fill = fills["XO".index(board[row][col])]
        disc(draw, (at[0] + step * col, at[1] + step * row), radius, fill=fill, outline=fills[-1])


def window(board: Board, step: int = 36) -> Image.Image:
    """A menu, a bar of buttons, a pane with the board and names around it, and one with words and a box."""
    n, dark = len(board), "#707070"
    side = step * (n + 1) + 20
    image = Image.new("RGB", (side + 270, side + 90), "#dcdad5")
    draw = ImageDraw.Draw(image)
    draw.text((10, 6), "File  Edit  View  Play  Go  Help", "black", mono(15))
    for number in range(9):
        draw.rounded_rectangle((12 + 62 * number, 34, 52 + 62 * number, 66), 4, "#b0c4b0", "#506050")
        draw.text((10 + 62 * number, 70), "Next", "black", mono(13))
    draw.line((0, 28, image.width, 28), dark)
    draw.line((0, 88, image.width, 88), dark)
    draw.rectangle((4, 92, side, side + 84), "#dcb060", dark)
    draw.rectangle((side + 8, 300, side + 262, side + 84), "white", dark)
    for number, line in enumerate(("White", "0 captures", "Black", "0 captures", "black to play")):
        draw.text((side + 30, 100 + 30 * number), line, "black", mono(15))
    left, top = 12 + step, 98 + step
    _grid(draw, (left, top), step, n, "black")
    for i in range(n):
        for at in ((left + step * i, top - step + 8), (left + step * i, top + step * n - 10)):
            draw.text(at, LETTERS[i], "black", mono(20), "mm")
        for at in ((left - step + 8, top + step * i), (left + step * n - 10, top + step * i)):
            draw.text(at, str(n - i), "black", mono(20), "mm")
    _stones(draw, board, (left, top), (step, 0.46 * step), ("#303030", "#d0c0b0", "#707070"))
    return image


def menu_window(board: Board, step: int = 27) -> Image.Image:
    """A board in a pane under a menu and a row of buttons; all panes have borders of several lines."""
    image = Image.new("RGB", (460, 110 + step * 10), "#dcdad5")
    draw, small = ImageDraw.Draw(image), ImageFont.load_default_imagefont()
    for top in (1, 24, 26, 82, 84, 88):
        draw.line((0, top, 460, top), "black" if top in (26, 84) else "#989898")
    draw.text((10, 8), "File  Edit  View  Play  Go  Help", "black", small)
    for number, words in enumerate(("Open", "Save", "Find", "Info", "Undo", "Redo")):
        draw.rectangle((14 + 60 * number, 34, 44 + 60 * number, 60), "#a0b0a0", "#405040")
        draw.text((16 + 60 * number, 66), words, "black", small)
    draw.rectangle((4, 90, 470, image.height - 6), "#dcb060", "black")
    at = (130, 94 + step)
    _grid(draw, at, step, len(board), "black")
    for row, col in points_of(board):
        fill = "#303030" if board[row][col] == "X" else "#d0c0b0"
        disc(draw, (at[0] + step * col, at[1] + step * row), step / 2, fill=fill)
    return image


def pane(board: Board, step: int, margin: int, grain: float = 0.0, ink: str = "black") -> Image.Image:
    """A board on wood with names around it, in a window with words and buttons.

    The wood ends `margin` pixels beyond the outermost lines; `grain` is by how much its columns differ.
    """
    count = len(board)
    side = 2 * margin + step * (count - 1)
    grains = np.random.default_rng(4).normal(0, grain, (1, side, 1))
    plate = of_pixels(np.array([220, 170, 96]) + grains + np.zeros((side, 1, 3)))
    draw, small, last = ImageDraw.Draw(plate), ImageFont.load_default(11), margin + step * (count - 1)
    _grid(draw, (margin, margin), step, count, ink)
    for n in range(count):
        for off in (margin - step / 2, last + step / 2):
            draw.text((margin + step * n, off), LETTERS[n], "black", small, "mm")
            draw.text((off, margin + step * n), str(count - n), "black", small, "mm")
    for row, col in points_of(board):
        fill = "#202020" if board[row][col] == "X" else "#d8d8d8"
        disc(draw, (margin + step * col, margin + step * row), 0.46 * step, fill=fill)
    image = Image.new("RGB", (side + 210, side + 160), "#2e9060")
    image.paste(plate, (20, 80))
    draw = ImageDraw.Draw(image)
    draw.rectangle((18, 78, 20 + side, 80 + side), None, "black", 2)
    draw.rectangle((20, 12, 20 + side, 66), "#c0c0c0", "black")
    draw.text((60, 30), "Game start: black to play", "black", ImageFont.load_default(14))
    for number, words in enumerate(("Info", "Help", "Pass", "Save", "Close")):
        draw.rectangle((side + 50, 90 + 34 * number, side + 190, 116 + 34 * number), "#c0c0c0", "black")
        draw.text((side + 96, 96 + 34 * number), words, "black", ImageFont.load_default(12))
    return image


def faint_pane(board: Board) -> Image.Image:
    """A board of faint lines in a dark pane of a darker window."""
    image = Image.new("RGB", (760, 560), "#20242c")
    image.paste(painted(board, Look(step=51, margin=25, paper="#444444", ink="#565656")), (14, 47))
    ImageDraw.Draw(image).text((16, 16), "New  Undo  Pass", "white", ImageFont.load_default(16))
    return image


def browser_page(board: Board, step: int) -> Image.Image:
    """A heading, a board with its rows named on both sides, a list beside it, a line under it."""
    image = Image.new("RGB", (760, 560), "white")
    draw, n = ImageDraw.Draw(image), len(board)
    draw.text((24, 16), "Problem 3: after the captures", "#222222", font(22))
    draw.line((24, 50, 736, 50), "#bbbbbb")
    x, y, end = 24 + round(1.5 * step), 66 + round(1.5 * step), step * (n - 1)
    draw.rectangle((x - 1.5 * step, y - 1.5 * step, x + end + 1.5 * step, y + end + 1.5 * step), "#dcb35c")
    _grid(draw, (x, y), step, n, "black")
    for k in range(n):
        for at in (x - step, x + end + step):
            draw.text((at, y + step * k), str(n - k), "#402000", font(round(0.35 * step)), "mm")
    _stones(draw, board, (x, y), (step, 0.48 * step), ("#222222", "#eeeeee", "#555555"))
    for number, line in enumerate(TEXT):
        draw.text((60 + step * (n + 2), 80 + 22 * number), line, "#222222", font(15))
    draw.text((24, 530), "Drawn in a browser.", "#222222", font(15))
    return image


def beside_text(board: Board) -> Image.Image:
    """A small board, and lines of text beside it."""
    page = Image.new("RGB", (760, 560), "white")
    look = Look(step=29, margin=17, paper="#f2e6cf", ink="#604020", radius=0.48)
    page.paste(painted(board, look), (24, 65))
    draw = ImageDraw.Draw(page)
    draw.text((24, 20), "Problem 3: after the captures", "#202020", ImageFont.load_default(22))
    draw.line((24, 50, 736, 50), "#a0a0a0")
    for number, line in enumerate(TEXT):
        draw.text((320, 80 + 24 * number), line, "#202020", ImageFont.load_default(15))
    return page


def diagram_page(board: Board, step: int, beside: Board | None = None) -> Image.Image:
    """A printed diagram and two words in a corner of a page with a border; another one lower down."""
    image = Image.new("RGB", (720, 950), "white")
    ImageDraw.Draw(image).rectangle((13, 13, 706, 936), None, "black")
    small = printed(board, step, frame=0.05)
    image.paste(small, (40, 40))
    for number, words in enumerate(("Komi: 6.5", "Diagram 1")):
        place = (60 + small.width, 50 + 40 * number)
        ImageDraw.Draw(image).text(place, words, "black", ImageFont.load_default_imagefont())
    if beside:
        image.paste(printed(beside, step, frame=0.05), (400, 500))
    return image


def article(board: Board, step: int, left: int) -> Image.Image:
    """A page of text with a small figure of a board between the paragraphs."""
    image = Image.new("RGB", (760, 620), "white")
    draw, rng, text = ImageDraw.Draw(image), Random(step), font(15, "DejaVuSerif")
    side = step * (len(board) + 1)
    for y in range(20, 600, 22):
        beside = left + side + 14 if y + 20 > 150 and y < 160 + side + 20 else 40
        line = ""
        while text.getlength(line) < 700 - beside:
            line += rng.choice(WORDS) + " "
        draw.text((beside, y), line, "#202020", text)
    draw.rectangle((left, 160, left + side, 160 + side), "#f3e0b8", "#c0c0c0")
    at = (left + step, 160 + step)
    _grid(draw, at, step, len(board), "#404040")
    _stones(draw, board, at, (step, 0.46 * step), ("black", "white", "black"))
    return image


def session(board: Board) -> Image.Image:
    """What a program for a terminal says before and after the board, in a scalable font."""
    names = " ".join(LETTERS[: len(board)])
    rows = [f"  {len(board) - r} {' '.join(row)} {len(board) - r}" for r, row in enumerate(board)]
    said = ("Beginning a new game.", "", "Board Size:   9", "Handicap      0", "Komi:         6.5",
            "To Move:      black", "", "    White (O) has captured 0 pieces",
            "    Black (X) has captured 0 pieces", "")  # fmt: skip
    image = Image.new("RGB", (800, 560), "white")
    for number, line in enumerate((*said, f"    {names}", *rows, f"    {names}", "", "black(1):")):
        ImageDraw.Draw(image).text((6, 6 + 22 * number), line, "black", mono(18))
    return image


def terminal(board: Board, size: int, paper: str = "#0c0c0c", ink: str = "#cccccc") -> Image.Image:
    """What a program prints on a command, in a scalable font whose letters are no whole pixels wide."""
    high, names = round(1.2 * size), "   " + " ".join(LETTERS[: len(board[0])])
    rows = [f"{len(board) - n:2} {' '.join(line)}" for n, line in enumerate(board)]
    lines = ("showboard", "=", names, *rows, names, "", "captures: black (X) 4  white (O) 8", "> _")
    image = Image.new("RGB", (40 * size * 3 // 5 + 30, high * len(lines) + 30), paper)
    for number, line in enumerate(lines):
        ImageDraw.Draw(image).text((12, 10 + high * number), line, ink, mono(size))
    return image


def bold_terminal(board: Board, left: int, last: Point = (6, 5)) -> Image.Image:
    """Bold letters that a terminal places one by one: pluses for star points, the last move in brackets."""
    bold, names = font(14, "DejaVuSansMono-Bold"), "    " + " ".join("ABCDEFGHJ")
    lines = ["White (O) has captured 9 pieces", "Black (X) has captured 1 pieces", "", names]
    for r, row in enumerate(board):
        signs = ["+" if sign == "." and (r, c) in STARS else sign for c, sign in enumerate(row)]
        gaps = ["(" if (r, c) == last else ")" if (r, c - 1) == last else " " for c in range(9)]
        lines.append(f" {9 - r:2}" + "".join(map("".join, zip(gaps, signs, strict=True))) + f" {9 - r}")
    image = Image.new("RGB", (323, 328), "#fdf6e3")
    for number, line in enumerate([*lines, names, "", "black(57): "]):
        for place, sign in enumerate(line):
            at = (left + place * bold.getlength("M"), 20 + 18 * number)
            ImageDraw.Draw(image).text(at, sign, "#073642", bold)
    return image


def coloured_terminal(board: Board, above: int = 0) -> Image.Image:
    """As a program prints it that gives each letter a ground of its own, in a dark terminal."""
    image = Image.new("RGB", (724, 612), "black")
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(board):
        for col, sign in enumerate(line):
            x, y = 39 + 18 * col, 40 + 19 * row
            ground = {".": "#cdcd00", "X": "black", "O": "#e5e5e5"}[sign]
            draw.rectangle((x, y - above, x + 17, y - above + 18), ground)
            draw.text((x, y), sign, "#cd0000", mono(15))
    for number, letter in enumerate("Move: 0. Captures X: 0 O: 0"):
        draw.text((3 + 9 * number, 40 + 19 * 20), letter, "#e0e0e0", mono(15))
    return image


def dark_wood(board: Board, ink: str = "#8a8a80", grain: float = 7) -> Image.Image:
    """A board of five lines, its names nearly a step beside it, on dark wood whose grain runs down."""
    image = Image.new("RGB", (448, 434), "#203050")
    draw, large = ImageDraw.Draw(image), ImageFont.load_default(19)
    for n in range(5):
        x, y = 80 + 72 * n, 80 + 68.5 * n
        draw.line((x, 80, x, 354), ink)
        draw.line((80, y, 368, y), ink)
        draw.text((x, 22), LETTERS[n], "white", large, "mm")
        draw.text((22, y), str(5 - n), "white", large, "mm")
    for row, col in points_of(board):
        fill = "#141414" if board[row][col] == "X" else "#fafafa"
        disc(draw, (80 + 72 * col, 80 + 68.5 * row), 25, fill=fill)
    noise = np.random.default_rng(1).normal(0, grain, (434 + 24, 448)).cumsum(0)
    return of_pixels(np.asarray(image) + ((noise[24:] - noise[:-24]) / np.sqrt(24))[:, :, None])


def close_page(board: Board, page: str) -> Image.Image:
    """Large stones on faint lines, the side of the page close below."""
    image = Image.new("RGB", (760, 596), page)
    draw = ImageDraw.Draw(image)
    draw.rectangle((28, 70, 496, 536), "#d9b57c")
    _grid(draw, (78, 120), 91, 5, "#a0a0a0")
    for row, col in points_of(board):
        fill = "#323232" if board[row][col] == "X" else "white"
        disc(draw, (78 + 91 * col, 120 + 91 * row), 44, fill=fill)
    return image
