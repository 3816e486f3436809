"""Habits of programs that are handed in: marks of captures, terminals in scalable fonts, figures in text."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from gograde.pictures.picture import Picture
from gograde.pictures.read import Question, recognise
from gograde.pictures.read.lattice.grids import Grid, Kind
from gograde.pictures.read.lattice.regions import lined_parts
from gograde.pictures.read.pixels import sheet_of, summed
from gograde.pictures.read.stones import colours
from gograde.pictures.read.stones.classes import judged, labels_of, samples_of
from gograde.pictures.read.stones.patches import patches_of
from gograde.pictures.read.typed.typed_boards import typed_boards
from gograde.pictures.read.verdict import mismatch as plain
from gograde.pictures.read.verdict.rivals import shifted, swapped
from tests.pictures.boards_drawn import (
    ACCEPTED,
    REJECTED,
    REVIEW,
    Board,
    asked,
    fresh,
    long,
    picture_of,
    put,
    random_board,
)
from tests.pictures.test_recognise_looks import Pen, painted

BOARD = (
    ".OO..XXO.", ".XXOOX.OO", "OO.O.XOOO", "OO.O...XO", "...O.X.X.", "..OOOXX.O", "....X...X", "X..O..OX.",
    ".....XXOO",
)  # fmt: skip
CAPTURED = ((0, 0), (4, 6), (7, 5))
PENS = {
    "pale": Pen(paper="#c8d4cc", ink="#305040", line=2),
    "wood": Pen(step=25, margin=30),
    "green": Pen(step=30, margin=40, paper="#609060", ink="white", rim="#202020"),
}


def font(size: float, name: str = "DejaVuSans") -> ImageFont.FreeTypeFont:
    import matplotlib

    return ImageFont.truetype(f"{matplotlib.get_data_path()}/fonts/ttf/{name}.ttf", size)


# ---------------------------------------------------------------- captures and the last move, marked


def crossed(board: Board, pen: Pen, spots: tuple[tuple[int, int], ...] = CAPTURED) -> Image.Image:
    """The board with a red cross on each of these points."""
    image = painted(board, pen)
    draw = ImageDraw.Draw(image)
    far = round(0.2 * pen.step)
    for row, col in spots:
        x, y = pen.margin + pen.step * col, pen.margin + pen.step * row
        for up in (-1, 1):
            draw.line((x - far, y - far * up, x + far, y + far * up), "#e00000", 3)
    return image


@pytest.mark.parametrize("look", ["pale", "wood", long("green")])
def test_a_cross_where_stones_were_captured_is_no_stone(look: str) -> None:
    image = crossed(BOARD, PENS[look])
    still_there = BOARD
    for point in CAPTURED:
        still_there = put(still_there, *point, "X")
    wrong = (still_there, put(BOARD, 4, 6, "O"), put(BOARD, 4, 6, "X"), swapped(BOARD))
    assert asked(image, BOARD, *wrong) == [ACCEPTED, *[REJECTED] * 4]


@pytest.mark.parametrize("fill", ["black", "white", "red"])
@pytest.mark.parametrize("reach", [0.22, 0.26, long(0.3)])
def test_a_small_disc_may_be_a_stone(fill: str, reach: float) -> None:
    """In the colour of a stone, or in any that fills the middle of its point."""
    pen = PENS["wood"]
    image, far = painted(BOARD, pen), reach * pen.step
    x, y = (pen.margin + pen.step * place for place in (6, 4))
    ImageDraw.Draw(image).ellipse((x - far, y - far, x + far, y + far), fill)
    assert ACCEPTED not in asked(image, BOARD, put(BOARD, 4, 6, "X"), put(BOARD, 4, 6, "O"))


def test_beside_one_colour_alone_a_cross_may_be_the_other() -> None:
    """Black may be drawn as crosses and white as discs."""
    whites = tuple(line.replace("X", ".") for line in BOARD)
    assert asked(crossed(whites, PENS["wood"]), whites) == [REVIEW]


def squared(board: Board, pen: Pen, point: tuple[int, int]) -> Image.Image:
    """The board with a red square around the middle of a stone, as wide as two thirds of it."""
    image, far = painted(board, pen), round(0.28 * pen.step)
    x, y = (pen.margin + pen.step * place for place in point[::-1])
    ImageDraw.Draw(image).rectangle((x - far, y - far, x + far, y + far), outline="#e00000", width=2)
    return image


@pytest.mark.parametrize("look", ["pale", "wood", long("green")])
@pytest.mark.parametrize("point", [(4, 3), (1, 1)])
def test_a_square_marks_the_last_move(look: str, point: tuple[int, int]) -> None:
    image = squared(BOARD, PENS[look], point)
    other = "X" if BOARD[point[0]][point[1]] == "O" else "O"
    assert asked(image, BOARD, put(BOARD, *point, other), put(BOARD, *point, "."))[0] is ACCEPTED
    assert ACCEPTED not in asked(image, put(BOARD, *point, other), put(BOARD, *point, "."))


# ---------------------------------------------------------------- two stones that are not the same


def test_a_filled_and_a_hollow_stone_are_not_both_white(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small squares on a dark board, black with a light rim: the only two, of which the usual is halfway."""
    picture, board = fresh(35455565, "figure of four")[8]
    white = put(board, 4, 6, "O")
    assert asked(picture, white) == [REVIEW]
    monkeypatch.setattr(plain, "_FEW", 0)
    assert asked(picture, white) == [ACCEPTED]


# ---------------------------------------------------------------- type that is not made of whole pixels


def terminal(board: Board, size: int, colours: tuple[str, str], name: str = "DejaVuSansMono") -> Picture:
    """What a program prints, drawn line by line with a scalable font."""
    mono, high = font(size, name), round(1.2 * size)
    names = "   " + " ".join("ABCDEFGHJKLMNOPQRST"[: len(board[0])])
    rows = [f"{len(board) - n:2} {' '.join(line)}" for n, line in enumerate(board)]
    lines = ("showboard", "=", names, *rows, names, "", "captures: black (X) 4  white (O) 8", "> _")
    image = Image.new("RGB", (40 * size * 3 // 5 + 30, high * len(lines) + 30), colours[0])
    draw = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        draw.text((12, 10 + high * number), line, colours[1], mono)
    return picture_of(image)


@pytest.mark.parametrize("size", [13, 16, long(18), 22])
@pytest.mark.parametrize("colours", [("#0c0c0c", "#cccccc"), long(("#fdf6e3", "#073642"))])
def test_letters_of_a_scalable_font_are_read_by_their_pixels(size: int, colours: tuple[str, str]) -> None:
    assert font(size, "DejaVuSansMono").getlength("X") % 1 > 0.1
    picture = terminal(BOARD, size, colours)
    typed = typed_boards(picture, 9, 9)
    assert [one.labels.tolist() for one in typed] == [labels_of(BOARD).tolist()]
    wrong = (put(BOARD, 4, 4, "X"), shifted(BOARD, 1, 0), shifted(BOARD, 0, -1))
    assert asked(picture, BOARD, swapped(BOARD), *wrong) == [ACCEPTED, REVIEW, *[REJECTED] * 3]


@pytest.mark.parametrize("size", [13, 16, 22])
def test_where_such_letters_lie_is_told(size: int) -> None:
    mono = font(size, "DejaVuSansMono")
    lattice = recognise(Question(terminal(BOARD, size, ("white", "black")), BOARD)).lattice
    assert lattice is not None
    step = mono.getlength("X X") - mono.getlength("X")
    assert lattice.right[0] == pytest.approx(step, abs=0.05)
    assert lattice.origin[0] == pytest.approx(12 + mono.getlength("   ") + step / 4, abs=0.12 * step)


def printed(board: Board, left: int) -> Picture:
    """As a terminal prints it that places each bold letter by itself: pluses for stars, one marked stone."""
    mono, names = font(14, "DejaVuSansMono-Bold"), "    " + " ".join("ABCDEFGHJ")
    lines = ["White (O) has captured 9 pieces", "Black (X) has captured 1 pieces", "", names]
    for r, row in enumerate(board):
        signs = ["+" if sign == "." and (r, c) in STARS else sign for c, sign in enumerate(row)]
        gaps = ["(" if (r, c) == MARKED else ")" if (r, c - 1) == MARKED else " " for c in range(9)]
        lines.append(f" {9 - r:2}" + "".join(map("".join, zip(gaps, signs, strict=True))) + f" {9 - r}")
    image = Image.new("RGB", (323, 328), "#fdf6e3")
    draw = ImageDraw.Draw(image)
    for number, line in enumerate([*lines, names, "", "black(57): "]):
        for place, sign in enumerate(line):
            draw.text((left + place * mono.getlength("M"), 20 + 18 * number), sign, "#073642", mono)
    return picture_of(image)


STARS, MARKED = ((2, 2), (2, 6), (6, 2), (6, 6)), (6, 5)
WHITES = (
    "....O.O..", "O..O.....", "..O.O....", ".OOO.....", ".O.OOO...", "..O.O.OOO", ".O...OO..", "OOOO.....",
    "OO.O.....",
)  # fmt: skip


@pytest.mark.parametrize("left", [22, long(27), long(31)])
def test_bold_letters_o_alone_are_not_black(left: int, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = printed(WHITES, left)
    assert asked(picture, swapped(WHITES), WHITES) == [REVIEW, ACCEPTED]
    monkeypatch.setattr(colours, "_shows_paper", lambda *_: False)
    assert asked(picture, swapped(WHITES)) == [ACCEPTED]


# ---------------------------------------------------------------- figures among text

WORDS = (
    "corner", "settled", "first", "then", "the", "sides", "only", "afterwards", "does", "fight", "move", "to",
    "centre", "white", "has", "tried", "live", "on", "a", "small", "scale", "and", "black", "answers", "by",
    "taking", "outside", "readers", "should", "count", "liberties", "before", "looking",
)  # fmt: skip


def article(board: Board, step: int, left: int) -> Picture:
    """A page of text with a small figure of a board between the paragraphs."""
    image = Image.new("RGB", (760, 620), "white")
    draw, rng, text = ImageDraw.Draw(image), Random(step), font(15, "DejaVuSerif")
    side = step * (len(board) + 1)
    y = 20
    while y < 600:
        beside = left + side + 14 if y + 20 > 150 and y < 160 + side + 20 else 40
        line = ""
        while text.getlength(line) < 700 - beside:
            line += rng.choice(WORDS) + " "
        draw.text((beside, y), line, "#202020", text)
        y += 22
    draw.rectangle((left, 160, left + side, 160 + side), "#f3e0b8", "#c0c0c0")
    x0, y0, end = left + step, 160 + step, step * (len(board) - 1)
    for n in range(len(board)):
        draw.line((x0, y0 + step * n, x0 + end, y0 + step * n), "#404040")
        draw.line((x0 + step * n, y0, x0 + step * n, y0 + end), "#404040")
    for r, row in enumerate(board):
        for c, stone in enumerate(row):
            if stone != ".":
                x, y, far = x0 + step * c, y0 + step * r, 0.46 * step
                draw.ellipse(
                    (x - far, y - far, x + far, y + far), "black" if stone == "X" else "white", "black"
                )
    return picture_of(image)


@pytest.mark.parametrize(
    ("seed", "step", "left"), [(1, 17, 60), (2, 20, 300), long(3, 24, 420), long(4, 18, 90)]
)
def test_a_small_figure_in_an_article_is_found(seed: int, step: int, left: int) -> None:
    board = random_board(seed, 9, 9, 0.4)
    picture = article(board, step, left)
    wrong = (swapped(board), shifted(board, 1, 0), put(board, 4, 4, "X" if board[4][4] != "X" else "O"))
    right, *others = asked(picture, board, *wrong)
    assert right is ACCEPTED
    assert ACCEPTED not in others


def test_marks_are_asked_for_only_where_lines_surely_hold_the_lattice() -> None:
    """On one that signs alone hold, what is strange in a point speaks against it: a board moved by a line."""
    pen = PENS["wood"]
    sheet = sheet_of(picture_of(crossed(BOARD, pen)))
    grid = Grid(Kind.POINTS, 9, 9, float(pen.margin), float(pen.step), float(pen.margin), float(pen.step))
    inner = patches_of(sheet, summed(sheet.rgb), grid).inner
    loose, held = (judged(samples_of(inner, held=sure), labels_of(BOARD)) for sure in (False, True))
    marked = [9 * row + col for row, col in CAPTURED]
    assert loose.margins[marked].max() <= 0
    assert held.margins[marked].min() > 0.3
    assert np.delete(loose.margins, marked).min() == np.delete(held.margins, marked).min()


def test_a_part_with_long_lines_is_one_of_its_own() -> None:
    board = random_board(2, 9, 9, 0.4)
    (part,) = lined_parts(sheet_of(article(board, 20, 300)).luma)
    rows, cols = part
    assert rows.start <= 160 and rows.stop >= 360 and cols.start <= 300 and cols.stop >= 500
    assert (rows.stop - rows.start) * (cols.stop - cols.start) < 2 * 200 * 200


def test_lines_of_text_are_no_part_of_their_own() -> None:
    assert lined_parts(sheet_of(article((".........",) * 9, 0, 2000)).luma) == []


@pytest.mark.parametrize("tone", [0.0, 0.1])
def test_on_chequered_squares_marks_are_asked_for(tone: float) -> None:
    """Black stones on squares of one tone may count as empty points there, and others are odd beside them."""
    inner = np.full((9, 9, 69, 3), 0.6, np.float32)
    inner[np.indices((9, 9)).sum(0) % 2 == 1] += tone
    assert samples_of(inner, held=True).held is (tone == 0)
