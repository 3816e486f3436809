"""Rules that spare a person a look: each accepts what is right and lets no wrong board pass by it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from gograde.pictures.picture import Picture
from gograde.pictures.read import Outcome, Question, recognise
from gograde.pictures.read.lattice.grids import Grid, Kind, unshared
from gograde.pictures.read.lattice.lines import maps_of, tilt
from gograde.pictures.read.lattice.search import survey
from gograde.pictures.read.pixels import half_size, sheet_of
from gograde.pictures.read.stones.classes import Fit, labels_of, samples_of
from gograde.pictures.read.stones.colours import Order
from gograde.pictures.read.stones.patches import INSIDE, Patches
from gograde.pictures.read.verdict.judge import _leaves_out, _outdoes
from gograde.pictures.read.verdict.rivals import shifted, swapped, transposed
from gograde.pictures.read.verdict.trial import Trial
from tests.pictures.boards_drawn import (
    ACCEPTED,
    REJECTED,
    REVIEW,
    Board,
    Look,
    asked,
    drawn,
    fresh,
    long,
    picture_of,
    put,
    random_board,
)

BOARD = (
    "..XX..X.O", "......X..", "..X.OOXOX", "X.XXXXXXO", "XOX.XXO.O",
    "OX..O.X.O", "X.OOXXOO.", "O.O..O.O.", ".X..XO.X.",
)  # fmt: skip
CHANGED = put(BOARD, 2, 4, "X")
WHITE = tuple(line.replace("X", ".") for line in BOARD)
BLACK = tuple(line.replace("O", ".") for line in BOARD)


def mono(size: int) -> ImageFont.FreeTypeFont:
    import matplotlib

    return ImageFont.truetype(f"{matplotlib.get_data_path()}/fonts/ttf/DejaVuSansMono.ttf", size)


def written(lines: list[str], size: int, high: int, paper: str = "white", ink: str = "black") -> Picture:
    """Lines of text, `high` pixels apart."""
    font = mono(size)
    wide = round(max(font.getlength(line) for line in lines))
    image = Image.new("RGB", (wide + 40, high * len(lines) + 40), paper)
    pen = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        pen.text((20, 20 + high * number), line, ink, font)
    return picture_of(image)


# ---------------------------------------------------------------- a mark is no colour

THREE = put(put(put((".........",) * 9, 2, 3, "O"), 4, 4, "O"), 6, 7, "O")
ONE_BLACK = put(THREE, 4, 4, "X")


@pytest.mark.parametrize("colour", [(255, 0, 0), long((0, 0, 0))])
@pytest.mark.parametrize(("radius", "outcome"), [(3, REJECTED), (5, REVIEW), (7, REVIEW)])
def test_a_mark_on_a_stone_makes_it_no_stone_of_the_other_colour(
    colour: tuple[int, ...], radius: int, outcome: Outcome
) -> None:
    """Of three white stones one has the mark of the last move; a step is 40 pixels."""
    plain = drawn(THREE)
    pixels = np.frombuffer(plain.rgb, np.uint8).reshape(plain.height, plain.width, 3).copy()
    down, across = np.mgrid[: plain.height, : plain.width]
    pixels[(down - 200) ** 2 + (across - 200) ** 2 <= radius**2] = colour
    marked = Picture(plain.width, plain.height, pixels.tobytes())
    assert recognise(Question(marked, ONE_BLACK)).outcome is outcome
    assert recognise(Question(marked, THREE)).outcome is not REJECTED
    assert asked(drawn(ONE_BLACK), ONE_BLACK, THREE) == [ACCEPTED, REJECTED]


# ---------------------------------------------------------------- tables of dashes, small letters


def dashes(board: Board, signs: str = " XO", size: int = 15) -> Picture:
    """A table of +---+ and bars."""
    bar = "+" + "---+" * len(board[0])
    rows = ["|" + "|".join(f" {signs['.XO'.index(sign)]} " for sign in row) + "|" for row in board]
    return written([bar, *(line for row in rows for line in (row, bar))], size, round(1.2 * size))


def test_a_table_of_dashes_is_held_by_its_walls() -> None:
    """The strokes of a dashed wall are no lines that cross it."""
    found = survey(dashes(BOARD), 9, 9).grids[0]
    assert found.support > 0.8
    assert [found.dx, found.dy] == pytest.approx([36, 36], abs=0.3)


@pytest.mark.parametrize("size", [15, 20])
def test_letters_in_a_table_of_dashes_are_read(size: int) -> None:
    picture = dashes(BOARD, size=size)
    assert asked(picture, BOARD, CHANGED, swapped(BOARD)) == [ACCEPTED, REJECTED, REVIEW]
    reading = recognise(Question(picture, transposed(BOARD)))
    assert (reading.outcome, reading.board) == (REJECTED, BOARD)


@pytest.mark.parametrize("signs", [" OX", " BW", " WB", " KS", " #o", " 12"])
def test_other_letters_in_a_table_say_nothing_of_colours(signs: str) -> None:
    assert asked(dashes(BOARD, signs), BOARD) == [REVIEW]


@pytest.mark.parametrize("sign", ["W", "+", *map(long, "MKI#")])
def test_a_small_letter_alone_is_black_only_as_a_cross(sign: str) -> None:
    assert asked(dashes(BLACK, " XO"), BLACK, swapped(BLACK)) == [ACCEPTED, REVIEW]
    assert asked(dashes(BLACK, f" {sign}O"), BLACK) == [REVIEW]


def test_a_small_ring_alone_is_white() -> None:
    assert asked(dashes(WHITE), WHITE, swapped(WHITE)) == [ACCEPTED, REVIEW]
    assert asked(dashes(WHITE, " XC"), WHITE) == [REVIEW]


def test_tiny_stones_of_one_colour_are_judged_as_large_ones_are() -> None:
    """Small discs alone, without and with a rim."""
    for board in (WHITE, BLACK):
        picture = drawn(board, Look(radius=0.18))
        assert asked(picture, board) == [ACCEPTED]
        assert asked(picture, swapped(board)) != [ACCEPTED]


# ---------------------------------------------------------------- boards that fill the picture


def squares(board: Board, step: int = 46) -> Picture:
    """Squares of two colours to the edge of the picture, stones inside."""
    image = Image.new("RGB", (step * len(board[0]), step * len(board)))
    pen = ImageDraw.Draw(image)
    for r, row in enumerate(board):
        for c, sign in enumerate(row):
            x, y = c * step, r * step
            pen.rectangle((x, y, x + step - 1, y + step - 1), "#c9a566" if (r + c) % 2 else "#e6cf9c")
            if sign != ".":
                pen.ellipse((x + 5, y + 5, x + step - 6, y + step - 6), "black" if sign == "X" else "white")
    return picture_of(image)


def test_squares_may_end_at_the_edge_of_the_picture() -> None:
    found = survey(squares(BOARD), 9, 9).grids[0]
    assert [found.x, found.y] == pytest.approx([22.5, 22.5], abs=1)
    assert [found.dx, found.dy] == pytest.approx([46, 46], abs=0.2)
    assert found.support > 0.9


@pytest.mark.parametrize(
    "board", [BOARD, put(("." * 9,) * 9, 1, 2, "O"), (".X...", ".....", "..O..", "X....", ".....")]
)
def test_chequered_boards_that_fill_the_picture_are_read(board: Board) -> None:
    picture = squares(board)
    reading = recognise(Question(picture, transposed(board)))
    assert asked(picture, board) == [ACCEPTED]
    assert (reading.outcome is ACCEPTED, reading.board) == (False, board)


def test_a_chequered_board_is_read_blind() -> None:
    reading = recognise(Question(squares(BOARD), shifted(BOARD, 0, 1)))
    assert (reading.outcome, reading.board) == (REJECTED, BOARD)


def test_a_picture_without_walls_is_no_empty_board_that_fills_it() -> None:
    ys, xs = np.mgrid[:300, :400]
    tones = np.stack([xs // 2, ys // 2 + 80, (xs + ys) // 4], -1).astype(np.uint8)
    empty = Picture(400, 300, tones.tobytes())
    assert asked(empty, ("....",) * 4, ("." * 9,) * 9) == [REVIEW, REVIEW]


@pytest.mark.parametrize("size", [4, 5])
def test_noise_and_stripes_are_no_empty_boards(size: int) -> None:
    """What is all alike looks symmetrical everywhere, so that symmetry alone holds no empty board."""
    noise = np.random.default_rng(1).normal(128, 12, (240, 260, 1)).clip(0, 255)
    stripes = np.where(np.arange(260) // 26 % 2, 40.0, 220.0)[None, :, None] * np.ones((240, 1, 1))
    for tones in (noise, stripes):
        picture = Picture(260, 240, np.repeat(tones.astype(np.uint8), 3, 2).tobytes())
        assert asked(picture, ("." * size,) * size) == [REVIEW]


def test_tones_of_squares_are_evened_out_before_a_blind_reading() -> None:
    inner = np.full((4, 4, len(INSIDE), 3), 0.5, np.float32)
    inner[(np.indices((4, 4)).sum(0) % 2).astype(bool)] = 0.7
    samples = samples_of(inner)
    assert np.allclose(samples.level, 0.6)
    assert samples.places.shape == (16, 3)


# ---------------------------------------------------------------- rows of signs, labels


@pytest.mark.parametrize("signs", ["+●○", ".XO"])
def test_a_lattice_lies_on_the_middles_of_its_signs(signs: str) -> None:
    lines = [" ".join(signs[".XO".index(sign)] for sign in row) for row in BOARD]
    picture = written(lines, 20, 28)
    found, wide = survey(picture, 9, 9).grids[0], mono(20).getlength("XX")
    assert [found.dx, found.dy] == pytest.approx([wide, 28], abs=0.15)
    assert asked(picture, BOARD, CHANGED) == [ACCEPTED, REJECTED]


def test_a_line_of_labels_is_no_line_of_the_board() -> None:
    """With labels above and at the left, the board moved down or right is never what is shown."""
    head = "  " + " ".join(str(col) for col in range(9))
    lines = [head, *(f"{row} " + " ".join(line.replace(".", "+")) for row, line in enumerate(BOARD))]
    picture = written(lines, 16, 19, "#101418", "#c8d0d8")
    moved = [shifted(BOARD, down, right) for down, right in ((1, 0), (0, 1), (1, 1))]
    right, *others = asked(picture, BOARD, *moved)
    assert right is ACCEPTED
    assert ACCEPTED not in others


@pytest.mark.parametrize(
    ("down", "right", "alone"),
    [(1, 0, ["XXX", "...", "..."]), (-1, -1, ["..X", "..X", "XXX"]), (0, 1, ["X..", "X..", "X.."])],
)
def test_points_that_a_lattice_does_not_share_with_one_beside_it(
    down: int, right: int, alone: list[str]
) -> None:
    grid = Grid(Kind.SIGNS, 3, 3, 10, 20, 10, 25)
    found = unshared(grid, Grid(Kind.SIGNS, 3, 3, 10 + 20 * right, 20, 10 + 25 * down, 25))
    assert found is not None
    assert ["".join("X" if here else "." for here in row) for row in found] == alone


def test_lattices_that_are_not_one_step_apart_share_nothing() -> None:
    grid = Grid(Kind.SIGNS, 3, 3, 10, 20, 10, 25)
    others = [grid, Grid(Kind.SIGNS, 3, 3, 50, 20, 10, 25), Grid(Kind.SIGNS, 3, 3, 20, 20, 10, 25)]
    assert [unshared(grid, other) for other in (*others, Grid(Kind.SIGNS, 3, 3, 30, 24, 10, 25))] == [
        None
    ] * 4


def trial(down: int, own: NDArray[np.float64], labels: str) -> Trial:
    """A lattice of 3x3 points, so many steps further down, with the distances of its points."""
    grid = Grid(Kind.SIGNS, 3, 3, 10, 20, 10 + 20 * down, 20)
    kinds = labels_of(tuple(labels.split()))
    fit = Fit(kinds, np.ones(9), own.ravel(), float(own.sum()), 1.0, np.ones((3, 3)))
    return Trial(grid, fit, Order.RIGHT, Patches(np.zeros((3, 3, len(INSIDE), 3), np.float32)))


EVEN = np.full((3, 3), 0.01)
LABELS_ABOVE, LABELS_LEFT, BARE_ABOVE = EVEN.copy(), EVEN.copy(), EVEN.copy()
LABELS_ABOVE[0], LABELS_LEFT[:, 0], BARE_ABOVE[0] = 0.1, 0.1, 0.022


@pytest.mark.parametrize(
    ("own", "labels", "wins"),
    [
        (EVEN, "X.O ... XO.", True),
        (EVEN, "X.O ... ...", False),  # the line that it has alone holds no stone
        (LABELS_LEFT, "X.O ... XO.", False),  # another of its lines is of labels
    ],
)
def test_a_lattice_wins_by_a_line_of_stones_over_one_of_labels(
    own: NDArray[np.float64], labels: str, wins: bool
) -> None:
    other = trial(0, LABELS_ABOVE, "... X.O ...")
    assert _outdoes(trial(1, own, labels), other) is wins
    assert not _outdoes(other, trial(1, own, labels))


@pytest.mark.parametrize(
    ("labels", "above", "told"),
    [
        ("X.O ... XO.", "... X.O ...", True),
        ("X.O ... .O.", "... X.O ...", False),  # one stone alone may be an accident
        ("X.O ... XO.", "..X X.O ...", False),  # the other's line holds one too
    ],
)
def test_stones_speak_against_a_lattice_that_has_a_bare_line_for_theirs(
    labels: str, above: str, told: bool
) -> None:
    """Bare paper is hardly strange to a board whose lines are faint."""
    other, one = trial(0, BARE_ABOVE, above), trial(1, EVEN, labels)
    assert _leaves_out(other, one) is told
    assert not _leaves_out(one, other)


def test_bare_paper_above_a_board_is_no_line_of_it() -> None:
    """A board passed for one moved down a line: dots on the legal moves hid what the right lattice shows."""
    pictures = fresh(50505051, "look 22")
    tried = [(picture, board, *(shifted(board, by, 0) for by in (1, -1))) for picture, board in pictures]
    (_, *first), (right, *second) = asked(*tried[2]), asked(*tried[4])
    assert right is ACCEPTED
    assert ACCEPTED not in (*first, *second)


# ---------------------------------------------------------------- stones


def numbered(board: Board, black: str = "black", white: str = "white", step: int = 45) -> Picture:
    """Stones with the number of their move."""
    image = Image.new("RGB", (step * 10, step * 10), "#dcb35c")
    pen = ImageDraw.Draw(image)
    for n in range(1, 10):
        pen.line((step * n, step, step * n, step * 9), "black")
        pen.line((step, step * n, step * 9, step * n), "black")
    spots = [(r, c, sign) for r, row in enumerate(board) for c, sign in enumerate(row) if sign != "."]
    for number, (r, c, sign) in enumerate(spots, 1):
        x, y = step * (c + 1), step * (r + 1)
        fill, ink = (black, white) if sign == "X" else (white, black)
        pen.ellipse((x - 20, y - 20, x + 20, y + 20), fill, "black")
        pen.text((x, y), str(number), ink, mono(20), "mm")
    return picture_of(image)


FEW = put(put(put(("." * 9,) * 9, 1, 3, "X"), 6, 2, "X"), 8, 5, "X")


def test_numbered_stones_alone_are_of_the_colour_around_the_number() -> None:
    for board in (FEW, swapped(FEW)):
        picture = numbered(board)
        assert asked(picture, board) == [ACCEPTED]
        assert asked(picture, swapped(board)) != [ACCEPTED]


def test_a_turned_board_full_of_stones_is_turned_upright_by_their_edges() -> None:
    board = put(put(random_board(4, dense=1.0), 4, 1, "."), 8, 3, ".")
    picture = drawn(board, Look(turn=3, step=44, radius=0.42))
    luma, _ = half_size(sheet_of(picture), 640)
    assert tilt(maps_of(luma)) == pytest.approx(-3, abs=0.2)
    assert asked(picture, board) == [ACCEPTED]
    assert asked(picture, put(board, 4, 1, "X")) != [ACCEPTED]


def test_one_stone_too_many_is_told_though_the_colours_are_near() -> None:
    """What counts is how a stone differs from an empty point, where none should be."""
    look = Look(black="#707070", white="#a0a0a0", paper="#f0e0c0")
    board = (".....", ".X...", "...O.", ".....", "X....")
    picture = drawn(board, look)
    assert asked(picture, board, put(board, 1, 1, ".")) == [ACCEPTED, REJECTED]
    assert labels_of(board).tolist().count(1) == 2


@pytest.mark.parametrize(
    ("white", "outcome"), [("#e8e8e8", ACCEPTED), ("#d6d6d6", ACCEPTED), ("#c0c0c0", REVIEW)]
)
def test_pale_filled_stones_alone_are_white_on_paper_that_is_paler(white: str, outcome: Outcome) -> None:
    picture = drawn(swapped(FEW), Look(paper="#f8f8f8", white=white))
    assert asked(picture, swapped(FEW), FEW)[0] is outcome
    assert asked(picture, FEW) != [ACCEPTED]
