"""Known boards say how a picture is read: dots and faint stones, lattices that little holds, pages."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from gograde.pictures.read.lattice.grids import Grid, Kind
from gograde.pictures.read.lattice.search import survey
from gograde.pictures.read.question import Outcome, Question, Reading
from gograde.pictures.read.stones.classes import exact, labels_of
from gograde.pictures.read.stones.colours import Order
from gograde.pictures.read.stones.patches import INSIDE, Patches
from gograde.pictures.read.verdict.judge import _best_of, _may_hold_more, _trials
from gograde.pictures.read.verdict.rivals import mirrored, shifted, swapped, transposed
from gograde.pictures.read.verdict.trial import Trial
from gograde.pictures.read.verdict.verdict import is_firm, shows_known
from tests.pictures.boards_drawn import (
    ACCEPTED,
    REJECTED,
    REVIEW,
    Board,
    asked,
    long,
    picture_of,
    put,
    random_board,
)
from tests.pictures.test_recognise_looks import Pen, painted

BOARD = random_board(3)
TWO_WHITE = (
    ".........", ".........", ".........", ".O.......", ".........",
    ".........", ".........", "....O....", ".........",
)  # fmt: skip
THREE = put(TWO_WHITE, 1, 5, "X")


def wrong_ones(board: Board) -> list[Board]:
    return [
        put(board, 3, 1, "O" if board[3][1] == "." else "."),
        put(board, 5, 6, "X" if board[5][6] == "." else "."),
        transposed(board),
        mirrored(board),
        shifted(board, 0, 1),
        shifted(board, 1, 0),
    ]


def with_dots(board: Board, pen: Pen, share: float = 0.4) -> Image.Image:
    """Red dots on many empty points, as programs mark the legal moves."""
    image, rng = painted(board, pen), Random(5)
    draw, first = ImageDraw.Draw(image), pen.margin + (pen.step / 2 if pen.cells else 0)
    for row, line in enumerate(board):
        for col, sign in enumerate(line):
            if sign == "." and rng.random() < share:
                x, y, far = first + pen.step * col, first + pen.step * row, 0.12 * pen.step
                draw.ellipse((x - far, y - far, x + far, y + far), "red")
    return image


@pytest.mark.parametrize("board", [TWO_WHITE, long(THREE), long(BOARD)])
@pytest.mark.parametrize(
    "pen", [Pen(cells=True, paper="#3d7a55", ink="#9ab8a5", rim="#777777"), Pen(paper="#f2f2f2")]
)
def test_dots_on_the_legal_moves_are_no_stones(board: Board, pen: Pen) -> None:
    """A blind reading that takes them for black costs less, and is no board that anybody knows."""
    right, *others = asked(with_dots(board, pen), board, *wrong_ones(board))
    assert right is ACCEPTED
    assert ACCEPTED not in others
    assert others.count(REJECTED) >= 5


@pytest.mark.parametrize("rim", ["#d8d8d8", "#c8c8c8"])
def test_white_stones_that_are_faint_on_white_paper_are_seen_where_a_known_board_has_them(rim: str) -> None:
    pen = Pen(paper="white", ink="#c0c0c0", black="#303030", rim=rim, reach=0.46)
    wrong = [mirrored(BOARD), BOARD[::-1], transposed(BOARD), swapped(BOARD), put(BOARD, 0, 0, "O")]
    assert asked(painted(BOARD, pen), BOARD, *wrong) == [ACCEPTED] + [REJECTED] * 5


@pytest.mark.parametrize("stone", ["X", "O"])
def test_one_stone_on_a_star_point_is_a_stone(stone: str) -> None:
    """Where star points look like stones, all do that are in the corners."""
    board = put(put(TWO_WHITE, 3, 1, "."), 7, 4, ".")
    board = put(put(put(board, 1, 7, "O"), 5, 5, "O"), 8, 0, "O") if stone == "X" else board
    board = put(put(put(board, 1, 7, "X"), 5, 5, "X"), 8, 0, "X") if stone == "O" else board
    more = put(board, 2, 2, stone)
    assert asked(painted(more, Pen()), more, board) == [ACCEPTED, REJECTED]


# ---------------------------------------------------------------- lattices


@pytest.mark.parametrize(("support", "firm"), [(0.55, True), (0.35, False), (0.2, False)])
def test_a_lattice_that_little_holds_is_firm_when_it_shows_a_known_board(support: float, firm: bool) -> None:
    def trial(board: Board) -> Trial:
        patches = Patches(np.zeros((9, 9, len(INSIDE), 3), np.float32))
        grid = Grid(Kind.SIGNS, 9, 9, 40, 40, 40, 40, support)
        return Trial(grid, exact(labels_of(board)), Order.RIGHT, patches)

    question = Question(picture_of(painted(BOARD, Pen())), BOARD)
    assert is_firm(trial(random_board(8)), question) is firm
    assert is_firm(trial(put(BOARD, 4, 4, "X" if BOARD[4][4] != "X" else "O")), question) is (support >= 0.35)


def test_what_shows_a_known_board() -> None:
    question = Question(picture_of(painted(BOARD, Pen())), BOARD)

    def shows(board: Board) -> bool:
        return shows_known(labels_of(board), question)

    slip = put(put(BOARD, 0, 0, "X" if BOARD[0][0] != "X" else "O"), 8, 8, "O" if BOARD[8][8] != "O" else "X")
    assert shows(BOARD)
    assert shows(slip), "but for two points"
    assert shows(transposed(BOARD))
    assert shows(swapped(BOARD))
    assert not shows(put(slip, 4, 4, "X" if BOARD[4][4] != "X" else "O"))
    assert not shows(shifted(BOARD, 0, 1)), "a lattice a line aside shows that"


@pytest.mark.parametrize("board", [TWO_WHITE, ("XXXXXXXXX",) * 4 + ("OOOOOOOOO",) * 5, ("XO.",) * 3])
def test_boards_that_say_little_of_their_lattice(board: Board) -> None:
    """Few stones, no empty point, and one that moved by a line is the same."""
    assert not shows_known(labels_of(board), Question(picture_of(painted(board, Pen())), board))


def test_a_lattice_of_touching_stones_is_stretched_to_lie_on_them() -> None:
    """Hardly a line is seen; a board of five empty points was read as full on a lattice three pixels off."""
    board = (
        "XXOXXXOOX", "OOXOX.XXO", "XXOOXXXX.", "XOXOOXOXO", "OOXXXOOOX",
        "OOOXOOOOX", "OO.OX.XOX", "X.OXOXXXO", "OXOXOOXOO",
    )  # fmt: skip
    pen = Pen(step=45, margin=62, paper="#d0e4d0", reach=0.5, white="#d6d6d6")
    image = painted(board, pen)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(16)
    for n in range(9):
        draw.text((62 + 45 * n, 24), "ABCDEFGHJ"[n], "#333333", font, "mm")
        draw.text((24, 62 + 45 * n), str(9 - n), "#333333", font, "mm")
    picture = picture_of(image)
    best = survey(picture, 9, 9).grids[0]
    assert [best.x, best.dx, best.y, best.dy] == pytest.approx([62, 45, 62, 45], abs=0.6)
    assert asked(picture, board, put(board, 6, 2, "X")) == [ACCEPTED, REJECTED]


# ---------------------------------------------------------------- pages


@pytest.mark.parametrize("known", [(0,), long((1, 2, 3))])
def test_the_lines_of_a_board_divide_no_panel_of_a_figure(known: tuple[int, ...]) -> None:
    """Four boards of five lines in cells, dark, beside names: one was divided by its walls, as panes are."""
    boards = [random_board(seed, 5, 5, dense=0.5) for seed in (1, 2, 3, 4)]
    pen = Pen(step=60, margin=50, paper="#1a1a1a", ink="white", black="#404040", white="#e8e8e8",
              rim="white", reach=0.33, cells=True)  # fmt: skip
    figure, font = Image.new("RGB", (816, 816), "white"), ImageFont.load_default(18)
    for number, board in enumerate(boards):
        panel = painted(board, pen)
        draw = ImageDraw.Draw(panel)
        for n in range(5):
            draw.text((80 + 60 * n, 20), "ABCDE"[n], "white", font, "mm")
            draw.text((20, 80 + 60 * n), str(5 - n), "white", font, "mm")
        figure.paste(panel, (416 * (number % 2), 416 * (number // 2)))
    other = put(boards[0], 2, 2, "X" if boards[0][2][2] != "X" else "O")
    assert asked(figure, *(boards[n] for n in known), other) == [ACCEPTED] * len(known) + [REJECTED]


def test_names_a_step_beyond_all_sides_are_no_lines_that_go_on() -> None:
    """An empty board in a frame that lies where its next lines would, and bold names between."""
    image = painted(("." * 9,) * 9, Pen(step=41, margin=44, paper="white", ink="#a0a0a0"))
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(17)
    draw.rectangle((3, 3, image.width - 4, image.height - 4), None, "#a0a0a0")
    for n in range(9):
        for far in (17, image.width - 17):
            draw.text((44 + 41 * n, far), "ABCDEFGHJ"[n], "black", font, "mm", stroke_width=1)
            draw.text((far, 44 + 41 * n), str(n + 1), "black", font, "mm", stroke_width=1)
    assert asked(image, ("." * 9,) * 9) == [ACCEPTED]


@pytest.mark.parametrize("larger", [11, 13, 19])
def test_a_part_of_a_larger_empty_board_is_none(larger: int) -> None:
    whole = painted(("." * larger,) * larger, Pen(step=28, margin=30))
    assert ACCEPTED not in asked(whole, ("." * 9,) * 9)


def test_faint_lines_hold_an_empty_board_in_its_pane() -> None:
    """Beside the dark page around the pane they are hardly seen; in the pane alone they are all there is."""
    window = Image.new("RGB", (760, 560), "#20242c")
    pane = painted(("." * 9,) * 9, Pen(step=51, margin=25, paper="#444444", ink="#565656"))
    window.paste(pane, (14, 47))
    ImageDraw.Draw(window).text((16, 16), "New  Undo  Pass", "white", ImageFont.load_default(16))
    assert asked(window, ("." * 9,) * 9) == [ACCEPTED]


TEXT = ("Black plays at the edge and takes", "four stones. White answers.", "", "1. black c3", "2. white d4",
        "3. black pass", "4. white e5", "", "next | before")  # fmt: skip


def test_lines_of_text_beside_a_wrong_board_are_no_further_one() -> None:
    page, font = Image.new("RGB", (760, 560), "white"), ImageFont.load_default(15)
    page.paste(painted(BOARD, Pen(step=29, margin=17, paper="#f2e6cf", ink="#604020", reach=0.48)), (24, 65))
    draw = ImageDraw.Draw(page)
    draw.text((24, 20), "Problem 3: after the captures", "#202020", ImageFont.load_default(22))
    draw.line((24, 50, 736, 50), "#a0a0a0")
    for number, line in enumerate(TEXT):
        draw.text((320, 80 + 24 * number), line, "#202020", font)
    wrong = put(BOARD, 4, 4, "X" if BOARD[4][4] != "X" else "O")
    assert asked(page, BOARD, wrong, mirrored(BOARD)) == [ACCEPTED, REJECTED, REJECTED]


@pytest.mark.parametrize(
    ("kind", "x", "more"), [("signs", 397, True), ("signs", 620, False), ("points", 620, True)]
)
def test_what_signs_hold_is_a_further_board_only_with_stones_as_those_read(
    kind: str, x: int, more: bool
) -> None:
    """The right board lies at 397; there is a stone or two of it at 620, and paper."""
    pen = Pen(step=29, margin=17, reach=0.48)
    page = Image.new("RGB", (860, 330), "white")
    page.paste(painted(mirrored(BOARD), pen), (20, 30))
    page.paste(painted(BOARD, pen), (380, 30))
    question = Question(picture_of(page), BOARD)
    found = survey(question.picture, 9, 9)
    first = [trial for trial in _trials(found, question, None) if trial.grid.x < 300]
    rest = replace(found, grids=(Grid(Kind(kind), 9, 9, x, 29, 47, 29, 0.5),))
    assert _may_hold_more(rest, first, question) is more
    assert not _may_hold_more(replace(found, grids=()), first, question)
    assert not _may_hold_more(None, first, question)


@pytest.mark.parametrize(("support", "outcome"), [(0.5, REJECTED), (0.3, REVIEW)])
def test_what_is_much_smaller_beside_a_lattice_that_shows_a_known_board_is_no_further_board(
    support: float, outcome: Outcome
) -> None:
    """A board of stones in the grain of wood, and rows of text beside it."""
    fit = exact(labels_of(BOARD))
    patches = Patches(np.zeros((9, 9, len(INSIDE), 3), np.float32))
    board = Trial(Grid(Kind.SIGNS, 9, 9, 40, 38, 40, 38, support), fit, Order.RIGHT, patches)
    text = Trial(Grid(Kind.SIGNS, 9, 9, 430, 12, 300, 7, 0.6), fit, Order.UNKNOWN, patches, against=0)
    readings = [(Reading(REJECTED, "another board"), board), (Reading(REVIEW, "unclear"), text)]
    question = Question(picture_of(Image.new("RGB", (600, 400))), put(BOARD, 3, 1, "."))
    assert _best_of(readings, question)[0].outcome is outcome
