"""Boards from the shapes of figures: programs draw positions thrown at random with matplotlib."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image

from gograde.pictures.decode.formats.common import Bare
from gograde.pictures.decode.inspect import inspect
from gograde.pictures.picture import Picture
from gograde.pictures.read import PictureVerdict, Question, Reader
from tests.pictures.capture.run_program import files_kept
from tests.pictures.shapes.thrown import Rows, found, picture_of, thrown

Saved = Mapping[str, tuple[bytes, list[Rows]]]
"""The bytes of a figure of every way, and the boards on it."""

MPL_LOOKS = Path(__file__).parent / "mpl_looks.py"

READ = (
    "circles", "circles-tight", "scatter", "one_scatter", "markers", "grid", "cells", "wood",
    "black_and_white", "framed", "far", "letters",
)  # fmt: skip
"""Ways of drawing one board that are read."""

LEFT = {
    "heat": "the cells of the board have several colours",
    "red_and_blue": "which stones are black and which are white cannot be told from their colours",
    "mixed": "a shape on the board is neither a line, a stone nor a mark",
    "shadow": "a shape on the board is neither a line, a stone nor a mark",
    "solid": "lines or shapes that may be a board of another size or kind",
    "grey": "the cells of the board have several colours",
}
"""Ways that shapes leave to the pixels, and why."""

ENDINGS = ("jpg", "jpeg", "gif", "webp")
"""Of the files in which matplotlib saves pixels, beside .png; `.bmp` it does not know."""


@pytest.fixture(scope="module")
def saved(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Saved:
    """The bytes of a figure of every way, and the boards on it."""
    rng = random.Random(request.config.option.hypothesis_seed)
    folder = tmp_path_factory.mktemp("saved")
    ways = (*READ, *LEFT, *(f"circles.{ending}" for ending in ENDINGS))
    jobs = {way: [thrown(rng)] for way in ways} | {"circles-two": [thrown(rng), thrown(rng)]}
    program = folder / "program.py"
    program.write_text(f"import sys\nsys.argv[1:] = ['boards.json']\n{MPL_LOOKS.read_text()}")
    (folder / "boards.json").write_text(json.dumps(list(jobs.items())))
    files_kept(program, folder)
    files = {way: folder / (way if "." in way else f"{way}.png") for way in jobs}
    return {way: (file.read_bytes(), jobs[way]) for way, file in files.items()}


@pytest.mark.parametrize("way", [*READ, "circles-two"])
def test_the_boards_that_were_drawn_are_read(saved: Saved, way: str) -> None:
    data, boards = saved[way]
    assert found(picture_of("a.png", data)) == (boards, "")


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_figure_that_is_saved_in_another_format_keeps_its_shapes(saved: Saved, ending: str) -> None:
    data, boards = saved[f"circles.{ending}"]
    picture = picture_of(f"a.{ending}", data)
    assert found(picture) == (boards, "")
    seen = inspect(f"a.{ending}", data)
    assert isinstance(seen, Bare) and b"gograde scene" not in seen.data
    pixels = Image.open(io.BytesIO(data)).convert("RGB")
    assert (pixels.size, pixels.tobytes()) == ((picture.width, picture.height), picture.rgb)


@pytest.mark.parametrize(("way", "why"), LEFT.items())
def test_what_is_not_explained_is_left_to_the_pixels(saved: Saved, way: str, why: str) -> None:
    assert found(picture_of("a.png", saved[way][0])) == ([], why)


def test_a_wrong_stone_is_named(saved: Saved) -> None:
    data, (board,) = saved["scatter"]
    (reading,) = Reader().read([Question(picture_of("a.png", data), (*board[:8], "X........"))])
    assert reading.verdict is PictureVerdict.REJECTED
    assert reading.reason == "row 8, column 2 is white, not empty"


def test_the_pixels_of_a_figure_say_the_same(saved: Saved) -> None:
    data, (board,) = saved["circles"]
    picture = picture_of("a.png", data)
    pixels = Picture(picture.width, picture.height, picture.rgb)
    assert [Reader().read([Question(one, board)])[0].verdict for one in (picture, pixels)] == [
        PictureVerdict.ACCEPTED
    ] * 2


def test_a_picture_that_was_changed_has_no_shapes(saved: Saved) -> None:
    image, out = Image.open(io.BytesIO(saved["circles"][0])), io.BytesIO()
    image.crop((0, 0, image.width, image.height)).save(out, "PNG")
    assert picture_of("a.png", out.getvalue()).shapes == b""


def test_the_shapes_are_not_among_the_bytes_that_are_decoded(
    saved: Saved,
) -> None:
    seen = inspect("a.png", saved["circles"][0])
    assert (
        isinstance(seen, Bare) and seen.scene.startswith(b'{"size":[550,500],') and b"scene" not in seen.data
    )
