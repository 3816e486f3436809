"""What a program draws on every board, and stones of a colour that the expected board does not have."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from gograde.pictures.read import Question, recognise
from gograde.pictures.read.lattice.grids import Grid, Kind
from gograde.pictures.read.question import Outcome
from gograde.pictures.read.stones.classes import Fit, labels_of
from gograde.pictures.read.stones.colours import Order
from gograde.pictures.read.stones.patches import INSIDE, Patches
from gograde.pictures.read.verdict import verdict as module
from gograde.pictures.read.verdict.differences import differences
from gograde.pictures.read.verdict.trial import Trial
from gograde.pictures.read.verdict.verdict import _is_furniture
from tests.pictures.boards_drawn import ACCEPTED, REJECTED, REVIEW, Board, long, picture_of, put, random_board
from tests.pictures.test_recognise_looks import Pen, painted


def read_as(board: Board) -> Trial:
    """A lattice on which every point reads clearly so."""
    size, labels = len(board) * len(board[0]), labels_of(board)
    fit = Fit(labels, np.ones(size), np.full(size, 0.01), 0.01 * size, 1.0, np.ones((3, 3)))
    grid = Grid(Kind.SIGNS, len(board), len(board[0]), 10, 20, 10, 20, 0.9)
    patches = Patches(np.zeros((len(board), len(board[0]), len(INSIDE), 3), np.float32))
    return Trial(grid, fit, Order.UNKNOWN, patches)


EMPTY = "......... " * 9
STARS = "......... ......... ..X...X.. ......... ....X.... ......... ..X...X.. ......... ........."
SIDES = "XXX.XX O....X ...... ...... .X.... O....."


@pytest.mark.parametrize(
    ("expected", "seen", "may_be"),
    [
        (EMPTY, STARS, True),
        (EMPTY, f"X{STARS[1:]}", False),
        (EMPTY, STARS.replace("X", "O", 1), False),
        (SIDES.replace("XXX.XX", "X.....").replace("O....X", "O....."), SIDES, True),
        (SIDES.replace("XXX.XX", "X.X..X"), SIDES, False),
        (SIDES.replace("XXX.XX", "......").replace("X", "."), SIDES, False),
        (SIDES.replace("XXX.XX", "OOO.OO"), SIDES, False),
    ],
    ids=[
        "star points",
        "one more",
        "two colours",
        "sides",
        "few on sides",
        "one within",
        "other stones there",
    ],
)
def test_what_a_program_draws_on_every_board(expected: str, seen: str, may_be: bool) -> None:
    before, after = tuple(expected.split()), tuple(seen.split())
    assert _is_furniture(read_as(after), differences(before, after)) is may_be


def in_a_frame(board: Board, paper: str = "black", ink: str = "white") -> Image.Image:
    """Stones on a dark ground; the outermost lines are thick, as a frame of double lines is."""
    rows, cols, step, start = len(board), len(board[0]), 20, 40
    image = Image.new("RGB", (2 * start + step * (cols - 1), 2 * start + step * (rows - 1)), paper)
    pen = ImageDraw.Draw(image)
    right, bottom = start + step * (cols - 1), start + step * (rows - 1)
    for place in range(max(rows, cols)):
        at = start + step * place
        wide = 7 if place in (0, rows - 1) else 1
        pen.line((start, at, right, at), fill=ink, width=wide)
        pen.line((at, start, at, bottom), fill=ink, width=wide)
    for row, line in enumerate(board):
        for col, sign in enumerate(line):
            x, y = start + step * col, start + step * row
            if sign != ".":
                fill = ink if sign == "O" else paper
                pen.ellipse((x - 6, y - 6, x + 6, y + 6), fill=fill, outline=ink)
    return image


@pytest.mark.parametrize("seed", [0, *map(long, range(1, 6))])
def test_a_frame_along_the_sides_is_not_taken_for_stones_against_a_picture(seed: int) -> None:
    board = random_board(seed)
    assert recognise(Question(picture_of(in_a_frame(board)), board)).outcome is not REJECTED


def lines_of(
    count: int, step: int, start: int, colours: tuple[str, str]
) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """A bare board of so many lines each way, `start` pixels from the edges; colours of paper and lines."""
    paper, ink = colours
    last = start + step * (count - 1)
    image = Image.new("RGB", (start + last, start + last), paper)
    pen = ImageDraw.Draw(image)
    for at in range(start, last + 1, step):
        pen.line((start, at, last, at), fill=ink)
        pen.line((at, start, at, last), fill=ink)
    return image, pen


def numbered(board: Board) -> Image.Image:
    """Grey and dark stones with their numbers on green."""
    step, start = 45, 39
    image, pen = lines_of(5, step, start, ("#437d56", "#b8b8b8"))
    font, number = ImageFont.load_default(12), 0
    for row, line in enumerate(board):
        for col, sign in enumerate(line):
            x, y = start + step * col, start + step * row
            if sign != ".":
                number += 1
                fill, ink = ("#d5d5d5", "black") if sign == "O" else ("#3c3c3c", "white")
                pen.ellipse((x - 13, y - 13, x + 13, y + 13), fill=fill)
                pen.text((x, y), str(number), fill=ink, font=font, anchor="mm")
    return image


def test_a_stone_of_a_colour_that_is_not_expected_is_no_empty_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """One dark stone on a green ground is less unlike it than pale ones are."""
    board = (".O...", ".....", ".....", ".....", "O.X..")
    picture = picture_of(numbered(board))
    assert recognise(Question(picture, board)).outcome is ACCEPTED
    assert recognise(Question(picture, put(board, 4, 2, "."))).outcome is not ACCEPTED
    for guard in ("_hides_a_colour", "bears_something"):
        monkeypatch.setattr(module, guard, lambda *_: False)
    assert recognise(Question(picture, put(board, 4, 2, "."))).outcome is ACCEPTED


DOTS = [(2, 2), (2, 6), (6, 2), (6, 6), (4, 4)]


@pytest.mark.parametrize(
    ("spots", "reach", "outcome"),
    [
        (DOTS, 4, ACCEPTED),
        (DOTS[:4], 4, ACCEPTED),
        (DOTS[:3], 4, REVIEW),  # not all that are free in the corners
        ([*DOTS[:4], (4, 3)], 4, REVIEW),  # no star point
        (DOTS[:4], 8, REVIEW),  # as large as stones
    ],
)
def test_star_points_may_be_large_dots(spots: list[tuple[int, int]], reach: int, outcome: Outcome) -> None:
    """In the cells of an empty board each differs from the other points by more than a pale stone may."""
    image = painted(("." * 9,) * 9, Pen(step=32, margin=40, paper="#181818", ink="white", cells=True))
    pen = ImageDraw.Draw(image)
    for row, col in spots:
        x, y = 56 + 32 * col, 56 + 32 * row
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), "white")
    assert recognise(Question(picture_of(image), ("." * 9,) * 9)).outcome is outcome


def test_between_many_stones_of_one_colour_empty_points_are_empty() -> None:
    """Neighbours reach into them, so that one differs from another by much."""
    board = (
        ".XXXXXXXX",
        "XX.X...X.",
        "X.X.X..XX",
        ".XXXX.XXX",
        "XXXX.XXX.",
        "XXXX.X.X.",
        "XXXX.XXXX",
        "X.XXXXXXX",
        "XXXX.X..X",
    )
    step, start = 30, 30
    image, pen = lines_of(9, step, start, ("#dcb35c", "black"))
    for row, line in enumerate(board):
        for col, sign in enumerate(line):
            x, y = start + step * col, start + step * row
            if sign == "X":
                pen.ellipse((x - 15, y - 15, x + 15, y + 15), fill="black")
    assert recognise(Question(picture_of(image), board)).outcome is ACCEPTED
    assert recognise(Question(picture_of(image), put(board, 4, 0, "."))).outcome is REJECTED
