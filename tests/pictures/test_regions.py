"""Parts of a picture with nothing between them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.lattice.lines import Maps
from gograde.pictures.read.lattice.regions import Region, part_of, regions_of, widened


def maps(*boxes: tuple[int, int, int, int], size: tuple[int, int] = (400, 600)) -> Maps:
    """Lines across each of these boxes (rows from, to; columns from, to), nothing elsewhere."""
    seen, none = np.zeros(size, np.float32), np.zeros(size, np.float32)
    for top, bottom, left, right in boxes:
        seen[top:bottom:3, left:right] = seen[bottom - 1, left:right] = 1
    return Maps(seen, none, none, none, none)


def told(found: list[Region]) -> list[tuple[int, int, int, int]]:
    return [(rows.start, rows.stop, cols.start, cols.stop) for rows, cols in found]


PLAIN = np.ones((400, 600), np.float32)
LEFT, RIGHT = (50, 350, 20, 280), (50, 350, 320, 580)


def test_two_boards_side_by_side_are_two_parts() -> None:
    assert told(regions_of(maps(LEFT, RIGHT), PLAIN)) == [LEFT, RIGHT]


def test_boards_that_touch_and_one_board_alone_are_not_taken_apart() -> None:
    assert regions_of(maps(LEFT), PLAIN) == []
    assert regions_of(maps((50, 350, 20, 300), (50, 350, 304, 580)), PLAIN) == []
    assert regions_of(maps(), PLAIN) == []


def test_titles_are_no_parts() -> None:
    titles = ((10, 30, 100, 200), (10, 30, 400, 500))
    assert told(regions_of(maps(LEFT, RIGHT, *titles), PLAIN)) == [LEFT, RIGHT]


def test_parts_of_parts() -> None:
    upper, lower = (20, 190, 320, 580), (220, 390, 320, 580)
    left = (20, 390, 20, 280)
    assert sorted(told(regions_of(maps(left, upper, lower), PLAIN))) == sorted([left, upper, lower])


def test_a_part_with_a_border_stays_in_the_picture() -> None:
    assert told([widened((slice(2, 50), slice(60, 100)), (52, 200), 4)]) == [(0, 52, 56, 104)]
    part, light = part_of(maps(LEFT), np.ones((400, 600), np.float32), (slice(50, 60), slice(10, 40)))
    assert part.down.shape == light.shape == (10, 30)
    assert part.down[0, :12].tolist() == [0] * 10 + [1] * 2


def pane(size: tuple[int, int]) -> tuple[Maps, NDArray[np.float32]]:
    """A window with a pane to the right whose border runs from top to bottom, letters in both."""
    seen, none = np.zeros(size, np.float32), np.zeros(size, np.float32)
    luma = np.ones(size, np.float32)
    seen[:, 402:404] = 1
    luma[:, 403:] = 0.8
    seen[50:350:3, 30:370] = seen[349, 30:370] = 1
    seen[60:100, 430:580] = 1
    return Maps(seen, none, none, none, none), luma


def test_the_border_of_a_pane_divides() -> None:
    found, luma = pane((400, 600))
    assert told(regions_of(found, luma)) == [(50, 350, 30, 370)]


def test_rows_of_letters_are_no_borders() -> None:
    seen, none = np.zeros((400, 600), np.float32), np.zeros((400, 600), np.float32)
    seen[50:350, 30:370] = 1
    seen[200:203] = 1
    assert regions_of(Maps(none, seen, none, none, none), np.ones((400, 600), np.float32)) == []


def test_gaps_of_one_width_divide_nothing() -> None:
    signs = [(20 + 40 * r, 40 + 40 * r, 20 + 40 * c, 40 + 40 * c) for r in range(8) for c in range(9)]
    assert told(regions_of(maps(*signs, (20, 320, 570, 598)), PLAIN)) == [(20, 320, 20, 360)]
