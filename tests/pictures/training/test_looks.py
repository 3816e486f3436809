"""Random looks: the same seeds draw the same, and stones differ from what is empty."""

from __future__ import annotations

import numpy as np
import pytest

from gograde.pictures.training.looks import cells, heat, letters, stones
from gograde.pictures.training.looks.made import Dice, light, mixed, shifted
from gograde.pictures.training.looks.parts.lattice import star_points
from gograde.pictures.training.looks.parts.pairs import told_apart

FAMILIES = [stones, cells, letters, heat]
SEEDS = range(12)


def test_the_same_seed_throws_the_same():
    one, other = Dice(7), Dice(7)
    assert [one.u(0, 1), one.i(1, 6), one.c("a", "b"), one.col(), one.grey(0, 1)] == [
        other.u(0, 1),
        other.i(1, 6),
        other.c("a", "b"),
        other.col(),
        other.grey(0, 1),
    ]
    assert {Dice(seed).i(1, 2) for seed in range(20)} == {1, 2}
    assert {Dice(seed).w([0, 3, 1]) for seed in range(40)} == {1, 2}


def test_colours_stay_colours():
    assert light((255, 255, 255)) == pytest.approx(1)
    assert shifted((250, 3, 100), 10) == (255, 13, 110)
    assert mixed((0, 0, 0), (100, 200, 50), 0.5) == (50, 100, 25)


def position(seed, size=(9, 9)):
    at_random = np.random.default_rng(seed).random(size)
    return np.select([at_random < 0.3, at_random < 0.6], [1, 2], 0).astype(np.int8)


def patches(drawn, label, share=0.5):
    """What lies around each point of a label, within a share of a step."""
    (board,) = drawn.boards
    pixels = np.asarray(drawn.image.convert("RGB")).astype(int)
    across, down = int(board.dx * share), int(board.dy * share)
    pixels = np.pad(pixels, ((down, down), (across, across), (0, 0)), mode="edge")
    found = []
    for row, col in zip(*np.nonzero(board.labels == label), strict=True):
        x, y = round(board.x + col * board.dx), round(board.y + row * board.dy)
        found.append(pixels[y : y + 2 * down + 1, x : x + 2 * across + 1])
    return found


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__.rpartition(".")[2])
class TestFamily:
    def test_black_white_and_empty_differ_where_the_board_was_placed(self, family):
        for seed in SEEDS:
            drawn = family.draw(Dice(seed), Dice(seed + 1), position(seed))
            empty, black, white = (np.median(patches(drawn, label), axis=0) for label in (0, 1, 2))
            assert np.abs(black - white).max() > 30, seed
            assert np.abs(black - empty).max() > 30, seed
            assert np.abs(white - empty).max() > 30, seed

    def test_the_same_dice_draw_the_same_picture(self, family):
        for seed in SEEDS:
            one, other = (family.draw(Dice(seed), Dice(3), position(1)) for _ in range(2))
            assert one.image.tobytes() == other.image.tobytes()
            assert one.boards[0].x == other.boards[0].x

    def test_one_look_leaves_empty_points_alike_in_another_position(self, family):
        first = np.where(position(1) == 0, 0, 1).astype(np.int8)
        second = np.where(position(1) == 0, 0, 2).astype(np.int8)
        for seed in SEEDS:
            one, other = (family.draw(Dice(seed), Dice(3), labels) for labels in (first, second))
            assert one.image.size == other.image.size
            alike = [
                np.abs(a - b).mean() < 12 for a, b in zip(patches(one, 0), patches(other, 0), strict=True)
            ]
            assert np.mean(alike) > 0.8, seed

    def test_boards_of_other_sizes_are_drawn_whole(self, family):
        for size in ((5, 5), (6, 9), (19, 19)):
            drawn = family.draw(Dice(4), Dice(5), position(2, size))
            (board,) = drawn.boards
            assert board.labels.shape == size
            assert -0.6 < board.x < board.x + (size[1] - 1) * board.dx < drawn.image.width
            assert -0.6 < board.y < board.y + (size[0] - 1) * board.dy < drawn.image.height


def test_an_order_is_claimed_of_black_and_white_and_not_of_red_and_blue():
    assert told_apart((10, 10, 10), (240, 240, 235))
    assert told_apart((70, 20, 10), (255, 250, 220))
    assert not told_apart((240, 240, 240), (10, 10, 10))
    assert not told_apart((200, 30, 30), (30, 60, 200))
    assert not told_apart((150, 20, 50), (200, 210, 60))


def test_star_points_lie_where_boards_have_them():
    assert star_points(9, 9, "five") == [(2, 2), (2, 6), (6, 2), (6, 6), (4, 4)]
    assert len(star_points(19, 19, "all")) == 9
    assert star_points(19, 19, "all")[0] == (3, 3)
    assert star_points(13, 13, "centre") == [(6, 6)]
    assert star_points(5, 5, "all") == [(2, 2)]
