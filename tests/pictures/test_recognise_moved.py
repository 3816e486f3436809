"""Lattices a line aside of the board, on which the names of its columns or rows are taken for points."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from gograde.pictures.read.lattice.grids import Grid, Kind, steps_to
from gograde.pictures.read.verdict import shifted_board as moved
from gograde.pictures.read.verdict.rivals import shifted
from tests.pictures.boards_drawn import ACCEPTED, REJECTED, REVIEW, Board, asked, long, picture_of, put

THREE = (
    "...X.",
    "..O..",
    "...O.",
    ".....",
    ".....",
)


def named(ink: str, grain: float) -> Image.Image:
    """The board with names nearly a step above it and beside it, on dark wood whose grain runs down."""
    image = Image.new("RGB", (448, 434), "#203050")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(19)
    for n in range(5):
        x, y = 80 + 72 * n, 80 + 68.5 * n
        draw.line((x, 80, x, 354), ink)
        draw.line((80, y, 368, y), ink)
        draw.text((x, 22), "ABCDE"[n], "white", font, "mm")
        draw.text((22, y), str(5 - n), "white", font, "mm")
    for row, col, sign in ((r, c, s) for r, line in enumerate(THREE) for c, s in enumerate(line) if s != "."):
        x, y = 80 + 72 * col, 80 + 68.5 * row
        draw.ellipse((x - 25, y - 25, x + 25, y + 25), "#141414" if sign == "X" else "#fafafa")
    noise = np.random.default_rng(1).normal(0, grain, (434 + 24, 448)).cumsum(0)
    wood = np.asarray(image) + ((noise[24:] - noise[:-24]) / np.sqrt(24))[:, :, None]
    return Image.fromarray(wood.clip(0, 255).astype(np.uint8))


@pytest.mark.parametrize(("ink", "grain"), [("#8a8a80", 7), long("#b0b0a8", 10), long("white", 7)])
def test_names_of_columns_are_no_line_of_a_moved_board(ink: str, grain: float) -> None:
    wrong = [shifted(THREE, *by) for by in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    right, *others = asked(named(ink, grain), THREE, *wrong)
    assert right is ACCEPTED
    assert ACCEPTED not in others


def test_by_how_much_a_lattice_lies_beside_another() -> None:
    above, below, far = (Grid(Kind.POINTS, 3, 3, x=10, dx=20, y=y, dy=20) for y in (10, 30, 50))
    assert (steps_to(above, below), steps_to(below, above)) == ((1, 0), (-1, 0))
    assert steps_to(above, above) is steps_to(above, far) is None
    board = ("...", "X..", ".OX")
    assert shifted(board, -1, 0) == ("X..", ".OX", "...")
    assert shifted(board, 1, 0) == ("...", "...", "X..")


def on_a_page(board: Board, page: str) -> Image.Image:
    """Large stones on faint lines, the side of the page close below."""
    image = Image.new("RGB", (760, 596), page)
    draw = ImageDraw.Draw(image)
    draw.rectangle((28, 70, 496, 536), "#d9b57c")
    for n in range(5):
        draw.line((78 + 91 * n, 120, 78 + 91 * n, 484), "#a0a0a0")
        draw.line((78, 120 + 91 * n, 442, 120 + 91 * n), "#a0a0a0")
    for row, line in enumerate(board):
        for col, sign in enumerate(line):
            if sign != ".":
                x, y = 78 + 91 * col, 120 + 91 * row
                draw.ellipse((x - 44, y - 44, x + 44, y + 44), "#323232" if sign == "X" else "white")
    return image


@pytest.mark.parametrize("page", ["white", "#2c2c2c"])
def test_a_page_that_looks_like_stones_is_no_line_of_the_board(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No stone lies on the first row, and what lies below the last is all of the colour of stones."""
    board = (".....", "..XX.", "OO..O", "O.XO.", ".O..O")
    picture = picture_of(on_a_page(board, page))
    wrong = [shifted(board, 1, 0), put(board, 0, 0, "X")]
    assert asked(picture, board, *wrong) == [ACCEPTED, REJECTED, REJECTED]
    monkeypatch.setattr(moved, "_is_beside", lambda *_: False)
    assert asked(picture, board) == [REVIEW]


@pytest.mark.parametrize(
    ("line", "beside"),
    [("OOOOO", True), ("O?OOO", True), ("XXXX?", True), ("OO.OO", False), ("OOXOO", False), ("?.?O?", False)],
)
def test_a_line_of_one_colour_without_an_empty_point_is_a_page(line: str, beside: bool) -> None:
    shades: dict[str, float | tuple[float, ...]] = {".": 0.5, "X": 0.1, "O": 0.9, "?": (1.0, 0.0, 0.0)}
    points = np.array([np.full((9, 3), shades[sign]) for sign in line])
    looks = {kind: np.full((9, 3), shades[sign]) for kind, sign in enumerate(".XO")}
    assert moved._is_beside(points, looks) is beside
