"""Boards from the shapes of images: programs draw positions thrown at random with Pillow."""

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
from tests.pictures.capture.run_program import files_kept
from tests.pictures.shapes.campaign import outcomes
from tests.pictures.shapes.thrown import Rows, found, picture_of, thrown

LOOKS = Path(__file__).parent / "pillow_looks.py"

READ = (
    "dressed.png", "cells.png", "polygons.png", "smooth.png", "sprites.png",
    "layers.png", "grey.png", "bordered.png", "painted_over.png",
    "plain.png", "plain.jpg", "plain.jpeg", "plain.gif", "plain.bmp", "plain.webp", "smooth.jpg",
)  # fmt: skip
"""Ways of drawing one board that are read; the ending says the format."""

LEFT = {
    "masked.png": "a shape on the board is neither a line, a stone nor a mark",
    "shaded.png": "a shape on the board is neither a line, a stone nor a mark",
    "clear_discs.png": "a shape on the board is neither a line, a stone nor a mark",
    "slices.png": "a shape on the board is neither a line, a stone nor a mark",
}
"""Ways that shapes leave to the pixels, and why."""

NONE = (
    "shrunk.png",
    "one_pixel.png",
    "filtered.png",
    "turned.png",
    "inverted.png",
    "an_array.png",
    "plain.ppm",
)
"""Ways whose shapes are not told at all: something was changed that is not recorded, or no place for them."""

Saved = Mapping[str, tuple[bytes, list[Rows]]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("saved")


@pytest.fixture(scope="module")
def saved(request: pytest.FixtureRequest, folder: Path) -> Saved:
    """The bytes of a picture of every way, and the boards on it."""
    rng = random.Random(request.config.option.hypothesis_seed)
    jobs = {way: [thrown(rng)] for way in (*READ, *LEFT, *NONE)} | {"sheet.png": [thrown(rng), thrown(rng)]}
    program = folder / "program.py"
    program.write_text(f"import sys\nsys.argv[1:] = ['boards.json']\n{LOOKS.read_text()}")
    (folder / "boards.json").write_text(json.dumps(list(jobs.items())))
    files_kept(program, folder)
    return {way: ((folder / way).read_bytes(), boards) for way, boards in jobs.items()}


@pytest.mark.parametrize("way", [*READ, "sheet.png"])
def test_the_boards_that_were_drawn_are_read(saved: Saved, way: str) -> None:
    data, boards = saved[way]
    assert found(picture_of(way, data)) == (boards, "")


@pytest.mark.parametrize(("way", "why"), LEFT.items())
def test_what_is_not_explained_is_left_to_the_pixels(saved: Saved, way: str, why: str) -> None:
    assert found(picture_of(way, saved[way][0])) == ([], why)


@pytest.mark.parametrize("way", NONE)
def test_a_picture_that_is_not_known_as_a_whole_has_no_shapes(saved: Saved, way: str) -> None:
    assert picture_of(way, saved[way][0]).shapes == b""


@pytest.mark.parametrize("way", ["plain.jpg", "plain.gif", "plain.bmp", "plain.webp"])
def test_the_shapes_are_not_among_the_bytes_that_are_decoded(saved: Saved, way: str) -> None:
    data = saved[way][0]
    seen = inspect(way, data)
    assert isinstance(seen, Bare) and seen.scene.startswith(b'{"size":[440,440],')
    assert b"scene" not in seen.data
    picture, pixels = picture_of(way, data), Image.open(io.BytesIO(data)).convert("RGB")
    assert (picture.rgb, (picture.width, picture.height)) == (pixels.tobytes(), pixels.size)


def test_a_picture_that_is_shown_brings_its_shapes(saved: Saved, folder: Path) -> None:
    (shown,) = (folder / "kept").iterdir()
    assert found(picture_of("a.png", shown.read_bytes())) == (saved["plain.png"][1], "")


def test_images_thrown_at_random_show_what_was_drawn_or_nothing(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    told = outcomes(int(request.config.option.hypothesis_seed), 30, tmp_path, "pillow")
    assert told["right"] > 0 and sum(told.values()) == 30
    assert not [what for what in told if what.startswith("wrong")]
