"""The true lattices are among the first proposed, and the weights of that order can be fitted again."""

from __future__ import annotations

import re
from types import ModuleType

import numpy as np
import pytest
from PIL import Image, ImageDraw

from gograde.pictures.picture import Picture
from gograde.pictures.read.lattice.grids import Grid, elsewhere, lattice_of
from gograde.pictures.read.lattice.search import lattices, proposals
from gograde.pictures.read.lattice.worth import WEIGHTS
from gograde.pictures.read.pixels import Sheet, sheet_of
from gograde.pictures.training.looks import Placed, cells, heat, letters, plots, position, stones
from gograde.pictures.training.looks.made import Dice
from gograde.pictures.training.proposals import Table, fit, main
from gograde.pictures.training.samples import RIGHT, farthest

NINE = (9, 9)
PAPER = "#F0D8B0"


def sheet(image: Image.Image) -> Sheet:
    return sheet_of(Picture(image.width, image.height, image.convert("RGB").tobytes()))


def lies(board: Placed, grid: Grid) -> bool:
    return farthest(board, (grid.x, grid.dx, grid.y, grid.dy)) < RIGHT


def draw(image: Image.Image, board: Placed) -> None:
    """Lines and round stones."""
    pen, (rows, cols) = ImageDraw.Draw(image), board.labels.shape
    right, low = board.x + board.dx * (cols - 1), board.y + board.dy * (rows - 1)
    for row in range(rows):
        pen.line((board.x, board.y + board.dy * row, right, board.y + board.dy * row), fill="black")
    for col in range(cols):
        pen.line((board.x + board.dx * col, board.y, board.x + board.dx * col, low), fill="black")
    for row, col in np.argwhere(board.labels):
        x, y, half = board.x + board.dx * col, board.y + board.dy * row, 0.4 * board.dx
        fill = "black" if board.labels[row, col] == 1 else "white"
        pen.ellipse((x - half, y - half, x + half, y + half), fill=fill, outline="black")


def board(x: float, y: float, step: float) -> Placed:
    return Placed(x, step, y, step, position(Dice(4), *NINE))


@pytest.mark.parametrize(
    ("family", "number"),
    [(stones, 4), (cells, 4), (letters, 2), (heat, 3), (plots, 4)],
    ids=["stones", "cells", "letters", "heat", "plots"],
)
def test_boards_of_random_looks_lie_at_one_of_the_first_six_lattices(family: ModuleType, number: int) -> None:
    found = 0
    for seed in range(4):
        drawn = family.draw(Dice(seed), Dice(seed + 50), position(Dice(seed), *NINE))
        whole = sheet(drawn.image)
        assert whole.width == drawn.image.width
        found += any(lies(drawn.boards[0], grid) for grid in lattices(whole, NINE)[1][:6])
    assert found == number


def test_a_turned_board_is_found_upright_and_its_place_is_that_in_the_picture() -> None:
    image = Image.new("RGB", (400, 400), PAPER)
    draw(image, board(60, 70, 30))
    turned = sheet(image.rotate(3, Image.Resampling.BICUBIC, fillcolor=PAPER))
    upright, grids = lattices(turned, NINE)
    assert upright is not turned
    angle, middle = np.deg2rad(3), np.array([199.5, 199.5])
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    place = lattice_of(grids[0], upright)
    assert place.origin == pytest.approx(tuple(middle + turn @ ((60, 70) - middle)), abs=2)
    assert place.right == pytest.approx(tuple(turn @ (30, 0)), abs=0.3)
    assert place.down == pytest.approx(tuple(turn @ (0, 30)), abs=0.3)


@pytest.mark.parametrize("size", [(1, 1), (3, 200), (200, 200)])
def test_a_picture_without_marks_has_no_lattice(size: tuple[int, int]) -> None:
    assert lattices(sheet(Image.new("RGB", size, PAPER)), NINE)[1] == []


def test_two_boards_in_a_picture_are_both_found_the_second_elsewhere() -> None:
    image = Image.new("RGB", (760, 420), PAPER)
    boards = board(50, 60, 36), board(430, 90, 32)
    for one in boards:
        draw(image, one)
    whole = sheet(image)
    upright, grids = lattices(whole, NINE)
    assert upright is whole
    first = [one for one in boards if lies(one, grids[0])]
    (other,) = (one for one in boards if one not in first)
    assert lies(other, elsewhere(grids, grids[:1])[0])


def test_the_search_is_in_the_order_of_the_weights() -> None:
    image = Image.new("RGB", (760, 420), PAPER)
    for one in (board(50, 60, 36), board(480, 90, 24)):
        draw(image, one)
    whole = sheet(image)
    only = dict.fromkeys(WEIGHTS, 0.0)
    _, smallest = lattices(whole, NINE, {**only, "step": -1.0})
    _, largest = lattices(whole, NINE, {**only, "step": 1.0})
    steps = [grid.dx * grid.dy for grid in largest]
    assert steps == sorted(steps, reverse=True)
    assert smallest[0].dx * smallest[0].dy < 24**2 < 36**2 < steps[0]
    _, many = proposals(whole, NINE)
    assert many is not None
    assert many.seen.shape == (len(many), len(WEIGHTS))


def test_the_fit_finds_the_weights_that_made_a_table() -> None:
    """Each lattice is once right and once wrong, and counts as often as its chance says."""
    true = {**dict.fromkeys(WEIGHTS, 0.0), "line": 4.0, "lopsided": -3.0, "step": 1.0}
    seen = np.random.default_rng(3).random((200, len(WEIGHTS)))
    chance = 1 / (1 + np.exp(0.5 - (seen - 0.5) @ list(true.values())))
    right = np.repeat([True, False], len(seen))
    found = fit(Table(np.r_[seen, seen], right, np.r_[chance, 1 - chance]))
    assert list(found) == list(WEIGHTS)
    assert found == pytest.approx(true, abs=0.05)


def test_the_command_prints_the_weights_as_they_stand_in_the_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--looks", "3", "--recall", "2"]) == 0
    weights, recall = capsys.readouterr().out.split("\n\n")
    assert re.fullmatch(r'(    "[a-z ]+": -?\d+\.\d,\n?)+', weights)
    assert [line.split('"')[1] for line in weights.splitlines()] == list(WEIGHTS)
    assert recall.splitlines()[0].split() == ["boards", "number", "at", "1", "at", "3", "at", "6"]
    assert [line.split()[0] for line in recall.splitlines()[1:]] == ["all", "one", "several", "CPU"]
