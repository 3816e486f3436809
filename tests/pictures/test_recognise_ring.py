"""A wide ring on one stone, as programs mark the last move; it lies farther out than other marks do."""

from __future__ import annotations

from itertools import product, starmap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from gograde.pictures.picture import Picture
from gograde.pictures.read.verdict.rivals import shifted, swapped
from tests.pictures.boards_drawn import (
    ACCEPTED,
    REJECTED,
    Board,
    Look,
    asked,
    drawn,
    long,
    picture_of,
    put,
    random_board,
)

WOOD = Look(radius=0.46)
BOARD = random_board(6)
AT = {"X": (4, 3), "O": (5, 4), ".": (4, 5)}
COLOURS = {"X": ("black", "white"), "O": ("white", "black"), ".": (WOOD.paper, "black")}


def discs(shown: Picture, at: tuple[int, int], *parts: tuple[float, str], look: Look = WOOD) -> Picture:
    """The picture with discs on one point, each of so many steps and a colour, the largest first."""
    image = Image.frombytes("RGB", (shown.width, shown.height), bytes(shown.rgb))
    large = image.resize((4 * image.width, 4 * image.height))
    pen, step = ImageDraw.Draw(large), 4 * look.step
    y, x = (step * (place + 1) + 2 for place in at)
    for radius, colour in parts:
        reach = step * radius
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), colour)
    box = tuple(look.step * (place + 1) + off * look.step // 2 for off in (-1, 1) for place in at[::-1])
    image.paste(large.resize(image.size, Image.Resampling.BOX).crop(box), box[:2])
    return picture_of(image)


def ringed(board: Board, at: tuple[int, int], far: float, thick: float, look: Look = WOOD) -> Picture:
    """A ring on a stone, from `far` steps inwards."""
    own, ring = COLOURS[board[at[0]][at[1]]]
    return discs(drawn(board, look), at, (far, ring), (far - thick, own), look=look)


@pytest.mark.parametrize("stone", "XO")
@pytest.mark.parametrize(
    ("far", "thick"),
    [(0.28, 0.05), (0.34, 0.11), *starmap(long, product((0.29, 0.31, 0.33), (0.05, 0.08, 0.11)))],
)
def test_a_stone_with_a_ring_is_a_stone(stone: str, far: float, thick: float) -> None:
    shown = ringed(BOARD, AT[stone], far, thick)
    row, col = AT[stone]
    other = {"X": "O", "O": "X"}[stone]
    right, *wrong = asked(
        shown,
        BOARD,
        put(BOARD, row, col, other),
        put(BOARD, row, col, "."),
        put(BOARD, *AT["."], "X"),
        swapped(BOARD),
        shifted(BOARD, 0, 1),
    )
    assert right is ACCEPTED
    assert ACCEPTED not in wrong


def test_a_wrong_board_with_a_ring_on_it_is_told() -> None:
    assert asked(ringed(BOARD, AT["X"], 0.34, 0.08), put(BOARD, *AT["."], "X")) == [REJECTED]


@pytest.mark.parametrize("stone", ["X", long("O")])
def test_a_ring_on_an_empty_point_is_no_stone(stone: str) -> None:
    for far, thick in product((0.28, 0.46), (0.05, 0.11)):
        assert asked(ringed(BOARD, AT["."], far, thick), put(BOARD, *AT["."], stone))[0] is not ACCEPTED


@pytest.mark.parametrize("stone", ["X", long("O")])
@given(
    rim=st.floats(0.02, 0.12),
    dot=st.floats(0.05, 0.16),
    elsewhere=st.sampled_from(["as it is", "outlined", "none"]),
)
@settings(max_examples=5)
def test_a_stone_of_the_other_colour_with_outline_and_dot_does_not_pass(
    stone: str, rim: float, dot: float, elsewhere: str
) -> None:
    """Its rim and middle have the colour that is expected, and others of its own differ or are alike."""
    (row, col), other = AT[stone], {"X": "O", "O": "X"}[stone]
    own, ring = COLOURS[other]
    board = put(BOARD, row, col, other)
    if elsewhere == "none":
        board = tuple(line.replace(other, ".") for line in board)
        board = put(put(board, row, col, other), *AT[other], other)
    shown = drawn(board, WOOD)
    if elsewhere == "outlined":
        for r, c in ((r, c) for r, line in enumerate(board) for c in range(9) if line[c] == other):
            shown = discs(shown, (r, c), (0.46, ring), (0.46 - rim, own))
    shown = discs(shown, (row, col), (0.46, ring), (0.46 - rim, own), (min(dot, 0.44 - rim), ring))
    assert asked(shown, put(board, row, col, stone))[0] is not ACCEPTED


def test_two_stones_with_rings_wait_for_a_person() -> None:
    shown = ringed(BOARD, AT["X"], 0.34, 0.08)
    own, ring = COLOURS["O"]
    both = discs(shown, AT["O"], (0.34, ring), (0.26, own))
    assert asked(both, BOARD)[0] is not ACCEPTED


def test_a_ring_beside_one_colour_alone_waits_for_a_person() -> None:
    board = tuple(line.replace("O", ".") for line in BOARD)
    assert asked(ringed(board, AT["X"], 0.34, 0.08), board)[0] is not ACCEPTED
