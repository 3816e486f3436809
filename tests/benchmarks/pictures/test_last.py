"""The set that is thrown once: its looks draw, and draw the same again. Nothing here reads a picture."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from PIL import Image

from benchmarks.pictures.last import SEED, Together, pages, pixels, styles
from benchmarks.pictures.last.browser import Page
from benchmarks.pictures.last.tools import Board, earlier
from benchmarks.pictures.positions import impostors, positions
from benchmarks.pictures.styles import Style

ALL = styles(SEED)
ALONE = [style for style in ALL if not isinstance(style, Together)]
SMALL = ("XO.", ".XO", "O.X")


def test_the_looks_are_many_and_their_names_differ() -> None:
    assert len({style.name for style in ALL}) == len(ALL) >= 48
    assert [style.side for style in ALL].count(19) == 4
    assert sum(style.free for style in ALL) < len(ALL) / 10


@pytest.mark.parametrize("style", ALONE, ids=[style.name for style in ALONE])
def test_a_look_draws_the_board_and_another_board_otherwise(style: Style) -> None:
    first, other = images_of(style, SMALL, SMALL[::-1])
    assert first.mode == "RGB"
    assert len(first.getcolors(2**24) or ()) > 1
    assert first.tobytes() != other.tobytes()


def images_of(style: Style, *boards: tuple[str, ...]) -> list[Image.Image]:
    images = [image for image in style.pictures(boards, 3) or () if image]
    assert len(images) == len(boards)
    return images


def test_other_seeds_give_other_details() -> None:
    drawn = [images_of(styles(seed)[10], SMALL)[0].tobytes() for seed in (0, 0, 1, 2)]
    assert drawn[0] == drawn[1]
    assert len(set(drawn)) == 3


def test_an_earlier_board_is_none_of_the_wrong_boards() -> None:
    for number, board in enumerate(positions(8, 60)):
        older = earlier(board, Random(number))
        assert older != board
        assert older not in impostors(board, number).values()


@pytest.mark.parametrize("draw", (*pages.PAGES, *pages.FREE))
def test_a_page_shows_the_board(draw: Callable[[Board, Random, Random], Page]) -> None:
    page, other = (draw(board, Random(1), Random(2)) for board in (SMALL, SMALL[::-1]))
    assert page.text != other.text
    assert min(page.width, page.height) >= 60


@pytest.mark.needs("cc")
def test_a_program_in_c_writes_its_picture() -> None:
    images = pixels.by_c([SMALL], SEED)
    assert images is not None
    assert images[0].getextrema() == ((0, 255),) * 3


def test_a_missing_compiler_leaves_a_look_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    missing = {s.needs for s in ALL if s.name in {"java", "ppm by c"} and s.pictures([SMALL], 1) is None}
    assert missing == {"javac", "gcc"}
