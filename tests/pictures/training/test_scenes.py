"""Plots and scenes of boards: the placed points lie where the picture shows them."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from gograde.pictures.training.looks import plots, scenes, spoil
from gograde.pictures.training.looks.made import Dice, Drawn, Labels, Placed
from gograde.pictures.training.looks.moved import cropped, resized, smallest_step

FIVE = np.array(
    [[0, 1, 2, 0, 0], [1, 0, 0, 2, 0], [0, 0, 1, 0, 2], [2, 1, 0, 0, 0], [0, 0, 2, 1, 0]], dtype=np.int8
)
EMPTY, BLACK, WHITE = 0, 1, 2


def patch(drawn: Drawn, board: Placed, row: int, col: int) -> np.ndarray:
    """The pixels around one point, as far as a stone reaches."""
    x, y = round(board.x + col * board.dx), round(board.y + row * board.dy)
    reach = int(0.46 * min(board.dx, board.dy))
    return np.asarray(drawn.image).astype(float)[y - reach : y + reach + 1, x - reach : x + reach + 1]


def kinds_apart(drawn: Drawn, board: Placed) -> bool:
    """Whether the mean looks of empty, black and white points differ somewhere."""
    means = [
        np.mean([patch(drawn, board, row, col) for row, col in np.argwhere(board.labels == kind)], axis=0)
        for kind in (EMPTY, BLACK, WHITE)
    ]
    return min(np.abs(means[one] - means[other]).max() for one, other in ((0, 1), (0, 2), (1, 2))) > 20


@pytest.mark.parametrize("seed", range(12))
def test_plots_show_kinds_at_their_points(seed: int) -> None:
    drawn = plots.draw(Dice(seed), Dice(seed + 100), FIVE)
    (board,) = drawn.boards
    assert drawn.image.mode == "RGB"
    assert kinds_apart(drawn, board)
    again = plots.draw(Dice(seed), Dice(seed + 100), FIVE)
    assert again.image.tobytes() == drawn.image.tobytes()


@pytest.mark.parametrize("seed", range(4))
def test_a_program_plots_other_positions_in_the_same_place(seed: int) -> None:
    other: Labels = np.array(FIVE[::-1].T)
    first, second = (plots.draw(Dice(seed), Dice(0), labels) for labels in (FIVE, other))
    assert first.image.size == second.image.size
    one, two = first.boards[0], second.boards[0]
    assert (one.x, one.dx, one.y, one.dy) == (two.x, two.dx, two.y, two.dy)


def dotted() -> Drawn:
    """A light picture with a dark dot at each of its points, which are whole pixels."""
    image = Image.new("RGB", (202, 222), (225, 225, 225))
    pen = ImageDraw.Draw(image)
    for x in range(21, 22 + 4 * 40, 40):
        for y in range(31, 32 + 4 * 40, 40):
            pen.rectangle((x - 6, y - 6, x + 6, y + 6), fill=(20, 20, 20))
    return Drawn(image, (Placed(21.0, 40.0, 31.0, 40.0, FIVE),), True)


def off_centre(drawn: Drawn) -> float:
    """How far, in pixels, any dot of `dotted` lies from the point that is said to be there."""
    dark = 255 - np.asarray(drawn.image.convert("L")).astype(float)
    worst = 0.0
    for board in drawn.boards:
        for row, col in np.ndindex(board.labels.shape):
            x, y = board.x + col * board.dx, board.y + row * board.dy
            left, top = round(x - 0.4 * board.dx), round(y - 0.4 * board.dy)
            part = dark[top : round(y + 0.4 * board.dy) + 1, left : round(x + 0.4 * board.dx) + 1]
            ink = np.where(part > (part.max() + np.median(part)) / 2, part, 0)
            rows, cols = np.indices(ink.shape)
            worst = max(worst, abs((ink * cols).sum() / ink.sum() + left - x))
            worst = max(worst, abs((ink * rows).sum() / ink.sum() + top - y))
    return worst


def test_a_scaled_picture_keeps_its_points_to_the_pixel() -> None:
    half = resized(dotted(), 0.5, Image.Resampling.BOX)
    assert half.image.size == (101, 111)
    (board,) = half.boards
    assert (board.x, board.dx, board.y, board.dy) == (10.25, 20.0, 15.25, 20.0)
    assert off_centre(dotted()) == 0.0
    assert off_centre(half) < 0.5


def test_a_cut_picture_keeps_its_points() -> None:
    part = cropped(dotted(), (5, -3, 190, 500))
    assert part.image.size == (185, 222)
    assert (part.boards[0].x, part.boards[0].y) == (16.0, 31.0)


@pytest.mark.parametrize("count", [1, 2, 3, 6])
@pytest.mark.parametrize("seed", range(8))
def test_scenes_move_all_boards_with_their_points(count: int, seed: int) -> None:
    scene = scenes.arrange(Dice(seed), Dice(seed + 1), [dotted()] * count)
    assert len(scene.boards) == count
    assert len({(board.x, board.y) for board in scene.boards}) == count
    assert off_centre(scene) <= 0.5


@pytest.mark.parametrize("seed", range(24))
def test_spoiled_pictures_keep_their_points(seed: int) -> None:
    spoiled = spoil.spoil(Dice(seed), Dice(seed + 1), dotted())
    assert off_centre(spoiled) <= max(0.5, 0.03 * smallest_step(spoiled))
    assert spoiled.image.tobytes() == spoil.spoil(Dice(seed), Dice(seed + 1), dotted()).image.tobytes()


def test_red_and_blue_stones_are_never_made_grey() -> None:
    image = Image.new("RGB", (60, 60), (255, 0, 0))
    board = Placed(20.0, 20.0, 20.0, 20.0, np.zeros((2, 2), dtype=np.int8))
    for seed in range(60):
        spoiled = spoil.spoil(Dice(seed), Dice(seed), Drawn(image, (board,), False))
        red, green, _ = np.asarray(spoiled.image).reshape(-1, 3).mean(axis=0)
        assert red - green > 100


def test_steps_that_numpy_counted_spoil_like_others() -> None:
    drawn = dotted()
    step = np.float64(40)
    counted = Drawn(drawn.image, (Placed(21.0, step, 31.0, step, FIVE),), True)
    for seed in range(24):
        same = spoil.spoil(Dice(seed), Dice(seed + 1), counted).image.tobytes()
        assert same == spoil.spoil(Dice(seed), Dice(seed + 1), drawn).image.tobytes()
