"""Looks in which a board is plain to the eye: small, on wood, dark, full of stones, with marks."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from gograde.pictures.picture import Picture
from gograde.pictures.read import Question, recognise
from gograde.pictures.read.lattice.grids import Grid, Kind, aside
from gograde.pictures.read.lattice.lines import maps_of, tilt
from gograde.pictures.read.lattice.search import survey
from gograde.pictures.read.pixels import half_size, sheet_of
from gograde.pictures.read.question import Difference
from gograde.pictures.read.stones.border import is_border
from gograde.pictures.read.stones.classes import Fit, labels_of
from gograde.pictures.read.stones.colours import Order
from gograde.pictures.read.stones.patches import INSIDE, Patches
from gograde.pictures.read.verdict.judge import _contradicts, _overrules, _settled
from gograde.pictures.read.verdict.rivals import shifted, swapped, transposed
from gograde.pictures.read.verdict.trial import Trial, outermost
from gograde.pictures.read.verdict.verdict import _by_few
from tests.pictures.boards_drawn import (
    ACCEPTED,
    REJECTED,
    REVIEW,
    Board,
    Look,
    asked,
    drawn,
    long,
    picture_of,
    put,
    random_board,
)

BOARD = random_board(3)
FULL = put(put(random_board(4, dense=1.0), 4, 1, "."), 7, 3, ".")


@dataclass(frozen=True)
class Pen:
    """How `painted` draws; a length is in pixels, `reach` in steps."""

    step: int = 40
    margin: int = 40
    paper: str = "#e8c890"
    ink: str = "black"
    line: int = 1
    black: str = "black"
    white: str = "white"
    rim: str = "black"
    wide: int = 1
    reach: float = 0.42
    cells: bool = False
    dots: str = ""


def painted(board: Board, pen: Pen) -> Image.Image:
    """A board with rims and thick lines; `dots` marks every third stone."""
    rows, cols, step, start = len(board), len(board[0]), pen.step, pen.margin
    half, more = (step / 2, 1) if pen.cells else (0, 0)
    size = (2 * start + step * (cols - 1 + more), 2 * start + step * (rows - 1 + more))
    image = Image.new("RGB", size, pen.paper)
    draw = ImageDraw.Draw(image)
    for n in range(cols + more):
        draw.line((start + step * n, start, start + step * n, size[1] - start), pen.ink, pen.line)
    for n in range(rows + more):
        draw.line((start, start + step * n, size[0] - start, start + step * n), pen.ink, pen.line)
    spots = [(r, c, sign) for r, row in enumerate(board) for c, sign in enumerate(row) if sign != "."]
    for number, (r, c, sign) in enumerate(spots):
        x, y, far = start + half + step * c, start + half + step * r, pen.reach * step
        fill = pen.black if sign == "X" else pen.white
        draw.ellipse((x - far, y - far, x + far, y + far), fill, pen.rim, pen.wide)
        if pen.dots and number % 3 == 0:
            draw.ellipse((x - far / 3, y - far / 3, x + far / 3, y + far / 3), pen.dots)
    return image


# ---------------------------------------------------------------- small pictures, thick lines


@pytest.mark.parametrize(
    "pen",
    [
        Pen(step=16, margin=25, line=2, reach=0.47, paper="#f2f2f2"),
        Pen(step=16, margin=18, line=2, reach=0.36, cells=True, ink="white", paper="#3d7a55"),
        Pen(step=16, margin=8, line=2, reach=0.36, cells=True, ink="#5a4020", paper="#c99a5b"),
    ],
)
def test_small_boards_with_thick_lines_are_held_by_them(pen: Pen) -> None:
    """Where stones all but touch, little is left of the lines; the edges beside them are no lines."""
    picture = picture_of(painted(BOARD, pen))
    found, middle = survey(picture, 9, 9).grids[0], pen.margin + (8 if pen.cells else 0)
    assert found.support > (0.8 if pen.cells else 0.65)
    assert [found.x, found.dx, found.y, found.dy] == pytest.approx([middle, 16] * 2, abs=0.8)
    changed = put(BOARD, 4, 4, "X" if BOARD[4][4] != "X" else "O")
    assert asked(picture, BOARD, changed, transposed(BOARD)) == [ACCEPTED, REJECTED, REJECTED]


def grained(image: Image.Image, strength: float) -> Picture:
    """With the grain of wood: columns that differ from one another."""
    rng = np.random.default_rng(5)
    grain = rng.normal(0, strength, image.width) + rng.normal(0, strength / 3, (image.height, image.width))
    pixels = np.asarray(image, np.float64) + grain[..., None]
    return Picture(image.width, image.height, pixels.clip(0, 255).astype(np.uint8).tobytes())


def test_what_is_seen_everywhere_is_no_line() -> None:
    picture = grained(painted(BOARD, Pen(step=44)), 9)
    assert survey(picture, 9, 9).grids[0].support > 0.8
    assert asked(picture, BOARD, put(BOARD, 4, 4, "."), transposed(BOARD))[::2] == [ACCEPTED, REJECTED]
    wood = grained(Image.new("RGB", (400, 400), "#dcb35c"), 9)
    assert asked(wood, ("." * 9,) * 9, ("." * 5,) * 5) == [REVIEW, REVIEW]


def test_a_frame_close_to_the_sides_makes_no_stones_of_them() -> None:
    """The ends of the lines and the frame beside them are unlike the points within."""
    image = Image.new("RGB", (456, 488), "#e9c893")
    draw = ImageDraw.Draw(image)
    for n in range(9):
        draw.line((36 + 48 * n, 36, 36 + 48 * n, 452), "black", 3)
        draw.line((36, 36 + 52 * n, 420, 36 + 52 * n), "black", 3)
    draw.rectangle((12, 12, 441, 473), None, "black", 9)
    store = io.BytesIO()
    image.resize((152, 162), Image.Resampling.LANCZOS).save(store, "JPEG", quality=48)
    empty = ("." * 9,) * 9
    assert asked(picture_of(Image.open(store)), empty) == [REVIEW]


@pytest.mark.parametrize(
    ("labels", "border"),
    [("XXX ... ..O", True), ("XX. ... O..", True), ("X.. ... ..O", False), ("XXX .X. ..O", False)],
)
def test_stones_on_most_of_a_side_and_nowhere_else_may_be_the_side(labels: str, border: bool) -> None:
    assert is_border(of_labels(labels).fit, 3, 3) is border


@pytest.mark.parametrize(
    ("labels", "border"),
    [
        (".OX.X .O..X ..... ...OO X.O.X", False),
        (".O..X .O..X ..... ...OX X.O.X", True),  # all along one side
        (".O..X XO..X ..... ...OX ..O..", False),
        (".O..X XO..X ....X ...OX ..O..", True),  # nothing of the right is bare
        (".OX.X .O..X ....X ....O X.O.X", True),  # nothing of the right is bare
        ("XXX.X .O..X ..... ...OO X.O.X", False),
        ("XXXXX .O..X ..... ...OO X.O.X", True),  # nothing of the top is
    ],
)
def test_a_side_looks_like_no_other_one_and_is_not_interrupted(labels: str, border: bool) -> None:
    trial = of_labels(labels)
    assert is_border(trial.fit, 5, 5) is border
    assert is_border(replace(trial.fit, margins=np.full(25, 0.3)), 5, 5)


# ---------------------------------------------------------------- rims of stones, finer lattices


def test_thick_rims_of_many_stones_are_no_lines_between_the_lines() -> None:
    picture = picture_of(painted(FULL, Pen(step=34, reach=0.45, ink="brown", line=2, rim="#666666", wide=2)))
    found = survey(picture, 9, 9).grids[0]
    assert (found.kind, found.support > 0.9) == (Kind.POINTS, True)
    assert asked(picture, FULL, put(FULL, 0, 0, ".")) == [ACCEPTED, REJECTED]


@pytest.mark.parametrize("finer", [2, 3])
def test_lines_of_a_finer_board_are_lines_between_the_lines(finer: int) -> None:
    """Of a board with lines at every half or third of a step no other is held as a whole."""
    lines = 8 * finer + 1
    picture = picture_of(painted(("." * lines,) * lines, Pen(step=36 // finer)))
    assert all(grid.support < 0.6 for grid in survey(picture, 9, 9).grids if grid.dx > 30)
    assert asked(picture, ("." * 9,) * 9) == [REVIEW]


@pytest.mark.parametrize("size", [5, 9, long(4), long(7)])
def test_lines_anywhere_are_no_empty_board(size: int) -> None:
    rng = np.random.default_rng(2)
    for count in (12, 20, 30):
        image = Image.new("RGB", (300, 300), "white")
        draw = ImageDraw.Draw(image)
        for place, down in zip(rng.integers(0, 300, count).tolist(), rng.random(count) < 0.5, strict=True):
            draw.line((place, 0, place, 300) if down else (0, place, 300, place), "black")
        assert asked(picture_of(image), ("." * size,) * size) == [REVIEW]


# ---------------------------------------------------------------- dark ground

DARK = Pen(paper="#1e1e1e", ink="#b0b0b0", black="#262626", white="#d6d6d6", rim="#c8c8c8")
BLACK_ALONE = tuple(line.replace("O", ".") for line in BOARD)


@pytest.mark.parametrize(("reach", "black"), [(0.42, "#262626"), (0.42, "#101010"), (0.3, "#101010")])
def test_a_dark_stone_that_is_painted_on_a_dark_ground_is_black(reach: float, black: str) -> None:
    dark = replace(DARK, reach=reach, black=black, wide=2)
    picture = picture_of(painted(BOARD, dark))
    assert asked(picture, BOARD, swapped(BOARD)) == [ACCEPTED, REJECTED]
    alone = picture_of(painted(BLACK_ALONE, dark))
    assert asked(alone, BLACK_ALONE, swapped(BLACK_ALONE)) == [ACCEPTED, REJECTED]


@pytest.mark.parametrize("inside", ["#1e1e1e", "#1f2021"])
def test_a_ring_on_a_dark_ground_says_nothing(inside: str) -> None:
    """White on the screen of a terminal is a ring, and black a disc of light ink."""
    for board in (BOARD, BLACK_ALONE):
        picture = picture_of(painted(board, replace(DARK, black=inside)))
        assert asked(picture, board, swapped(board)) == [REVIEW, REVIEW]


@pytest.mark.parametrize("reach", [0.31, 0.4])
def test_small_stones_around_numbers_are_stones(reach: float) -> None:
    pen = Pen(step=33, cells=True, paper="#3d7a55", ink="#b0b0b0", line=2, rim="#3d7a55", reach=reach)
    image = numbered(BOARD, pen)
    assert asked(picture_of(image), BOARD, swapped(BOARD)) == [ACCEPTED, REJECTED]


def numbered(board: Board, pen: Pen) -> Image.Image:
    """The board with the number of its move on each stone."""
    image = painted(board, pen)
    draw, first = ImageDraw.Draw(image), pen.margin + (pen.step / 2 if pen.cells else 0)
    spots = [(r, c) for r, row in enumerate(board) for c, sign in enumerate(row) if sign != "."]
    for number, (r, c) in enumerate(spots, 1):
        ink = pen.white if board[r][c] == "X" else pen.black
        size = ImageFont.load_default(round(0.9 * pen.reach * pen.step))
        draw.text((first + pen.step * c, first + pen.step * r), str(number), ink, size, "mm")
    return image


# ---------------------------------------------------------------- classes


def test_a_board_with_marks_is_read_blind() -> None:
    """Stones bear marks, white ones differ little from the paper, and another board is asked for."""
    pen = Pen(paper="#e4ecdf", ink="#707070", rim="#707070", dots="#2060d0")
    for seed in range(3):
        board = random_board(seed, dense=0.7)
        reading = recognise(Question(picture_of(painted(board, pen)), shifted(board, 0, 1)))
        assert reading.board == board


def of_labels(labels: str, own: float = 0.01, order: Order = Order.RIGHT) -> Trial:
    """A square lattice of points with these labels; `own` is the distance of those of the first row."""
    kinds, size = labels_of(tuple(labels.split())), len(labels.split())
    far = np.full(len(kinds), 0.01)
    far[:size] = own
    fit = Fit(kinds, np.ones(len(kinds)), far, float(far.sum()), 1.0, np.ones((3, 3)))
    grid = Grid(Kind.SIGNS, size, size, 10, 20, 10, 20, 0.8)
    return Trial(grid, fit, order, Patches(np.zeros((size, size, len(INSIDE), 3), np.float32)))


@pytest.mark.parametrize(("order", "says"), [(Order.UNKNOWN, False), (Order.RIGHT, True), (Order.FREE, True)])
def test_a_lattice_on_which_colours_cannot_be_told_says_nothing_of_them(order: Order, says: bool) -> None:
    question = Question(drawn(BOARD), ("X.O", "...", "XO."))
    other = of_labels("X.O ... XO.", order=order)
    assert _contradicts(other, of_labels("O.X ... OX."), question) is says
    assert _contradicts(of_labels("X.O ... XOX", order=order), of_labels("O.X ... OX."), question)


def test_nothing_is_said_against_a_picture_that_reads_as_full() -> None:
    full = random_board(6, dense=1.0)
    assert asked(drawn(full, Look(radius=0.4)), full, put(put(full, 2, 2, "."), 5, 5, ".")) == [REVIEW] * 2


@pytest.mark.parametrize(
    ("labels", "own", "doubtful"),
    [
        ("XXX XOO O.O", 0.2, True),
        ("XXX XOO O.O", 0.01, False),
        ("XXX ... O.O", 0.2, True),
        ("XX. ... O.O", 0.2, False),
    ],
)
def test_a_point_unlike_its_class_may_be_one_of_those_that_are_hardly_seen(
    labels: str, own: float, doubtful: bool
) -> None:
    """As an empty square of the dark tone, where all others are stones but for a light one."""
    assert _by_few(of_labels(labels, own), (Difference(0, 0, ".", "X"),), EMPTY) is doubtful


EMPTY = ("...", "...", "...")
SLIGHT, PLAIN = Difference(0, 0, ".", "X"), Difference(2, 2, "O", ".")


@pytest.mark.parametrize(("support", "doubtful"), [(0.8, False), (0.79, True)])
def test_one_point_that_is_surely_wrong_is_enough_on_a_lattice_that_is_well_held(
    support: float, doubtful: bool
) -> None:
    """Two stones that hardly differ from empty points, and none where one should be."""
    trial = little_apart(of_labels("XX. ... ..."))
    held = replace(trial, grid=replace(trial.grid, support=support))
    assert _by_few(held, (SLIGHT,), EMPTY), "this one alone may lie a little beside its place"
    assert _by_few(held, (SLIGHT, PLAIN), ("...", "...", "..O")) is doubtful


def little_apart(trial: Trial) -> Trial:
    return replace(trial, fit=replace(trial.fit, gaps=np.full((3, 3), 0.2)))


def test_a_point_like_a_stone_that_should_be_there_is_one_though_there_are_only_two() -> None:
    two = little_apart(of_labels("O.O ... ..."))
    assert not _by_few(two, (Difference(0, 0, ".", "O"),), ("..O", "...", "..."))
    assert _by_few(two, (Difference(0, 0, ".", "O"),), ("...", "...", "O.."))


@pytest.mark.parametrize(
    ("labels", "own", "order", "doubtful"),
    [
        ("O.O ... ...", 0.02, Order.RIGHT, False),
        ("O.O ... ...", 0.03, Order.RIGHT, True),  # they are not quite the same
        ("O.O ... ...", 0.02, Order.UNKNOWN, True),
        ("O.O ... ..X", 0.02, Order.RIGHT, True),  # there are stones of the other colour to be like
        ("O.. ... ...", 0.02, Order.RIGHT, True),
    ],
)
def test_two_stones_that_are_the_same_are_of_the_colour_that_is_told(
    labels: str, own: float, order: Order, doubtful: bool
) -> None:
    trial = little_apart(of_labels(labels, own, order))
    assert _by_few(trial, (Difference(0, 0, "X", "O"),), ("X.O", "...", "...")) is doubtful


# ---------------------------------------------------------------- lattices beside one another


def at(trial: Trial, down: float, right: float, cost: float = 1.0, support: float = 0.8) -> Trial:
    """The trial on a lattice that lies so many steps beside, held so well, and with other costs."""
    grid = replace(trial.grid, x=10 + 20 * right, y=10 + 20 * down, support=support)
    return replace(trial, grid=grid, fit=replace(trial.fit, cost=trial.fit.cost * cost))


@pytest.mark.parametrize(
    ("down", "right", "cost", "own", "sure"),
    [
        (0.4, 0.4, 5, 0.01, True),
        (0.4, 0.4, 5, 0.2, True),
        (0.4, 0.4, 1, 0.01, False),  # it fits as well
        (1, 0.1, 5, 0.01, True),
        (1, 0.1, 5, 0.2, False),  # the first has a strange side: it may be the board moved by a step
        (0, 2, 5, 0.01, False),
    ],
)
def test_a_lattice_that_fits_far_worse_beside_a_better_one_leaves_no_doubt(
    down: float, right: float, cost: float, own: float, sure: bool
) -> None:
    first, question = of_labels("X.O ... XO.", own), Question(drawn(BOARD), ("OXO", "...", "XO."))
    other = at(of_labels("OXO ... XO.", own), down, right, cost, 0.6)
    assert _settled(first, other, question).doubted is not sure
    assert _settled(first, other, question).grid == first.grid


@pytest.mark.parametrize(
    ("cost", "support", "own", "wins"),
    [(9, 0.9, 0.01, True), (1.2, 0.9, 0.01, False), (9, 2.0, 0.01, False), (9, 0.9, 0.2, False)],
)
def test_a_lattice_that_reads_well_overrules_a_better_held_one_that_does_not(
    cost: float, support: float, own: float, wins: bool
) -> None:
    """Not when it fits little better, when the other is held far better, or with a strange side."""
    trial = of_labels("X.O ... XO.", own)
    assert _overrules(trial, at(trial, 0.5, 0.5, cost, support)) is wins
    assert not _overrules(of_labels("... ... ..."), at(trial, 0.5, 0.5, cost, support))


def test_one_marked_stone_makes_no_side_strange() -> None:
    marked, labels = of_labels("X.O ... XO."), of_labels("X.O ... XO.", 0.1)
    marked.fit.own[0] = 0.3
    assert outermost(marked) < 0.02 < outermost(labels)


def test_points_of_two_lattices_lie_so_many_steps_apart() -> None:
    grid = Grid(Kind.SIGNS, 3, 3, 10, 20, 10, 25)
    assert aside(grid, Grid(Kind.SIGNS, 3, 3, 15, 20, 5, 25)) == pytest.approx(0.25)
    assert aside(grid, Grid(Kind.SIGNS, 3, 3, 10, 20, 10, 35)) == pytest.approx(0.8)
    assert aside(grid, Grid(Kind.SIGNS, 3, 3, 50, 20, 10, 25)) == pytest.approx(2)


def test_a_board_full_of_numbers_is_turned_upright_by_lines_and_edges_together() -> None:
    """Neither alone is much sharper at the angle by which it is turned."""
    pen = Pen(
        step=52, margin=52, paper="#1e1e1e", ink="white", black="#101010", white="#e8e8e8", rim="#c8c8c8"
    )
    board = random_board(12, dense=0.95)
    image = numbered(board, replace(pen, line=2))
    picture = picture_of(image.rotate(-1.4, Image.Resampling.BICUBIC, expand=True, fillcolor=pen.paper))
    luma, _ = half_size(sheet_of(picture), 640)
    assert tilt(maps_of(luma)) == pytest.approx(1.4, abs=0.2)
    assert asked(picture, board) == [ACCEPTED]
